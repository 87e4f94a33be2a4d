"""Everything that is computed from the scores of one data set, as three tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.bands import fixed_width_band
from rocrepro.evaluation.confident import READINGS, confident_segment
from rocrepro.evaluation.metrics import delong_interval
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.tango import tango_interval
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

MODEL = ["engine", "learner", "seed"]
POINT_COLUMNS = [*MODEL, "threshold", "tp", "fn", "fp", "tn", "difference", "lower", "upper", "confident"]
CAUC_COLUMNS = [f"cauc_{reading}" for reading in READINGS]
SUMMARY_COLUMNS = [
    *MODEL,
    *("n_pos", "n_neg", "auc", "auc_low", "auc_high", "n_points", "n_confident"),
    *("threshold_low", "threshold_high", "aved", "aved_abs"),
    *CAUC_COLUMNS,
]
BAND_COLUMNS = [*MODEL, "method", "slope", "width", "area", "fpr", "lower", "upper"]
SLOPES = ("ks", "inverse")


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The evaluations of one data set.

    Attributes
    ----------
    points : pandas.DataFrame
        One row for each point of each model's ROC curve at the default seed: threshold, counts,
        ``difference`` = (fn - fp)/n, Tango's limits, and whether the point is confident.
    summary : pandas.DataFrame
        One row for each model and seed: AUC with DeLong's limits, and the confident set.
    bands : pandas.DataFrame
        Fixed-width bands at the default seed, one row for each grid point.
    """

    points: pd.DataFrame
    summary: pd.DataFrame
    bands: pd.DataFrame


def evaluate(
    scores: Mapping[tuple[str, str], pd.DataFrame],
    name: str,
    *,
    alpha: float = 0.05,
    test: str = "tango",
    n_boot: int = 1000,
    seed: int = 1,
) -> Evaluation:
    """Evaluate the scores of every model on one data set.

    Parameters
    ----------
    scores : mapping of (engine, learner) to DataFrame
        Columns seed, fold, row, label (0 or 1) and score. Out-of-fold scores are pooled: one curve
        a seed over all rows. An empty frame (a data set that no source served) gives no rows.
    name : str
        The data set's name; it only names the random streams.
    alpha : float, in (0, 1)
        1 - alpha is the level of the intervals and bands.
    test : {"tango", "mcnemar_exact", "wald", "newcombe"}
        Confidence test of the confident set.
    n_boot : int
        Bootstrap curves behind a band.
    seed : int
        Seed whose curves and bands are kept.

    Returns
    -------
    Evaluation
    """
    import pandas as pd

    points: list[pd.DataFrame] = []
    summary: list[dict[str, Any]] = []
    bands: list[pd.DataFrame] = []
    for (engine, learner), frame in scores.items():
        for number, part in frame.groupby("seed", sort=True):
            model = {"engine": engine, "learner": learner, "seed": int(str(number))}
            label, score = part["label"].to_numpy(), part["score"].to_numpy()
            curve = roc_points(label, score)
            summary.append(model | _summary(label, score, curve, alpha=alpha, test=test))
            if number == seed:
                points.append(_points(model, curve, alpha=alpha, test=test))
                for slope in SLOPES:
                    bands.append(_band(model, name, label, score, alpha=alpha, n_boot=n_boot, slope=slope))
    return Evaluation(
        points=_joined(points, POINT_COLUMNS),
        summary=pd.DataFrame(summary, columns=SUMMARY_COLUMNS),
        bands=_joined(bands, BAND_COLUMNS),
    )


def _joined(frames: list[pd.DataFrame], columns: list[str]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns)


def _summary(
    label: np.ndarray, score: np.ndarray, curve: RocPoints, *, alpha: float, test: str
) -> dict[str, Any]:
    """One row of the summary, without the model's name."""
    auc, low, high = delong_interval(label, score, alpha=alpha)
    segment = confident_segment(curve, alpha=alpha, test=test)
    thresholds = segment.thresholds
    return {
        "n_pos": curve.n_pos,
        "n_neg": curve.n_neg,
        "auc": auc,
        "auc_low": low,
        "auc_high": high,
        "n_points": len(curve.threshold),
        "n_confident": segment.n_confident,
        "threshold_low": thresholds.min() if len(thresholds) else np.nan,
        "threshold_high": thresholds.max() if len(thresholds) else np.nan,
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{f"cauc_{reading}": segment.cauc(reading) for reading in READINGS},
    }


def _points(model: dict[str, Any], curve: RocPoints, *, alpha: float, test: str) -> pd.DataFrame:
    """The points of one curve with Tango's limits."""
    import pandas as pd

    lower, upper = tango_interval(curve.fn, curve.fp, curve.n, alpha=alpha)
    table = pd.DataFrame(
        {
            "threshold": curve.threshold,
            "tp": curve.tp,
            "fn": curve.fn,
            "fp": curve.fp,
            "tn": curve.tn,
            "difference": curve.difference,
            "lower": lower,
            "upper": upper,
            "confident": confident_segment(curve, alpha=alpha, test=test).mask,
        }
    )
    return table.assign(**model)[POINT_COLUMNS]


def _band(
    model: dict[str, Any],
    name: str,
    label: np.ndarray,
    score: np.ndarray,
    *,
    alpha: float,
    n_boot: int,
    slope: str,
) -> pd.DataFrame:
    """One band, a row for each grid point."""
    import pandas as pd

    # Both slopes see the same bootstrap samples.
    stream = generator(model["seed"], f"fixed_width_band/{name}/{model['engine']}/{model['learner']}")
    band = fixed_width_band(label, score, level=1 - alpha, n_boot=n_boot, seed=stream, slope=slope)
    table = pd.DataFrame({"fpr": band.grid, "lower": band.lower, "upper": band.upper})
    facts: dict[str, Any] = {"method": band.method, "slope": slope, "width": band.width, "area": band.area}
    return table.assign(**model, **facts)[BAND_COLUMNS]
