"""The tables and figures of bradley1996: what they hold, against other ways to it, and gaps."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency, norm

from rocrepro.display.house import save_figure
from rocrepro.papers import CATALOG, build_figure, build_table
from tests.papers.lacking import bare, using, without
from tests.studies import every

PAPER = "bradley1996"
FIGURES = list(CATALOG[PAPER].figures)
COUNTS = ["tp", "fn", "fp", "tn"]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def chosen(evaluated):
    return build_table(PAPER, "operating_points", evaluated)


@pytest.fixture(scope="module")
def empty(evaluated, tmp_path_factory):
    return bare(evaluated, tmp_path_factory.mktemp("bare"))


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(plt.Text))


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_saved_twice_has_the_same_bytes(evaluated, name, tmp_path):
    for round_ in ("a", "b"):
        figure, plotted = build_figure(PAPER, name, evaluated)
        assert len(plotted.frame)
        save_figure(figure, [tmp_path / f"{round_}{suffix}" for suffix in (".svg", ".pdf", ".png")])
        plotted.save(tmp_path / f"{round_}.csv")
    for suffix in (".svg", ".pdf", ".png", ".csv"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_where_its_numbers_come_from(evaluated, name):
    shown = texts(build_figure(PAPER, name, evaluated)[0])
    assert (evaluated.subtitle() if name == "curves" else "no data") in shown
    assert name == "curves" or f"Fig. {name[3:]}:" in shown


def test_figures_1_and_2_share_three_thresholds(evaluated):
    first, second = (build_figure(PAPER, name, evaluated)[1].frame for name in ("fig1", "fig2"))
    columns = ["threshold", "x", "fpr", "tpr"]
    marked = first.dropna(subset=["threshold"])[columns]
    assert list(marked["threshold"]) == ["A", "B", "C"]
    pd.testing.assert_frame_equal(marked, second.dropna(subset=["threshold"])[columns])
    np.testing.assert_allclose(marked["fpr"], norm.sf(marked["x"].to_numpy(dtype=float)))
    # The areas under the drawn densities right of a threshold are its rates.
    curves = first[first["threshold"].isna()]
    for row in marked.itertuples():
        right = curves[curves["x"] >= row.x]
        for rate, column in ((row.fpr, "density_negative"), (row.tpr, "density_positive")):
            assert np.trapezoid(right[column], right["x"]) == pytest.approx(rate, abs=2e-3)


@pytest.mark.parametrize(("name", "n_pos", "n_neg"), [("fig3", 30, 30), ("fig4", 5, 55)])
def test_chi_square_contours_are_on_their_level_by_scipy(evaluated, name, n_pos, n_neg):
    frame = build_figure(PAPER, name, evaluated)[1].frame
    assert (frame["n_pos"].unique(), frame["n_neg"].unique()) == ([n_pos], [n_neg])
    assert {round(level, 2) for level in frame["level"]} == {3.84, 6.63, 7.88, 10, 20, 30, 40, 50}
    assert (frame["tpr"] > frame["fpr"]).all()
    for row in frame[5::40].itertuples():
        table = [[n_pos * row.tpr, n_pos * (1 - row.tpr)], [n_neg * row.fpr, n_neg * (1 - row.fpr)]]
        assert chi2_contingency(table, correction=False).statistic == pytest.approx(row.level, rel=1e-9)
    ends = frame.groupby("level").agg(first=("fpr", "first"), last=("tpr", "last"))
    np.testing.assert_allclose(ends, np.tile([0.0, 1.0], (len(ends), 1)), atol=1e-9)


@pytest.mark.parametrize(("name", "n_pos", "n_neg"), [("fig5", 30, 30), ("fig6", 5, 55)])
def test_accuracy_contours_are_on_their_level(evaluated, name, n_pos, n_neg):
    figure, plotted = build_figure(PAPER, name, evaluated)
    frame = plotted.frame
    right = n_pos * frame["tpr"] + n_neg * (1 - frame["fpr"])
    np.testing.assert_allclose(right / 60, frame["level"], rtol=1e-12)
    assert (frame["tpr"] >= frame["fpr"] - 1e-12).all()
    assert frame.groupby("level").size().min() > 10
    assert ("91.7%" in texts(figure)) == (name == "fig6")
    assert ("84.7%" in texts(figure)) == (name == "fig6")


def test_table1_adds_up_and_expects_what_scipy_expects(evaluated):
    table = build_table(PAPER, "table1", evaluated)
    for _, block in table.frame.groupby("n_neg"):
        cells = block[["predicted_neg", "predicted_pos"]].to_numpy()
        np.testing.assert_array_equal(cells[:2].sum(axis=0), cells[2])
        np.testing.assert_array_equal(cells.sum(axis=1), block["total"])
        expected = chi2_contingency(cells[:2]).expected_freq
        np.testing.assert_allclose(block[["expected_neg", "expected_pos"]].to_numpy()[:2], expected)
    assert "chi-square 21.60" in table.notes[2]
    assert "chi-square 8.80" in table.notes[3]
    assert "Fisher" in table.notes[3]


def test_idle_classifiers_have_no_chi_square(evaluated):
    table = build_table(PAPER, "null", evaluated)
    assert (table.frame["chi_square"] == 0).all()
    printed = table.frame.dropna(subset=["paper_accuracy"])
    assert list(printed["n_pos"]) == [5, 5]
    np.testing.assert_allclose(printed["accuracy"], [55 / 60, (55 / 60) ** 2 + (5 / 60) ** 2])
    # By drawing: 8.3 % of the rows are called positive, whatever they are.
    rng = np.random.default_rng(2)
    truth = np.arange(60) < 5
    drawn = np.mean((rng.random((20_000, 60)) < 5 / 60) == truth)
    assert drawn == pytest.approx(printed["accuracy"].iloc[1], abs=1e-3)


def test_operating_points_cover_every_model(chosen, evaluated):
    frame = chosen.frame
    assert list(frame.columns) == [
        "dataset", "protocol", "engine", "learner", "seed", "n_pos", "n_neg", "criterion", "rule",
        "threshold", "tp", "fn", "fp", "tn", "fpr", "tpr", "accuracy", "cost", "chi_square",
        "test", "p_value", "significant", "confident", "n_tied",
    ]  # fmt: skip
    per_model = frame.groupby(["dataset", "engine", "learner"]).size()
    assert len(per_model) == 3 * 2 * 4
    assert (per_model == 7).all()
    assert "**Missing:** dis" in chosen.markdown()


def assert_bare(table, gone):
    """The rows that are marked name a model and a criterion, and have no value."""
    rows = table.frame[gone]
    assert rows.groupby(["dataset", "engine", "learner"])["criterion"].nunique().eq(7).all()
    named = ["dataset", "protocol", "engine", "learner", "seed", "criterion", "rule"]
    assert rows[named].notna().all(axis=None)
    assert rows.drop(columns=named).isna().all(axis=None)


def test_a_missing_data_set_has_rows_without_values(chosen):
    gone = using(chosen, ["dis"])
    assert gone.tolist() == (chosen.frame["dataset"] == "dis").to_list()
    assert gone.sum() == 2 * 4 * 7
    assert_bare(chosen, gone)


@pytest.mark.parametrize("missing", [("engine sklearn",), ("spect", "engine weka")])
def test_what_does_not_use_a_gap_is_as_in_the_full_run(chosen, evaluated, missing, tmp_path):
    lacking = build_table(PAPER, "operating_points", without(evaluated, missing, tmp_path))
    gone = using(lacking, missing)
    assert gone.tolist() == using(chosen, missing).tolist()
    assert_bare(lacking, gone)
    pd.testing.assert_frame_equal(lacking.frame[~gone], chosen.frame[~gone])


def test_operating_points_from_the_scores(chosen, all_scores):
    """Each row again from scores and threshold, and no other threshold is better."""
    for row in chosen.frame[~using(chosen, ["dis"])].itertuples():
        scores = all_scores[row.dataset][(row.engine, row.learner)]
        scores = scores[scores["seed"] == 1]
        label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
        rows = []
        for threshold in [np.inf, *np.unique(score)]:
            tp, fp = (int(((score >= threshold) & (label == k)).sum()) for k in (1, 0))
            rows.append((threshold, tp, row.n_pos - tp, fp, row.n_neg - fp))
        every = pd.DataFrame(rows, columns=["threshold", *COUNTS]).set_index("threshold")
        assert every.loc[row.threshold].tolist() == [getattr(row, cell) for cell in COUNTS]
        fpr, fnr = every["fp"] / row.n_neg, every["fn"] / row.n_pos
        errors = every["fn"] + every["fp"]
        phi = (every["tp"] * every["tn"] - every["fn"] * every["fp"]).clip(lower=0) ** 2 / (
            (every["tp"] + every["fp"]) * (every["fn"] + every["tn"])
        ).clip(lower=1)
        loss = {
            "chi_square": -phi,
            "accuracy": errors,
            "youden": fpr + fnr,
            "distance": fpr**2 + fnr**2,
            "cost": 5 * every["fn"] + every["fp"],
            "neyman_pearson_fpr": fnr.where(fpr <= 0.05),
            "neyman_pearson_fnr": fpr.where(fnr <= 0.05),
        }[row.criterion]
        assert loss[row.threshold] <= loss.min() + 1e-12
        assert row.accuracy == pytest.approx(1 - errors[row.threshold] / len(label))
        assert row.confident == (abs(row.fn - row.fp) <= 1.959963984540054 * np.sqrt(row.fn + row.fp))
        assert row.significant == (row.p_value < 0.05)


def test_the_page_shows_the_best_curve_of_each_data_set(chosen, evaluated):
    shown = chosen.frame[chosen.excerpt]
    assert len(shown[shown["dataset"] == "dis"]) == 4 * 7  # a gap is shown as it is
    assert set(shown["engine"]) == {evaluated.engine}
    summary = every(evaluated, "summary")
    summary = summary[(summary["seed"] == 1) & (summary["engine"] == evaluated.engine)]
    for dataset, part in shown[shown["dataset"] != "dis"].groupby("dataset"):
        auc = summary[summary["dataset"] == dataset].set_index("learner")["auc"]
        assert set(part["learner"]) == {auc.idxmax()}


def test_curves_plot_the_points_of_the_table(evaluated, chosen):
    figure, plotted = build_figure(PAPER, "curves", evaluated)
    assert texts(figure).count("no data") == 1
    marks = plotted.frame.dropna(subset=["value"]).set_index(["dataset", "learner", "kind"])
    table = chosen.frame[chosen.frame["engine"] == evaluated.engine].dropna(subset=["tp"])
    table = table.set_index(["dataset", "learner", "criterion"])
    assert len(marks) == 14
    for key, mark in marks.iterrows():
        assert (mark["fpr"], mark["tpr"]) == (table.loc[key, "fpr"], table.loc[key, "tpr"])
    drawn = [
        line
        for ax in figure.axes
        for line in ax.lines
        if line.get_linewidth() == 1.0 and len(line.get_xdata()) > 2
    ]
    assert len(drawn) == 2
    for line in drawn:
        assert (np.diff(line.get_xdata()) >= 0).all()
        assert (np.diff(line.get_ydata()) >= 0).all()


def test_the_bent_curve_keeps_its_corners_and_its_straight_lines():
    from rocrepro.papers.bradley1996.curves import _bent

    fpr, tpr = np.array([0, 0, 0.04, 0.04, 1.0]), np.array([0, 0.2, 0.5, 0.7, 1.0])
    x, y = _bent(fpr, tpr)
    assert len(x) > 90
    for corner in zip(fpr, tpr, strict=True):
        assert np.hypot(x - corner[0], y - corner[1]).min() < 1e-12
    last = x > 0.04
    np.testing.assert_allclose(y[last], 0.7 + 0.3 * (x[last] - 0.04) / 0.96, atol=1e-12)
    assert (np.diff(x) >= 0).all()
    assert (np.diff(y) >= 0).all()


def test_everything_can_be_made_without_any_data(empty):
    figure, plotted = build_figure(PAPER, "curves", empty)
    assert texts(figure).count("no data") == 3
    assert plotted.frame.empty
    table = build_table(PAPER, "operating_points", empty)
    assert len(table.frame) == 3 * 2 * 4 * 7
    assert_bare(table, using(table, empty.facts))
    assert using(table, empty.facts).all()
    assert table.markdown().count("**Missing:**") == 3
