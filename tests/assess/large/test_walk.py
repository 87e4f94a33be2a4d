"""The walk through sorted rows: the points and the numbers of the whole curve."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.assess import large_walk
from rocrepro.assess.large_walk import Walk, counted
from rocrepro.display.panels import PANEL
from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points, sensibility
from rocrepro.study import Choices, Model
from rocrepro.study.operating import operating_rows
from rocrepro.study.related import soft_of
from rocrepro.study.summary import summary_of
from tests.assess.large.rows import KINDS, frame, sorted_batches

SHOWN = (
    *("criterion", "threshold", "tp", "fn", "fp", "tn", "fpr", "tpr", "accuracy", "chi_square", "p_value"),
    *("confident", "difference", "lower", "upper", "strip_low", "strip_high", "chosen_here"),
)


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6), st.sampled_from(KINDS), st.integers(5, 700),
    st.sampled_from(["tango", "mcnemar_exact", "wald", "newcombe"]), st.sampled_from([0.05, 0.5]),
)  # fmt: skip
def test_blocks_have_the_points_and_the_measures_of_the_whole_curve(seed, kind, n, test, alpha):
    rng = np.random.default_rng(seed)
    table = frame(rng, n, kind)
    choices = Choices(alpha=alpha, test=test, cost_fn=3, cost_fp=0.3, max_fpr=0.2)
    label, score = table["label"].to_numpy(), table["score"].to_numpy()
    whole = roc_points(label, score)
    segment = confident_segment(whole, alpha=alpha, test=test)
    totals, batches = sorted_batches(table, rng)
    blocks, found = list(counted(batches, totals)), Walk(totals, choices, batches)
    for name in ("threshold", "tp", "fp"):
        joined = np.concatenate([getattr(blocks[0], name)[:1], *(getattr(part, name)[1:] for part in blocks)])
        np.testing.assert_array_equal(joined, getattr(whole, name))
        assert all(getattr(a, name)[-1] == getattr(b, name)[0] for a, b in pairwise(blocks))
    order = np.arange(n)
    model = Model(("m",), 1, label, score, 0 * order, order, choices)
    expected = vars(summary_of(model)) | vars(soft_of(model))
    assert (found.auc[0], found.n_points, found.segment.n_confident) == (
        expected["auc"], expected["n_points"], expected["n_confident"],
    )  # fmt: skip
    np.testing.assert_array_equal(found.segment.thresholds, segment.thresholds)
    for reading in ("vertical", "horizontal", "union", "concordant"):
        assert found.segment.cauc(reading) == expected[f"cauc_{reading}"]
    np.testing.assert_array_equal(
        [found.segment.aved, found.segment.aved_abs], [expected["aved"], expected["aved_abs"]]
    )
    limits = expected["auc_low"], expected["auc_high"]
    np.testing.assert_allclose(found.auc[1:], limits, rtol=0, atol=1e-12)
    assert (found.auc[1] == found.auc[2]) == (limits[0] == limits[1])
    if totals.probabilities:
        soft = found.sensibility
        assert (soft.midpoint, soft.struggle_ratio) == (expected["midpoint"], expected["struggle_ratio"])
    assert found.in_use == model.in_use
    ours, theirs = (operating_rows(curve, found.in_use, choices) for curve in (found.best, whole))
    for one, other in zip(ours, theirs, strict=True):
        assert [getattr(one, name) for name in SHOWN] == [getattr(other, name) for name in SHOWN]


def test_rows_that_change_between_two_looks_are_no_curve():
    totals, batches = sorted_batches(frame(np.random.default_rng(1), 50, "signed"), np.random.default_rng(1))
    with pytest.raises(InputError, match="model m: found rows that changed while they were read"):
        list(counted(batches[:-1], totals))


def kept_points(n=4000):
    table = frame(np.random.default_rng(2), n, "probabilities")
    totals, batches = sorted_batches(table, np.random.default_rng(2))
    return table, Walk(totals, Choices(), batches)


def test_the_drawn_curve_stays_within_half_a_pixel(monkeypatch):
    """Of the widest panel that the figures can have; by cells so wide that points are left out."""
    pixels = PANEL * 220  # the figure's width at the resolution of the PNG
    assert pixels / (8**0.5 * large_walk.CELLS) < 0.5
    assert pixels / large_walk.STEPS < 0.5
    monkeypatch.setattr(large_walk, "CELLS", 20)
    monkeypatch.setattr(large_walk, "STEPS", 40)
    table, found = kept_points()
    whole = roc_points(table["label"], table["score"])
    drawn = found.drawn.points
    assert len(drawn) < len(whole) / 2
    assert (drawn.tp[0], drawn.fp[0], drawn.tp[-1], drawn.fp[-1]) == (0, 0, whole.n_pos, whole.n_neg)
    # Distance from a point to the line between the kept points around it.
    right = np.clip(np.searchsorted(drawn.tp + drawn.fp, whole.tp + whole.fp), 1, None)
    ends = [np.stack([drawn.fpr[i], drawn.tpr[i]]) for i in (right - 1, right)]
    along, point = ends[1] - ends[0], np.stack([whole.fpr, whole.tpr]) - ends[0]
    distance = np.abs(along[0] * point[1] - along[1] * point[0]) / np.hypot(*along)
    assert distance.max() < 1 / (8**0.5 * 20)
    expected, soft = sensibility(table["label"], table["score"]), found.sensibility
    assert len(soft.threshold) < len(whole) / 2
    at = np.searchsorted(-soft.threshold, -expected.threshold, side="right") - 1
    for name in ("sensibility", "capability"):
        assert np.abs(getattr(soft, name)[at] - getattr(expected, name)).max() < 1 / 40
    assert np.abs(soft.threshold[at][1:] - expected.threshold[1:]).max() < 1 / 40
