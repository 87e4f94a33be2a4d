"""The counting core against the plain way of counting, bit for bit."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rocrepro.evaluation import counting, threads
from rocrepro.evaluation.counting import count_by_score

finite = st.floats(allow_nan=False, allow_infinity=False)
few = st.sampled_from([0.0, 0.5, -0.5, 1.0, -1.0, 5e-324, -5e-324, 1.7e308, -1.7e308, np.nextafter(1, 2)])


def by_sorting_an_index(positive, score):
    """The reference: a stable sort of indices, and a cumulated sum."""
    order = np.argsort(-score, kind="stable")
    sorted_ = score[order]
    last = np.append(np.flatnonzero(sorted_[1:] != sorted_[:-1]), len(score) - 1)
    tp = np.cumsum(positive[order], dtype=np.int64)[last]
    return np.append(np.inf, sorted_[last]), np.append(0, tp), np.append(0, 1 + last - tp)


def same(positive, score):
    found, expected = count_by_score(positive, score), by_sorting_an_index(positive, score)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one.view(np.int64), other.view(np.int64))


@pytest.fixture(params=["index", "one thread", "two threads", "five threads"])
def way(request, monkeypatch):
    """Every way of counting, with blocks of a few rows."""
    if request.param != "index":
        monkeypatch.setattr(counting, "_FEW", 0)
    monkeypatch.setattr(threads, "_LEAST", 1)
    monkeypatch.setattr(threads, "_BLOCK", 7)
    monkeypatch.setenv("OMP_NUM_THREADS", {"two threads": "2", "five threads": "5"}.get(request.param, "1"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data(), st.integers(1, 60))
@pytest.mark.parametrize("values", [finite, few], ids=["any", "ties"])
def test_any_doubles(way, values, data, n):
    score = data.draw(hnp.arrays(np.float64, n, elements=values)) + 0.0
    positive = data.draw(hnp.arrays(np.bool_, n))
    same(positive, score)


@pytest.mark.parametrize("n_threads", ["1", "2", "3"])
@pytest.mark.parametrize("shift", [-6.0, 0.0, 6.0])
@pytest.mark.parametrize("digits", [1, 17])
def test_many_rows(shift, digits, n_threads, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", n_threads)
    rng = np.random.default_rng(1)
    score = np.round(rng.normal(shift, 1, 300_000), digits) + 0.0
    same(rng.random(len(score)) < 0.02, score)


def test_scores_as_given_stay_as_they_are():
    score = np.array([0.25, -1.0, 0.5])
    count_by_score(np.array([True, False, True]), score)
    assert score.tolist() == [0.25, -1.0, 0.5]


def test_every_second_element_of_an_array_will_do():
    score = np.arange(10.0)[::2]
    same(np.array([True, False, True, False, True]), score)
