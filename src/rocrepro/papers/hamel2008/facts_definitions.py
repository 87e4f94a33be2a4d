"""Definitions of the confusion matrix, its metrics and the ROC curve, over random classifiers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, confusion_metrics, roc_auc, roc_points, sweep
from rocrepro.evaluation.isolines import misclassification_cost
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

CASES = 300
Labels = NDArray[np.int64]
Floats = NDArray[np.float64]
NOTES = {
    "predicted_sum_error": "a row of the matrix, TP + FP, against rows predicted true",
    "observed_sum_error": "a column of the matrix, TP + FN, against rows observed true",
    "diagonal_error": "the diagonal, TP + TN, against rows predicted rightly",
    "off_diagonal_error": "the other fields, FP + FN, against rows predicted wrongly",
    "accuracy_error": "the formula against the share of rows predicted rightly",
    "precision_error": "the formula against the share of rows predicted true that are",
    "recall_error": "the formula against the share of true rows that are predicted so",
    "tpr_error": "tpr of the ROC point against recall",
    "fpr_error": "fpr of the ROC point against the share of false rows predicted true",
    "matrix_back_error": "counts that a ROC point and both class sizes give, against the matrix",
    "all_negative_error": "the lower left end: TP and FP when all are predicted negative",
    "all_positive_error": "the upper right end: FN and TN when all are predicted positive",
    "monotone_error": "drop of either rate from left to right on the curve",
    "threshold_order_error": "rise of the threshold from left to right on the curve",
    "axes_error": "area with fpr on x and tpr on y against the share of pairs ranked rightly",
    "swapped_axes_error": "area with tpr on x and fpr on y against the share of pairs ranked rightly",
    "ranking_error": "change of the curve when scores are mapped by an increasing function",
    "replicated_error": "change of the curve when every negative row is repeated 2 to 10 times",
    "inverted_youden_error": "tpr - fpr of the inverted classifier against minus the classifier's own",
    "half_turn_error": "the inverted classifier's point against (1 - fpr, 1 - tpr)",
    "mirror_error": "the inverted classifier's point against (tpr, fpr), the image in the diagonal",
    "inverted_auc_error": "area of the inverted ranking against 1 minus the area",
    "first_false_positive_error": "threshold of the first false positive against the largest negative score",
    "separable_error": "1 where a threshold without errors and an area of 1 do not go together",
    "sweep_rates_error": "rates of Draw-ROC against rows counted at each of its thresholds",
    "sweep_mistakes_error": "FP + #P - TP of Draw-ROC against wrong rows at each of its thresholds",
    "sets_error": "#P + #N against #D",
    "cost_error": "cost of a point of the plot, FN and FP weighted, against costs of rows added up",
    "class_skewness_error": "skewness of the labels against (1 - 2p) / sqrt(p (1 - p))",
}  # fmt: skip


def definition_quantities(cases: int = CASES) -> list[Row]:
    """Largest error of each definition over random labels and scores."""
    rng = generator(SEED, "hamel2008/definitions")
    worst = dict.fromkeys(NOTES, 0.0)
    for _ in range(cases):
        label = np.append(rng.integers(0, 2, size=int(rng.integers(2, 60))), [0, 1])
        spread = float(rng.choice([0.05, 0.3]))
        drawn: Floats = np.clip(rng.normal(0.3 + 0.4 * label, spread), 0.0, 1.0)
        score = np.asarray(np.round(drawn, int(rng.integers(1, 4))), dtype=np.float64)
        found = _matrix(label, score) | _curve(label, score, rng) | _sweep(label, score)
        worst = {name: max(value, float(found[name])) for name, value in worst.items()}
    return [row(name, value, NOTES[name], n=cases) for name, value in worst.items()]


def _matrix(label: Labels, score: Floats) -> dict[str, float]:
    """What the matrix and its metrics say at the threshold 0.5, against the rows themselves."""
    true, predicted = label == 1, score >= 0.5
    points = roc_points(label, score)
    at = int(np.flatnonzero(points.threshold >= 0.5)[-1])
    tp, fp = int(points.tp[at]), int(points.fp[at])
    fn, tn = points.n_pos - tp, points.n_neg - fp
    some = predicted.any()
    metrics = confusion_metrics(tp, fn, fp, tn) if some and not predicted.all() else None
    precision = abs(metrics["precision"] - true[predicted].mean()) if metrics else 0.0
    weights = (3, 2)
    cost = float(misclassification_cost(points.fpr[at], points.tpr[at], points.n_pos, points.n_neg,
                                        cost_fn=weights[0], cost_fp=weights[1]))  # fmt: skip
    by_row = weights[0] * (true & ~predicted) + weights[1] * (~true & predicted)
    p = float(label.mean())
    moments = float(np.mean((label - p) ** 3) / np.mean((label - p) ** 2) ** 1.5)
    back = (points.tpr[at] * points.n_pos - (true & predicted).sum(), points.fpr[at] * points.n_neg
            - (~true & predicted).sum())  # fmt: skip
    return {
        "predicted_sum_error": abs(tp + fp - predicted.sum()),
        "observed_sum_error": abs(tp + fn - true.sum()),
        "diagonal_error": abs(tp + tn - (true == predicted).sum()),
        "off_diagonal_error": abs(fp + fn - (true != predicted).sum()),
        "accuracy_error": abs(metrics["accuracy"] - (true == predicted).mean()) if metrics else 0.0,
        "precision_error": float(precision),
        "recall_error": abs(metrics["recall"] - predicted[true].mean()) if metrics else 0.0,
        "tpr_error": abs(points.tpr[at] - metrics["recall"]) if metrics else 0.0,
        "fpr_error": abs(points.fpr[at] - predicted[~true].mean()),
        "matrix_back_error": max(abs(float(x)) for x in back),
        "cost_error": abs(cost - by_row.sum()),
        "class_skewness_error": abs(moments - (1 - 2 * p) / (p * (1 - p)) ** 0.5),
    }


def _curve(label: Labels, score: Floats, rng: np.random.Generator) -> dict[str, float]:
    """What the whole curve does."""
    points, negative = roc_points(label, score), score[label == 0]
    times = int(rng.integers(2, 11))
    repeat = np.where(label == 0, times, 1)
    more = roc_points(np.repeat(label, repeat), np.repeat(score, repeat))
    mapped = roc_points(label, np.exp(3 * score) - 1)
    inverted = roc_points(label, -score)
    # Predicting positive where the classifier predicts negative, at each of its thresholds.
    other = np.array([[(score[label == k] < t).mean() for k in (0, 1)] for t in points.threshold]).T
    first = float(points.threshold[np.flatnonzero(points.fp)[0]])
    # The share of pairs of a positive and a negative row ranked rightly, a tie counting half, has no axes.
    ahead = score[label == 1][:, None] - negative[None, :]
    ranked = float(np.mean((np.sign(ahead) + 1) / 2))
    errors = points.fp + points.n_pos - points.tp
    return {
        "all_negative_error": points.tp[0] + points.fp[0],
        "all_positive_error": points.n_pos - points.tp[-1] + points.n_neg - points.fp[-1],
        "monotone_error": max(0.0, *(-np.diff(points.fpr)), *(-np.diff(points.tpr))),
        "threshold_order_error": float((np.diff(points.threshold) > 0).any()),
        "axes_error": abs(float(np.trapezoid(points.tpr, points.fpr)) - ranked),
        "swapped_axes_error": abs(float(np.trapezoid(points.fpr, points.tpr)) - ranked),
        "ranking_error": apart(points, mapped),
        "replicated_error": apart(points, more),
        "inverted_youden_error": float(np.abs(other[1] - other[0] + points.tpr - points.fpr).max()),
        "half_turn_error": float(np.abs(other - 1 + [points.fpr, points.tpr]).max()),
        "mirror_error": float(np.abs(other - [points.tpr, points.fpr]).max()),
        "inverted_auc_error": abs(roc_auc(inverted) - (1 - roc_auc(points))),
        "first_false_positive_error": abs(first - negative.max()),
        "separable_error": float((errors == 0).any() != (roc_auc(points) == 1.0)),
    }


def apart(one: RocPoints, other: RocPoints) -> float:
    """Largest difference of two curves that should have the same points; 1 if they do not have as many."""
    if len(one) != len(other):
        return 1.0
    return float(max(np.abs(one.fpr - other.fpr).max(), np.abs(one.tpr - other.tpr).max()))


def _sweep(label: Labels, score: Floats) -> dict[str, float]:
    """Draw-ROC against rows counted at each threshold."""
    found = sweep(roc_points(label, score))
    positive, negative = score[label == 1], score[label == 0]
    above = found.threshold[:, None]
    tpr, fpr = ((part[None, :] >= above).mean(axis=1) for part in (positive, negative))
    wrong = ((score[None, :] >= above) != (label == 1)[None, :]).sum(axis=1)
    mistakes = found.fp + found.points.n_pos - found.tp
    return {
        "sweep_rates_error": float(max(np.abs(found.tpr - tpr).max(), np.abs(found.fpr - fpr).max())),
        "sweep_mistakes_error": float(np.abs(mistakes - wrong).max()),
        "sets_error": abs(len(positive) + len(negative) - len(label)),
    }
