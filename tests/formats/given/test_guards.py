"""Files that could mislead: each gives a note, a refusal, or the right numbers."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import delong_test
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, Form, read_given

LONG = Columns(label="y", score="s", model="m")


def two_models(n=60, *, seed=1, by_class=True):
    """Rows of two models on the same patients, correlated; those of the second in another order."""
    rng = np.random.default_rng(seed)
    label = np.sort(rng.integers(0, 2, n))[::-1] if by_class else rng.integers(0, 2, n)
    common = rng.normal(size=n) + label
    frame = pd.DataFrame({"patient": [f"p{i:03}" for i in range(n)], "y": label})
    one = frame.assign(s=common + 0.3 * rng.normal(size=n), m="A")
    two = frame.assign(s=common + 0.6 * rng.normal(size=n), m="B")
    # The second model's rows in another order inside each class: labels still agree.
    order = np.concatenate([rng.permutation(np.flatnonzero(label == one_class)) for one_class in (1, 0)])
    return one, two, two.iloc[order] if by_class else two


@pytest.fixture
def read(tmp_path):
    """What is given in a table or a text, and the notes on it."""

    def read(table, columns=LONG, suffix="csv", **options):
        path = tmp_path / f"scores.{suffix}"
        if isinstance(table, str):
            path.write_text(table)
        elif suffix == "csv":
            table.to_csv(path, index=False)
        else:
            table.to_parquet(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AssessmentNote)
            given = read_given(path, columns, **options)
        return given, "\n".join(given.notes)

    return read


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("name", ["patient", "the id", "unit"])
def test_models_whose_rows_are_in_other_orders_are_not_compared(read, suffix, name):
    one, two, turned = two_models()
    table = pd.concat([one, turned]).rename(columns={"patient": name})
    given, notes = read(table, suffix=suffix)
    assert not given.paired
    assert given.dependent  # so that no test for different rows is made
    assert f"the column '{name}', which seems to name the examples" in notes
    assert f"--row {name if ' ' not in name else repr(name)} pairs them" in notes
    by_name, notes = read(table, Columns(label="y", score="s", model="m", row=name), suffix=suffix)
    assert by_name.paired
    assert notes == ""
    (_, label, first), (_, _, second) = by_name.at_seed()
    expected = delong_test(one["y"], one["s"], two["s"])
    assert delong_test(label, first, second).p_value == pytest.approx(expected.p_value)


def test_rows_in_one_order_are_paired_with_a_note_that_says_how_far_it_is_checked(read):
    one, two, _ = two_models(by_class=False)
    given, notes = read(pd.concat([one, two]))
    assert given.paired
    assert "in the order of their rows, which is also the order of the column 'patient'" in notes
    given, notes = read(pd.concat([one, two]).drop(columns="patient"))
    assert given.paired
    assert notes.endswith("if a column names the example of each row, --row COLUMN pairs by it")


@pytest.mark.parametrize("ascending", [True, False])
def test_sorted_classes_make_equal_labels_a_weak_sign(read, ascending):
    one, _, turned = two_models()
    table = pd.concat([one, turned]).drop(columns="patient")
    table = table.sort_values(["m", "y"], ascending=[True, ascending], kind="stable")
    _, notes = read(table)
    assert "As all rows of one class come first, equal labels do not mean equal examples" in notes
    _, notes = read(table.assign(k=np.arange(len(table)) % 60 // 30))
    assert "all rows of one class come first" in notes


def test_a_number_of_the_row_in_each_model_names_no_example(read):
    one, _, turned = two_models()
    for start in (0, 1):
        table = pd.concat([part.assign(patient=np.arange(len(one)) + start) for part in (one, turned)])
        given, notes = read(table)
        assert given.paired
        assert "the column" not in notes


def test_ranks_of_the_scores_name_no_example(read):
    one, two, _ = two_models(by_class=False)
    table = pd.concat([part.assign(patient=part["s"].rank()) for part in (one, two)])
    given, notes = read(table)
    assert given.paired
    assert "the column" not in notes


@pytest.mark.parametrize("ascending", [True, False])
def test_rows_in_the_order_of_the_scores_are_not_paired(read, ascending):
    one, two, _ = two_models()
    parts = [part.sort_values(["y", "s"], ascending=[False, ascending]) for part in (one, two)]
    given, notes = read(pd.concat(parts).drop(columns="patient"))
    assert not given.paired
    assert "each model has its rows in the order of its own scores" in notes
    given, _ = read(pd.concat(parts), Columns(label="y", score="s", model="m", row="patient"))
    assert given.paired


def test_other_folds_speak_against_the_order(read):
    one, two, _ = two_models(by_class=False)
    folds = np.arange(len(one)) % 3
    table = pd.concat([one.assign(k=folds), two.assign(k=folds[::-1])]).drop(columns="patient")
    _, notes = read(table, Columns(label="y", score="s", model="m", fold="k"))
    assert "Their rows differ in folds, so this may be wrong" in notes


def test_models_with_other_labels_are_told_of_the_column_that_pairs_them(read):
    one, two, _ = two_models(by_class=False)
    given, notes = read(pd.concat([one, two.iloc[::-1]]))
    assert not given.paired
    assert "--row patient pairs them in any order" in notes


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (lambda y, s: s * 0.49 + 0.5, "they may be probabilities of the predicted class, as in Weka's"),
        (lambda y, s: np.maximum(s, 1 - s), "they may be probabilities of the predicted class, as in Weka's"),
        (lambda y, s: (s > 0.5) * 1.0, "the scores have only the values 0 and 1, as predicted classes have"),
        (lambda y, s: y * 1.0, "the scores have only the values 0 and 1, one for each class"),
        (lambda y, s: 0 * s + 0.3, "all scores are 0.3, so they do not distinguish any rows"),
        (lambda y, s: np.arange(len(s)), "the scores count the rows from 0 on"),
        (
            lambda y, s: np.where(s < 0.1, -1, s),
            "scores are -1, far from all others, and may stand for a missing value",
        ),
        (lambda y, s: np.where(s > 0.9, 999, 10 * s), "scores are 999, far from all others"),
        (lambda y, s: s, ""),
        (lambda y, s: s * 100, ""),
        (lambda y, s: s - 0.5, ""),
        (lambda y, s: np.round(s * 4), ""),
    ],
)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_scores_that_may_be_something_else_are_noted(read, suffix, change, note):
    rng = np.random.default_rng(2)
    label = np.append([0, 1], rng.integers(0, 2, 58))
    score = 1 / (1 + np.exp(-rng.normal(size=60) - label))
    _, notes = read(pd.DataFrame({"y": label, "s": change(label, score)}), Columns("y", "s"), suffix)
    assert note in notes
    assert bool(note) == bool(notes)


def test_rows_that_were_put_together_twice_are_noted(read):
    one, _, _ = two_models()
    _, notes = read(pd.concat([one, one]).drop(columns="patient"), Columns("y", "s"))
    assert "each label and score occur 2 times" in notes


@pytest.mark.parametrize("name", ["patient", "subject_id", "Case No", "ID"])
def test_rows_of_the_same_patients_are_noted(read, name):
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"y": rng.integers(0, 2, 60), "s": rng.normal(size=60), name: np.arange(60) % 20})
    _, notes = read(table, Columns("y", "s"))
    assert f"the column {name!r} has 20 different values in 60 rows of a model" in notes
    assert "--cluster" in notes
    given, notes = read(table, Columns("y", "s", cluster=name))
    assert notes == ""
    assert given.models["scores"]["cluster"].tolist() == [str(i % 20) for i in range(60)]


def test_models_that_are_one_are_noted(read):
    one, _, _ = two_models(by_class=False)
    _, notes = read(pd.concat([one, one.assign(m="a")]))
    assert "the models 'A' and 'a' differ in capitals only" in notes
    assert "the models 'A' and 'a' have the same scores, row by row" in notes


@pytest.mark.parametrize("missing", ["NA", "n/a", "?", "None"])
def test_a_class_that_stands_for_no_value_is_noted(read, missing):
    _, notes = read(f"y,s\n1,2\n{missing},1\n", Columns("y", "s"), pos_label="1")
    assert f"the class {missing!r} usually stands for a missing value" in notes


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (("0,25", "0,5"), "found '0,25'; expected a finite number: it looks like a number with a decimal "
         "comma; to read it so: --decimal comma"),
        (("1,234", "2,345"), "to read it so: --decimal comma, or --thousands comma"),
        (("1,234", "0,5"), "to read it so: --decimal comma"),
        (("1.234,5", "2"), "to read it so: --decimal comma --thousands point"),
        (("1 234", "2"), "--thousands space"),
        (("45%", "50%"), "a number with a per cent sign; write it as a plain number"),
        (("$5", "$6"), "an amount of money"),
        (("\u22120.5", "1"), "a minus sign that is not '-'"),
        (("n.a.", "1"), "found 'n.a.'; expected a finite number"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_texts_that_look_like_numbers_are_refused_with_what_would_read_them(read, suffix, cells, message):
    with pytest.raises(InputError) as error:
        read(pd.DataFrame({"y": [1, 0], "s": cells}), Columns("y", "s"), suffix)
    assert "row 1: s: found" in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("cells", "form"),
    [
        (("1.234,5", "-0,25", "1e3"), Form(decimal=",", thousands=".")),
        (("1234,5", "-,25", "1000"), Form(decimal="comma")),
        (("1,234.5", "-0.25", "1,000"), Form(thousands="comma")),
        (("1 234,5", "-0,25", "1\u00a0000"), Form(decimal=",", thousands=" ")),
    ],
)
def test_numbers_are_read_as_the_form_says(read, suffix, cells, form):
    given, _ = read(pd.DataFrame({"y": [1, 0, 0], "s": cells}), Columns("y", "s"), suffix, form=form)
    assert given.models["scores"]["score"].tolist() == [1234.5, -0.25, 1000]


def test_points_that_may_part_thousands_are_noted(read):
    text = "y,s\n1,1.234\n0,987\n0,12\n"
    _, notes = read(text, Columns("y", "s"))
    assert "if the point separates thousands: --decimal comma --thousands point" in notes
    given, notes = read(text, Columns("y", "s"), form=Form(decimal=",", thousands="."))
    assert given.models["scores"]["score"].tolist() == [1234, 987, 12]
    assert notes == ""


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Form(delimiter="semicolon", decimal=","), "y;s\n1;0,5\n0;0,25\n"),
        (Form(delimiter="tab"), "y\ts\n1\t0.5\n0\t0.25\n"),
        (Form(delimiter="\\t"), "y\ts\n1\t0.5\n0\t0.25\n"),
        (Form(delimiter="|"), 'y|s\n1|"0.5"\n0|0.25\n'),
        (Form(encoding="latin-1"), "y,s,ü\n1,0.5,é\n0,0.25,è\n".encode("latin-1")),
        (Form(encoding="utf-16"), "y,s\n1,0.5\n0,0.25\n".encode("utf-16")),
    ],
)
def test_other_delimiters_and_encodings(tmp_path, form, text):
    path = tmp_path / "scores.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert read_given(path, Columns("y", "s"), form=form).models["scores"]["score"].tolist() == [0.5, 0.25]
    with pytest.raises(InputError, match=r"--delimiter (semicolon|tab|bar)|--encoding names another one"):
        read_given(path, Columns("y", "s"))


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (
            {"delimiter": "::"},
            "delimiter: found '::'; expected one character, or one of comma, semicolon, tab",
        ),
        ({"delimiter": '"'}, "delimiter: found"),
        ({"encoding": "utf-7a"}, "encoding: found 'utf-7a'; expected a name such as utf-8"),
        ({"decimal": "*"}, "decimal: found '*'"),
    ],
)
def test_a_form_that_is_none_is_refused(form, message):
    with pytest.raises(InputError) as error:
        Form(**form)
    assert message in str(error.value)


def test_a_parquet_file_has_no_delimiter(read):
    with pytest.raises(InputError, match="delimiter: found ';' for a Parquet file; expected none"):
        read(pd.DataFrame({"y": [1, 0], "s": [2, 1]}), Columns("y", "s"), "parquet", form=Form(";"))


@pytest.mark.parametrize("cells", [(2**53 + 1, 3), (-(2**53) - 1, 3), (2**60, 3), (2**63, 3)])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_whole_numbers_beyond_two_to_the_53_are_refused_as_in_the_library(read, suffix, cells):
    with pytest.raises(InputError, match=r"row 1: s: found .*whole numbers only up to 2\^53"):
        read(pd.DataFrame({"y": [1, 0], "s": cells}), Columns("y", "s"), suffix)


@pytest.mark.parametrize("name", ["m", "what", "7"])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_rows_of_several_models_that_make_one_curve_are_noted(read, name, suffix):
    one, two, _ = two_models(by_class=False)
    table = pd.concat([one, two]).drop(columns="patient").rename(columns={"m": name})
    _, notes = read(table, Columns("y", "s"), suffix)
    assert f"the column {name!r} divides the rows into 2 blocks with the same labels" in notes
    assert f"--model {name}" in notes
    _, notes = read(table.assign(m=np.arange(len(table)) % 2), Columns("y", "s", model=name), suffix)
    assert "blocks" not in notes


@pytest.mark.parametrize(
    "name", ["Classifier", "algorithm", "Repeat", "cv_fold", "foldid", "Sampling weight"]
)
def test_columns_by_other_names_are_noted(read, name):
    table = pd.DataFrame({"y": [1, 0, 0, 1], "s": [3, 1, 4, 2], name: [1, 1, 2, 2]})
    _, notes = read(table, Columns("y", "s"))
    assert f"found a column {name!r} that is not named" in notes


@pytest.mark.parametrize("name", ["split", "data_set", "Partition"])
def test_rows_of_training_beside_others_are_noted(read, name):
    one, _, _ = two_models(by_class=False)
    table = one.assign(**{name: np.where(np.arange(60) < 30, "Training", "test")}).drop(columns="patient")
    _, notes = read(table, Columns("y", "s"))
    assert f"the column {name!r} distinguishes 'Training', 'test', and all rows were used together" in notes
    _, notes = read(table, Columns("y", "s", group=name))
    assert "and the results for all rows combine them" in notes
    _, notes = read(table, Columns("y", "s", fold=name))
    assert "which are not folds, and they all make one curve" in notes
    _, notes = read(table[:30], Columns("y", "s"))
    assert f"the column {name!r} has 'Training' in every row" in notes


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("is_train", ("1", "0")),
        ("in_sample", ("TRUE", "FALSE")),
        ("trained", ("yes", "no")),
        ("cohort", ("development", "validation")),
        ("usage", ("Training", "PublicTest")),
        ("x", ("train", "test")),
    ],
)
def test_rows_of_training_are_noted_whatever_they_are_called(read, name, values):
    one, _, _ = two_models(by_class=False)
    table = one.assign(**{name: np.where(np.arange(60) < 30, *values)}).drop(columns="patient")
    _, notes = read(table, Columns("y", "s"))
    assert "a model looks better than it is on the rows that it was trained on" in notes


@pytest.mark.parametrize(("name", "values"), [("transport", ("train", "bus")), ("is_new", ("1", "0"))])
def test_other_columns_say_nothing_of_training(read, name, values):
    one, _, _ = two_models(by_class=False)
    table = one.assign(**{name: np.where(np.arange(60) < 30, *values)}).drop(columns="patient")
    assert "trained" not in read(table, Columns("y", "s"))[1]


def test_replicates_that_are_folds_are_noted(read):
    one, _, _ = two_models(by_class=False)
    table = one.assign(k=np.arange(60) % 5 + 1)
    _, notes = read(table, Columns("y", "s", seed="k", row="patient"))
    assert "the replicates of the column 'k' share no example, as folds do" in notes
    _, notes = read(table.iloc[:57], Columns("y", "s", seed="k"))
    assert "the replicates of the column 'k' differ in their numbers of rows" in notes


def test_replicates_with_the_same_scores_are_noted(read):
    """A seed that was handed on to two of three runs only; the rows of a run may come in any order."""
    one, _, _ = two_models(by_class=False)
    again = one.sample(frac=1, random_state=2)
    other = one.assign(s=one["s"] + np.sin(np.arange(60)))
    runs = pd.concat([one.assign(k="a"), other.assign(k="b"), again.assign(k="c")])
    _, notes = read(runs, Columns("y", "s", seed="k", row="patient"))
    assert (
        "the replicates 'a' and 'c' have the same scores, row by row (3 replicates, 2 sets of scores)"
        in notes
    )
    assert "combined several times" not in notes
    _, notes = read(runs[runs["k"] != "c"], Columns("y", "s", seed="k", row="patient"))
    assert "the same scores" not in notes
    stacked = pd.concat([run.assign(k=k) for k, run in (("a", one), ("b", other)) for _ in range(2)])
    assert "combined several times" in read(stacked, Columns("y", "s", seed="k"))[1]


def test_examples_that_change_their_class_between_replicates_are_noted(read):
    one, _, _ = two_models(by_class=False)
    turned = one.assign(y=np.where(np.arange(60) < 7, 1 - one["y"], one["y"]))
    for second, words in ((turned, "7 examples of the column 'patient' have several classes"), (one, "")):
        table = pd.concat([one.assign(k=1), second.assign(k=2)])
        _, notes = read(table, Columns("y", "s", seed="k", row="patient"))
        assert words in notes
        assert ("several classes" in notes) == bool(words)


def test_folds_of_several_repetitions_are_noted(read):
    one, _, _ = two_models(by_class=False)
    table = one.assign(k=[f"Fold{i % 5}.Rep{i // 30 + 1}" for i in range(60)])
    _, notes = read(table, Columns("y", "s", fold="k"))
    assert "the folds of the column 'k' are those of 2 repetitions" in notes


def test_a_label_that_was_made_from_the_score_is_noted(read):
    score = np.linspace(0, 1, 30)
    _, notes = read(pd.DataFrame({"y": (score > 0.5) * 1, "s": score}), Columns("y", "s"))
    assert "every positive row has a higher score than every other" in notes


@pytest.mark.parametrize(
    ("start", "kind"), [(b"PK\x03\x04", "an Excel workbook"), (b"%PDF-1.7", "a PDF"), (b"PAR1", "Parquet")]
)
def test_other_kinds_of_files_are_named(tmp_path, start, kind):
    (tmp_path / "x.csv").write_bytes(start + b"\xff" * 20 + b"PAR1")
    with pytest.raises(InputError, match=f"found {kind}"):
        read_given(tmp_path / "x.csv", Columns("y", "s"))
    (tmp_path / "x.csv").write_text("PK,y,s\n1,1,0.5\n2,0,0.2\n")
    assert read_given(tmp_path / "x.csv", Columns("y", "s")).positive == "1"


def test_numbers_of_rows_that_became_floats_name_examples_too(read):
    one, _, turned = two_models()
    numbers = {f"p{i:03}": (i * 7) % 60 * 1.0 for i in range(60)}
    table = pd.concat([one, turned]).assign(i=lambda t: t["patient"].map(numbers)).drop(columns="patient")
    given, notes = read(table, suffix="parquet")
    assert not given.paired
    assert "--row i pairs them" in notes


@pytest.mark.parametrize("name", ["userId", "USUBJID", "SubjID", "image_name", "pair", "MRN"])
def test_columns_that_say_whom_a_row_is_about_have_many_names(read, name):
    one, _, _ = two_models(by_class=False)
    table = one.drop(columns="patient").assign(**{name: [f"01-{i // 5:03}" for i in range(60)]})
    _, notes = read(table, Columns("y", "s"))
    assert f"--cluster {name} treats them as clusters" in notes


def test_replicates_that_are_named_as_folds_are_noted(read):
    """Of 5 repetitions of 60 rows, one curve with 300 rows would have too narrow intervals."""
    one, _, _ = two_models(by_class=False)
    rng = np.random.default_rng(2)
    table = pd.concat([one.assign(s=one["s"] + rng.normal(size=60), rep=k) for k in range(5)])
    table = table.drop(columns="patient")
    _, notes = read(table, Columns("y", "s", fold="rep"))
    assert "the column 'rep' divides the rows into 5 blocks with the same labels" in notes
    assert "blocks" not in read(table.sort_values(["rep", "y"]), Columns("y", "s", fold="rep"))[1]


@pytest.mark.parametrize("role", ["cluster", "group", "fold", "seed"])
def test_names_that_are_written_in_two_ways_are_noted(read, role):
    one, _, _ = two_models(by_class=False)
    for names, words in ((("P1", "p1"), "'P1' and 'p1' differ only"), (("P1", "P2"), "")):
        table = one.assign(k=np.where(np.arange(60) % 2 == 0, *names)).drop(columns="patient")
        _, notes = read(table, Columns("y", "s", **{role: "k"}))
        assert words in notes
        assert ("treated as two" in notes) == bool(words)


def lines(n=40):
    return [f"{at % 2},{at / n:.3f},note {at % 3}" for at in range(n)]


@pytest.mark.parametrize(("first", "last", "n_rows"), [(4, 8, 36), (4, 5, 39)])
def test_a_quotation_mark_too_many_that_swallows_rows_is_noted(read, first, last, n_rows):
    rows = lines()
    rows[first] = rows[first].replace("note", '"note')
    rows[last] += '"'
    given, notes = read("\n".join(["y,s,t", *rows]), Columns(label="y", score="s"))
    words = f"a cell holds {last - first} line breaks and the fields of as many rows"
    assert [words in note for note in notes.splitlines() if "line breaks" in note] == [True]
    assert len(next(iter(given.models.values()))) == n_rows


def test_texts_of_several_lines_and_empty_lines_are_no_lost_rows(read):
    rows = [row.replace("note", '"a note,\nof') + '"\n' for row in lines()]
    given, notes = read("\n".join(["y,s,t", *rows]), Columns(label="y", score="s"))
    assert not [note for note in notes.splitlines() if "line breaks" in note]
    assert len(next(iter(given.models.values()))) == 40


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (np.arange(60) + 1, "the weights count the rows from 1 on"),
        (60 - np.arange(60), "the weights are the whole numbers from 1 to 60, each once"),
        (np.arange(60) % 7 + 1, "if they count equal rows, repeat each row as often"),
        (np.where(np.arange(60) < 20, 0.0, 0.5), "20 of 60 rows have the weight 0"),
        (20240101 + np.arange(60) % 28, "all weights are dates such as 20240101"),
        ("scores", "the weights are the scores themselves"),
        (np.full(60, 2.5), "all weights are 2.5, which is the same as no weights"),
        ("balanced", "all rows of a class have the same weight"),
        (np.linspace(0.5, 2.5, 60), ""),
    ],
)
def test_weights_that_may_be_something_else_are_noted(read, weight, words):
    one, _, _ = two_models(by_class=False)
    if isinstance(weight, str):
        weight = np.where(one["y"] == 1, 1.7, 0.8) if weight == "balanced" else one["s"].abs()
        one = one.assign(s=one["s"].abs())
    _, notes = read(one.assign(w=weight).drop(columns="patient"), Columns("y", "s", weight="w"))
    assert words in notes
    assert ("weight" in notes) == bool(words)


def test_models_that_share_some_examples_are_not_taken_for_independent(read):
    one, two, _ = two_models(by_class=False)
    table = pd.concat([one, two[:50]])
    given, notes = read(table)
    assert given.dependent
    assert "--row patient pairs them" in notes
    assert not read(table.drop(columns="patient"))[0].dependent
    others = pd.concat([one, two[:50].assign(patient=[f"q{i}" for i in range(50)])])
    assert not read(others)[0].dependent


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("train", "test"), "'train.csv' seems to contain training rows, and the rows of all files"),
        (("scores_train",), "'scores_train.csv' seems to contain training rows;"),
        (("fold0", "fold1"), "the files are named like folds (fold0.csv)"),
        (("rf", "glm"), "the 2 files have the same labels, row by row, and make one curve"),
        (("a", "b"), ""),
        (("train_test",), ""),
    ],
)
def test_files_that_are_no_parts_of_one_curve_are_noted(tmp_path, names, words):
    one, _, _ = two_models(by_class=False)
    for place, name in enumerate(names):
        part = one.assign(s=one["s"] + place)
        part = part if name in ("rf", "glm") else part[place * 20 :]
        part.drop(columns=["patient", "m"]).to_csv(tmp_path / f"{name}.csv", index=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssessmentNote)
        path = tmp_path if len(names) > 1 else tmp_path / f"{names[0]}.csv"
        notes = "\n".join(read_given(path, Columns("y", "s")).notes)
    assert words in notes
    assert bool(notes) == bool(words)


@pytest.mark.parametrize("columns", [Columns("y", "s"), LONG])
def test_rows_of_a_script_that_ran_twice_are_noted(read, columns):
    one, two, _ = two_models(by_class=False)
    again = one.assign(s=one["s"] + 0.01, m="A")
    table = pd.concat([one, again]).rename(columns={} if columns.model else {"m": "note"})
    assert "the labels come 2 times in the same order, with other scores" in read(table, columns)[1]
    fresh = two_models(seed=5, by_class=False)[0]
    assert "in the same order, with" not in read(pd.concat([one, fresh]), columns)[1]
    assert "in the same order, with" not in read(pd.concat([one, two]), LONG)[1]
    named = Columns("y", "s", cluster="patient")
    assert "in the same order, with" not in read(table, named)[1]


def test_a_cluster_of_many_rows_where_others_have_few_is_noted(read):
    rng = np.random.default_rng(2)
    table = pd.DataFrame({"y": rng.integers(0, 2, 120), "s": rng.normal(size=120)})
    whom = np.where(np.arange(120) % 4, np.arange(120) // 2, 99999)
    columns = Columns("y", "s", cluster="c")
    assert "c: '99999' has 30 of 120 rows, and no other more than 2" in read(table.assign(c=whom), columns)[1]
    assert read(table.assign(c=np.arange(120) // 2), columns)[1] == ""
    assert read(table.assign(c=np.minimum(np.arange(120) // 2, 7)), Columns("y", "s", group="c"))[1] == ""


@pytest.mark.parametrize(("n", "noted"), [(65_534, False), (65_535, True), (65_536, False)])
def test_a_file_as_long_as_a_full_sheet_is_noted(read, n, noted):
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"y": rng.integers(0, 2, n), "s": rng.normal(size=n)})
    assert ("65535 rows are the maximum of a worksheet" in read(table, Columns("y", "s"))[1]) == noted
