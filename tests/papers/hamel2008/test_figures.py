"""The figures of hamel2008: what they plot, how they are saved, and gaps."""

from __future__ import annotations

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.metrics import precision_score, roc_auc_score

from rocrepro.display.house import save_figure
from rocrepro.papers import CATALOG, build_figure
from rocrepro.papers.hamel2008.models import chapter_model
from rocrepro.papers.hamel2008.shapes import choose

FIGURES = list(CATALOG["hamel2008"].figures)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(plt.Text))


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_what_it_is_and_carries_its_data(hamel, name):
    figure, plotted = build_figure("hamel2008", name, hamel)
    shown = texts(figure)
    assert f"Fig. {name[-1]}: " in shown
    assert len(plotted.frame)
    if name != "fig1":
        assert "Engine scikit-learn" in shown
        assert "seed 1" in shown


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_saved_twice_has_the_same_bytes(hamel, name, tmp_path):
    for round_ in ("a", "b"):
        figure, plotted = build_figure("hamel2008", name, hamel)
        save_figure(figure, [tmp_path / f"{round_}{suffix}" for suffix in (".svg", ".pdf", ".png")])
        plotted.save(tmp_path / f"{round_}.csv")
    for suffix in (".svg", ".pdf", ".png", ".csv"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


@pytest.mark.parametrize(("name", "gaps"), [("fig2", 2), ("fig3", 3), ("fig4", 2), ("fig5", 2)])
def test_a_figure_can_be_drawn_without_any_data(without_data, name, gaps):
    figure, plotted = build_figure("hamel2008", name, without_data)
    assert texts(figure).count("no data") == gaps
    assert plotted.frame.empty


def test_fig1_has_the_four_cells_in_the_chapters_places(hamel):
    figure, _ = build_figure("hamel2008", "fig1", hamel)
    places = {
        t.get_text().split("(")[-1][:2]: t.get_position() for t in figure.axes[0].texts if "(" in t.get_text()
    }
    # Columns are observed, rows predicted; positive first.
    assert places == {"TP": (0.5, 0.5), "FP": (1.5, 0.5), "FN": (0.5, 1.5), "TN": (1.5, 1.5)}


def test_fig2_counts_again(hamel, hamel_scores):
    _, plotted = build_figure("hamel2008", "fig2", hamel)
    frame = plotted.frame.set_index(["panel", "quantity"])
    model = chapter_model(hamel)
    scores = hamel_scores["ringnorm"][model.engine, model.learner]
    label, predicted = scores["label"].to_numpy(), scores["score"].to_numpy() >= 0.5
    assert frame.loc[("a", "tp"), "ours"] == np.sum(predicted & (label == 1))
    assert frame.loc[("a", "tn"), "ours"] == np.sum(~predicted & (label == 0))
    assert frame.loc[("a", "precision"), "ours"] == pytest.approx(precision_score(label, predicted))
    # Skew lifts accuracy and precision, and leaves recall.
    ours = frame["ours"]
    assert ours["b", "accuracy"] > ours["a", "accuracy"]
    assert ours["b", "precision"] > ours["a", "precision"] + 0.1
    assert ours["b", "recall"] == ours["a", "recall"]
    assert ours["b", "fp"] + ours["b", "tn"] == 79
    implied = frame.loc["a", "chapter_implies"]
    assert implied[["tp", "fn", "fp", "tn"]].to_list() == [3362, 374, 1282, 2382]
    assert frame.loc[("a", "accuracy"), "chapter_prints"] == 0.77


def test_fig3_shows_the_models_nearest_to_three_areas(hamel, hamel_scores):
    chosen = choose(hamel)
    areas = {}
    for dataset, models in hamel_scores.items():
        for (_, learner), scores in models.items():
            one = scores[scores["seed"] == 1] if len(scores) else scores
            if len(one):
                areas[dataset, learner] = roc_auc_score(one["label"], one["score"])
    for heading, target in (("(b) almost perfect", 1.0), ("(c) reasonable", 0.8), ("(d) poor", 0.5)):
        best = min(abs(area - target) for area in areas.values())
        assert abs(areas[chosen[heading]] - target) == pytest.approx(best)
    _, plotted = build_figure("hamel2008", "fig3", hamel)
    for heading, (dataset, learner) in chosen.items():
        curve = plotted.frame[plotted.frame["panel"] == heading[1]]
        assert set(curve["dataset"]) == {dataset}
        assert set(curve["learner"]) == {learner}
        assert (curve[["fpr", "tpr"]].iloc[[0, -1]].to_numpy() == [[0, 0], [1, 1]]).all()
        assert not (curve["hull"].astype(bool) & curve["concave"].astype(bool)).any()


def test_fig3_marks_the_printed_and_the_real_points(hamel):
    figure, plotted = build_figure("hamel2008", "fig3", hamel)
    marks = plotted.frame[plotted.frame["panel"].str.startswith("a: ")].set_index("panel")
    assert marks.loc["a: A, printed", ["fpr", "tpr"]].to_list() == [0.35, 0.9]
    assert set(marks.index) == {"a: A, printed", "a: A, ours", "a: B, ours"}
    for word in ("conservative", "liberal", "random performance", "worse than random", "perfect"):
        assert word in texts(figure)


def test_fig4_marks_what_the_criteria_choose(hamel, hamel_scores):
    _, plotted = build_figure("hamel2008", "fig4", hamel)
    frame = plotted.frame
    model = chapter_model(hamel)
    scores = hamel_scores["ringnorm"][model.engine, model.learner]
    label, score = scores["label"].to_numpy(), scores["score"].to_numpy()

    def rates(threshold):
        return tuple(np.mean(score[label == k] >= threshold) for k in (0, 1))

    marks = frame.set_index("part").loc[
        ["default", "chapter's optimum", "distance", "youden", "accuracy", "chi_square", "cost"]
    ]
    for _, row in marks.iterrows():
        assert rates(row["threshold"]) == pytest.approx((row["fpr"], row["tpr"]))
    every = np.array([rates(t) for t in score])
    assert np.hypot(every[:, 0], 1 - every[:, 1]).min() == pytest.approx(
        np.hypot(marks.loc["distance", "fpr"], 1 - marks.loc["distance", "tpr"])
    )
    assert (every[:, 1] - every[:, 0]).max() == pytest.approx(
        marks.loc["youden", "tpr"] - marks.loc["youden", "fpr"]
    )
    assert len(frame[frame["part"] == "sweep"]) == 101
    assert len(frame[frame["part"] == "curve"]) == len(score) + 1
    few = frame[frame["part"] == "negatives sampled down by 10"]
    full = frame[frame["part"] == "all test rows"]
    assert len(few) == 800 + 79 + 1
    # Skew leaves the curve where it is, but for chance.
    grid = np.linspace(0.1, 0.9, 9)
    gap = np.interp(grid, few["fpr"], few["tpr"]) - np.interp(grid, full["fpr"], full["tpr"])
    assert np.abs(gap).max() < 0.1


def test_fig5_shows_the_chosen_pairs_with_their_bands(hamel):
    from rocrepro.papers import build_table

    pairs = build_table("hamel2008", "pairs", hamel).frame.set_index("shown_in")
    figure, plotted = build_figure("hamel2008", "fig5", hamel)
    for place, panel in (("fig5a", "a"), ("fig5b", "b")):
        part = plotted.frame[plotted.frame["panel"] == panel]
        assert set(part["learner"]) == {pairs.loc[place, "a"], pairs.loc[place, "b"]}
        assert set(part["dataset"]) == {pairs.loc[place, "dataset"]}
        bars = part[part["part"] == "band"]
        assert len(bars) == 2 * 19
        assert (bars["lower"] <= bars["upper"]).all()
        share = pairs.loc[place, "bands_overlap"]
        assert f"bands meet at {share:.0%} of the rates" in texts(figure)
    permuted = pairs.loc["fig5a", "p_permutation"]
    assert f"DeLong p < 0.001; permutation p = {permuted:.3f}" in texts(figure)


def test_the_chapters_model_may_come_from_another_engine_than_the_drawn_one(hamel):
    both = replace(hamel, shown=hamel.shown | {"engines": ["weka", "sklearn"]})
    assert both.engine == "weka"
    for name in ("fig2", "fig4"):
        figure, plotted = build_figure("hamel2008", name, both)
        assert "Engine scikit-learn; split" in texts(figure)
        assert len(plotted.frame)
