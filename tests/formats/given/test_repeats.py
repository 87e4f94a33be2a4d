"""Rows that are there several times, and scores of which one stands for many rows."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.formats.given.repeats import repeated, shared_value
from rocrepro.formats.given.suspects import two_sided

RNG = np.random.default_rng(7)
N = 120
LABEL = (RNG.random(N) < 0.3).astype(np.int8)
SCORE = np.round(1 / (1 + np.exp(-RNG.normal(size=N) - LABEL)), 6)
ROWS = pd.DataFrame({"y": LABEL, "s": SCORE})


@pytest.fixture
def notes(tmp_path):
    """The notes on a table."""

    def notes(table, columns, **options):
        path = tmp_path / "scores.csv"
        table.to_csv(path, index=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AssessmentNote)
            return "\n".join(read_given(path, columns, **options).notes)

    return notes


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (pd.concat([ROWS, ROWS]), "each label and score occur 2 times"),
        (
            pd.concat([ROWS, ROWS[:70], ROWS[:30]]),
            "100 rows have the score and the class of another row",
        ),
        (
            pd.concat([ROWS] + [ROWS[LABEL == 1]] * 5),
            f"{5 * LABEL.sum()} rows have the score and the class of another",
        ),
    ],
)
def test_rows_that_are_there_again_are_noted(notes, table, words):
    """As where a script ran twice, after a join with a table of visits, and after oversampling."""
    assert words in notes(table.sample(frac=1, random_state=1), Columns("y", "s"))
    assert "intervals too narrow" in repeated(table["y"].to_numpy(), table["s"].to_numpy())


def test_examples_with_several_labels_each_are_noted(notes):
    judged = pd.concat([ROWS.assign(y=np.where(RNG.random(N) < 0.15, 1 - LABEL, LABEL)) for _ in range(3)])
    n_mixed = int((judged.groupby("s")["y"].nunique() == 2).sum())
    assert f"each score occurs 3 times, and {n_mixed} of them have both classes" in notes(
        judged, Columns("y", "s")
    )


@pytest.mark.parametrize("shift", [0.5, 2, 8])
@pytest.mark.parametrize("digits", [1, 2, 3, 9])
def test_ties_by_rounding_are_no_repeated_rows(digits, shift):
    for seed in range(40):
        rng = np.random.default_rng(seed)
        label = (rng.random(300) < 0.4).astype(np.int8)
        score = np.round(1 / (1 + np.exp(-rng.normal(size=300) - shift * (label - 0.5))), digits)
        assert repeated(label, score) == ""


def test_rows_that_are_there_again_with_the_other_class_are_noted(notes):
    found = notes(pd.concat([ROWS, ROWS[:30].assign(y=1 - LABEL[:30])]), Columns("y", "s"))
    assert "30 of 30 scores that occur twice have both classes" in found
    few = np.arange(16)
    assert "14 of 14 scores" in repeated(np.append(few % 4 > 1, few[:14] % 4 < 2), np.append(few, few[:14]))
    # Equal scores of few digits have both classes as often as neighbours, and copies never.
    assert "both classes" not in notes(ROWS.assign(s=np.round(SCORE, 3)), Columns("y", "s"))
    assert "both classes" not in notes(pd.concat([ROWS, ROWS[:30]]), Columns("y", "s"))


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_one_score_of_many_rows_is_noted_where_the_others_differ(notes, value):
    """Failed rows that were filled with 0, saturated ones at 1, and those with the mean of all."""
    filled = np.where(np.arange(N) % 6 == 0, value, SCORE)
    assert f"20 of 120 scores are {value:g}, and nearly all other scores differ" in notes(
        ROWS.assign(s=filled), Columns("y", "s")
    )
    for others in (SCORE, np.round(filled, 1), np.where(np.arange(N) < 5, value, SCORE)):
        assert shared_value(*np.unique(others, return_counts=True)) == ""


def test_a_marker_whose_low_and_high_values_mean_positive_is_noted(notes):
    rng = np.random.default_rng(3)
    score = np.concatenate([rng.normal(-2.5, 1, 30), rng.normal(2.5, 1, 30), rng.normal(size=120)])
    label = np.repeat([1, 0], [60, 120])
    found = notes(pd.DataFrame({"y": label, "s": score}), Columns("y", "s"))
    assert "low scores are positive more often, and so are rows with high ones" in found
    for shift in (-3, 0, 0.5, 3):
        assert two_sided(label, rng.normal(size=180) + shift * label) == ""


def test_differences_of_rounding_are_noted(notes):
    table = ROWS.assign(s=[repr(0.5 + 1e-15 * float(each)) for each in SCORE])
    assert "as equal numbers do by rounding" in notes(table, Columns("y", "s"))
    assert "by rounding" not in notes(ROWS.assign(s=0.5 + 1e-9 * SCORE), Columns("y", "s"))


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("random_forest", "Random Forest", "only in how they are written"),
        ("rf-2", "rf 2", "only in how they are written"),
        ("1", "1.0", "only in how they are written"),
        ("RF", "rf", "in capitals only"),
    ],
)
def test_models_whose_names_are_written_in_two_ways_are_noted(notes, one, other, how):
    table = pd.concat([ROWS.assign(m=one), ROWS.assign(s=np.roll(SCORE, 1), m=other)])
    assert f"the models {one!r} and {other!r} differ {how}" in notes(table, Columns("y", "s", model="m"))
