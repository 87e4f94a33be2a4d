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
        ({"pat_id": np.arange(N) // 3}, "column pat_id has 20 different values in 60 rows"),
        ({"PID": np.arange(N) // 3}, "column PID has 20 different values in 60 rows"),
        ({"f": np.array(["new town", "new\u00adtown", "old"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["caf\u00e9", "cafe\u0301", "bar"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["non-smoker", "non_smoker", "smoker"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["non-smoker", "non smoker", "smoker"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array([">50K", ">50K.", "<=50K"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["'a'", "a", "b"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["a", "a\x1a", "b"])[np.arange(N) % 3]}, "differ only"),
        ({"f": np.array(["north", "NA", "south"])[np.arange(N) % 3]}, "column f has the category 'NA'"),
        ({"f": np.array(["north", "#N/A", "south"])[np.arange(N) % 3]}, "column f has the category '#N/A'"),
        ({"f": np.where(np.arange(N) % 7, np.arange(N), -9)}, "has 9 values -9, the only number below 0"),
        ({"f": np.where(np.arange(N) % 7, np.arange(N), -32768)}, "has 9 values -32768, far from all"),
        ({"f": np.where(np.arange(N) % 7, np.arange(N), 9999999)}, "has 9 values 1e+07, far from all"),
        ({"f": np.where(np.arange(N) % 7, X + 40, 0)}, "has 9 values 0, where all others lie from 37"),
        ({"f": np.where(np.arange(N) % 7, X, 1e30)}, "has 9 values 1e+30, far from all"),
        ({"y": np.where(np.arange(N) % 2, "a", "NA")}, "class 'NA' may stand for a missing class"),
        (
            {"split": np.where(np.arange(N) < 40, "train", "test")},
            "column split distinguishes training rows from test rows",
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
        {"rapid": np.arange(N) // 3},
        {"pat": np.arange(N) // 3},
        {"sex": Y[::-1].repeat(2)[:N]},
        {"f": np.array(["none", "mild", "unknown"])[np.arange(N) % 3]},
        {"f": np.array(["A", "A-", "A+"])[np.arange(N) % 3]},
        {"f": np.array(["1-2", "12+", "-12x"])[np.arange(N) % 3]},
        {"f": np.where(np.arange(N) % 7, np.arange(N) - 20, -9)},
        {"f": np.where(np.arange(N) % 7, X, 0)},
        {"f": np.where(np.arange(N) % 7, np.exp(X), 0)},
        {"f": np.where(np.arange(N) % 7, np.arange(N), 0)},
    ],
)
def test_columns_that_are_as_they_seem(build, columns):
    assert build({"data": csv(**columns)}).notes == ()


def test_a_row_of_totals_among_the_rest(build):
    (note,) = build({"data": csv() + "1.5,Total\n"}, negative="rest").notes
    assert "class 'Total' counts as rest, although it may belong to a row of totals" in note


def test_copies_of_rows(build):
    once, head = csv(), csv().partition("\n")[0] + "\n"
    rows = once.removeprefix(head)
    (note,) = build({"data": head + 3 * rows}).notes
    assert "each row occurs 3 times" in note
    some = "".join(line + "\n" for line in rows.splitlines()[:30])
    (note,) = build({"train": once, "test": head + some}).notes
    assert "100% of the test rows are also training rows" in note
    new = csv(x=X + 0.0005)
    assert build({"train": once, "test": new}).notes == ()
    # Rows of few categories are equal by chance.
    coarse = csv(x=np.arange(N) // 2 % 3)
    assert build({"train": coarse, "test": coarse.replace("2,b\n", "", 1)}).notes == ()


def test_rows_that_differ_in_nothing_but_the_class(build):
    """Also in a few rows, as no two numbers of a row are those of another by chance."""
    once = csv(z=np.roll(X, 1)).splitlines()
    turned = [line.translate(str.maketrans("ab", "ba")) for line in once[1:]]
    (note,) = build({"data": "\n".join([*once, *turned[:5], ""])}).notes
    assert "10 rows differ in class from a row that is equal in every other column" in note
    assert build({"data": "\n".join([*once, *turned[:3], ""])}).notes == ()
    # Rows of few categories are equal by chance, in both classes.
    assert build({"data": csv(x=np.arange(N) // 2 % 3)}).notes == ()


def test_empty_cells_that_the_entry_makes_categories(build):
    towns = np.array(["north", "", "south", "?"])[np.arange(N) // 2 % 4]
    assert build({"data": csv(f=towns)}).notes == ()
    (note,) = build({"data": csv(f=towns)}, missing=["NA"]).notes
    assert "column f has the category '', which may stand for a missing value" in note


OTHER = np.round(np.random.default_rng(2).normal(size=N), 3)


def rows_of(*parts):
    return csv(z=OTHER).partition("\n")[0] + "\n" + "\n".join(row for part in parts for row in part) + "\n"


@pytest.mark.parametrize(("share", "noted"), [(0.5, True), (0.2, True), (0.05, False), (0, False)])
def test_training_rows_among_the_test_rows(build, share, noted):
    train = csv(z=OTHER).splitlines()[1:]
    new = [f"{value},{'ab'[at % 2]},{value / 3}" for at, value in enumerate(np.arange(40) / 17 - 1)]
    copies = round(share * 40)
    found = build({"train": csv(z=OTHER), "test": rows_of(train[:copies], new[copies:])}).notes
    assert [f"{share:.0%} of the test rows are also training rows" in note for note in found] == [
        True
    ] * noted


def test_copies_behind_a_name_of_the_rows(build):
    (name, copies) = build({"train": csv(id=np.arange(N)), "test": csv(id=np.arange(N) + 900)}).notes
    assert "column id has a different whole number" in name
    assert "each row occurs 2 times" in copies


def test_some_rows_twice(build):
    rows = csv(z=OTHER).splitlines()[1:]
    (note,) = build({"data": rows_of(rows, rows[:20])}).notes
    assert "20 rows occur more than once, equal in every column" in note
    assert build({"data": rows_of(rows, rows[:3])}).notes == ()


def test_numbers_that_are_equal_by_chance(build):
    rows = csv().splitlines()
    assert build({"data": "\n".join([*rows, *rows[1:21]])}).notes == ()
    half = np.arange(N) * 2 // 3
    towns = np.array(["u", "v"])[half % 2]
    assert not [n for n in build({"data": csv(x=half, z=towns, y=Y[half])}).notes if "more than once" in n]


def test_categories_that_no_training_row_has(build):
    of = {"train": np.array(["m", "f"]), "test": np.array(["male", "female"])}
    files = {part: csv(sex=of[part][np.arange(N) // 2 % 2]) for part in of}
    (note,) = build(files).notes
    assert (
        "column sex: 100% of the test rows have a category that no training row has, such as 'male'" in note
    )
    assert build({**files, "test": files["train"].replace(".", "1.")}).notes == ()


def test_a_column_in_two_units(build):
    metres = 1.71 + X / 20
    mixed = np.where(np.arange(N) % 3, metres, 100 * metres)
    (note,) = build({"data": csv(x=mixed)}).notes
    assert "column x: 40 numbers from 1.61" in note
    assert "and 20 from 157" in note
    assert "in two units, one 100 times the other" in note
    assert build({"data": csv(x=np.where(np.arange(N) % 3, metres, 30 * metres))}).notes == ()
    assert build({"data": csv(x=np.where(np.arange(N) % 30, metres, 100 * metres))}).notes == ()
    assert build({"data": csv(x=np.round(10 ** (X / 2), 4))}).notes == ()


def test_numbers_of_the_test_rows_in_another_unit(build):
    """Degrees Fahrenheit in the test rows."""
    celsius = np.round(37 + X / 2, 1)
    (note,) = build({"train": csv(x=celsius), "test": csv(x=np.round(celsius * 1.8 + 32, 1))}).notes
    assert "column x: all test rows (" in note
    assert "lie above all training rows (" in note
    assert build({"train": csv(x=X), "test": csv(x=X + np.ptp(X) / 2)}).notes == ()
    assert build({"train": csv(x=np.arange(N) % 3), "test": csv(x=9 + np.arange(N) % 3)}).notes == ()


def test_a_file_as_long_as_a_full_sheet(build):
    rows = "\n".join(f"{i % 977}.5,{'ab'[i * i % 7 % 2]}" for i in range(65_536))
    full = build({"data": "x,y\n" + rows[: rows.rfind("\n")]}).notes
    assert "65535 rows are the maximum of a worksheet" in "".join(full)
    assert "full sheet" not in "".join(build({"data": "x,y\n" + rows}).notes)
