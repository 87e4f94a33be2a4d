"""dis by cross-validation: Section 4 speaks of it in one place, although Table 2 has a test file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import ConfidentSegment, confident_segment, roc_auc, roc_points, tango_interval
from rocrepro.formats.tidy import Dataset
from rocrepro.papers.elazmeh2006.runs import by_dataset, weka_scores

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
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, seed, `MEASURES` and uses; without a measure where Weka or dis is missing.
    """

    def rows(name: str) -> Iterator[tuple[Any, ...]]:
        dis = shown["inputs"].data(name)
        for part in PARTS:
            for *model, scores in weka_scores(shown, part, cross_validated(dis, part), SEEDS):
                if scores.empty:
                    yield (*model, *[np.nan] * len(MEASURES))
                    continue
                points = roc_points(scores["label"], scores["score"])
                segment = confident_segment(points, alpha=shown["alpha"], test=shown["confidence_test"])
                yield (*model, *measured(segment))

    return by_dataset(shown, ["dis"], rows, ["dataset", "learner", "seed", *MEASURES])


def cross_validated(dis: Dataset | None, part: str) -> Dataset | None:
    """One of `PARTS` as a data set, in the order of the files' rows; None where dis is missing."""
    if dis is None:
        return None
    kept = np.isin(dis.part, PARTS[part])
    return replace(
        dis,
        name=part,
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
