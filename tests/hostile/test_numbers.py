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
from tests.hostile import calls
from tests.hostile.calls import CALLS, INFINITE, MAY_BE_INFINITE, PROBABILITIES, WITHOUT_SCORES
from tests.hostile.conftest import outcome
from tests.reliability import record

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


NOT_NUMBERS = {
    "a lone number": 1,
    "text": list("abcd"),
    "ragged": [[1], [1, 2], [1], [1]],
    "two columns": [[1, 1]] * 4,
    "complex": [1j] * 4,
    "an integer of 400 digits": [1, 1, 1, 10**400],
    "None": [1, 1, 1, None],
    "masked": np.ma.MaskedArray([1.0] * 4, [0, 0, 0, 1]),
    "below 0": [1, 1, 1, -1],
    "infinity": [1, 1, 1, np.inf],
}


@pytest.mark.parametrize("kind", NOT_NUMBERS)
def test_bad_weights_and_p_values(kind):
    given, y, s = NOT_NUMBERS[kind], [1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1]
    for call in (
        lambda: evaluation.effective_rows(given),
        lambda: evaluation.holm_adjusted(given),
        lambda: evaluation.weighted_roc_points(y, s, given),
        lambda: evaluation.weighted_measures(y, s, given),
    ):
        _, message = outcome(call)
        assert message.startswith(("sample_weight: ", "p_values: "))
    record(f"evaluations: {kind}", 4)


@pytest.mark.parametrize("function", [roc_points, delong_interval, evaluation.brier_score])
def test_a_masked_label_is_missing(function):
    """NumPy keeps some value under a mask, which would count as a label."""
    _, message = outcome(lambda: function(np.ma.MaskedArray([1, 0, 1], [0, 0, 1]), [0.9, 0.8, 0.3]))
    assert message.startswith("y_true: row 3: found a masked value")


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
        monkeypatch.setattr(calls, "_first", lambda y, s, points=points: points)
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
