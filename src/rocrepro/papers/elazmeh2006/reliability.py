"""Simulation: what the scores themselves say of the learners' curves, row by row and resampled."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import roc_points
from rocrepro.evaluation.resample import paired_resamples
from rocrepro.formats.uses import USES
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.fact_rows import SEED
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

RESAMPLED = 100
COLUMNS = ["dataset", "engine", "learner", "scatter", "n_resamples", "marginal_error", USES]


def reliability(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Scatter of AUC and CAUC over resamples, and the margins of all confusion matrices against the rows.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        One row for each model of the paper's learners. scatter: standard deviation over mean, AUC less CAUC
        (union); marginal_error: largest difference between a margin or total and the rows counted. Without
        values where the data set or the engine is missing.
    """
    import pandas as pd

    rows = [
        row
        for dataset in shown["datasets"]
        for engine in shown["engines"]
        for row in shown["inputs"].traced(_of_engine, shown, dataset, engine)
    ]
    return pd.DataFrame(rows, columns=COLUMNS).astype({"n_resamples": "Int64"})


def _of_engine(shown: Mapping[str, Any], dataset: str, engine: str) -> Iterator[dict[str, Any]]:
    """Rows of the learners of one data set and engine, which are resampled together."""
    trained = [learner for by, learner in shown["models"][dataset] if by == engine]
    learners = [learner for learner in LEARNERS if learner in trained]
    scores, label = {}, np.empty(0, dtype=np.int64)
    for learner in learners:
        frame = shown["inputs"].scores(dataset, engine, learner)
        part = frame[frame["seed"] == SEED].sort_values("row")
        if len(part):
            scores[learner], label = part["score"].to_numpy(), part["label"].to_numpy(dtype=np.int64)
    rng = generator(SEED, f"elazmeh2006_facts/reliability/{dataset}/{engine}")
    options = {"alpha": shown["alpha"], "test": shown["confidence_test"]}
    drawn = paired_resamples(label, scores, n_resamples=RESAMPLED, seed=rng, **options) if scores else {}
    for learner in drawn or learners:
        known = {"dataset": dataset, "engine": engine, "learner": learner}
        if not drawn:
            yield known
            continue
        auc, cauc = (_scatter(drawn[learner][name]) for name in ("auc", "cauc_union"))
        error = marginal_error(label, scores[learner])
        yield known | {"scatter": auc - cauc, "n_resamples": RESAMPLED, "marginal_error": error}


def _scatter(values: NDArray[np.float64]) -> float:
    mean = float(values.mean())
    return float(values.std(ddof=1)) / mean if mean > 0 else math.nan


def marginal_error(label: NDArray[np.int64], score: NDArray[np.float64]) -> float:
    """Table 1's margins and total at every threshold against counts taken from the scores themselves."""
    values, points = np.sort(score), roc_points(label, score)
    predicted = len(values) - np.searchsorted(values, points.threshold, side="left")
    checks = (
        points.tp + points.fn - label.sum(),
        points.fp + points.tn - (1 - label).sum(),
        points.tp + points.fp - predicted,
        points.fn + points.tn - (len(label) - predicted),
        points.tp + points.fn + points.fp + points.tn - len(label),
    )
    return max(float(np.abs(check).max()) for check in checks)
