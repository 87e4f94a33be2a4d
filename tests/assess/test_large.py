"""Large files: the numbers of the whole curve to the last bit, in little memory, with nothing left behind."""

import argparse
import re
import tempfile
import warnings
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.assess import (
    assess,
    command,
    large,
    large_curve,
    large_keys,
    large_measures,
    large_reading,
    read_given,
)
from rocrepro.assess.assessment import study_of
from rocrepro.assess.figures import PANEL
from rocrepro.assess.large import assess_large
from rocrepro.assess.large_curve import LargeCurve, PairwiseSum
from rocrepro.assess.large_keys import Spool
from rocrepro.assess.large_output import figures, printed_large, save_large
from rocrepro.assess.reading import Columns
from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points, sensibility
from rocrepro.study import Choices, Model
from rocrepro.study.operating import operating_rows
from rocrepro.study.related import soft_of
from rocrepro.study.summary import summary_of

SMALL = {
    large_keys: {"RUN": 64, "BLOCK": 16},
    large_curve: {"LEAF": 160},
    large_reading: {"LIMIT": 3, "ROWS": 40, "RUN": 64},
}


@pytest.fixture(autouse=True, scope="module")
def _small_parts():
    """Runs, blocks and pieces so small that a few hundred rows make many of each."""
    with pytest.MonkeyPatch.context() as patch:
        for module, values in SMALL.items():
            for name, value in values.items():
                patch.setattr(module, name, value)
        yield


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


def curve_of(spool, table, size=37):
    curve = LargeCurve.empty(spool)
    for start in range(0, len(table), size):
        part = table.iloc[start : start + size]
        curve.add(part["label"].to_numpy() == 1, part["score"].to_numpy() + 0.0)
        if curve.held >= 64:
            curve.spill()
    curve.merge()
    return curve


KINDS = ("probabilities", "signed", "ties", "parted", "one")


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6), st.sampled_from(KINDS), st.integers(5, 700),
    st.sampled_from(["tango", "mcnemar_exact", "wald", "newcombe"]), st.sampled_from([0.05, 0.5]),
)  # fmt: skip
def test_blocks_have_the_points_and_the_measures_of_the_whole_curve(seed, kind, n, test, alpha):
    table = frame(np.random.default_rng(seed), n, kind)
    options = Choices(alpha=alpha, test=test, cost_fn=3, cost_fp=0.3, max_fpr=0.2)
    label, score = table["label"].to_numpy(), table["score"].to_numpy()
    whole = roc_points(label, score)
    segment = confident_segment(whole, alpha=alpha, test=test)
    with Spool(n) as spool:
        curve = curve_of(spool, table)
        blocks = list(curve.blocks())
        found = large_measures.walk(curve, options)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            limits = large_measures.delong(curve, found, alpha)
        soft = large_measures.sensible(curve) if curve.probabilities else None
    for name in ("threshold", "tp", "fp"):
        joined = np.concatenate([getattr(blocks[0], name)[:1], *(getattr(part, name)[1:] for part in blocks)])
        np.testing.assert_array_equal(joined, getattr(whole, name))
        assert all(getattr(a, name)[-1] == getattr(b, name)[0] for a, b in pairwise(blocks))
    order = np.arange(n)
    model = Model(("m",), 1, label, score, 0 * order, order, options)
    expected = vars(summary_of(model)) | vars(soft_of(model))
    assert (found.auc, found.n_points, found.segment.n_confident) == (
        expected["auc"], expected["n_points"], expected["n_confident"],
    )  # fmt: skip
    np.testing.assert_array_equal(found.segment.thresholds, segment.thresholds)
    for reading in ("vertical", "horizontal", "union", "concordant"):
        assert found.segment.cauc(reading) == expected[f"cauc_{reading}"]
    np.testing.assert_array_equal(
        [found.segment.aved, found.segment.aved_abs], [expected["aved"], expected["aved_abs"]]
    )
    np.testing.assert_array_equal(limits, (expected["auc_low"], expected["auc_high"]))
    if soft is not None:
        assert (soft.midpoint, soft.struggle_ratio) == (expected["midpoint"], expected["struggle_ratio"])
    cut = 0.5 if 0 <= score.min() <= score.max() <= 1 else 0.0
    rows = [
        [replace(row, n_tied=1) for row in operating_rows(curve, at, options)]  # ties are left out on disk
        for curve, at in ((found.best, found.cut), (whole, cut))
    ]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("n", [1, 7, 128, 129, 160, 161, 1000, 4097, 99991])
def test_sums_in_pieces_are_numpys(n):
    rng = np.random.default_rng(n)
    numbers = rng.normal(size=n) * 10.0 ** rng.integers(-8, 8, n)
    total, start = PairwiseSum(n), 0
    while start < n:
        size = int(rng.integers(1, 300))
        total.add(numbers[start : start + size])
        start += size
    assert total.value == np.sum(numbers)


def both(path, columns=None, pos_label=None, **options):
    """The assessment in memory and the one from disk."""
    columns = columns or Columns()
    given_whole = read_given(path, columns, pos_label=pos_label)
    return (
        assess(given_whole, Choices(n_resamples=2, **options)),
        assess_large(path, columns, Choices(n_resamples=2, **options), pos_label=pos_label),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_file_of_several_models_gives_the_same_tables(tmp_path, kind, suffix):
    rng = np.random.default_rng(4)
    parts = [frame(rng, n, kind).assign(clf=name) for name, n in (("b", 150), ("a", 331))]
    table = pd.concat(parts).sample(frac=1, random_state=1)
    table["label"] = np.where(table["label"] == 1, "ill", "well")
    path = tmp_path / f"scores.{suffix}"
    table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path, row_group_size=100)
    columns = Columns(model="clf")
    whole, disk = both(path, columns, "ill", threshold="youden")
    assert list(disk.given.models) == list(whole.given.models)
    assert (disk.given.positive, disk.given.negative) == ("ill", "well")
    shared = list(disk.tables["summary"].frame.columns)
    assert shared[:13] == list(whole.tables["summary"].frame.columns)[:13]
    for name, names in (("summary", shared), ("operating_points", None)):
        expected = whole.tables[name].frame
        pd.testing.assert_frame_equal(
            disk.tables[name].frame, expected if names is None else expected[names], check_exact=True
        )
    # The points that are kept are points of the whole curve, with all that is said of them.
    kept = disk.tables["points"].frame
    merged = kept.merge(
        whole.tables["points"].frame, how="left", on=["model", "threshold"], suffixes=("", "_w")
    )
    for column in ("tp", "fp", "lower", "upper", "confident", "chi_square", "precision"):
        np.testing.assert_array_equal(merged[column], merged[f"{column}_w"])
    assert kept["confident"].sum() == whole.tables["points"].frame["confident"].sum()


@pytest.mark.parametrize(
    "label", [[1, 0, 1, 0], [True, False, True, False], [1.0, 0.0, 1.0, 0.0], [1, -1, 1, -1]]
)
@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_labels_and_scores_of_any_type(tmp_path, label, kind):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": label, "score": np.array([0.1, 0.2, 0.3, 0.2], dtype=kind)}).to_parquet(path)
    whole, disk = both(path)
    assert disk.given.positive == whole.given.positive
    assert disk.models[0].walk.auc == whole.tables["summary"].frame["auc"][0]


def kept_points(n=4000):
    table = frame(np.random.default_rng(2), n, "probabilities")
    with Spool(n) as spool:
        curve = curve_of(spool, table)
        return table, large_measures.walk(curve, Choices()), large_measures.sensible(curve)


def test_the_drawn_curve_stays_within_half_a_pixel(monkeypatch):
    """Of the widest panel that the figures can have; by cells so wide that points are left out."""
    pixels = PANEL * 220  # the figure's width at the resolution of the PNG
    assert pixels / (8**0.5 * large_measures.CELLS) < 0.5
    assert pixels / large_measures.STEPS < 0.5
    monkeypatch.setattr(large_measures, "CELLS", 20)
    monkeypatch.setattr(large_measures, "STEPS", 40)
    table, found, soft = kept_points()
    whole = roc_points(table["label"], table["score"])
    drawn = found.drawn
    assert len(drawn) < len(whole) / 2
    # Distance from a point to the line between the kept points around it.
    right = np.clip(np.searchsorted(drawn.tp + drawn.fp, whole.tp + whole.fp), 1, None)
    ends = [np.stack([drawn.fpr[i], drawn.tpr[i]]) for i in (right - 1, right)]
    along, point = ends[1] - ends[0], np.stack([whole.fpr, whole.tpr]) - ends[0]
    distance = np.abs(along[0] * point[1] - along[1] * point[0]) / np.hypot(*along)
    assert distance.max() < 1 / (8**0.5 * 20)
    expected = sensibility(table["label"], table["score"])
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
    assert "Left out" in (tmp_path / "out" / "summary.md").read_text()
    assert re.search(r"auc +0\.\d+", printed_large(disk))


@pytest.mark.parametrize(
    ("column", "row", "value", "message"),
    [
        ("score", 150, np.nan, "row 151: score: found"),
        ("score", 7, np.inf, "row 8: score: found"),
        ("label", 150, None, "row 151: label: found nothing; expected a value"),
        ("label", 99, " ", "row 100: label: found nothing"),
        ("label", 99, "poorly", "label: found 3 classes ('ill', 'poorly', 'well'); expected two"),
        ("clf", 120, None, "row 121: clf: found nothing"),
        ("clf", 120, "b", "model b: label: found 'ill' alone; expected both 'well' and 'ill'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_bad_rows_are_named_and_nothing_is_left(tmp_path, monkeypatch, column, row, value, message, suffix):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "spool"))
    (tmp_path / "spool").mkdir()
    table = frame(np.random.default_rng(1), 200, "signed").assign(clf="a")
    table["label"] = np.where(table["label"] == 1, "ill", "well")
    table.loc[row, "label"] = "ill"
    table[column] = table[column].astype(object if column != "score" else float)
    table.loc[row, column] = value
    path = tmp_path / f"scores.{suffix}"
    table.to_csv(path, index=False) if suffix == "csv" else table.to_parquet(path)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns(model="clf"), pos_label="ill")
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)
    assert not list((tmp_path / "spool").iterdir())


def test_a_run_that_breaks_leaves_no_file_and_no_open_one(tmp_path, monkeypatch):
    opened = []

    class Watched(Spool):
        def __init__(self, n_rows):
            super().__init__(n_rows)
            opened.append(self)

    def broken(curve, options):
        assert opened[0].length > 0
        assert not list(tmp_path.glob("rocrepro-*")), "the file has no name while it is in use"
        raise MemoryError

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(large, "Spool", Watched)
    monkeypatch.setattr(large, "walk", broken)
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 200, "signed").to_parquet(path)
    with pytest.raises(MemoryError):
        assess_large(path, Columns())
    assert opened[0].file.closed
    assert [file.name for file in tmp_path.iterdir()] == ["scores.parquet"]


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"seed": "s"}, {}, "seed: found a column for a file of more than 3 rows; expected label, score and"),
        ({"row": "s"}, {}, "row: found a column"),
        ({"fold": "s"}, {}, "fold: found a column"),
        ({"score": "x"}, {}, "score: found no column 'x'; expected one of label, score, s"),
        ({}, {"prevalence": 0.1}, "prevalence: found 0.1 for a file of more than"),
        ({}, {"margin": 0.1}, "margin: found 0.1 for a file of more than"),
    ],
)  # fmt: skip
def test_what_large_files_do_not_have_is_one_line(tmp_path, columns, options, message):
    path = tmp_path / "scores.csv"
    path.write_text("label,score,s\n" + "1,2,1\n0,1,1\n" * 5)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns(**columns), Choices(**options))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_no_room_on_the_disk_is_said_before_the_work(monkeypatch):
    monkeypatch.setattr(large_keys.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**9))
    with pytest.raises(InputError, match=r"found 1\.0 GB free; expected 1\.6 GB to sort 100,000,000 scores"):
        Spool(10**8)


def test_files_are_large_by_their_rows(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n" + "1,0.25\n" * 10)
    assert large_reading.is_large(path)
    monkeypatch.setattr(large_reading, "LIMIT", 11)
    assert not large_reading.is_large(path)
    parquet = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1] * 12}).to_parquet(parquet)
    assert large_reading.is_large(parquet)
    parquet.write_bytes(b"PAR1")
    assert not large_reading.is_large(parquet)
    assert not large_reading.is_large(tmp_path / "gone.csv")


def test_the_command_takes_a_large_file_by_itself(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args([str(path), "--output", str(tmp_path / "out")])) == 0
    shown = capsys.readouterr().out
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


def test_models_are_cut_as_in_memory(tmp_path):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    for threshold in (None, 0.3, "accuracy"):
        options = Choices(threshold=threshold)
        (model,) = study_of(read_given(path, Columns()), options).models
        assert assess_large(path, Columns(), options).models[0].walk.cut == model.cut
