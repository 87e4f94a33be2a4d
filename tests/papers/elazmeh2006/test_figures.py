"""The figures of elazmeh2006: what they plot, how they are saved, and gaps."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from rocrepro.papers import CATALOG, build_figure
from rocrepro.papers.style import learner_style, save_figure

# The coverage of the bands needs no data set.
FIGURES = [name for name in CATALOG["elazmeh2006"].figures if name != "band_coverage"]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(plt.Text))


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_what_it_is_and_carries_its_data(evaluated, name):
    figure, plotted = build_figure("elazmeh2006", name, evaluated)
    shown = texts(figure)
    assert "engine Weka" in shown
    assert "seed 1" in shown
    assert name not in {"fig1", "fig5"} or len(plotted.frame)
    if name not in {"fig4", "fig7"}:  # these two show dis, which is missing here
        assert "fn − fp" in shown or "false positive rate" in shown
    assert set(plotted.frame.get("dataset", [])) <= {"spect", "spectf_cv80"}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_saved_twice_has_the_same_bytes(evaluated, name, tmp_path):
    for round_ in ("a", "b"):
        figure, _ = build_figure("elazmeh2006", name, evaluated)
        save_figure(figure, [tmp_path / f"{round_}{suffix}" for suffix in (".svg", ".pdf", ".png")])
    for suffix in (".svg", ".pdf", ".png"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()
    assert b"<dc:date>" not in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_can_be_drawn_without_any_data(evaluated, name):
    facts = {key: value | {"missing": "gone"} for key, value in evaluated.facts.items()}
    empty = {part: getattr(evaluated, part).iloc[:0] for part in ("points", "summary", "bands")}
    figure, plotted = build_figure("elazmeh2006", name, replace(evaluated, facts=facts, **empty))
    assert "no data" in texts(figure)
    assert plotted.frame.empty


def test_fig5_plots_every_point_of_every_curve(evaluated):
    _, plotted = build_figure("elazmeh2006", "fig5", evaluated)
    assert len(plotted.frame) == len(evaluated.points)
    one = plotted.frame[
        (plotted.frame["dataset"] == "spect")
        & (plotted.frame["learner"] == "forest")
        & (plotted.frame["engine"] == "weka")
    ]
    assert (one["fpr"].iloc[0], one["tpr"].iloc[0]) == (0, 0)
    assert (one["fpr"].iloc[-1], one["tpr"].iloc[-1]) == (1, 1)
    assert (np.diff(one["fpr"]) >= 0).all()


def test_fig4_and_fig7_show_the_gap_on_dis_and_nothing_else(evaluated):
    for name, panels in (("fig4", 4), ("fig7", 3)):
        figure, plotted = build_figure("elazmeh2006", name, evaluated)
        assert texts(figure).count("no data") == panels
        assert plotted.frame.empty


def test_fig6_plots_aved_against_the_chosen_reading(evaluated):
    other = replace(evaluated, shown=evaluated.shown | {"cauc_reading": "vertical"})
    _, plotted = build_figure("elazmeh2006", "fig6", other)
    expected = evaluated.summary["cauc_vertical"].to_numpy(dtype=float)
    np.testing.assert_array_equal(
        np.sort(plotted.frame["cauc_vertical"].to_numpy(dtype=float)), np.sort(expected)
    )


def test_fig8_plots_confident_points_only(evaluated):
    _, plotted = build_figure("elazmeh2006", "fig8", evaluated)
    assert len(plotted.frame)
    assert plotted.frame["confident"].all()
    assert (plotted.frame["lower"] <= 0).all()
    assert (plotted.frame["upper"] >= 0).all()


def test_every_confident_point_lies_in_the_drawn_region(evaluated):
    _, region = build_figure("elazmeh2006", "confident_region", evaluated)
    _, curves = build_figure("elazmeh2006", "fig5", evaluated)
    for dataset, edge in region.frame.groupby("dataset"):
        points = curves.frame[(curves.frame["dataset"] == dataset) & curves.frame["confident"].astype(bool)]
        low = np.interp(points["fpr"], edge["fpr"], edge["tpr_low"])
        high = np.interp(points["fpr"], edge["fpr"], edge["tpr_high"])
        step = 2 * np.diff(edge["fpr"]).max() * edge["n_neg"].iloc[0] / edge["n_pos"].iloc[0]
        assert ((points["tpr"] >= low - step) & (points["tpr"] <= high + step)).all()


def test_learners_differ_in_colour_line_and_marker():
    learners = ["stump", "tree", "forest", "naive_bayes", "mine", "yours"]
    styles = [learner_style(learners, learner) for learner in learners]
    for part in ("color", "linestyle", "marker"):
        assert len({str(style[part]) for style in styles}) == len(styles)


def test_without_java_the_figures_draw_scikit_learn_alone(evaluated):
    gone = replace(evaluated, engine_gaps={"weka": "no Java"})
    figure, plotted = build_figure("elazmeh2006", "fig5", gone)
    assert "engine scikit-learn;" in texts(figure)
    assert set(plotted.frame["engine"]) == {"sklearn"}
    assert gone.gaps()["engine weka"] == "no Java"


@pytest.mark.parametrize("name", FIGURES)
def test_a_learner_that_is_not_trained_is_a_gap(evaluated, name):
    """Only the tree, and one of the user's own in front of it."""
    mine = {"key": "mine", "letter": "M", "title": "mine"}
    tree = next(learner for learner in evaluated.shown["learners"] if learner["key"] == "tree")
    models = {dataset: [["weka", "tree"]] for dataset in evaluated.shown["datasets"]}
    shown = evaluated.shown | {"learners": [mine, tree], "models": models, "engines": ["weka"]}
    parts = {}
    for part in ("points", "summary", "bands"):
        frame = getattr(evaluated, part)
        parts[part] = frame[(frame["learner"] == "tree") & (frame["engine"] == "weka")]
    figure, plotted = build_figure("elazmeh2006", name, replace(evaluated, shown=shown, **parts))
    assert set(plotted.frame.get("learner", [])) <= {"tree"}
    assert name not in {"fig1", "fig3", "fig8"} or "no data" in texts(figure)


def test_another_confidence_test_is_named(evaluated):
    other = replace(evaluated, shown=evaluated.shown | {"confidence_test": "wald"})
    figure, _ = build_figure("elazmeh2006", "fig8", other)
    assert "confident by wald" in texts(figure)
