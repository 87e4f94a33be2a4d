"""Notes on columns that name rows, or that tell the classes apart."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rocrepro.datasets.suspects import separation

N = 12
Y = ["a", "b"] * (N // 2)
SORTED = ["a"] * 6 + ["b"] * 6
X = [0.1, 0.5, 0.3, -0.5, 0.7, 0.2] * 2


def notes(build, columns, y=Y, **entry):
    frame = pd.DataFrame({**columns, "x": X, "y": y})
    place = "config/datasets.yaml: mine: "
    found = build({"data": frame.to_csv(index=False)}, **entry).notes
    assert all(note.startswith(place) and "\n" not in note for note in found)
    return [note.removeprefix(place) for note in found]


NAMING = "column id has a different whole number or text in every row"


@pytest.mark.parametrize(
    "ids",
    [
        range(100, 100 + N),
        [f"p{i * i}" for i in range(N)],
        [2**60 + i for i in range(N)],
        [*range(N - 1), None],
    ],
    ids=["numbers", "texts", "long numbers", "one missing"],
)
def test_a_different_value_in_every_row(build, ids):
    (note,) = notes(build, {"id": pd.Series(list(ids), dtype="object")})
    assert note.startswith(NAMING)
    assert 'drop: ["id"]' in note
    assert notes(build, {"id": list(ids)}, drop=["id"]) == []
    assert not [note for note in notes(build, {"id": list(ids)}, keep=["id"]) if note.startswith(NAMING)]


@pytest.mark.parametrize(
    "values",
    [[i / 3 for i in range(N)], [*range(N - 1), 0], [1, 2, *[None] * 10]],
    ids=["not whole", "two", "few"],
)
def test_no_name_of_rows(build, values):
    assert not [note for note in notes(build, {"id": values}) if note.startswith(NAMING)]


def test_an_id_that_begins_anew_in_the_test_file(build):
    frame = pd.DataFrame({"id": range(N), "x": X, "y": Y}).to_csv(index=False)
    test = pd.DataFrame({"id": range(N), "x": np.add(X, 1), "y": Y}).to_csv(index=False)
    assert len(build({"train": frame, "test": test}).notes) == 1


def test_many_such_columns_are_one_note(build):
    columns = {f"g{i}": range(i, i + N) for i in range(20)}
    (note,) = notes(build, columns)
    assert "g0, g1" in note
    assert "and 8 more each have" in note


@pytest.mark.parametrize(
    "values",
    [
        ["1", "2"] * 6,
        ["9", "-3"] * 6,
        ["yes", "no"] * 6,
        ["", "u"] * 6,
        [None, 1.0, None, 2.0] * 3,
        [2, 1, 2, 3] * 3,  # between two values, as no order of the numbers shows
    ],
)
def test_a_column_that_separates_the_classes(build, values):
    (note,) = notes(build, {"dead": values})
    assert note.startswith("column dead separates the classes without any other (AUC at least 0.999)")
    assert 'drop: ["dead"]' in note


def test_an_id_in_rows_sorted_by_class_gets_both_notes(build):
    assert len(notes(build, {"id": range(N)}, SORTED)) == 2


def test_texts_that_never_come_again_separate_nothing(build):
    assert not [n for n in notes(build, {"t": [f"t{i}" for i in range(N)]}) if "separates" in n]


@given(
    st.lists(st.tuples(st.integers(0, 99), st.booleans()), min_size=2, max_size=30, unique_by=lambda p: p[0])
)
def test_separation_by_different_numbers_is_scikit_learns_auc(pairs):
    values, y = (np.array(column) for column in zip(*pairs, strict=True))
    if y.all() or not y.any():
        return
    auc = roc_auc_score(y, values)
    assert separation(values.astype(float), y.astype(np.int8)) == pytest.approx(max(auc, 1 - auc))


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("pqr"), st.booleans()), min_size=2, max_size=12))
def test_separation_by_categories_is_that_of_their_best_order(pairs):
    pairs = pairs * 5  # fewer would be no category
    texts, y = zip(*pairs, strict=True)
    if all(y) or not any(y):
        return
    kinds = sorted(set(texts))
    best = max(
        roc_auc_score(y, [order[kinds.index(text)] for text in texts])
        for order in permutations(range(len(kinds)))
    )
    values = pd.array(list(texts), dtype="str")
    assert separation(values, np.array(y, dtype=np.int8)) == pytest.approx(best)


def test_rows_that_occur_twice_separate_nothing(build):
    """As where rows of the smaller class were drawn again."""
    values = [i * 7 % 12 / 3 for i in range(N)]
    frame = pd.DataFrame({"x": values * 2, "y": Y * 2})
    assert build({"data": frame.to_csv(index=False)}).notes == ()


def test_codes_with_zeros_before_them(build):
    (note,) = notes(build, {"zip": ["01234", "00501", "99501"] * 4})
    assert note.startswith('column zip has codes such as 01234, read as 1234; nominal: ["zip"]')
    assert notes(build, {"zip": ["01234", "00501", "99501"] * 4}, nominal=["zip"]) == []


def test_classes_that_may_not_belong_to_the_rest(build):
    found = notes(build, {}, ["a", "A", "b", "NA", "c", "b"] * 2, negative="rest")
    assert found == [
        "class 'A' counts as rest, although it differs from 'a' only in how it is written",
        "class 'NA' counts as rest, although it may stand for a missing class",
    ]


def test_a_note_is_a_line_that_a_terminal_does_not_obey(build):
    (note,) = notes(build, {"a\x1b[2J\nb": range(N)})
    assert note.isprintable()
    assert r"column a\x1b[2J b has" in note
    (note,) = notes(build, {"n" * 5000: range(N)})
    assert len(note) <= 2000


def test_a_sound_file_has_no_notes(build):
    assert notes(build, {"c": ["u", "v", "w"] * 4}) == []


def test_notes_are_facts_only_where_there_are_any(build, tmp_path):
    from rocrepro.formats.tidy import load

    frame = pd.DataFrame({"x": X, "y": Y})
    assert "notes" not in build({"data": frame.to_csv(index=False)}).facts()
    dataset = build({"data": frame.to_csv()})
    dataset.save(tmp_path / "a.parquet", tmp_path / "a.json")
    assert load(tmp_path / "a.parquet", tmp_path / "a.json").notes == dataset.notes
    assert len(dataset.notes) == 1


DATES = pd.date_range("2023-11-07", periods=6, freq="33D").repeat(2)
"""Each twice, so that they name no rows."""
SECONDS = np.array([int(date.timestamp()) for date in DATES])


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("v", DATES.strftime("%Y%m%d"), "are dates such as 20231107"),
        ("v", DATES.strftime("%-d%m%Y"), "are dates such as 7112023"),
        ("v", DATES.strftime("%Y%m%d1305"), "are dates with a time such as 202311071305"),
        ("v", DATES.strftime("%Y%m"), "are months such as 202311"),
        ("v", SECONDS, "are times in seconds since 1970 such as 1699315200"),
        ("v", SECONDS * 1000, "are times in milliseconds since 1970"),
        ("visit_date", 45_237 + np.arange(N) // 2, "are days since 1900 such as 45237"),
        ("v", DATES.strftime("%Y-%m-%d"), "are dates or times such as 2023-11-07"),
        ("v", DATES.strftime("%d.%m.%y"), "are dates or times such as "),
        ("v", [f"{7 + i // 2}:30" for i in range(N)], "are dates or times such as 10:30"),
    ],
)
def test_points_in_time(build, name, values, words):
    (note,) = [n for n in notes(build, {name: values}) if "when a row was recorded" in n]
    assert note.startswith(f"column {name}: all values {words}")
    assert f'drop: ["{name}"] in the entry leaves them out' in note
    assert not [n for n in notes(build, {name: values}, keep=[name]) if "when a row" in n]
    assert not [n for n in notes(build, {name: values}, drop=[name]) if "when a row" in n]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("year", 2001 + np.arange(N) // 2),
        ("v", 45_237 + np.arange(N) // 2),
        ("updates", 45_237 + np.arange(N) // 2),
        ("v", [20230101, 20230199, *DATES.strftime("%Y%m%d")[2:]]),
        ("v", [20230101, 20230102] * (N // 2)),
        ("v", ["10-19", "20-29", "30-39", "40-49", "50-59", "60+"] * 2),
        ("v", ["1.5", "2.5", "3.25"] * 4),
    ],
    ids=["years", "numbers", "name", "one is none", "two categories", "ranges", "fractions"],
)
def test_no_points_in_time(build, name, values):
    assert not [n for n in notes(build, {name: values}) if "when a row was recorded" in n]


@pytest.mark.parametrize(
    "values",
    [
        [f"{number // 2} {'mg' if number % 4 < 2 else 'g'}" for number in range(10, 10 + N)],
        [hex(16 + number // 2) for number in range(N)],
    ],
)
def test_numbers_with_one_of_few_texts_or_in_base_16(build, values):
    few = len(set(values)) < 10 and "g" in values[0]
    found = [n for n in notes(build, {"dose": values}) if "numbers with more text" in n]
    assert len(found) == (not few)


def test_codes_that_are_powers_of_ten(build):
    (note,) = notes(build, {"code": ["3E22", "4E01", "12E5"] * 4})
    assert "column code has codes such as 3E22, read as 3e+22" in note
    assert notes(build, {"code": ["3e+22", "4.0E22", "-1.5e-3"] * 4}) == []


@pytest.mark.parametrize(
    ("positive", "other"),
    [
        ("1", "1.0"),
        ("heart failure", "heart  failure"),
        ("heart_failure", "heart failure"),
        ("ill", "ill."),
        ("a", "'a'"),
        ("caf\u00e9", "cafe\u0301"),
        ("ill", "ill\x1a"),
    ],
)
def test_a_class_of_the_rest_that_is_the_positive_one(build, positive, other):
    found = notes(build, {}, [positive, other, "z"] * 4, negative="rest", positive=positive)
    (note,) = [n for n in found if "counts as" in n]
    assert note.endswith(f"counts as rest, although it differs from {positive!r} only in how it is written")


@pytest.mark.parametrize("label", ["#N/A", "-9", "999"])
def test_a_class_of_the_rest_that_may_be_none(build, label):
    (note,) = [n for n in notes(build, {}, ["a", label, "z"] * 4, negative="rest") if "counts as" in n]
    assert note == f"class {label!r} counts as rest, although it may stand for a missing class"


@pytest.mark.parametrize(
    ("values", "noted"),
    [
        ([f"{120 + at}/{70 + at}" for at in range(N)], True),
        ([f"{120 + at % 3}/{70 + at}" for at in range(N)], False),
        ([f"{at % 5}/5" for at in range(N)], False),
        ([f"{10 * at}-{10 * at + 9}" for at in range(N)], False),
    ],
    ids=["pressure", "one differs little", "ratings", "ranges"],
)
def test_pairs_of_numbers_are_no_categories(build, values, noted):
    found = [n for n in notes(build, {"v": values}) if "numbers with more text" in n]
    assert len(found) == noted
