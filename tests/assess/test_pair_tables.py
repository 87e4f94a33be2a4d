"""Pairs of models in tables, terminal and figure: other rows, many pairs, margins, predictions, folds."""

import math

import matplotlib.pyplot as plt
import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from rocrepro.assess import assess, large_files, panels, read_given
from rocrepro.assess.terminal import printed
from rocrepro.cli import main
from rocrepro.display.fold_average import area_words
from rocrepro.errors import InputError
from rocrepro.evaluation import (
    delong_test,
    delong_unpaired_test,
    fold_average,
    mcnemar_from_counts,
    roc_points,
)
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices

N = 120
LABEL = (np.arange(N) % 3 == 0).astype(int)
SCORE = {name: np.random.default_rng(i + 1).normal(LABEL).round(3) for i, name in enumerate(("a", "b", "c"))}
WHOLE = dict.fromkeys(SCORE, np.arange(N))
PARTS = {"a": np.arange(N), "b": np.arange(30, N), "c": np.arange(90)}
COLUMNS = Columns(label="y", score="s", model="m", fold="k")
NAMED = Columns(label="y", score="s", model="m", row="id")


def written(folder, rows):
    lines = ["y,s,m,id,k"]
    for name, of in rows.items():
        lines += [f"{LABEL[i]},{SCORE[name][i]},{name},p{i},{i // 30}" for i in of]
    path = folder / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole"), WHOLE)


@pytest.fixture(scope="module")
def assessed(path):
    return assess(read_given(path, COLUMNS), Choices(n_resamples=30, auc_margin=0.1))


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    return written(tmp_path_factory.mktemp("parts"), PARTS)


def test_p_values_are_adjusted_for_the_number_of_pairs(assessed):
    rows = assessed.tables["comparisons"].frame
    for row in rows.itertuples():
        test = delong_test(LABEL, SCORE[row.a], SCORE[row.b])
        assert (row.p_value, row.p_delong, row.p_method) == (test.p_value, test.p_value, "DeLong")
        assert (row.p_greater, row.p_less) == (test.p_greater, test.p_less)
    expected = multipletests(rows["p_value"], method="holm")[1]
    np.testing.assert_allclose(rows["p_holm"], expected, rtol=1e-12)
    lines = printed(assessed).splitlines()
    first = rows.iloc[0]
    line = next(line for line in lines if line.startswith("a - b: auc") and "(DeLong)" in line)
    assert line.endswith(f"p {first['p_value']:.2g} (DeLong), {first['p_holm']:.2g} (Holm)")
    found = assessed.tables["comparisons_all"].frame.iloc[0]
    assert (
        f"all 3 models: test of equal auc, chi-square with 2 df: p {found['p_value']:.2g} (DeLong)" in lines
    )
    assert max(map(len, lines)) <= 100


def test_non_inferiority_has_both_directions(assessed):
    rows = assessed.tables["comparisons"].frame
    lines = printed(assessed).splitlines()
    for row in rows.to_dict("records"):
        for one, other in (("a", "b"), ("b", "a")):
            shown = "shown to be above -0.1"
            line = next(x for x in lines if x.startswith(f"{row[one]} - {row[other]}: auc at least"))
            assert f"at least {row[f'bound_{one}']:+.3f} (one-sided 95 %)" in line
            assert (f", {shown}" in line) == row[f"{one}_not_lower"] == (row[f"bound_{one}"] > -0.1)
    assert any("Fix the margin before" in note for note in assessed.tables["comparisons"].notes)
    without = assess(assessed.given, Choices(n_resamples=5)).tables["comparisons"].frame
    assert not without.columns.str.contains("margin|bound|not_lower").any()


def test_predictions_are_compared_in_each_class(assessed):
    rows = assessed.tables["mcnemar"].frame.set_index(["a", "b", "measure"])
    right = {name: (score >= 0) == (LABEL == 1) for name, score in SCORE.items()}
    one, other = (right[name][LABEL == 1] for name in "ab")
    own = mcnemar_from_counts(int((one & ~other).sum()), int((other & ~one).sum()), int(LABEL.sum()))
    row = rows.loc[("a", "b", "sensitivity")]
    assert (row["low"], row["high"], row["p_mid"]) == (own.lower, own.upper, own.p_mid)
    words = (
        f"a - b: sensitivity {own.difference:+.3f} ({own.lower:+.3f} to {own.upper:+.3f}), p {own.p_mid:.2g}"
    )
    assert f"{words} (McNemar)" in printed(assessed).splitlines()


def test_rows_that_both_scored_are_compared_and_counted(parts):
    with pytest.warns(UserWarning, match="a and b scored 120 and 90 rows: .* the 90 rows that both scored"):
        made = assess(read_given(parts, NAMED), Choices(n_resamples=20))
    rows = made.tables["comparisons"].frame.set_index(["a", "b"])
    row, common = rows.loc[("b", "c")], np.arange(30, 90)
    test = delong_test(LABEL[common], SCORE["b"][common], SCORE["c"][common])
    assert (row["rows"], row["paired"], row["n_common"]) == ("common", True, 60)
    assert (row["auc_a"], row["low"], row["p_value"]) == (test.auc_a, test.lower, test.p_value)
    assert row["p_method"] == "DeLong, common rows"
    assert np.isnan(row["cauc_difference"])
    assert f"p {test.p_value:.2g} (DeLong on 60 common rows)" in printed(made)
    assert "mcnemar" not in made.tables
    assert "comparisons_all" not in made.tables


def test_without_names_of_rows_the_test_is_unpaired(parts):
    with pytest.warns(UserWarning, match="models a and b: the test of their AUCs is unpaired") as noted:
        made = assess(read_given(parts, COLUMNS), Choices(n_resamples=5, auc_margin=0.2))
    assert not any("has no effect" in str(one.message) for one in noted)
    assert printed(made).count("(DeLong, unpaired)") == 3
    assert printed(made).count("shown to be above -0.2") == 6
    row = made.tables["comparisons"].frame.set_index(["a", "b"]).loc[("a", "c")]
    sides = [(LABEL[PARTS[name]], SCORE[name][PARTS[name]]) for name in "ac"]
    test = delong_unpaired_test(*sides[0], *sides[1])
    assert (row["p_value"], row["low"], row["p_greater"]) == (test.p_value, test.lower, test.p_greater)
    assert (row["rows"], row["paired"], row["n_b"]) == ("own", False, 90)


def test_one_note_for_many_pairs(tmp_path):
    many = {f"m{i}": np.arange(20 + i, N) for i in range(4)}
    lines = ["y,s,m"] + [f"{LABEL[i]},{SCORE['a'][i]},{name}" for name, of in many.items() for i in of]
    path = tmp_path / "many.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.warns(UserWarning, match="unpaired for 6 pairs of models that did not score the same rows"):
        made = assess(read_given(path, Columns(label="y", score="s", model="m")), Choices(n_resamples=5))
    assert len(made.tables["comparisons"].frame) == 6


def test_a_margin_of_areas_without_a_pair_is_noted_and_one_out_of_range_refused(tmp_path):
    path = written(tmp_path, {"a": np.arange(N)})
    with pytest.warns(UserWarning, match=r"auc_margin: 0.1 has no effect: the file has one model"):
        assess(read_given(path, NAMED), Choices(n_resamples=5, auc_margin=0.1))
    with pytest.raises(InputError, match="auc_margin: found 1; expected a number between 0 and 1"):
        Choices(auc_margin=1)


def test_a_large_file_has_no_margin_of_areas(path, tmp_path, monkeypatch, capsys):
    import pandas as pd

    monkeypatch.setattr(large_files, "LIMIT", 1)
    monkeypatch.chdir(tmp_path)
    pd.read_csv(path).to_parquet("big.parquet")
    words = ["evaluate", "big.parquet", "--label", "y", "--score", "s", "--model", "m", "--auc-margin", "0.1"]
    assert main(words) == 1
    assert "--auc-margin: found 0.1 for a file of more than" in capsys.readouterr().err


def test_folds_have_a_mean_a_standard_deviation_and_a_band(assessed):
    rows = assessed.tables["cross_validation"].frame.set_index("model")
    for model in assessed.study.models:
        parts = [np.arange(N) // 30 == k for k in range(4)]
        own = fold_average([roc_points(LABEL[of], SCORE[model.name[0]][of]) for of in parts])
        row = rows.loc[model.name[0]]
        assert (row["mean_auc"], row["sd_auc"]) == (own.mean_auc, own.sd_auc)
        _, ax = plt.subplots()
        panels.folds(ax, model)
        legend = [text.get_text() for text in ax.get_legend().get_texts()]
        assert f"mean of folds, AUC {own.mean_auc:.3f} ± {own.sd_auc:.3f}" in legend
        (band,) = ax.collections
        corners = band.get_paths()[0].vertices
        for edge in (own.lower, own.upper):
            points = np.stack([own.fpr, edge], axis=1)
            assert all(np.isclose(corners, point).all(axis=1).any() for point in points)
        plt.close("all")
    drawn = assessed.plotted["fold_averages"].frame
    assert list(drawn) == ["model", "fpr", "tpr", "sd"]
    assert f"mean {own.mean_auc:.3f}, sd {own.sd_auc:.3f}, 4 folds" in printed(assessed)


def test_folds_that_agree_and_a_single_one_have_no_band():
    curve = roc_points([1, 1, 0, 0], [4, 3, 2, 1])
    assert area_words(fold_average([curve, curve])) == "AUC 1.000 in each"
    assert area_words(fold_average([curve])) == "AUC 1.000, one fold"
    assert math.isnan(fold_average([curve]).sd_auc)
