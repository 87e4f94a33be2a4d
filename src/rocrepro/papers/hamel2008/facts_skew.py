"""Figures 2(b) and 4(b): what sampling the negative class down changes, over 25 samples."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import RocPoints, delong_interval, roc_auc, roc_points
from rocrepro.evaluation.confusion import UndefinedMetricWarning, confusion_metrics
from rocrepro.evaluation.metrics import ZeroWidthIntervalWarning
from rocrepro.papers.fact_rows import SEED, Row, row, unknown
from rocrepro.papers.hamel2008.facts_model import OnRingnorm, any_model, by_engine, on_ringnorm
from rocrepro.papers.hamel2008.models import at_threshold
from rocrepro.papers.hamel2008.printed import DEFAULT, FACTOR, RINGNORM
from rocrepro.papers.hamel2008.skew import sampled_down

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SAMPLES = 25
NOTES = {
    "skew_accuracy_rise": "accuracy at .5, sampled down less all rows",
    "skew_precision_rise": "precision at .5, sampled down less all rows",
    "skew_recall_change": "recall at .5, sampled down less all rows",
    "skew_fpr_change": "false positive rate at .5, sampled down less all rows",
    "skew_auc_change": "area, sampled down less all rows",
    "skew_accuracy_over_auc": "size of the change of accuracy less size of the change of area",
    "skew_gap": "largest vertical gap of the two curves",
    "skew_gap_over_bound": "largest difference of the negatives' score distributions over its 5 % bound",
    "skew_width_ratio": "width of the area's 95 % interval, sampled down over all rows",
}


def skew_facts(evaluated: Evaluated) -> list[Row]:
    """Facts on the model's two test sets; the sample is drawn anew with each seed."""
    return by_engine(evaluated, _of_engine)


def _of_engine(evaluated: Evaluated, engine: str) -> Iterator[Row]:
    import pandas as pd

    models = list(on_ringnorm(evaluated, engine))
    for model in models:
        scores = evaluated.scores(RINGNORM, model.learner, engine)
        # The seed is that of the sample: the scores are those of the default seed.
        seeds = range(SEED, SEED + SAMPLES) if model.variant == "base" else (SEED,)
        yield from _sampled(model, scores[scores["seed"] == evaluated.seed], seeds)
    if not models:
        # Two negatives are left when these are sampled down: an interval of the area needs two of each class.
        pairs = 2 * FACTOR
        some = pd.DataFrame({"label": [1, 0] * pairs, "score": [1.0, 0.0] * pairs})
        yield from unknown(_sampled(any_model(engine), some, [SEED]))


def _sampled(model: OnRingnorm, scores: pd.DataFrame, seeds: Iterable[int]) -> Iterator[Row]:
    """Facts on one model, by the seed of the sample."""
    for seed in seeds:
        few = sampled_down(scores, seed)
        for name, value in _compared(scores, few).items():
            yield row(name, value, NOTES[name], n=len(few), **model.key | {"seed": seed})
    yield from _sizes(model, scores)


def _sizes(model: OnRingnorm, scores: pd.DataFrame) -> Iterator[Row]:
    few = sampled_down(scores, SEED)
    negative = [int((part["label"] == 0).sum()) for part in (scores, few)]
    positive = [int((part["label"] == 1).sum()) for part in (scores, few)]
    yield row("negatives_ratio", negative[0] / negative[1], "negatives, all over sampled down", **model.key)
    yield row(
        "positives_change", positive[1] - positive[0], "positives, sampled down less all rows", **model.key
    )
    ratios = [p / n for p, n in zip(positive, negative, strict=True)]
    yield row("skew_full", ratios[0], "positives for each negative, all rows", **model.key)
    yield row("skew_down", ratios[1], "positives for each negative, sampled down", **model.key)


def _compared(scores: pd.DataFrame, few: pd.DataFrame) -> dict[str, float]:
    """Every measure on the sampled rows against all rows."""
    arrays = [(part["label"].to_numpy(), part["score"].to_numpy()) for part in (scores, few)]
    curves = [roc_points(*pair) for pair in arrays]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.simplefilter("ignore", ZeroWidthIntervalWarning)
        full, down = (_metrics(curve) for curve in curves)
        (_, low, high), (_, below, above) = (delong_interval(*pair) for pair in arrays)
    rise, change = down["accuracy"] - full["accuracy"], roc_auc(curves[1]) - roc_auc(curves[0])
    return {
        "skew_accuracy_rise": rise,
        "skew_precision_rise": down["precision"] - full["precision"],
        "skew_recall_change": down["recall"] - full["recall"],
        "skew_fpr_change": down["fpr"] - full["fpr"],
        "skew_auc_change": change,
        "skew_accuracy_over_auc": abs(rise) - abs(change),
        "skew_gap": _gap(*curves),
        "skew_gap_over_bound": _distribution_gap(*curves) / _bound(curves[0].n_neg, curves[1].n_neg),
        "skew_width_ratio": (above - below) / (high - low) if high > low else math.nan,
    }


def _metrics(points: RocPoints) -> dict[str, float]:
    at = at_threshold(points, DEFAULT)
    tp, fp = int(points.tp[at]), int(points.fp[at])
    return confusion_metrics(tp, points.n_pos - tp, fp, points.n_neg - fp)


def _gap(one: RocPoints, other: RocPoints) -> float:
    """Largest difference of tpr over a fine grid of fpr."""
    from rocrepro.evaluation import heights

    high = heights([one, other], np.linspace(0.0, 1.0, 1001))
    return float(np.abs(high[0] - high[1]).max())


def _distribution_gap(one: RocPoints, other: RocPoints) -> float:
    """Largest difference of fpr at one threshold: the Kolmogorov-Smirnov statistic of the negatives."""
    at = [at_threshold(other, threshold) for threshold in one.threshold]
    return float(np.abs(one.fpr - other.fpr[at]).max())


def _bound(n_all: int, n_few: int) -> float:
    """Value that the statistic exceeds in 5 % of samples drawn without replacement from all rows."""
    return 1.358 * math.sqrt((1 / n_few) * (1 - n_few / n_all))
