"""Calls of every public function of the evaluation on labels and scores, and what is known of them."""

from __future__ import annotations

import numpy as np

import rocrepro.evaluation as evaluation
from rocrepro.evaluation import roc_auc, roc_points

GRID = np.linspace(0, 1, 5)


def _first(y, s):
    return roc_points(y, s)


def _turned(s):
    """Other scores of the same rows, in the opposite order."""
    return s[::-1] if isinstance(s, (list, np.ndarray)) else s


def _area(y, s):
    return roc_auc(roc_points(y, s))


def _sizes(y):
    return int(sum(y)), int(len(y) - sum(y))


def _share(y):
    return sum(y) / len(y)


def _clusters(y):
    """Two rows a cluster, or one where there are few."""
    return np.arange(np.size(y)) % max(2, np.size(y) // 2)


def _columns(s):
    """A score for each of two classes."""
    return (
        [list(pair) for pair in zip(_turned(s), s, strict=True)] if isinstance(s, (list, np.ndarray)) else s
    )


STATISTICS = {"auc": roc_auc, "ap": evaluation.average_precision}
# Functions of labels and scores, and of the curve that these give, without more.
ON_SCORES = (
    "aved_score", "binormal_fit", "cauc_score", "delong_interval", "expected_calibration_error",
    "probabilistic_auc", "recalibration", "roc_points", "score_midpoint", "scored_auc", "scored_roc",
    "sensibility", "smooth_calibration", "smooth_roc", "struggle_ratio",
)  # fmt: skip
ON_CURVES = (
    "average_precision", "concavities", "confident_segment", "convex_hull", "cost_curve", "net_benefit",
    "precision_recall_points", "roc_auc", "sweep",
)  # fmt: skip
# Each public function on labels and scores.
CALLS = {
    **{name: getattr(evaluation, name) for name in ON_SCORES},
    **{name: lambda y, s, name=name: getattr(evaluation, name)(_first(y, s)) for name in ON_CURVES},
    "accuracy_isoline": lambda y, s: evaluation.accuracy_isoline(0.5, *_sizes(y), GRID),
    "at_prevalence": lambda y, s: evaluation.at_prevalence(_first(y, s), 0.1),
    "auc_correlation": lambda y, s: evaluation.auc_correlation(_area(y, s), 0.8, 0.5),
    "auc_difference_power": lambda y, s: evaluation.auc_difference_power(
        _area(y, s), 0.8, *_sizes(y), correlation=0.5
    ),
    "auc_difference_size": lambda y, s: evaluation.auc_difference_size(
        _area(y, s), 0.8, 0.8, correlation=0.5, prevalence=_share(y)
    ),
    "auc_interval_size": lambda y, s: evaluation.auc_interval_size(_area(y, s), 0.1, prevalence=_share(y)),
    "auc_interval_width": lambda y, s: evaluation.auc_interval_width(_area(y, s), *_sizes(y)),
    "auc_non_inferiority": lambda y, s: evaluation.auc_non_inferiority(
        evaluation.delong_test(y, s, _turned(s)), margin=0.05
    ),
    "auc_test_power": lambda y, s: evaluation.auc_test_power(_area(y, s), *_sizes(y)),
    "auc_test_size": lambda y, s: evaluation.auc_test_size(_area(y, s), 0.8, prevalence=_share(y)),
    "auc_variance": lambda y, s: [
        evaluation.auc_variance(_area(y, s), *_sizes(y), method=name)
        for name in ("hanley_mcneil", "obuchowski", "normal")
    ],
    "aved_interval": lambda y, s: evaluation.aved_interval(y, s, n_resamples=20, seed=1),
    "bootstrap_curves": lambda y, s: [
        list(
            evaluation.bootstrap_curves(y, {"a": s, "b": _turned(s)}, n_resamples=5, seed=1, cluster=cluster)
        )
        for cluster in (None, _clusters(y))
    ],
    "bootstrap_tpr": lambda y, s: evaluation.bootstrap_tpr(y, s, GRID, n_resamples=20, seed=1),
    "brier_score": lambda y, s: [
        evaluation.brier_score(y, s, n_bins=4),
        evaluation.brier_score(y, s, interval="bootstrap", n_resamples=20, seed=1),
    ],
    "calibration_curve": lambda y, s: [
        evaluation.calibration_curve(y, s, n_bins=4, strategy=name) for name in ("quantile", "uniform")
    ],
    "calibration_distances": lambda y, s: evaluation.calibration_distances(y, s, n_resamples=5, seed=1),
    "cauc_interval": lambda y, s: evaluation.cauc_interval(y, s, n_resamples=20, seed=1),
    "chi_square": lambda y, s: evaluation.chi_square(_first(y, s).fpr, _first(y, s).tpr, *_sizes(y)),
    "chi_square_contour": lambda y, s: evaluation.chi_square_contour(0.5, *_sizes(y)),
    "chosen_cut": lambda y, s: [
        evaluation.chosen_cut(y, s, name, n_resamples=20, seed=1)
        for name in ("youden", "accuracy", "chi_square")
    ],
    "clustered_auc_interval": lambda y, s: evaluation.clustered_auc_interval(y, s, _clusters(y)),
    "clustered_auc_test": lambda y, s: evaluation.clustered_auc_test(y, s, _turned(s), _clusters(y)),
    "confidence_coverage": lambda y, s: evaluation.confidence_coverage(min(len(y), 30), 0.2, 0.1),
    "confident_region": lambda y, s: evaluation.confident_region(
        min(int(sum(y)), 50), min(int(len(y) - sum(y)), 50)
    ),
    "confusion_metrics": lambda y, s: [
        evaluation.confusion_metrics(int(tp), int(p.n_pos - tp), int(fp), int(p.n_neg - fp))
        for p in [_first(y, s)]
        for tp, fp in list(zip(p.tp, p.fp, strict=True))[:5]
    ],
    "cost_isoline": lambda y, s: evaluation.cost_isoline(0.5, *_sizes(y), GRID),
    "curve_differences": lambda y, s: evaluation.curve_differences(
        y, s, _turned(s), STATISTICS, n_resamples=20, seed=1
    ),
    "curve_intervals": lambda y, s: evaluation.curve_intervals(y, s, STATISTICS, n_resamples=20, seed=1),
    "cut_measures": lambda y, s: [
        evaluation.cut_measures(int(tp), int(p.n_pos - tp), int(fp), int(p.n_neg - fp), prevalence=prevalence)
        for p in [_first(y, s)]
        for tp, fp in list(zip(p.tp, p.fp, strict=True))[:5]
        for prevalence in (None, 0.1)
    ],
    "delong_global_test": lambda y, s: evaluation.delong_global_test(
        y, {"a": s, "b": _turned(s), "c": np.arange(np.size(y))}
    ),
    "delong_test": lambda y, s: evaluation.delong_test(y, s, _turned(s)),
    "delong_unpaired_test": lambda y, s: evaluation.delong_unpaired_test(y, s, y, _turned(s)),
    "design_effect": lambda y, s: evaluation.design_effect(y, s, _clusters(y)),
    "effective_rows": lambda y, s: evaluation.effective_rows(s),
    "equivalence_from_counts": lambda y, s: evaluation.equivalence_from_counts(
        *_sizes(y), len(y), margin=0.1
    ),
    "equivalence_test": lambda y, s: evaluation.equivalence_test(
        y, np.asarray(s) > 0, np.asarray(s) > 0.5, margin=0.1
    ),
    "fixed_width_band": lambda y, s: evaluation.fixed_width_band(y, s, n_resamples=20, seed=1, grid=GRID),
    "fold_average": lambda y, s: evaluation.fold_average([_first(y, s), _first(y, _turned(s))]),
    "holm_adjusted": lambda y, s: evaluation.holm_adjusted(s),
    "independence_test": lambda y, s: evaluation.independence_test(int(sum(y)), 0, 1, int(len(y) - sum(y))),
    "mcnemar_from_counts": lambda y, s: evaluation.mcnemar_from_counts(*_sizes(y), len(y)),
    "mcnemar_test": lambda y, s: evaluation.mcnemar_test(y, np.asarray(s) > 0, np.asarray(s) > 0.5),
    "multiclass_auc": lambda y, s: evaluation.multiclass_auc(y, _columns(s), [0, 1]),
    "multiclass_intervals": lambda y, s: evaluation.multiclass_intervals(
        y, _columns(s), [0, 1], n_resamples=20, seed=1
    ),
    "net_benefit_intervals": lambda y, s: evaluation.net_benefit_intervals(y, s, n_resamples=20, seed=1),
    "operating_point": lambda y, s: [
        evaluation.operating_point(_first(y, s), name) for name in ("youden", "cost", "accuracy")
    ],
    "paired_resamples": lambda y, s: evaluation.paired_resamples(
        y, {"a": s, "b": _turned(s)}, n_resamples=5, seed=1
    ),
    "partial_auc": lambda y, s: [
        evaluation.partial_auc(_first(y, s), **{axis: bounds}, standardized=standardized)
        for axis in ("fpr", "tpr")
        for bounds in ((0, 0.1), (0.9, 1))
        for standardized in (False, True)
    ],
    "permutation_test": lambda y, s: evaluation.permutation_test(y, s, _turned(s), n_permutations=19, seed=1),
    "probability_cost": lambda y, s: evaluation.probability_cost(0.5),
    "rate_at": lambda y, s: [
        evaluation.rate_at(_first(y, s), **{name: rate})
        for name in ("specificity", "sensitivity")
        for rate in (0, 0.9, 1)
    ],
    "rate_difference": lambda y, s: evaluation.rate_difference(int(sum(y)), len(y), 0, len(y)),
    "significance_level": lambda y, s: evaluation.significance_level(0.5),
    "simultaneous_joint_band": lambda y, s: evaluation.simultaneous_joint_band(y, s, grid=GRID),
    "tango_interval": lambda y, s: evaluation.tango_interval(_first(y, s).fn, _first(y, s).fp, len(y)),
    "tango_strip": lambda y, s: evaluation.tango_strip(
        _first(y, s).fn, _first(y, s).fp, _first(y, s).n_pos, _first(y, s).n_neg
    ),
    "threshold_average_band": lambda y, s: [
        evaluation.threshold_average_band(y, s, interval=name, grid=GRID)
        for name in ("normal", "wilson", "quantile")
    ],
    "tpr_at": lambda y, s: evaluation.tpr_at([_first(y, s)], GRID),
    "vertical_average_band": lambda y, s: evaluation.vertical_average_band(
        y, s, n_resamples=20, seed=1, grid=GRID
    ),
    "vertical_band": lambda y, s: evaluation.vertical_band(evaluation.tpr_at([_first(y, s)] * 2, GRID), GRID),
    "weighted_measures": lambda y, s: evaluation.weighted_measures(y, s, np.arange(1.0, np.size(y) + 1)),
    "weighted_resamples": lambda y, s: evaluation.weighted_resamples(
        y, {"a": s}, np.arange(1.0, np.size(y) + 1), n_resamples=5, seed=1
    ),
    "weighted_roc_points": lambda y, s: evaluation.weighted_roc_points(y, s, np.arange(1.0, np.size(y) + 1)),
    "working_hotelling_band": lambda y, s: evaluation.working_hotelling_band(y, s, grid=GRID),
}
# These take counts or levels alone.
WITHOUT_SCORES = {
    "accuracy_isoline", "chi_square_contour", "confidence_coverage", "confident_region", "cost_isoline",
    "effective_rows", "equivalence_from_counts", "equivalence_test", "holm_adjusted", "independence_test",
    "mcnemar_from_counts", "mcnemar_test", "probability_cost", "rate_difference", "significance_level",
}  # fmt: skip
# An infinite ratio or statistic is their documented answer where one class or one difference has no spread.
INFINITE = {"struggle_ratio", "paired_resamples"}
# These read a score as a probability.
PROBABILITIES = {
    "brier_score", "calibration_curve", "calibration_distances", "expected_calibration_error",
    "net_benefit_intervals", "probabilistic_auc", "recalibration", "score_midpoint", "scored_auc",
    "scored_roc", "sensibility", "smooth_calibration", "smooth_roc", "struggle_ratio",
}  # fmt: skip
# Infinity is a documented value of these fields: the threshold that predicts none, and the degrees of
# freedom at which Student's distribution is the normal one.
MAY_BE_INFINITE = {"threshold", "tied", "df"}
