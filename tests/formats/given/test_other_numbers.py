"""Columns that are no scores, and names that are written in two ways: each gives a note."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.other_numbers import far_from_shares, other_numbers, two_units
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.formats.names import alike

N = 40
LABEL = np.arange(N) % 2
SHARES = np.round(np.random.default_rng(5).random(N), 3)


@pytest.fixture
def read(tmp_path):
    """What is given in a table, and the notes on it."""

    def read(columns, given, **options):
        path = tmp_path / "scores.csv"
        pd.DataFrame(columns).to_csv(path, index=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AssessmentNote)
            found = read_given(path, given, **options)
        return found, "\n".join(found.notes)

    return read


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (np.arange(N), "count the rows from 0 on"),
        (np.random.default_rng(1).permutation(N) + 1001, "whole numbers from 1001 to 1040, each once"),
        (20240101 + np.arange(N) % 28, "dates such as 20240101"),
        (1950 + 2 * np.arange(N), "years such as 1950"),
        (1_700_000_000 + 86_400 * np.arange(N), "times in seconds since 1970"),
        ((1_700_000_000 + 86_400 * np.arange(N)) * 1000, "times in milliseconds since 1970"),
        (44_000 + 11 * np.arange(N), "days as Excel counts them such as 44000"),
    ],
)
def test_whole_numbers_that_are_something_else(read, score, words):
    assert words in other_numbers(score.astype(float))
    assert words in read({"label": LABEL, "score": score}, Columns())[1]


@pytest.mark.parametrize(
    "score", [SHARES, np.arange(N) % 7, 300 + 13 * np.arange(N), -(np.arange(N) ** 2), np.full(N, 1950)]
)
def test_other_whole_numbers_are_scores(score):
    assert other_numbers(score.astype(float)) == ""


def test_a_row_of_totals_and_single_scores_in_another_unit(read):
    total = SHARES.sum()
    assert "it is the sum of all others" in far_from_shares(np.append(SHARES, total))
    _, notes = read({"label": np.append(LABEL, 1), "score": np.append(SHARES, total)}, Columns())
    assert f"1 of the scores ({total:g}) lies outside 0 to 1" in notes
    assert "it may be in another unit" in far_from_shares(np.append(SHARES, 45.0))
    assert "2 of the scores (45, 7) lie outside" in far_from_shares(
        np.append(np.tile(SHARES, 6), [45.0, 7.0])
    )
    assert far_from_shares(np.append(SHARES, 1.2)) == ""  # as near as rounding or a linear model gets
    assert far_from_shares(np.append(SHARES, [45.0, 7.0])) == ""  # too many for an accident


def test_shares_and_percentages_in_one_column(read):
    score = np.where(np.arange(N) < N // 2, SHARES, 100 * SHARES)
    _, notes = read({"label": LABEL, "score": score}, Columns())
    assert "some may be percentages where others are shares" in notes
    assert two_units(100 * SHARES) == two_units(SHARES) == ""
    # Scores with a long tail have many values from 1 to 2.
    assert two_units(np.exp(np.random.default_rng(2).normal(1, 1.2, 400)).clip(max=100)) == ""


@pytest.mark.parametrize(
    "pair", [("Ill", "ill"), ("not ill", "notill"), ("1", "01"), ("1.0", "1"), ("-1.50", "-1.5")]
)
def test_two_ways_to_write_one_name(read, pair):
    assert alike(["x", *pair, "y"]) == pair
    _, notes = read({"label": np.where(LABEL, *pair), "score": SHARES}, Columns(), pos_label=pair[0])
    assert "differ only in how they are written" in notes


def test_names_that_differ():
    assert alike(["1", "-1", "10", "100", "0.1", "a1", "1e1", "1e01x"]) is None


def test_probabilities_of_both_classes_are_no_two_models(read):
    columns = {"label": LABEL, "p_no": np.round(1 - SHARES, 3), "p_yes": SHARES, "p": SHARES**2}
    _, notes = read(columns, Columns(score=("p_no", "p_yes")))
    assert "the scores of 'p_no' and 'p_yes' sum to 1 in every row" in notes
    assert "sum to" not in read(columns, Columns(score=("p_no", "p")))[1]
    assert "sum to" not in read(columns, Columns(class_scores="0=p_no,1=p_yes"))[1]


@pytest.mark.parametrize("role", ["cluster", "group"])
def test_names_that_a_spreadsheet_cut_short(read, role):
    number = 123_400_000_000 + 1_000_000 * (np.arange(N) // 2)
    short = [f"{value:.5E}" for value in number]
    table = pd.DataFrame({"label": LABEL, "score": SHARES, "who": short})
    found = (
        f"who: names such as '{short[0]}' are long numbers of which a spreadsheet kept only the first digits"
    )
    assert found in read(table, Columns(**{role: "who"}))[1]
    for whole in (number.astype(str), [f"E+{value}" for value in number], ["1E+05", *number[1:].astype(str)]):
        assert "spreadsheet" not in read(table.assign(who=whole), Columns(**{role: "who"}))[1]


def long(names, other):
    """Two models whose rows have these names."""
    one = pd.DataFrame({"label": LABEL, "score": SHARES, "model": "a", "id": names})
    return pd.concat([one, one.assign(model="b", id=other, score=SHARES**2).iloc[: len(one) - 4]])


ROWS = Columns(model="model", row="id")


def test_examples_under_names_that_are_written_differently(read):
    """DeLong's test of unpaired curves would take them for different rows."""
    given, notes = read(long([f"p{n}" for n in range(N)], [f"P{n}" for n in range(N)]), ROWS)
    assert not given.paired
    assert given.dependent
    assert "the names 'p0' and 'P0' differ only in how they are written" in notes
    for other in (range(N), range(N, 2 * N)):  # rows in common are compared, others by the unpaired test
        given, notes = read(long(range(N), other), ROWS)
        assert not given.paired
        assert not given.dependent
        assert "written" not in notes
