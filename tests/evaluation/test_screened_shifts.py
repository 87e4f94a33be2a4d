"""Bootstrap shifts that are looked at coarsely first: the same number, with most rows left undrawn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp

from rocrepro.evaluation import bands, fixed_width_band, roc_points, screened_shifts


def curve(n, decimals, seed=3, share=0.2):
    rng = np.random.default_rng(seed)
    y = np.append([True, False], rng.random(n - 2) < share)
    return roc_points(y, np.round(rng.normal(size=n) + y, decimals))


class Fixed:
    """A stream whose numbers do not depend on how many were drawn before."""

    def __init__(self, value):
        self.value = value

    def random(self, n):
        return np.full(n, self.value)


def steepness(points):
    return bands._steepness(None, points.n_pos, points.n_neg)


def finer(points, n_bins, value):
    ends = np.unique(np.linspace(0, len(points) - 1, n_bins + 1).astype(np.int64))
    streams = [Fixed(value), Fixed(0.99 - value)]
    return screened_shifts._Finer(points, steepness(points), ends, streams)


def coarse_draw(points, ends, seed):
    coarse = type(points)(
        points.threshold[ends], points.tp[ends], points.fp[ends], points.n_pos, points.n_neg
    )
    (x, y), *_ = bands.bootstrap_blocks(coarse, 1, bands.class_streams(seed))
    return x[0], y[0]


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(20, 900), st.integers(0, 3), st.integers(1, 60),
    st.sampled_from([0.0, 0.3, 0.9]),
)  # fmt: skip
def test_no_part_that_is_left_out_has_the_largest_shift(seed, n, decimals, n_bins, value):
    points = curve(n, decimals, seed)
    found = finer(points, n_bins, value)
    boot_x, boot_y = coarse_draw(points, found.ends, seed)
    everywhere = np.arange(len(found.ends) - 1)
    # The whole bootstrap curve, against the definition: the largest difference at a corner of either curve.
    x, y = found.curve(boot_x, boot_y, everywhere)
    boot_w = steepness(points) * x + y
    assert (np.diff(x) >= 0).all()
    assert (np.diff(y) >= 0).all()
    assert (x[-1], y[-1]) == (1, 1)
    by_definition = max(
        np.abs(x - np.interp(boot_w, found.w, points.fpr)).max(),
        np.abs(points.fpr - np.interp(found.w, boot_w, x)).max(),
    )
    assert found.largest(boot_x, boot_y, everywhere) == pytest.approx(by_definition, abs=1e-12)

    def blocks(coarse, n_resamples, streams):
        yield boot_x[np.newaxis], boot_y[np.newaxis]

    class Spawning:
        def __init__(self, stream):
            self.stream = stream

        def spawn(self, n):
            return [self.stream]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screened_shifts, "BINS", n_bins)
        streams = [Spawning(stream) for stream in found.streams]
        (screened,) = screened_shifts.screened_shifts(points, steepness(points), 1, streams, blocks)
    assert screened == pytest.approx(by_definition, abs=1e-12)


@pytest.mark.parametrize(("decimals", "share"), [(2, 0.2), (6, 0.2), (6, 0.02)])
def test_shifts_are_distributed_as_without_a_first_look(monkeypatch, decimals, share):
    points = curve(1500, decimals, share=share)
    (plain,) = bands._enclosing_shifts(points, [steepness(points)], 2000, bands.class_streams(1))
    monkeypatch.setattr(screened_shifts, "BINS", 30)
    monkeypatch.setattr(bands, "_MANY", 100)
    (screened,) = bands._enclosing_shifts(points, [steepness(points)], 2000, bands.class_streams(2))
    assert not np.array_equal(plain, screened)
    assert ks_2samp(plain, screened).pvalue > 0.01


def test_rows_within_a_part_are_drawn_with_equal_chances():
    """Ten rows a class in one part: how often each enters, against its share."""
    points = curve(40, 6)
    found = finer(points, 1, 0.0)
    found.streams = [np.random.default_rng(1), np.random.default_rng(2)]
    total = np.zeros(len(points) - 1)
    for _ in range(4000):
        x, _ = found.curve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([0]))
        total += np.diff(x) * points.n_neg
    expected = 4000 * np.diff(points.fp)
    assert (total[expected == 0] == 0).all()
    some = expected > 0
    assert np.abs(total[some] / expected[some] - 1).max() < 6 / 4000**0.5


def test_bands_of_many_points_are_the_same_for_any_block(monkeypatch):
    monkeypatch.setattr(bands, "_MANY", 100)
    monkeypatch.setattr(screened_shifts, "BINS", 20)
    rng = np.random.default_rng(1)
    y = rng.random(600) < 0.3
    score = rng.normal(size=600) + y
    one = fixed_width_band(y, score, n_resamples=60, seed=5)
    monkeypatch.setattr(bands, "_BLOCK_CELLS", 50)
    assert fixed_width_band(y, score, n_resamples=60, seed=5).width == one.width
