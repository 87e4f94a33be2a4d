"""Large files: the numbers of the whole curve, in little memory, with nothing left behind."""

import argparse
import builtins
import re
import signal
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.assess import assess, command, large, large_files, large_rows, large_walk, read_given
from rocrepro.assess.assessment import study_of
from rocrepro.assess.large import assess_large, figures, printed_large, save_large
from rocrepro.assess.large_rows import Totals
from rocrepro.assess.large_walk import Walk, counted
from rocrepro.display.panels import PANEL
from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points, sensibility
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices, Model
from rocrepro.study.operating import operating_rows
from rocrepro.study.related import soft_of
from rocrepro.study.summary import summary_of
from tests.hostile.conftest import SOAK, outcome
from tests.hostile.files import mutations

pytestmark = pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")
SMALL = {large_files: {"LIMIT": 3, "BLOCK": 40}, large_rows: {"LIMIT": 3, "BATCH": 16}, large: {"LIMIT": 3}}
SHOWN = (
    *("criterion", "threshold", "tp", "fn", "fp", "tn", "fpr", "tpr", "accuracy", "chi_square", "p_value"),
    *("confident", "difference", "lower", "upper", "strip_low", "strip_high", "chosen_here"),
)


@pytest.fixture(autouse=True, scope="module")
def _small_parts():
    """Batches and blocks so small that a few hundred rows make many of each."""
    with pytest.MonkeyPatch.context() as patch:
        for module, values in SMALL.items():
            for name, value in values.items():
                patch.setattr(module, name, value)
        yield


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """The folder for temporary files."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def frame(rng, n, kind):
    """Labels and scores: probabilities, scores of both signs, few distinct ones, or good ones."""
    label = np.append([0, 1], rng.random(n - 2) < 0.3).astype(int)
    noise = rng.normal(size=n)
    score = {
        "probabilities": lambda: 1 / (1 + np.exp(-noise - label)),
        "signed": lambda: noise + label,
        "ties": lambda: np.round(noise + label) / 4 * np.where(rng.random(n) < 0.1, -0.0, 1.0),
        "parted": lambda: label + noise / 100,
        "one": lambda: np.zeros(n),
    }[kind]()
    return pd.DataFrame({"label": label, "score": score})


def sorted_batches(table, rng):
    """The rows as the sort gives them, in batches of any size; and what was counted before."""
    label, score = table["label"].to_numpy(), table["score"].to_numpy()
    n_pos, n_neg = int(label.sum()), int((1 - label).sum())
    likely = bool(0 <= score.min() <= score.max() <= 1)
    middle = sensibility(label, score).midpoint if likely else np.nan
    both = int(((label == 1) & (score >= middle)).sum()), int(((label == 0) & (score < middle)).sum())
    totals = Totals("m", n_pos, n_neg, likely, middle, both)
    order = np.argsort(-score, kind="stable")
    cuts = np.unique(np.append(rng.integers(0, len(table), rng.integers(0, 30)), [0, len(table)]))
    return totals, [
        (0, score[order[a:b]], label[order[a:b]].astype(np.uint8)) for a, b in pairwise(cuts.tolist())
    ]


KINDS = ("probabilities", "signed", "ties", "parted", "one")


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


def both(path, columns=None, pos_label=None, **options):
    """The assessment in memory and the one from disk."""
    columns = columns or Columns()
    given_whole = read_given(path, columns, pos_label=pos_label)
    return (
        assess(given_whole, Choices(n_resamples=2, **options)),
        assess_large(path, columns, Choices(n_resamples=2, **options), pos_label=pos_label),
    )


def compare(whole, disk):
    """Equal counts, points and thresholds, and areas to 1e-12."""
    assert list(disk.given.models) == list(whole.given.models)
    assert (disk.given.name, disk.given.positive) == (whole.given.name, whole.given.positive)
    found = disk.tables["summary"].frame
    expected = whole.tables["summary"].frame[found.columns]
    pd.testing.assert_frame_equal(found, expected, rtol=0, atol=1e-12)
    counts = ["model", "n_pos", "n_neg", "n_points", "n_confident", "auc", "midpoint", "struggle_ratio"]
    pd.testing.assert_frame_equal(found[counts], expected[counts], check_exact=True)
    pd.testing.assert_frame_equal(
        disk.tables["operating_points"].frame, whole.tables["operating_points"].frame, check_exact=True
    )
    # The points that are kept are points of the whole curve, with all that is said of them.
    kept = disk.tables["points"].frame
    merged = kept.merge(
        whole.tables["points"].frame, how="left", on=["model", "threshold"], suffixes=("", "_w")
    )
    for column in ("tp", "fp", "lower", "upper", "confident", "chi_square", "precision"):
        np.testing.assert_array_equal(merged[column], merged[f"{column}_w"])
    assert kept["confident"].sum() == whole.tables["points"].frame["confident"].sum()


def mixed(kind, *models):
    """Rows of several models in any order; scores as texts are read back as they are."""
    rng = np.random.default_rng(4)
    parts = [frame(rng, n, kind).assign(clf=name) for name, n in models or (("b", 150), ("a", 331))]
    table = pd.concat(parts).sample(frac=1, random_state=1, ignore_index=True)
    return table.assign(label=np.where(table["label"] == 1, "ill", "well"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_file_of_several_models_gives_the_same_tables(tmp_path, scratch, kind, suffix):
    table, path = mixed(kind), tmp_path / f"scores.{suffix}"
    table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path, row_group_size=100)
    compare(*both(path, Columns(model="clf"), "ill", threshold="youden"))
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_folder_and_a_pattern_are_one_file_in_parts(tmp_path, suffix):
    table = mixed("ties")
    for part in range(3):
        rows = table.iloc[part * 170 : (part + 1) * 170]
        path = tmp_path / f"flat/part-{part}.{suffix}"
        path.parent.mkdir(exist_ok=True)
        rows.to_csv(path, index=False) if suffix == "csv" else rows.to_parquet(path)
        for model, of_model in rows.groupby("clf"):
            path = tmp_path / f"deep/clf={model}%2C 1/{part}.{suffix}"
            path.parent.mkdir(exist_ok=True, parents=True)
            of_model = of_model.drop(columns="clf")
            of_model.to_csv(path, index=False) if suffix == "csv" else of_model.to_parquet(path)
    for given_as in ("flat", f"flat/part-[0-2].{suffix}", f"f*/*.{suffix}", f"**/part-?.{suffix}"):
        compare(*both(tmp_path / given_as, Columns(model="clf"), "ill"))
    for given_as in ("deep", f"deep/clf=*/*.{suffix}"):
        whole, disk = both(tmp_path / given_as, Columns(model="clf"), "ill")
        assert list(disk.given.models) == ["a, 1", "b, 1"]
        compare(whole, disk)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_folders_around_a_file_give_it_no_columns(tmp_path, suffix):
    table, path = frame(np.random.default_rng(1), 60, "signed"), tmp_path / f"label=3/score=7/c1=2/x.{suffix}"
    path.parent.mkdir(parents=True)
    table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path)
    compare(*both(path))
    compare(*both(path.parent))


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@pytest.mark.parametrize("name", ["a*", "[a-c]?", "it's", "a\\b", "{1,2}", "~", "%41", "s3:", "é\n"])
def test_a_name_is_a_name_and_no_pattern(tmp_path, name, suffix):
    table = frame(np.random.default_rng(1), 60, "signed")
    for stem, rows in ((name, table), ("abc", table[table["label"] == 1])):
        path = tmp_path / f"{stem}.{suffix}"
        rows.to_csv(path, index=False) if suffix == "csv" else rows.to_parquet(path)
    compare(*both(tmp_path / f"{name}.{suffix}"))


@pytest.mark.parametrize(
    "label", ["label", "model", "n", "place", "score ", "file_row_number", "it's", 'a"b']
)
def test_columns_have_any_names_and_are_told_apart_by_their_capitals(tmp_path, label):
    table = frame(np.random.default_rng(1), 60, "signed").rename(columns={"label": label})
    table = table.assign(Score=1.0, filename="x", c1=4, file_index=2)
    table = table[["Score", "filename", "c1", label, "file_index", "score"]]
    table.to_parquet(tmp_path / "scores.parquet")
    table.to_csv(tmp_path / "scores.csv", index=False)
    for suffix in ("parquet", "csv"):
        compare(*both(tmp_path / f"scores.{suffix}", Columns(label=label)))


@pytest.mark.parametrize(
    "label", [[1, 0, 1, 0], [True, False, True, False], [1.0, 0.0, 1.0, 0.0], [1, -1, 1, -1], [*"1010"]]
)
@pytest.mark.parametrize("kind", ["float64", "float32", "int16", "uint8", "str", "decimal"])
def test_labels_and_scores_of_any_type(tmp_path, label, kind):
    path = tmp_path / "scores.parquet"
    score = np.array([1, 2, 3, 2]) if "int" in kind else np.array([0.1, 0.2, 0.3, 0.2])
    column = pa.array(score).cast(pa.decimal128(6, 2)) if kind == "decimal" else pd.Series(score).astype(kind)
    pq.write_table(pa.table({"label": label, "score": column}), path)
    compare(*both(path))


@pytest.mark.parametrize("text", ["0.1", "1e-30", "3e-320", "0.3333333333333333", "1"])
@pytest.mark.parametrize("n", [7, 1000])
def test_the_midpoint_is_rounded_once(tmp_path, text, n):
    """Where all scores are the midpoint, its last bit decides on every row."""
    (tmp_path / "scores.csv").write_text("label,score\n" + f"1,{text}\n0,{text}\n" * n)
    compare(*both(tmp_path / "scores.csv"))


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.text(alphabet="0123456789.eE+-_ xinfaINF\t", max_size=8).filter(str.strip),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(NUMBERS, min_size=1, max_size=40))
def test_a_csv_has_the_same_numbers_and_refusals_as_in_memory(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("numbers") / "scores.csv"
    path.write_text("label,score\n0,0\n" + "".join(f"1,{text}\n" for text in texts))
    found = []
    for read in (whole_curve, disk_curve):
        try:
            found.append(read(path))
        except InputError as error:
            found.append(str(error))
    assert found[0] == found[1]


def whole_curve(path):
    ((_, label, score),) = read_given(path, Columns()).at_seed()
    curve = roc_points(label, score)
    return curve.threshold.tolist(), curve.tp.tolist()


def disk_curve(path):
    with large_rows.opened(path, Columns()) as rows:
        ((totals, batches),) = ((totals, list(batches)) for totals, batches in rows.descending())
    blocks = list(counted(batches, totals))
    joined = ([getattr(block, name) for block in blocks] for name in ("threshold", "tp"))
    return tuple(
        [*parts[0].tolist(), *(value for part in parts[1:] for value in part[1:].tolist())]
        for parts in joined
    )


# What DuckDB refuses or reads in another way, and pandas does not.
ODD = {
    "a byte-order mark": "\ufefflabel,score\n1,2\n0,1\n",
    "CRLF": "label,score\r\n1,2\r\n0,1\r\n",
    "mixed line ends": "label,score\r\n1,2\n0,1\r\n",
    "an empty line first": "\nlabel,score\n1,2\n0,1\n",
    "lines of blanks": "label,score\n1,2\n \t\n\n0,1\n  \n",
    "rows without their last cells": "label,score,x\n1,2\n0,1,3\n",
    "line ends in cells": 'label,score,"a\nb"\n1,2,"c\n\nd"\n0,1,\n',
    "quotes": '"label","score"\n"1","2"\n"0",1\n',
    "blanks around numbers": "label,score\n1, 2 \n 0,1\n",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_csv_files_are_read_as_in_memory(tmp_path, name):
    path = tmp_path / "scores.csv"
    path.write_text(ODD[name], newline="")
    compare(*both(path))


ROWS = 'label,score,"x"\n1,0.9,one\n0,0.4,"a ""b"" c"\n0,-1e-310,\n1,8,"two\nlines"\n0,0.1,two\n1,7,z\n'


def test_mutated_csv_files_are_read_or_refused_as_in_memory(tmp_path):
    path = tmp_path / "scores.csv"
    for data in mutations(ROWS.encode(), 1000 if SOAK else 80, seed=5):
        path.write_bytes(data)
        found = [outcome(lambda read=read: read(path), str(path)) for read in (whole_curve, disk_curve)]
        # Two faults of one file may be found in another order.
        assert found[0][0] == found[1][0], data
        assert bool(found[0][1]) == bool(found[1][1]), data


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


def test_figures_carry_the_numbers_of_the_whole_curve(tmp_path):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(5), 800, "probabilities").to_parquet(path)
    whole, disk = both(path)
    row = whole.tables["summary"].frame.iloc[0]
    drawn = {name: figure for name, _, figure in figures(disk)}
    texts = [text.get_text() for text in drawn["confident"].axes[0].get_legend().get_texts()]
    assert f"AUC {row['auc']:.3f}; {row['n_confident']} of {row['n_points']} points confident" in texts
    best = whole.tables["operating_points"].frame.set_index("criterion")["threshold"]["chi_square"]
    texts = [text.get_text() for text in drawn["chi_square"].axes[0].get_legend().get_texts()]
    assert f"best by chi-square, threshold {best:.3g}" in texts
    written = save_large(disk, tmp_path / "out")
    assert written[0].name == "index.html"
    assert {path.name for path in written} >= {"summary.csv", "points.md", "confident.svg", "sensibility.png"}
    assert "Left out" in (tmp_path / "out" / "tables" / "summary.md").read_text()
    assert re.search(r"auc +0\.\d+", printed_large(disk))


@pytest.mark.parametrize(
    ("column", "row", "value", "message"),
    [
        ("score", 150, np.nan, "row 151: score: found"),
        ("score", 7, np.inf, "row 8: score: found"),
        ("score", 7, -np.inf, "row 8: score: found"),
        ("label", 150, None, "row 151: label: found nothing; expected a value"),
        ("label", 99, " ", "row 100: label: found nothing"),
        ("label", 99, "poorly", "label: found 3 classes ('ill', 'poorly', 'well'); expected two"),
        ("clf", 120, None, "row 121: clf: found nothing"),
        ("clf", 120, "b", "model b: label: found 'ill' alone; expected both 'well' and 'ill'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@pytest.mark.parametrize("folder", [False, True])
def test_bad_rows_are_named_and_nothing_is_left(
    tmp_path, scratch, column, row, value, message, suffix, folder
):
    table = frame(np.random.default_rng(1), 200, "signed").assign(clf="a")
    table["label"] = np.where(table["label"] == 1, "ill", "well")
    table.loc[row, "label"] = "ill"
    table[column] = table[column].astype(object if column != "score" else float)
    path = tmp_path / (f"scores/part-2.{suffix}" if folder else f"scores.{suffix}")
    if folder:
        path.parent.mkdir()
        first = path.with_name(f"part-1.{suffix}")
        table.to_csv(first, index=False) if suffix == "csv" else table.to_parquet(first)
    table.loc[row, column] = value
    table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path)
    with pytest.raises(InputError) as error:
        assess_large(path.parent if folder else path, Columns(model="clf"), pos_label="ill")
    assert message in str(error.value)
    assert str(error.value).startswith(str(path if "row" in message else path.parent if folder else path))
    assert "\n" not in str(error.value)
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ([2**53 + 1, 1, 2, 3], "row 1: score: found 9007199254740993; expected a finite number"),
        (np.array([1, 2**63 + 1, 2, 3], dtype=np.uint64), "row 2: score: found 9223372036854775809"),
        ([True, False, True, True], "score: found the type bool; expected finite numbers"),
        (pd.to_datetime(["2020-01-01"] * 4), "score: found the type datetime64"),
        ([[1], [2], [3], [4]], "row 1: score: found array([1])"),
        ([None] * 4, "row 1: score: found None"),
    ],
)  # fmt: skip
def test_what_is_no_score_is_refused_and_not_cast(tmp_path, score, message):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1, 0, 1, 0], "score": score}).to_parquet(path)
    for read in (read_given, assess_large):
        with pytest.raises(InputError) as error:
            read(path, Columns())
        assert message in str(error.value), read


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_whole_numbers_beyond_those_that_doubles_hold_are_refused(tmp_path, suffix):
    path = tmp_path / f"scores.{suffix}"
    for least, fine in (
        (2**53 + 1, False),
        (2**53 + 2, False),
        (-(2**60), False),
        (2**53, True),
        (-(2**53), True),
    ):
        table = pd.DataFrame({"label": [1, 0, 1, 0], "score": [3, least, 2, 1]})
        table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path)
        if fine:
            compare(*both(path))
            continue
        for read in (read_given, assess_large):
            with pytest.raises(InputError, match=r"row 2: score: found .*that a double holds exactly"):
                read(path, Columns())


def test_a_folder_for_temporary_files_that_is_not_there_is_named(tmp_path, monkeypatch):
    """Python would take another one in silence."""
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n1,2\n0,1\n")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"TMPDIR: found '.*gone'; expected a folder"):
        assess_large(path, Columns())


def test_integers_up_to_two_to_the_53_are_scores(tmp_path):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1, 0, 1, 0], "score": [2**53, -(2**53), 2**53 - 1, 0]}).to_parquet(path)
    compare(*both(path))


@pytest.mark.parametrize(
    ("labels", "models", "message"),
    [
        (range(500), ["a"] * 500, "label: found more than 100 values; expected two classes"),
        ([0, 1] * 250, np.arange(500) // 2, "clf: found more than 100 values; expected at most 100 models"),
    ],
)
def test_many_classes_or_models_are_refused(tmp_path, labels, models, message):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": labels, "clf": models, "score": np.arange(500.0)}).to_parquet(path)
    with pytest.raises(InputError, match=message):
        assess_large(path, Columns(model="clf"))


def test_parts_with_columns_of_other_types_are_refused(tmp_path):
    """DuckDB would cast the second to the first: 2^53 + 1 would be rounded."""
    pd.DataFrame({"label": [1, 0], "score": [0.5, 1.0]}).to_parquet(tmp_path / "1.parquet")
    pd.DataFrame({"label": [1, 0], "score": [2**53 + 1, 0]}).to_parquet(tmp_path / "2.parquet")
    with pytest.raises(InputError) as error:
        assess_large(tmp_path, Columns())
    found = f"{tmp_path / '2.parquet'}: score: found the type BIGINT; expected DOUBLE, as in"
    assert str(error.value).startswith(found)
    with pytest.raises(InputError, match=r"2\.parquet: row 1: score: found 9007199254740993"):
        read_given(tmp_path, Columns())


def test_text_may_be_written_in_different_ways(tmp_path):
    """As words in a dictionary, for example; DuckDB knows one type of text."""
    table = frame(np.random.default_rng(1), 60, "signed").assign(label=lambda t: t["label"].astype(str))
    table.astype({"label": "category"}).to_parquet(tmp_path / "1.parquet")
    pq.write_table(
        pa.table({"label": table["label"].tolist(), "score": table["score"]}), tmp_path / "2.parquet"
    )
    compare(*both(tmp_path))


def test_without_duckdb_one_line_says_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n" + "1,2\n0,1\n" * 5)
    usual = builtins.__import__

    def without(name, *rest):
        if name == "duckdb":
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns())
    assert str(error.value) == (
        f"{path}: found more than 3 rows, and not the package duckdb, which sorts so many; expected it "
        "installed (pip install duckdb, or rocrepro with its extra large)"
    )


def test_a_run_that_breaks_leaves_no_file(tmp_path, scratch, monkeypatch):
    def broken(batches, totals):
        assert len(list(scratch.glob("rocrepro-*"))) == 1
        raise MemoryError

    monkeypatch.setattr(large_walk, "counted", broken)
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 200, "signed").to_parquet(path)
    with pytest.raises(MemoryError):
        assess_large(path, Columns())
    assert not list(scratch.iterdir())


KILLED = """
import sys, time
from rocrepro.assess import large_rows
from rocrepro.formats.given.reading import Columns
large_rows.MEMORY = 50_000_000
large_rows.THREADS = 1
with large_rows.opened(sys.argv[1], Columns()) as rows:
    for totals, batches in rows.descending():
        next(iter(batches))
        print("sorted", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_killed_leaves_no_file(tmp_path, sign):
    path, scratch = tmp_path / "scores.parquet", tmp_path / "scratch"
    scratch.mkdir()
    frame(np.random.default_rng(1), 3_000_000, "signed").to_parquet(path)
    command_line = [sys.executable, "-c", KILLED, str(path)]
    environment = dict(large_rows.os.environ, TMPDIR=str(scratch))
    with subprocess.Popen(
        command_line,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout.readline() == b"sorted\n"
        (folder,) = scratch.iterdir()
        assert sum(file.stat().st_size for file in folder.iterdir()) > 10**6
        process.send_signal(sign)
        process.wait()
        deadline = time.monotonic() + 30
        while list(scratch.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not list(scratch.iterdir())


def test_a_full_disk_and_a_full_memory_are_one_line(tmp_path, scratch, monkeypatch):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 3_000_000, "signed").to_parquet(path)
    monkeypatch.setattr(large_rows, "MEMORY", 50_000_000)
    monkeypatch.setattr(large_rows, "THREADS", 1)
    monkeypatch.setattr(large_rows, "SETTINGS", {**large_rows.SETTINGS, "max_temp_directory_size": "5MB"})
    with pytest.raises(InputError) as error:
        assess_large(path, Columns())
    found = "found no more room on the disk; expected room to sort the scores (TMPDIR names another folder)"
    assert str(error.value) == f"{scratch}: {found}"
    monkeypatch.setattr(large_rows, "MEMORY", 2_000_000)
    with pytest.raises(InputError, match=r"found 0\.002 GB of memory full"):
        assess_large(path, Columns())
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"seed": "s"}, {}, "seed: found a column for a file of more than 3 rows; expected label, score and"),
        ({"row": "s"}, {}, "row: found a column"),
        ({"fold": "s"}, {}, "fold: found a column"),
        ({"score": "x"}, {}, "score: found no column 'x'; expected one of label, score, s"),
        ({}, {"prevalence": 0.1}, "prevalence: found 0.1 for a file of more than"),
        ({}, {"margin": 0.1}, "margin: found 0.1 for a file of more than"),
        ({}, {"partial_fpr": 0.1}, "partial_fpr: found 0.1 for a file of more than"),
        ({}, {"partial_tpr": 0.8}, "partial_tpr: found 0.8 for a file of more than"),
        ({}, {"at_specificity": 0.95}, "at_specificity: found 0.95 for a file of more than"),
    ],
)  # fmt: skip
def test_what_large_files_do_not_have_is_one_line(tmp_path, columns, options, message):
    path = tmp_path / "scores.csv"
    path.write_text("label,score,s\n" + "1,2,1\n0,1,1\n" * 5)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns(**columns), Choices(**options))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_no_room_on_the_disk_is_said_before_the_work(tmp_path, monkeypatch):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 100, "signed").to_parquet(path)
    monkeypatch.setattr(large_rows, "BYTES", 40_000_000)
    monkeypatch.setattr(large_files.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**9))
    with pytest.raises(InputError, match=r"found 1\.0 GB free; expected 2\.0 GB to sort the scores \(TMPDIR"):
        assess_large(path, Columns())


def test_files_are_large_by_their_rows(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n" + "1,0.25\n" * 10)
    assert large_files.is_large(path)
    monkeypatch.setattr(large_files, "LIMIT", 11)
    assert not large_files.is_large(path)
    parquet = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1] * 12}).to_parquet(parquet)
    assert large_files.is_large(parquet)
    parquet.write_bytes(b"PAR1")
    assert not large_files.is_large(parquet)
    assert not large_files.is_large(tmp_path / "gone.csv")
    for part in "ab":
        pd.DataFrame({"label": [1] * 6}).to_parquet(tmp_path / f"{part}.part.parquet")
    assert large_files.is_large(tmp_path / "?.part.parquet")
    assert not large_files.is_large(tmp_path / "a.part.parquet")


def test_the_command_takes_a_large_file_by_itself(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args([str(path), "--output", str(tmp_path / "out")])) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("model ")
    assert "n_points" in shown
    assert f"start at {tmp_path / 'out' / 'index.html'}" in shown
    assert "Left out" in (tmp_path / "out" / "index.html").read_text()


def test_a_file_that_is_not_there_or_no_parquet(tmp_path):
    with pytest.raises(InputError, match="found no such file"):
        assess_large(tmp_path / "gone.csv", Columns())
    path = tmp_path / "scores.parquet"
    path.write_bytes(b"PAR1" * 9)
    with pytest.raises(InputError, match="expected a readable Parquet file"):
        assess_large(path, Columns())
    text = tmp_path / "scores.csv"
    text.write_bytes(b"label,score\n" + b"1,2\n0,1\n" * 50 + b'1,"2\n')
    with pytest.raises(InputError, match="expected a readable UTF-8 CSV file"):
        assess_large(text, Columns())


def test_a_parquet_file_with_bytes_that_changed_is_one_line(tmp_path, scratch):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(3), 3000, "signed").to_parquet(path)
    data = bytearray(path.read_bytes())
    data[200:20_000] = bytes(19_800)
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns())
    assert str(error.value).startswith(str(path))
    assert not list(scratch.iterdir())


def test_models_are_cut_as_in_memory(tmp_path):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    for threshold in (None, 0.3, "accuracy"):
        choices = Choices(threshold=threshold)
        (model,) = study_of(read_given(path, Columns()), choices).models
        assert assess_large(path, Columns(), choices).models[0].in_use == model.in_use
