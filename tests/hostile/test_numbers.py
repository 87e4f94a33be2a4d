"""Every public evaluation on numbers at the edge: a right value, a NaN that is announced, or one line."""

from __future__ import annotations

import inspect
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

import rocrepro.evaluation as evaluation
from rocrepro.evaluation import (
    RocPoints,
    chi_square,
    confident_segment,
    confusion_metrics,
    delong_interval,
    independence_test,
    roc_auc,
    roc_points,
    tango_interval,
)
from tests.hostile.conftest import outcome
from tests.reliability import record

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
# Each public function on labels and scores.
CALLS = {
    "accuracy_isoline": lambda y, s: evaluation.accuracy_isoline(
        0.5, int(sum(y)), int(len(y) - sum(y)), GRID
    ),
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
    "aved_score": lambda y, s: evaluation.aved_score(y, s),
    "average_precision": lambda y, s: evaluation.average_precision(_first(y, s)),
    "binormal_fit": lambda y, s: evaluation.binormal_fit(y, s),
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
    "cauc_score": lambda y, s: evaluation.cauc_score(y, s),
    "chi_square": lambda y, s: evaluation.chi_square(
        _first(y, s).fpr, _first(y, s).tpr, int(sum(y)), int(len(y) - sum(y))
    ),
    "chi_square_contour": lambda y, s: evaluation.chi_square_contour(0.5, int(sum(y)), int(len(y) - sum(y))),
    "chosen_cut": lambda y, s: [
        evaluation.chosen_cut(y, s, name, n_resamples=20, seed=1)
        for name in ("youden", "accuracy", "chi_square")
    ],
    "clustered_auc_interval": lambda y, s: evaluation.clustered_auc_interval(y, s, _clusters(y)),
    "clustered_auc_test": lambda y, s: evaluation.clustered_auc_test(y, s, _turned(s), _clusters(y)),
    "concavities": lambda y, s: evaluation.concavities(_first(y, s)),
    "confidence_coverage": lambda y, s: evaluation.confidence_coverage(min(len(y), 30), 0.2, 0.1),
    "confident_region": lambda y, s: evaluation.confident_region(
        min(int(sum(y)), 50), min(int(len(y) - sum(y)), 50)
    ),
    "confident_segment": lambda y, s: evaluation.confident_segment(_first(y, s)),
    "confusion_metrics": lambda y, s: [
        evaluation.confusion_metrics(int(tp), int(p.n_pos - tp), int(fp), int(p.n_neg - fp))
        for p in [_first(y, s)]
        for tp, fp in list(zip(p.tp, p.fp, strict=True))[:5]
    ],
    "convex_hull": lambda y, s: evaluation.convex_hull(_first(y, s)),
    "cost_curve": lambda y, s: evaluation.cost_curve(_first(y, s)),
    "cost_isoline": lambda y, s: evaluation.cost_isoline(0.5, int(sum(y)), int(len(y) - sum(y)), GRID),
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
    "delong_interval": lambda y, s: evaluation.delong_interval(y, s),
    "delong_test": lambda y, s: evaluation.delong_test(y, s, _turned(s)),
    "delong_unpaired_test": lambda y, s: evaluation.delong_unpaired_test(y, s, y, _turned(s)),
    "design_effect": lambda y, s: evaluation.design_effect(y, s, _clusters(y)),
    "effective_rows": lambda y, s: evaluation.effective_rows(s),
    "equivalence_from_counts": lambda y, s: evaluation.equivalence_from_counts(
        int(sum(y)), int(len(y) - sum(y)), len(y), margin=0.1
    ),
    "equivalence_test": lambda y, s: evaluation.equivalence_test(
        y, np.asarray(s) > 0, np.asarray(s) > 0.5, margin=0.1
    ),
    "expected_calibration_error": lambda y, s: evaluation.expected_calibration_error(y, s),
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
    "net_benefit": lambda y, s: evaluation.net_benefit(_first(y, s)),
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
    "precision_recall_points": lambda y, s: evaluation.precision_recall_points(_first(y, s)),
    "probabilistic_auc": lambda y, s: evaluation.probabilistic_auc(y, s),
    "probability_cost": lambda y, s: evaluation.probability_cost(0.5),
    "rate_at": lambda y, s: [
        evaluation.rate_at(_first(y, s), **{name: rate})
        for name in ("specificity", "sensitivity")
        for rate in (0, 0.9, 1)
    ],
    "rate_difference": lambda y, s: evaluation.rate_difference(int(sum(y)), len(y), 0, len(y)),
    "recalibration": lambda y, s: evaluation.recalibration(y, s),
    "roc_auc": lambda y, s: evaluation.roc_auc(_first(y, s)),
    "roc_points": lambda y, s: evaluation.roc_points(y, s),
    "score_midpoint": lambda y, s: evaluation.score_midpoint(y, s),
    "scored_auc": lambda y, s: evaluation.scored_auc(y, s),
    "scored_roc": lambda y, s: evaluation.scored_roc(y, s),
    "sensibility": lambda y, s: evaluation.sensibility(y, s),
    "significance_level": lambda y, s: evaluation.significance_level(0.5),
    "simultaneous_joint_band": lambda y, s: evaluation.simultaneous_joint_band(y, s, grid=GRID),
    "smooth_calibration": lambda y, s: evaluation.smooth_calibration(y, s),
    "smooth_roc": lambda y, s: evaluation.smooth_roc(y, s),
    "struggle_ratio": lambda y, s: evaluation.struggle_ratio(y, s),
    "sweep": lambda y, s: evaluation.sweep(_first(y, s)),
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
ALTERNATE = [1, 0] * 6
# Labels and scores; every one of the first kind may be evaluated, every one of the second is refused.
SOUND = {
    "one row of each class": ([1, 0], [0.9, 0.1]),
    "one row of each class, wrong": ([1, 0], [0.1, 0.9]),
    "one positive": ([1] + [0] * 9, np.arange(10) / 10),
    "one negative": ([0] + [1] * 9, np.arange(10) / 10),
    "all scores equal": (ALTERNATE, [0.5] * 12),
    "all scores 0": (ALTERNATE, [0.0] * 12),
    "all scores 1": (ALTERNATE, [1.0] * 12),
    "zeros of both signs": (ALTERNATE, [0.0, -0.0] * 6),
    "perfect": (ALTERNATE, [1.0, 0.0] * 6),
    "perfectly wrong": (ALTERNATE, [0.0, 1.0] * 6),
    "perfect and distinct": ([1] * 6 + [0] * 6, np.arange(12, 0, -1) / 12),
    "denormals": (ALTERNATE, np.arange(12) * 5e-324),
    "one step apart": (ALTERNATE, 0.5 + np.arange(12) * 2**-53),
    "float32": (ALTERNATE, np.linspace(0, 1, 12, dtype=np.float32)),
    "float16": (ALTERNATE, np.linspace(0, 1, 12, dtype=np.float16)),
    "truth values": (ALTERNATE, [True, False, True] * 4),
    "small integers": (ALTERNATE, np.array([0, 1, 0] * 4, dtype=np.uint8)),
}
RANKED = {
    "scores below 0 and above 1": (ALTERNATE, np.linspace(-3, 7, 12)),
    "huge scores": (ALTERNATE, np.linspace(-1, 1, 12) * 1.7e308),
    "huge and tiny scores": (ALTERNATE, [1e308, -1e308, 5e-324, -5e-324] * 3),
    "whole numbers of 64 bits": (ALTERNATE, np.arange(12) + 2**53 - 20),
    "bytes that wrap around": (ALTERNATE, np.array([-128, 127, 0] * 4, dtype=np.int8)),
}
BAD = {
    "no rows": ([], []),
    "one row": ([1], [0.5]),
    "one class": ([1, 1], [0.5, 0.1]),
    "three classes": ([1, 0, 2], [0.5, 0.1, 0.2]),
    "NaN": ([1, 0, 1], [0.5, np.nan, 0.2]),
    "infinity": ([1, 0, 1], [0.5, np.inf, 0.2]),
    "minus infinity in float32": ([1, 0, 1], np.array([0.5, -np.inf, 0.2], dtype=np.float32)),
    "None among scores": ([1, 0, 1], [0.5, None, 0.2]),
    "text": ([1, 0, 1], ["a", "b", "c"]),
    "complex": ([1, 0, 1], [0.5, 1j, 0.2]),
    "an integer of 400 digits": ([1, 0, 1], [0.5, 10**400, 0.2]),
    "an integer of 5,000 digits": ([1, 0, 1], [0.5, -(10**5000), 0.2]),
    "NaN among labels": ([1, np.nan, 0], [0.5, 0.1, 0.2]),
    "ragged scores": ([1, 0], [[0.5], [0.1, 0.2]]),
    "two columns": ([1, 0], [[0.5, 0.5], [0.1, 0.2]]),
    "another length": ([1, 0], [0.5]),
    "a lone number": (1, 0.5),
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


def test_no_public_function_is_left_out():
    functions = {name for name in evaluation.__all__ if inspect.isfunction(getattr(evaluation, name))}
    assert functions == set(CALLS)


def numbers_in(value):
    """Every number in a result, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, np.ndarray):
        if value.dtype.kind in "fiu":
            yield from value.ravel().tolist()
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield value
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            if name not in MAY_BE_INFINITE:
                yield from numbers_in(getattr(value, name))


@pytest.mark.parametrize("function", CALLS)
def test_no_call_is_refused_on_plain_rows(function):
    """The calls below would pass on any input if they were refused for their own settings."""
    s = (np.arange(40) * 7 % 40 + 0.5) / 40
    y = (s + (np.arange(40) % 5) / 5 > 0.9).astype(int).tolist()
    _, message = outcome(lambda: CALLS[function](y, s))
    assert message == ""


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize("kind", [*SOUND, *RANKED])
def test_edges(kind, function):
    y, s = (SOUND | RANKED)[kind]
    result, message = outcome(lambda: CALLS[function](y, s))
    if not message:
        found = list(numbers_in(result))
        assert function in INFINITE or not any(map(math.isinf, found))
    if kind in RANKED and function in PROBABILITIES:
        assert message.startswith(("y_score: row ", "y_prob: row ")), message
    record(f"evaluations: {kind}")


@pytest.mark.parametrize("function", sorted(set(CALLS) - WITHOUT_SCORES))
@pytest.mark.parametrize("kind", BAD)
def test_bad_input(kind, function):
    y, s = BAD[kind]
    _, message = outcome(lambda: CALLS[function](y, s))
    assert message
    record(f"evaluations: {kind}")


def brute_force(y, s):
    """Counts at each threshold, and the area as a fraction, by comparing every pair of rows."""
    cuts = sorted(set(map(float, s)), reverse=True)
    tp = [0, *(sum(a >= cut for a, label in zip(s, y, strict=True) if label) for cut in cuts)]
    fp = [0, *(sum(a >= cut for a, label in zip(s, y, strict=True) if not label) for cut in cuts)]
    pos, neg = ([a for a, label in zip(s, y, strict=True) if label == k] for k in (1, 0))
    wins = sum(Fraction(2 * (a > b) + (a == b), 2) for a in pos for b in neg)
    return tp, fp, wins / (len(pos) * len(neg))


@pytest.mark.parametrize("kind", [*SOUND, *RANKED])
def test_curves_and_areas_equal_brute_force(kind):
    y, s = (SOUND | RANKED)[kind]
    tp, fp, area = brute_force(y, [float(v) for v in s])
    points = roc_points(y, s)
    assert (points.tp.tolist(), points.fp.tolist()) == (tp, fp)
    assert roc_auc(points) == pytest.approx(float(area), rel=1e-15)
    assert delong_interval(y, s)[0] == pytest.approx(float(area), rel=1e-15)
    record(f"evaluations: {kind}")


def test_a_million_ties():
    y = np.arange(1_000_000) % 2
    for s, area in ((np.full(len(y), 0.5), 0.5), (1.0 - y, 0.0), (y.astype(float), 1.0)):
        points = roc_points(y, s)
        assert len(points) == 2 + (area != 0.5)
        assert roc_auc(points) == area
        segment, message = outcome(lambda points=points: confident_segment(points))
        assert message == ""
        # The all-negative and the all-positive point err on half the rows, in one way: never confident.
        assert not segment.mask[0]
        assert not segment.mask[-1]
    record("evaluations: a million ties", 3)


def large_points(scale):
    """A curve of four points with counts that no 32 bits hold."""
    return RocPoints(
        threshold=np.array([np.inf, 0.9, 0.5, 0.1]),
        tp=np.array([0, 2, 3, 4], dtype=np.int64) * scale,
        fp=np.array([0, 1, 2, 6], dtype=np.int64) * scale,
        n_pos=4 * scale,
        n_neg=6 * scale,
    )


ON_POINTS = [
    "at_prevalence", "concavities", "confident_segment", "convex_hull", "cost_curve", "tpr_at",
    "operating_point", "precision_recall_points", "sweep", "tango_interval", "tango_strip", "roc_auc",
]  # fmt: skip


@pytest.mark.parametrize("function", ON_POINTS)
def test_counts_beyond_32_bits(monkeypatch, function):
    """Rates, areas and hulls are those of a curve of ten rows; nothing wraps around."""
    small, large = large_points(1), large_points(2**33)
    found = {}
    for points in (small, large):
        monkeypatch.setitem(globals(), "_first", lambda y, s, points=points: points)
        call = CALLS[function]
        n = range(points.n)  # has a length and holds nothing
        found[points.n], message = outcome(lambda call=call, n=n: call(n, None))
        assert message == ""
    assert not any(map(math.isinf, numbers_in(found[large.n])))
    if function in ("roc_auc", "tpr_at", "concavities", "convex_hull"):
        assert np.allclose(list(numbers_in(found[10])), list(numbers_in(found[large.n])), rtol=1e-14)
    record("evaluations: counts beyond 2^31")


def test_tables_beyond_32_bits_equal_exact_fractions():
    tp, fn, fp, tn = 3 * 2**33, 2**31 + 1, 2**32 - 1, 5 * 2**33
    found = confusion_metrics(tp, fn, fp, tn)
    n = tp + fn + fp + tn
    for name, exact in {
        "accuracy": Fraction(tp + tn, n),
        "precision": Fraction(tp, tp + fp),
        "npv": Fraction(tn, tn + fn),
    }.items():
        if name in found:
            assert found[name] == pytest.approx(float(exact), rel=1e-15)
    exact = Fraction(n * (tp * tn - fp * fn) ** 2, (tp + fn) * (fp + tn) * (tp + fp) * (fn + tn))
    fpr, tpr = fp / (fp + tn), tp / (tp + fn)
    assert float(chi_square(fpr, tpr, tp + fn, fp + tn)) == pytest.approx(float(exact), rel=1e-12)
    _, message = outcome(lambda: independence_test(tp, fn, fp, tn))
    assert message == "" or "\n" not in message
    record("evaluations: counts beyond 2^31", 3)


@pytest.mark.parametrize("alpha", [5e-324, 1e-300, 1e-16, 1e-9, 1 - 1e-9, np.nextafter(1, 0)])
def test_levels_near_0_and_1(alpha):
    y, s = [1, 0, 1, 1, 0, 0, 1, 0], np.arange(8) / 8
    lower, upper = tango_interval(3, 1, 8, alpha=alpha)
    assert -1 <= lower <= 0.25 + 1e-6
    assert 0.25 - 1e-6 <= upper <= 1
    points = roc_points(y, s)
    functions = {
        "delong_interval": lambda: delong_interval(y, s, alpha=alpha),
        "confident_segment": lambda: confident_segment(points, alpha=alpha),
        "confident_region": lambda: evaluation.confident_region(4, 4, alpha=alpha),
        "at_prevalence": lambda: evaluation.at_prevalence(points, 0.1, alpha=alpha),
        "cost_curve": lambda: evaluation.cost_curve(points, alpha=alpha),
        "precision_recall_points": lambda: evaluation.precision_recall_points(points, alpha=alpha),
        "delong_test": lambda: evaluation.delong_test(y, s, s[::-1], alpha=alpha),
        "tango_strip": lambda: evaluation.tango_strip(1, 2, 4, 4, alpha=alpha),
        "confidence_coverage": lambda: evaluation.confidence_coverage(8, 0.2, 0.1, alpha=alpha),
        "significance_level": lambda: evaluation.significance_level(alpha),
        "aved_score": lambda: evaluation.aved_score(y, s, alpha=alpha),
    }
    for name, call in functions.items():
        result, message = outcome(call)
        assert message == "" or "alpha" in message, (name, message)
        assert name == "significance_level" or not any(map(math.isinf, numbers_in(result))), name
    record("evaluations: alpha near 0 and 1", len(functions) + 1)


@pytest.mark.parametrize("alpha", [0, 1, -1, 2, math.nan, math.inf, "x", None])
def test_levels_out_of_range(alpha):
    points = roc_points([1, 0], [0.9, 0.1])
    for call in (
        lambda: tango_interval(1, 0, 2, alpha=alpha),
        lambda: delong_interval([1, 0], [0.9, 0.1], alpha=alpha),
        lambda: confident_segment(points, alpha=alpha),
        lambda: evaluation.confident_region(1, 1, alpha=alpha),
    ):
        _, message = outcome(call)
        assert "alpha: found" in message
    record("evaluations: alpha out of range", 4)


def test_a_nan_is_announced():
    """Where a measure has no value, a warning says so by name."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        found = confusion_metrics(0, 1, 0, 1)
    assert math.isnan(found["precision"])
    assert any("precision" in str(warning.message) for warning in seen)
    record("evaluations: NaN is announced")
