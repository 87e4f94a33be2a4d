"""What the paper's midpoint and struggle ratio might be, and the names that this had in the library."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rocrepro.evaluation
from rocrepro.errors import InputError
from rocrepro.evaluation import roc_points, score_midpoint, sensibility
from rocrepro.evaluation.midpoint import FORMER
from rocrepro.evaluation.sensibility import EmptyGroupWarning, MidpointAboveOneWarning
from rocrepro.papers.klement2009.midpoints import midpoints
from rocrepro.papers.klement2009.printed import TABLE1_LABELS, TABLE1_SCORES
from rocrepro.papers.klement2009.struggle import READINGS, struggle_readings
from tests.evaluation.test_sensibility import scored


def test_the_printed_midpoint_comes_near_the_spread_weighted_one_only():
    values = midpoints(TABLE1_LABELS, TABLE1_SCORES)
    assert round(values.pop("spread"), 3) == 0.562
    assert [round(value, 12) for value in values.values()] == [0.54] * 4


@given(scored(), st.randoms(use_true_random=False))
def test_midpoints_are_their_formulas_in_any_order_of_the_rows(data, random):
    labels, scores = data
    found = midpoints(labels, scores)
    order = list(range(len(labels)))
    random.shuffle(order)
    assert midpoints(labels[order], scores[order]) == found
    pos, neg = scores[labels == 1], scores[labels == 0]
    d, s_pos, s_neg = len(pos) / len(neg), pos.std(), neg.std()
    expected = {
        "paper": (pos.mean() + neg.mean() / d) / 2,
        "mid_mean": (pos.mean() + neg.mean()) / 2,
        "mid_mean_d": (pos.mean() + d * neg.mean()) / 2,
        "negatives": scores.sum() / (2 * len(neg)),
    }
    if s_pos + s_neg > 1e-6:
        expected["spread"] = (s_neg * pos.mean() + s_pos * neg.mean()) / (s_pos + s_neg)
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, rel=1e-9, abs=1e-300), name


def test_scores_without_spread_have_the_mean_of_means():
    assert midpoints([1, 0, 0], [0.8, 0.2, 0.2])["spread"] == 0.5


@pytest.mark.parametrize("word", FORMER)
def test_a_midpoint_by_word_still_works_and_says_where_it_is(word):
    expected = midpoints(TABLE1_LABELS, TABLE1_SCORES)[word]
    with pytest.warns(
        DeprecationWarning, match=rf"'{word}' is now rocrepro\.papers\.klement2009\.midpoints"
    ) as caught:
        assert sensibility(TABLE1_LABELS, TABLE1_SCORES, midpoint=word).midpoint == expected
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=word):
        assert score_midpoint(TABLE1_LABELS, TABLE1_SCORES, variant=word) == expected


def test_the_readings_still_have_their_old_name():
    with pytest.warns(DeprecationWarning, match=r"is now rocrepro\.papers\.klement2009\.struggle") as caught:
        assert rocrepro.evaluation.struggle_readings is struggle_readings
    assert caught[0].filename == __file__
    with pytest.raises(AttributeError, match="has no attribute 'other_readings'"):
        _ = rocrepro.evaluation.other_readings


def test_scores_must_be_probabilities():
    for function in (midpoints, struggle_readings):
        with pytest.raises(InputError, match=r"row 2: found 1\.2; expected a probability"):
            function([1, 0], [0.2, 1.2])


@given(scored())
def test_readings_agree_with_the_confusion_matrix_at_the_midpoint(data):
    labels, scores = data
    found = struggle_readings(labels, scores)
    assert tuple(found) == READINGS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", (EmptyGroupWarning, MidpointAboveOneWarning))
        result, points = sensibility(labels, scores), roc_points(labels, scores)
    assert found["printed"] == result.struggle_ratio
    at = np.flatnonzero(points.threshold >= result.midpoint)[-1]
    tp, fp, fn, tn = (int(getattr(points, cell)[at]) for cell in ("tp", "fp", "fn", "tn"))
    expected = {
        "non_sensible/n": (fp + fn, len(labels)), "above/below": (tp + fp, fn + tn), "tp/tn": (tp, tn),
        "n_pos/n_neg": (labels.sum(), (1 - labels).sum()), "n_pos/n": (labels.sum(), len(labels)),
        "fp/tp": (fp, tp), "fn/tp": (fn, tp), "fp/fn": (fp, fn), "fp/tn": (fp, tn), "fpr": (fp, fp + tn),
        "share_above": (tp + fp, len(labels)),
        "score_sums": (scores[~result.sensible].sum(), scores[result.sensible].sum()),
        "errors_at_half": (((scores >= 0.5) != labels).sum(), ((scores >= 0.5) == labels).sum()),
    }  # fmt: skip
    for name, (part, whole) in expected.items():
        if whole:
            assert found[name] == pytest.approx(part / whole, rel=1e-12), name
        else:
            assert math.isnan(found[name]) if part == 0 else found[name] == math.inf


@pytest.mark.parametrize(("ties", "printed", "sides"), [("ge", 1 / 3, 3.0), ("strict", 1.0, 1.0)])
def test_readings_with_rows_at_the_midpoint(ties, printed, sides):
    # The midpoint is 2 / (2 * 2) = 0.5: a positive and a negative row lie on it.
    found = struggle_readings([1, 0, 1, 0], [0.5, 0.5, 0.75, 0.25], ties=ties)
    assert (found["printed"], found["score_sums"], found["above/below"]) == (printed, printed, sides)
    assert (found["fpr"], found["errors_at_half"]) == (0.5, 1 / 3)
