"""Measures of rows with weights, and their bootstrap samples."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.bootstrap import resampled_counts
from rocrepro.evaluation.cluster_codes import cluster_codes
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_numbers, check_binary
from rocrepro.evaluation.weighted import WeightedRocPoints, check_weights

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Model = TypeVar("Model", bound=Hashable)

MEASURES = ("auc", "average_precision", "brier", "sensitivity", "specificity", "ppv", "npv", "prevalence")
"""Names of the measures."""


def weighted_measures(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike,
    *,
    threshold: float = 0.5,
    pos_label: Any = None,
) -> dict[str, float]:
    """Return the measures of weighted rows: areas, Brier score, and the rates at a threshold.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    sample_weight : array-like of float, shape (n,)
        Weight of each row, as in `weighted_roc_points`.
    threshold : float
        Rows are predicted positive from this score upwards.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    dict of str to float
        auc; average_precision; brier, the mean squared error of scores as probabilities, NaN where a score
        lies outside 0 to 1; sensitivity and specificity; ppv and npv, NaN where no row is predicted positive,
        or negative; prevalence, the weight of the positive rows. All are shares of weight, in [0, 1].

    Raises
    ------
    InputError
        As in `weighted_roc_points`, and for a threshold that is no number.

    See Also
    --------
    weighted_resamples : bootstrap samples of them.
    weighted_roc_points : the curve.
    effective_rows : how many rows of one weight say as much.

    References
    ----------
    scikit-learn has all of them with ``sample_weight``.

    Examples
    --------
    >>> from rocrepro.evaluation import weighted_measures
    >>> found = weighted_measures([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], [1, 0.5, 2, 0.25])
    >>> {name: round(value, 3) for name, value in found.items() if name != "ppv"}  # doctest: +ELLIPSIS
    {'auc': 0.556, 'average_precision': 0.905, 'brier': 0.243, 'sensitivity': 0.333, ...}
    """
    positive, score = check_binary(y_true, y_score, pos_label)
    check_order(y_true=y_true, sample_weight=sample_weight)
    weight = check_weights(sample_weight, positive)
    kept = weight > 0
    rows = _Rows(positive[kept], score[kept], weight[kept], _number(threshold))
    return dict(zip(MEASURES, rows.measure(np.ones(len(rows.weight))), strict=True))


def weighted_resamples(
    y_true: ArrayLike,
    scores: Mapping[Model, ArrayLike],
    sample_weight: ArrayLike,
    *,
    thresholds: Mapping[Model, float] | float = 0.5,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    cluster: ArrayLike | None = None,
    pos_label: Any = None,
) -> dict[Model, dict[str, Floats]]:
    """Measure several models on the same bootstrap samples of weighted rows.

    Parameters
    ----------
    y_true, sample_weight, pos_label
        As in `weighted_measures`.
    scores : mapping of a model's name to array-like, shape (n,)
        Scores of each model for the same rows in the same order.
    thresholds : float, or mapping of a model's name to float
        As in `weighted_measures`.
    n_resamples : int
        Number of bootstrap samples, at least 1.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    cluster : array-like, shape (n,), optional
        What each row belongs to; whole clusters are drawn, as in
        `rocrepro.evaluation.bootstrap.bootstrap_curves`.

    Returns
    -------
    dict of model to dict of str to ndarray of float64, shape (n_resamples,)
        The measures of `weighted_measures`, NaN where one is undefined in a sample.

    Raises
    ------
    InputError
        As in `weighted_measures`, and for no model, a number of samples or a seed out of range.

    See Also
    --------
    rocrepro.evaluation.resample.percentiles : the interval that follows.
    paired_resamples : rows that count alike.

    Notes
    -----
    All rows are drawn, each as likely as another, and keep their weights; rows of weight 0 are left out
    first. The samples are otherwise those of `rocrepro.evaluation.bootstrap_curves` with the same seed.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 8.

    Examples
    --------
    >>> from rocrepro.evaluation import weighted_resamples
    >>> y, scores = [1, 0, 1, 0], {"a": [0.9, 0.6, 0.4, 0.1], "b": [0.5, 0.5, 0.5, 0.5]}
    >>> found = weighted_resamples(y, scores, [1, 0.5, 2, 0.25], n_resamples=50, seed=1)
    >>> found["a"]["auc"].shape, found["b"]["auc"].min()
    ((50,), np.float64(0.5))
    """
    if not scores:
        raise InputError("scores: found no model; expected the scores of at least one")
    check_order(y_true=y_true, sample_weight=sample_weight, cluster=cluster)
    checked = {name: check_binary(y_true, score, pos_label) for name, score in scores.items()}
    positive = next(iter(checked.values()))[0]
    weight = check_weights(sample_weight, positive)
    kept = weight > 0
    kept_cluster = None if cluster is None else cluster_codes(cluster, kept)[kept]
    positive, weight = positive[kept], weight[kept]
    cuts = thresholds if isinstance(thresholds, Mapping) else dict.fromkeys(scores, thresholds)
    rows = {
        name: _Rows(positive, score[kept], weight, _number(cuts[name]))
        for name, (_, score) in checked.items()
    }
    drawn: dict[Model, list[list[float]]] = {name: [] for name in rows}
    for block in resampled_counts(positive, n_resamples=n_resamples, seed=seed, cluster=kept_cluster):
        for counts in block:
            for name, of in rows.items():
                drawn[name].append(of.measure(counts))
    return {
        name: dict(zip(MEASURES, np.array(found, dtype=np.float64).reshape(-1, len(MEASURES)).T, strict=True))
        for name, found in drawn.items()
    }


def effective_rows(sample_weight: ArrayLike) -> float:
    """Return Kish's effective number of rows: as many of equal weight would say as much.

    Parameters
    ----------
    sample_weight : array-like of float, shape (n,)
        Weights from 0, not all 0.

    Returns
    -------
    float
        From 1 to n: the squared sum of the weights over the sum of their squares.

    See Also
    --------
    weighted_measures
    at_prevalence : weights of the two classes.

    References
    ----------
    Kish (1965), Survey Sampling, section 11.7.

    Examples
    --------
    >>> from rocrepro.evaluation import effective_rows
    >>> effective_rows([1, 1, 1, 1]), round(effective_rows([10, 1, 1, 1]), 2)
    (4.0, 1.64)
    """
    weight = as_numbers("sample_weight", sample_weight)
    if weight.size == 0 or not (np.isfinite(weight) & (weight >= 0)).all() or weight.max() == 0:
        raise InputError("sample_weight: expected finite numbers of at least 0, and one above 0")
    scaled = weight / weight.max()
    return float(scaled.sum() ** 2 / (scaled @ scaled))


class _Rows:
    """The weighted rows of one model in the order of their scores, to measure any sample of them."""

    def __init__(self, positive: Bools, score: Floats, weight: Floats, threshold: float) -> None:
        # Equal scores add up in one order, whatever the rows' order.
        self.order = np.lexsort((weight, positive, -score))
        self.score, self.positive = score[self.order], positive[self.order]
        # Shares of the largest weight: their sums cannot overflow.
        self.weight = weight[self.order] / weight.max()
        self.last = np.append(np.flatnonzero(np.diff(self.score)), len(score) - 1)
        self.thresholds = np.append(np.inf, self.score[self.last])
        # Rows from the threshold upwards.
        self.above = int(np.count_nonzero(self.score >= threshold))
        inside = bool((self.score >= 0).all() and (self.score <= 1).all())
        self.squares = (self.score - self.positive) ** 2 if inside else None

    def measure(self, counts: NDArray[Any]) -> list[float]:
        """Return the measures, ordered as `MEASURES`, of a sample with each row as often as `counts` says."""
        weight = self.weight * counts[self.order]
        tp_all, fp_all = np.cumsum(weight * self.positive), np.cumsum(weight * ~self.positive)
        n_pos, n_neg = float(tp_all[-1]), float(fp_all[-1])
        if n_pos == 0 or n_neg == 0:
            return [math.nan] * len(MEASURES)
        tp, fp = tp_all[self.last], fp_all[self.last]
        points = WeightedRocPoints(self.thresholds, np.append(0.0, tp), np.append(0.0, fp))
        hit = float(tp_all[self.above - 1]) if self.above else 0.0
        false = float(fp_all[self.above - 1]) if self.above else 0.0
        brier = math.nan if self.squares is None else float(weight @ self.squares) / (n_pos + n_neg)
        return [
            points.auc,
            average_precision(tp, fp),
            brier,
            hit / n_pos,
            1 - false / n_neg,
            _share(hit, false),
            _share(n_neg - false, n_pos - hit),
            n_pos / (n_pos + n_neg),
        ]


def average_precision(tp: Floats, fp: Floats) -> float:
    """Return the mean of the precision over the recall, by steps, from cumulated weights (not from 0)."""
    predicted = tp + fp
    kept = predicted > 0
    steps = np.diff(tp, prepend=0.0)[kept]
    return float(steps @ (tp[kept] / predicted[kept]) / tp[-1])


def _share(part: float, rest: float) -> float:
    """The share of one part, NaN for nothing; rounding may leave a part of nothing just below 0."""
    part, rest = max(part, 0.0), max(rest, 0.0)
    return part / (part + rest) if part + rest > 0 else math.nan


def _number(threshold: float) -> float:
    number = float(threshold)
    if math.isnan(number):
        raise InputError(f"threshold: found {threshold}; expected a number")
    return number
