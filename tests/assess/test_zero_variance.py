"""Rows in which a variance is 0: no p-value and no interval of zero width, whatever is shown."""

import re

import numpy as np
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.panels import difference
from rocrepro.assess.terminal import printed
from rocrepro.cli import main
from rocrepro.evaluation import permutation_test
from rocrepro.formats.given.reading import Columns
from rocrepro.randomness import generator
from rocrepro.study import Choices
from rocrepro.study.pairs import difference_bands

COLUMNS = Columns(label="y", score="s", model="m", fold="k")
TRUTH = np.repeat([1, 0], [4, 8])
PERFECT = np.array([0.9, 0.8, 0.7, 0.6, 0.1, 0.2, 0.3, 0.25, 0.15, 0.35, 0.05, 0.4])
# Of each case the scores of two models. The first one is that of twelve rows with a difference of +0.500.
CASES = {
    "perfect and constant": (PERFECT, np.full(12, 0.5)),
    "perfect twice": (PERFECT, PERFECT**2),
    "perfect and reversed": (PERFECT, 1 - PERFECT),
    "the same scores": (np.sin(np.arange(12)), np.sin(np.arange(12))),
    "constant twice": (np.zeros(12), np.ones(12)),
}


def written(folder, case):
    lines = ["y,s,m,k"]
    for name, score in zip(("one", "other"), CASES[case], strict=True):
        lines += [f"{TRUTH[i]},{score[i]!r},{name},{i % 2}" for i in range(12)]
    path = folder / "scores.csv"
    path.write_text("\n".join(lines).replace("np.float64(", "").replace(")", "") + "\n")
    return path


@pytest.fixture(scope="module", params=CASES)
def assessed(request, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("zero"), request.param)
    return assess(read_given(path, COLUMNS), Choices(n_resamples=100, margin=0.1, prevalence=0.2))


def without_width(assessed):
    """Check every interval and p-value of an assessment; return how many columns of limits there are."""
    found = 0
    for name, table in {**assessed.tables, **assessed.plotted}.items():
        frame = table.frame
        for low in frame.columns[frame.columns.str.contains(r"(?:^|_)(?:low|lower)(?:_|$)")]:
            high = low.replace("lower", "upper").replace("low", "high")
            if low in ("threshold_low", "edge_low"):  # ranges of thresholds and of bins
                continue
            limits = frame if "fpr" not in frame else frame[frame["fpr"].between(0, 1, inclusive="neither")]
            assert not (limits[high] - limits[low] <= 1e-12).any(), (name, low)
            found += 1
        for column in frame.columns[frame.columns.str.match(r"p_")]:
            assert not (frame[column] == 0).any(), (name, column)
    return found


def test_no_table_has_an_interval_of_no_width_or_a_p_value_from_no_variance(assessed):
    assert without_width(assessed) > 10


@pytest.mark.parametrize("role", ["cluster", "group", "weight"])
def test_nor_with_clusters_groups_or_weights(tmp_path, role):
    lines = written(tmp_path, "perfect and constant").read_text().splitlines()
    path = tmp_path / "more.csv"
    more = [f"{line},{1 + i // 2 % 6}" for i, line in enumerate(lines[1:])]
    path.write_text("\n".join([f"{lines[0]},more", *more]) + "\n")
    columns = Columns(label="y", score="s", model="m", **{role: "more"})
    assert without_width(assess(read_given(path, columns), Choices(n_resamples=60))) > 5


def test_the_permutation_test_stands_in(assessed):
    row = assessed.tables["comparisons"].frame.iloc[0]
    one, other = (model.score for model in assessed.study.models)
    stream = generator(1, "assess/permutation/one/other")
    own = permutation_test(TRUTH, one, other, n_permutations=100, seed=stream)
    assert row["p_permutation"] == own.p_value
    assert np.isnan(row[["low", "high", "p_delong"]].astype(float)).all()
    assert f"(interval not estimable), p {own.p_value:.2g} (100 permutations)" in printed(assessed)


def test_a_band_without_width_is_none(assessed):
    rows = assessed.tables["bands"].frame.set_index(["model", "method"])
    for (model, method), row in rows.iterrows():
        if not np.isnan(row["area"]):
            assert row["area"] > 1e-6, (model, method)
    if {"perfect", "constant"} & set(" ".join(assessed.given.models)):
        assert rows["area"].isna().any()
    shares = assessed.tables["band_comparisons"].frame[["a_above", "b_above", "undecided"]]
    assert ((shares.sum(axis=1) - 1).abs() < 1e-9).eq(shares.notna().all(axis=1)).all()


def test_the_figure_says_so():
    import matplotlib.pyplot as plt

    for scores in (CASES["perfect and constant"], (PERFECT, np.sin(np.arange(12)))):
        frames = {name: frame_of(score) for name, score in zip("ab", scores, strict=True)}
        found = study_of(frames).get(difference_bands)[0][1]
        _, ax = plt.subplots()
        difference(ax, ("a", "b"), found)
        legend = " ".join(text.get_text() for text in ax.get_legend().get_texts())
        assert ("not estimable" in legend) == (scores is CASES["perfect and constant"])
        plt.close("all")


def frame_of(score):
    import pandas as pd

    return pd.DataFrame({"seed": 1, "fold": 0, "row": range(12), "label": TRUTH, "score": score})


def study_of(frames):
    from rocrepro.study import Study

    return Study({(name,): frame for name, frame in frames.items()}, choices=Choices(n_resamples=20))


def test_in_the_terminal_and_on_the_page(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, "perfect and constant")
    words = ["--label", "y", "--score", "s", "--model", "m", "--n-boot", "400"]
    assert main(["evaluate", str(path), *words]) == 0
    said = capsys.readouterr()
    assert "1.000 (interval not estimable)" in said.out
    words = r"auc \+0.500 \(interval not estimable\), p (0.0\d+) \(400 permutations\)"
    # All 2^12 exchanges give 0.0195.
    assert float(re.search(words, said.out)[1]) == pytest.approx(0.0195, abs=0.01)
    assert said.err.count("the interval of the AUC is not estimable") == 2
    page = (tmp_path / "assessment/index.html").read_text()
    assert "not estimable" in page
    assert not re.search(r"p_delong</t[hd]>\s*<td[^>]*>0", page)
