"""dis by cross-validation: Section 4 speaks of it in one place, although Table 2 has a test file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import ConfidentSegment, confident_segment, roc_auc, roc_points, tango_interval
from rocrepro.formats.tidy import Dataset
from rocrepro.papers.elazmeh2006.runs import served, weka_scores

if TYPE_CHECKING:
    import pandas as pd

FOLDS = 10
SEEDS = 20
# The parts of dis that are cross-validated: "the same imbalanced dis data set" does not say which.
PARTS = {"dis_cv2800": ("train",), "dis_cv3772": ("train", "test")}
MEASURES = (
    *("auc", "n_points", "n_confident", "threshold_low", "threshold_high", "confident_tpr_max"),
    *("confident_fpr_max", "aved_abs", "difference_range", "interval_low", "interval_high"),
)


def dis_protocols(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Weka on dis in 10-fold cross-validation: of its training file, and of both files, over 20 seeds.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``build``, the folder of the data.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, seed and `MEASURES`; without rows where Weka or dis cannot be had.
    """
    import pandas as pd

    rows = []
    for *model, scores in weka_scores(cross_validated(shown), shown, SEEDS):
        points = roc_points(scores["label"], scores["score"])
        segment = confident_segment(points, alpha=shown["alpha"], test=shown["confidence_test"])
        rows.append((*model, *measured(segment)))
    return pd.DataFrame(rows, columns=["dataset", "learner", "seed", *MEASURES])


def cross_validated(shown: Mapping[str, Any]) -> Iterator[Dataset]:
    """The data sets of `PARTS`, in the order of the files' rows; none where dis is missing."""
    dis = next(served(shown, ["dis"]), None)
    if dis is None:
        return
    for name, parts in PARTS.items():
        kept = np.isin(dis.part, parts)
        yield replace(
            dis,
            name=name,
            frame=dis.frame[kept].reset_index(drop=True),
            label=dis.label[kept],
            part=np.full(int(kept.sum()), "all"),
            protocol="cv",
            folds=FOLDS,
        )


def measured(segment: ConfidentSegment) -> tuple[float, ...]:
    """The values of `MEASURES`; NaN for those that an empty set does not have."""
    points, kept = segment.points, segment.mask
    counts = (roc_auc(points), len(points), segment.n_confident)
    if not kept.any():
        return (*counts, *[np.nan] * (len(MEASURES) - len(counts)))
    lower, upper = tango_interval(points.fn[kept], points.fp[kept], points.n, alpha=segment.alpha)
    ends = (
        segment.thresholds.min(),
        segment.thresholds.max(),
        points.tpr[kept].max(),
        points.fpr[kept].max(),
    )
    spread = (segment.aved_abs, np.ptp(points.difference[kept]), lower.min(), upper.max())
    return (*counts, *map(float, (*ends, *spread)))
