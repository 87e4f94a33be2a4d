"""Simulations of class skew: the test rows of ringnorm with the negative ones sampled down."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import RocPoints, delong_interval, roc_points, tpr_at
from rocrepro.evaluation.confusion import UndefinedMetricWarning, confusion_metrics
from rocrepro.evaluation.metrics import ZeroWidthIntervalWarning
from rocrepro.formats.uses import USES
from rocrepro.papers.fact_rows import SEED
from rocrepro.papers.hamel2008.chapter import base_learner, printed_points
from rocrepro.papers.hamel2008.printed import DEFAULT, FACTOR, RINGNORM
from rocrepro.randomness import generator
from rocrepro.study.cut import index_of
from rocrepro.study.points import CELLS

if TYPE_CHECKING:
    import pandas as pd

SAMPLES = 25
MEASURES = (
    *("accuracy_rise", "precision_rise", "fpr_change"),
    *("auc_change", "gap", "width_ratio"),
)
SIZES = ("n_pos", "n_neg", "n_pos_few", "n_neg_few")
Rows = Iterable[Mapping[str, Any]]


def simulate_skew(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Measure each model on the sampled rows against all rows.

    Every model is measured on `SAMPLES` samples, under a variant of its own; of those that all engines have,
    the one nearest to the chapter's points is the variant "base" too.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        Columns engine, learner, variant, seed (of the sample), `MEASURES`, `SIZES`, uses; rows without a
        measure of an engine without scores.
    """
    return of_engines(shown, _of_engine, ["engine", "learner", "variant", "seed", *MEASURES, *SIZES])


def simulate_sampled_down(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Give the curve of each model on the first sample.

    Parameters
    ----------
    shown : mapping
        As in `simulate_skew`.

    Returns
    -------
    pandas.DataFrame
        Columns engine, learner, threshold, tp, fn, fp, tn, uses; one row a point.
    """

    def rows(shown: Mapping[str, Any], engine: str) -> Iterator[Mapping[str, Any]]:
        for learner, scores in scored(shown, engine).items():
            points = _curve(sampled_down(scores, shown["seed"]))
            for at in range(len(points)):
                cells = {name: getattr(points, name)[at] for name in ("threshold", *CELLS)}
                yield {"engine": engine, "learner": learner, **cells}

    return of_engines(shown, rows, ["engine", "learner", "threshold", *CELLS])


def of_engines(
    shown: Mapping[str, Any], rows: Callable[[Mapping[str, Any], str], Rows], columns: list[str]
) -> pd.DataFrame:
    """Stack what a function gives for each engine's models on ringnorm; nothing if it is not configured."""
    import pandas as pd

    engines = shown["engines"] if RINGNORM in shown["datasets"] else ()
    found = [row for engine in engines for row in shown["inputs"].traced(rows, shown, engine)]
    return pd.DataFrame(found, columns=[*columns, USES])


def scored(shown: Mapping[str, Any], engine: str) -> dict[str, pd.DataFrame]:
    """Return the scores of an engine's models on ringnorm at the default seed, by learner."""
    learners = [learner for by, learner in shown["models"][RINGNORM] if by == engine]
    every = {learner: shown["inputs"].scores(RINGNORM, engine, learner) for learner in learners}
    found = {learner: scores[scores["seed"] == shown["seed"]] for learner, scores in every.items()}
    return {learner: scores for learner, scores in found.items() if len(scores)}


def sampled_down(scores: pd.DataFrame, seed: int) -> pd.DataFrame:
    """All positive rows and, drawn without replacement, a tenth of the negative ones, in file order."""
    negative = np.flatnonzero(scores["label"].to_numpy() == 0)
    drawn = generator(seed, "hamel2008/skew").choice(negative, size=len(negative) // FACTOR, replace=False)
    kept = scores["label"].to_numpy() == 1
    kept[drawn] = True
    few: pd.DataFrame = scores[kept]
    return few


def _of_engine(shown: Mapping[str, Any], engine: str) -> Iterator[dict[str, Any]]:
    found = scored(shown, engine)
    curves = {learner: _curve(scores) for learner, scores in found.items()}
    base = base_learner(curves, shown["models"][RINGNORM], printed_points(shown))
    if base is None:
        learners = [learner for by, learner in shown["models"][RINGNORM] if by == engine]
        variants = {"base": ""} | {f"learner={learner}": learner for learner in learners}
        named = {"engine": engine, "seed": SEED}
        yield from (named | {"variant": variant, "learner": name} for variant, name in variants.items())
        return
    for learner in (base, *(name for name in found if name != base)):
        # The seed is that of the sample: the scores are those of the default seed.
        seeds = range(SEED, SEED + SAMPLES)
        rows = [_compared(found[learner], sampled_down(found[learner], seed)) for seed in seeds]
        for variant in (*(["base"] if learner == base else []), f"learner={learner}"):
            named = {"engine": engine, "learner": learner, "variant": variant}
            yield from (named | {"seed": seed} | row for seed, row in zip(seeds, rows, strict=True))


def _curve(scores: pd.DataFrame) -> RocPoints:
    return roc_points(scores["label"].to_numpy(), scores["score"].to_numpy())


def _compared(scores: pd.DataFrame, few: pd.DataFrame) -> dict[str, float]:
    """Every measure on the sampled rows against all rows, and how many rows there are."""
    curves = [_curve(part) for part in (scores, few)]
    with warnings.catch_warnings(action="ignore", category=UndefinedMetricWarning):
        warnings.simplefilter("ignore", ZeroWidthIntervalWarning)
        full, down = (metrics(curve) for curve in curves)
        (auc, low, high), (auc_few, below, above) = (
            delong_interval(part["label"].to_numpy(), part["score"].to_numpy()) for part in (scores, few)
        )
    one, other = curves
    return {
        "accuracy_rise": down["accuracy"] - full["accuracy"],
        "precision_rise": down["precision"] - full["precision"],
        "fpr_change": down["fpr"] - full["fpr"],
        "auc_change": auc_few - auc,
        "gap": _gap(one, other),
        "width_ratio": (above - below) / (high - low) if high > low else math.nan,
        **dict(zip(SIZES, (one.n_pos, one.n_neg, other.n_pos, other.n_neg), strict=True)),
    }


def metrics(points: RocPoints) -> dict[str, float]:
    """Metrics of the confusion matrix at the default threshold."""
    at = index_of(points, DEFAULT)
    return confusion_metrics(*(int(getattr(points, cell)[at]) for cell in CELLS))


def _gap(one: RocPoints, other: RocPoints) -> float:
    """Largest difference of tpr over a fine grid of fpr."""
    high = tpr_at([one, other], np.linspace(0.0, 1.0, 1001))
    return float(np.abs(high[0] - high[1]).max())
