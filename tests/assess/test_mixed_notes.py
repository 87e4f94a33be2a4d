"""Areas of all rows that no part of the rows has, and areas that few rows turn round."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.formats.given.notes import AssessmentNote, collected, note_auc
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices

N = 120
PART = np.arange(N) % 4
LABEL = np.arange(N) // 4 % 2
SCORE = np.random.default_rng(4).normal(size=N) + 1.5 * LABEL


@pytest.fixture
def notes(tmp_path):
    """The notes on an assessment of scores in parts."""

    def notes(label, score, part, **roles):
        path = tmp_path / "scores.csv"
        pd.DataFrame({"label": label, "score": score, "part": part}).to_csv(path, index=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AssessmentNote)
            found = assess(read_given(path, Columns(**roles)), Choices(n_resamples=20))
        return "\n".join(note for note in found.notes if "AUC" in note)

    return notes


def test_folds_on_several_scales(notes):
    assert notes(LABEL, SCORE, PART, fold="part") == ""
    found = notes(LABEL, SCORE + 5 * PART, PART, fold="part")
    assert "the scores of the folds do not seem to be on one scale" in found
    mean = np.mean(
        [
            np.mean(np.subtract.outer(*(SCORE[(k == PART) & (c == LABEL)] for c in (1, 0))) > 0)
            for k in range(4)
        ]
    )
    assert f"the mean of its folds, {mean:.3f}" in found


def test_folds_of_one_class(notes):
    assert "no fold has rows of both classes" in notes(LABEL, SCORE, LABEL + 2 * (PART % 2), fold="part")


def test_scores_that_tell_groups_apart(notes):
    """Simpson's paradox: within each group the scores are drawn for both classes alike."""
    rng = np.random.default_rng(1)
    north = np.arange(N) % 2
    label = (rng.random(N) < np.where(north, 0.8, 0.2)).astype(int)
    found = notes(label, rng.normal(size=N) + 4 * north, np.where(north, "north", "south"), group="part")
    assert "is higher than in every group" in found
    assert "the scores separate groups with more positive rows from groups with fewer" in found
    found = notes(LABEL, SCORE + 9 * PART, PART, group="part")
    assert "is lower than in every group" in found
    assert "the scores of the groups do not seem to be on one scale" in found
    assert notes(LABEL, SCORE, PART, group="part") == ""
    # A group without an AUC is none of those that are compared.
    assert "every group" not in notes(LABEL, SCORE, LABEL, group="part")


@pytest.mark.parametrize("role", ["fold", "group"])
def test_parts_that_cancel(notes, role):
    turned = np.where(PART % 2, SCORE, -SCORE)
    found = notes(LABEL, turned, PART, **{role: "part"})
    assert f"in one {role} and " in found
    assert "below and above 0.5 by more than chance" in found
    # One part alone, or few rows of it, shows nothing.
    assert "in one" not in notes(LABEL, -SCORE, PART, **{role: "part"})
    assert "in one" not in notes(LABEL, turned, np.arange(N) // 6, **{role: "part"})


def test_models_that_order_the_rows_alike(tmp_path):
    path = tmp_path / "scores.csv"
    other = np.roll(SCORE, 1)
    pd.DataFrame({"label": LABEL, "a": SCORE, "b": 100 * SCORE, "c": other}).to_csv(path, index=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssessmentNote)
        found = assess(read_given(path, Columns(score=("a", "b", "c"))), Choices(n_resamples=20))
    alike = [note for note in found.notes if "rank all rows in the same order" in note]
    assert [note.split(" rank")[0] for note in alike] == ["models a and b"]


@pytest.mark.parametrize(
    ("n_pos", "n_neg", "auc", "turned"),
    [
        *((1, 299, 0.161, False), (1, 3, 0.0, False), (2, 4, 0.0, False)),
        *((3, 3, 0.0, True), (1, 19, 0.0, True), (2, 5, 0.0, True), (10**6, 10**6, 0.0, True)),
    ],
)
def test_no_direction_from_what_chance_often_gives(n_pos, n_neg, auc, turned):
    """All pairs in the wrong order: one of comb(n, n_pos) orders, 15 of 2 and 4 rows, 20 of 3 and 3."""
    row = {"model": "m", "n_pos": n_pos, "n_neg": n_neg, "auc": auc, "auc_low": np.nan, "auc_high": np.nan}
    with warnings.catch_warnings(), collected() as notes:
        warnings.simplefilter("ignore", AssessmentNote)
        note_auc(row)
    assert any("may be reversed" in note for note in notes) is turned
