"""Error rates, equations 9 to 13, cost and expected counts, against rows counted one by one."""

from __future__ import annotations

import numpy as np

from rocrepro.evaluation import confusion_metrics, roc_auc, roc_points
from rocrepro.evaluation.isolines import misclassification_cost
from rocrepro.papers.bradley1996.facts_identities import TABLES, rows_of, tables
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

NOTES = {
    "eq1_error": "equation 1: fpr of the ROC point against the share of negative rows predicted positive",
    "eq2_error": "equation 2: 1 - tpr of the ROC point against the share of positive rows predicted negative",
    "power_error": "1 - beta against the share of positive rows predicted positive",
    "two_errors_error": "false positives and false negatives against rows predicted wrongly",
    "eq9_error": "equation 9 against the share of rows predicted rightly",
    "one_minus_error_error": "equation 9 against 1 minus the share of wrong rows",
    "eq10_error": "equation 10 against the share of positive rows predicted positive",
    "eq11_error": "equation 11 against the share of negative rows predicted negative, and 1 - alpha",
    "eq12_error": "equation 12 against the share of rows predicted positive that are",
    "eq13_error": "equation 13 against the share of rows predicted negative that are",
    "eq26_error": "equation 26 against the costs of wrong rows added up",
}
CURVES = 100


def measure_quantities(n_tables: int = TABLES) -> list[Row]:
    """Equations 1, 2, 9 to 13 and 26 on random matrices; 3 to 7 in exact expectation; the ROC curve's own."""
    t = tables(n_tables)
    cost = generator(SEED, "bradley1996/costs").integers(1, 20, size=(2, n_tables))
    errors = dict.fromkeys(NOTES, 0.0)
    for i in range(n_tables):
        counts = [int(t[cell][i]) for cell in ("tp", "fn", "fp", "tn")]
        for name, error in _one(*counts, *cost[:, i].tolist()).items():
            errors[name] = max(errors[name], error)
    rows = [row(name, error, NOTES[name], n=n_tables) for name, error in errors.items()]
    alone = max(errors[f"eq{number}_error"] for number in range(9, 14))
    note = "equations 9 to 13, from the four cells alone, against the rows"
    rows.append(row("matrix_measures_error", alone, note, n=n_tables))
    return [*rows, *_expectations(), *_curves(), *_same_matrix(), *_thresholds()]


def _one(tp: int, fn: int, fp: int, tn: int, cost_fn: int, cost_fp: int) -> dict[str, float]:
    """Each error on one matrix: the library's value against the rows themselves."""
    truth, predicted = rows_of(tp, fn, fp, tn)
    points = roc_points(truth.astype(int), predicted.astype(float))
    at = int(np.flatnonzero(points.threshold == 1.0)[0])
    alpha, power = float(points.fpr[at]), float(points.tpr[at])
    one = confusion_metrics(tp, fn, fp, tn)
    other = confusion_metrics(tn, fp, fn, tp)  # the classes exchanged
    cost = float(misclassification_cost(alpha, power, tp + fn, fp + tn, cost_fn=cost_fn, cost_fp=cost_fp))
    by_row = np.where(truth & ~predicted, cost_fn, 0) + np.where(~truth & predicted, cost_fp, 0)
    specificity = float((~predicted[~truth]).mean())
    return {
        "eq1_error": abs(alpha - float(predicted[~truth].mean())),
        "eq2_error": abs(1 - power - float((~predicted[truth]).mean())),
        "power_error": abs(power - float(predicted[truth].mean())),
        "two_errors_error": float(abs(fp + fn - int((truth != predicted).sum()))),
        "eq9_error": abs(one["accuracy"] - float((truth == predicted).mean())),
        "one_minus_error_error": abs(one["accuracy"] - (1 - float((truth != predicted).mean()))),
        "eq10_error": abs(one["recall"] - float(predicted[truth].mean())),
        "eq11_error": max(abs(one["specificity"] - specificity), abs(1 - alpha - specificity)),
        "eq12_error": abs(one["precision"] - float(truth[predicted].mean())),
        "eq13_error": abs(other["precision"] - float((~truth[~predicted]).mean())),
        "eq26_error": abs(cost - int(by_row.sum())) / max(1.0, cost),
    }


def _expectations() -> list[Row]:
    """Equations 3 to 7: expectations over binomial counts, summed term by term."""
    from scipy.stats import binom

    rng = generator(SEED, "bradley1996/expectations")
    errors = dict.fromkeys(("eq3_error", "eq4_error", "eq5_error", "eq6_error", "eq7_error"), 0.0)
    for _ in range(CURVES):
        cn, cp, p = int(rng.integers(1, 80)), int(rng.integers(1, 80)), float(rng.random())
        mean = {
            name: float(np.sum(np.arange(size + 1) * binom.pmf(np.arange(size + 1), size, share)))
            for name, size, share in (("tp", cp, p), ("tn", cn, 1 - p), ("fp", cn, p), ("fn", cp, 1 - p))
        }
        found = {
            "eq3_error": mean["tp"] - cp * p,
            "eq4_error": mean["tn"] - cn * (1 - p),
            "eq5_error": mean["fp"] - cn * p,
            "eq6_error": mean["fn"] - cp * (1 - p),
            "eq7_error": max(abs(mean["fp"] / cn - mean["tp"] / cp), abs(mean["tp"] / cp - p)),
        }
        errors = {name: max(errors[name], abs(error)) for name, error in found.items()}
    note = "equation {}: exact expectation of random prediction against the formula"
    return [row(name, error, note.format(name[2]), n=CURVES) for name, error in errors.items()]


def _curves() -> list[Row]:
    """The ROC curve as the plot of both rates while the threshold moves."""
    rng = generator(SEED, "bradley1996/curves")
    plotted, corner, level = 0.0, 0.0, 0.0
    for _ in range(CURVES):
        label = np.append(rng.permutation(np.repeat([0, 1], [12, 9])), [0, 1])
        score = np.round(rng.normal(label, 1.0), 1)
        points = roc_points(label, score)
        for threshold, fpr, tpr in zip(points.threshold, points.fpr, points.tpr, strict=True):
            rates = [float(np.mean(score[label == k] >= threshold)) for k in (0, 1)]
            plotted = max(plotted, abs(fpr - rates[0]), abs(tpr - rates[1]))
            # The test rejects "negative" where the row's p-value among the negatives is at most alpha.
            p_value = np.mean(score[label == 0] >= score[label == 0][:, None], axis=1)
            level = max(level, abs(float(np.mean(p_value <= fpr + 1e-12)) - fpr))
        corner = max(corner, points.fpr[0], points.tpr[0], 1 - points.fpr[-1], 1 - points.tpr[-1])
    return [
        row("roc_error", plotted, "points of ROC curves against rates counted at each threshold", n=CURVES),
        row("level_error", level, "alpha against the level of the test of a row at that alpha", n=CURVES),
        row("one_class_error", corner, "ends of ROC curves against (0, 0) and (1, 1)", n=CURVES),
    ]


def _same_matrix() -> list[Row]:
    """Two classifiers with one confusion matrix at their threshold, and different curves."""
    label = np.array([1, 1, 1, 0, 0, 0])
    one, other = np.array([0.9, 0.8, 0.3, 0.7, 0.2, 0.1]), np.array([0.9, 0.8, 0.1, 0.95, 0.2, 0.3])
    cells = [confusion_metrics(*_cells(label, score >= 0.5)) for score in (one, other)]
    areas = [roc_auc(roc_points(label, score)) for score in (one, other)]
    change = abs(areas[0] - areas[1]) if cells[0] == cells[1] else 0.0
    return [row("same_matrix_auc_change", change, "AUC of two classifiers with the same matrix at 0.5", n=6)]


def _cells(label: np.ndarray, predicted: np.ndarray) -> tuple[int, int, int, int]:
    pairs = ((1, True), (1, False), (0, True), (0, False))
    tp, fn, fp, tn = (int(((label == k) & (predicted == p)).sum()) for k, p in pairs)
    return tp, fn, fp, tn


def _thresholds() -> list[Row]:
    """Usual thresholds: of a log-sigmoid output, and of k nearest neighbours."""
    from scipy.special import expit

    wrong = 0
    for k in range(1, 22):
        votes = np.arange(k + 1)
        majority, beyond = votes > k - votes, votes > k / 2
        wrong += int((majority != beyond).sum())
    return [
        row("sigmoid_middle", float(expit(0.0)), "log-sigmoid output where both classes are as likely"),
        row("neighbour_vote_errors", wrong, "numbers of votes where > k/2 is not the majority", n=21),
    ]
