"""Notes on rows in training and test, and on values that may be none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

N = 60
Y = np.where(np.arange(N) % 2, "a", "b")
X = np.round(np.random.default_rng(1).normal(size=N), 3)


def csv(**columns):
    return pd.DataFrame({"x": X, "y": Y} | columns).to_csv(index=False)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (
            {"y": np.where(np.arange(N) % 2, "a", "A")},
            "classes 'A' and 'a' differ only in how they are written",
        ),
        ({"f": np.array(["yes", "Yes", "no"])[np.arange(N) % 3]}, "categories 'Yes' and 'yes' differ only"),
        ({"x": np.where(np.arange(N) % 7, X, -999)}, "column x has 9 values -999, far from all others"),
        ({"patient_id": np.arange(N) // 3}, "column patient_id has 20 different values in 60 rows"),
        (
            {"split": np.where(np.arange(N) < 40, "train", "test")},
            "column split tells training rows from test rows",
        ),
    ],
)
def test_columns(build, columns, words):
    (note,) = build({"data": csv(**columns)}).notes
    assert words in note


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"x": np.where(np.arange(N) % 7, 300 * X, -999)},
        {"number": np.arange(N) // 3},
        {"sex": Y[::-1].repeat(2)[:N]},
    ],
)
def test_columns_that_are_as_they_seem(build, columns):
    assert build({"data": csv(**columns)}).notes == ()


def test_a_row_of_totals_among_the_rest(build):
    (note,) = build({"data": csv() + "1.5,Total\n"}, negative="rest").notes
    assert "class 'Total' counts as rest, although it may stand in a row of totals" in note


def test_copies_of_rows(build):
    once, head = csv(), csv().partition("\n")[0] + "\n"
    rows = once.removeprefix(head)
    (note,) = build({"data": head + 3 * rows}).notes
    assert "each row is there 3 times" in note
    some = "".join(line + "\n" for line in rows.splitlines()[:30])
    (note,) = build({"train": once, "test": head + some}).notes
    assert "100% of the test rows are training rows too" in note
    new = csv(x=X + 9)
    assert build({"train": once, "test": new}).notes == ()
    # Rows of few categories are equal by chance.
    coarse = csv(x=np.arange(N) // 2 % 3)
    assert build({"train": coarse, "test": coarse.replace("2,b\n", "", 1)}).notes == ()
