"""The figures of elazmeh2006: what they plot, how they are saved, and gaps."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from rocrepro.display.house import learner_style, save_figure
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.uses import split
from rocrepro.papers import CATALOG, build_figure
from tests.papers.lacking import bare, filtered, using
from tests.studies import every

# Figures whose claims are on single points: each model that is missing has one row without a point.
POINTS = ("fig7", "fig8")
# The coverage of the bands needs no data set.
FIGURES = [name for name in CATALOG["elazmeh2006"].figures if name != "band_coverage"]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(plt.Text))


def present(plotted):
    """The rows that show something."""
    frame = plotted.frame
    return frame[frame["threshold"].notna()] if "confident" in frame else frame


def assert_bare(name, plotted, missing, learners=4, engines=2):
    """The figures of `POINTS` have a row without a point for each model on what is missing; others none."""
    assert plotted.read & set(missing)
    if name not in POINTS:
        assert plotted.frame.empty
        return
    gone = using(plotted, missing)
    values = plotted.frame.loc[gone].drop(columns=["dataset", "engine", "learner"])
    assert values.isna().all(axis=None)
    sets = {"fig7": ["dis"], "fig8": ["spectf_cv80", "spectf_withdrawn", "spectf"]}[name]
    expected = [d for d in sets if d in missing for _ in range(learners * engines)]
    assert sorted(plotted.frame.loc[gone, "dataset"]) == sorted(expected)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_what_it_is_and_carries_its_data(evaluated, name):
    figure, plotted = build_figure("elazmeh2006", name, evaluated)
    shown = texts(figure)
    assert "engine Weka" in shown
    assert "seed 1" in shown
    assert name not in {"fig1", "fig5"} or len(plotted.frame)
    if name not in {"fig4", "fig7"}:  # these two show dis, which is missing here
        assert "fn − fp" in shown or "false positive rate" in shown
    assert set(present(plotted).get("dataset", [])) <= {"spect", "spectf_cv80"}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_saved_twice_has_the_same_bytes(evaluated, name, tmp_path):
    for round_ in ("a", "b"):
        figure, _ = build_figure("elazmeh2006", name, evaluated)
        save_figure(figure, [tmp_path / f"{round_}{suffix}" for suffix in (".svg", ".pdf", ".png")])
    for suffix in (".svg", ".pdf", ".png"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()
    assert b"<dc:date>" not in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_can_be_drawn_without_any_data(evaluated, name, tmp_path):
    figure, plotted = build_figure("elazmeh2006", name, bare(evaluated, tmp_path))
    assert "no data" in texts(figure)
    assert_bare(name, plotted, [*evaluated.facts, "spectf", "spectf_withdrawn"], 3 if name == "fig7" else 4)


def test_fig5_plots_every_point_of_every_curve(evaluated):
    _, plotted = build_figure("elazmeh2006", "fig5", evaluated)
    assert len(plotted.frame) == len(every(evaluated, "points"))
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
        assert_bare(name, plotted, ["dis"], panels)


def test_fig6_plots_aved_against_the_chosen_reading(evaluated):
    other = replace(evaluated, shown=evaluated.shown | {"cauc_reading": "vertical"})
    _, plotted = build_figure("elazmeh2006", "fig6", other)
    expected = every(evaluated, "summary")["cauc_vertical"].to_numpy(dtype=float)
    np.testing.assert_array_equal(
        np.sort(plotted.frame["cauc_vertical"].to_numpy(dtype=float)), np.sort(expected)
    )


def test_fig8_plots_confident_points_only(evaluated):
    _, plotted = build_figure("elazmeh2006", "fig8", evaluated)
    shown = present(plotted)
    assert set(shown["dataset"]) == {"spectf_cv80"}
    assert shown["confident"].all()
    assert (shown["lower"] <= 0).all()
    assert (shown["upper"] >= 0).all()
    points = every(evaluated, "points")
    points = points[points["dataset"] == "spectf_cv80"]
    assert len(shown) == (points["confident"].astype(bool) & np.isfinite(points["threshold"])).sum()


def test_fig8_has_a_row_without_a_point_for_each_model_that_is_missing(evaluated):
    _, plotted = build_figure("elazmeh2006", "fig8", evaluated)
    assert_bare("fig8", plotted, ["spectf", "spectf_withdrawn"])


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
def test_a_learner_that_is_not_trained_is_a_gap(evaluated, name, tmp_path):
    """Only the tree, and one of the user's own in front of it."""
    mine = {"key": "mine", "letter": "M", "title": "mine"}
    tree = next(learner for learner in evaluated.shown["learners"] if learner["key"] == "tree")
    models = {dataset: [["weka", "tree"]] for dataset in evaluated.shown["datasets"]}
    shown = evaluated.shown | {"learners": [mine, tree], "models": models, "engines": ["weka"]}

    def others(frame):
        if "learner" not in frame:  # of pairs, of which one model has none
            return np.ones(len(frame), dtype=bool)
        return (frame["learner"] != "tree") | (frame["engine"] != "weka")

    inputs = evaluated.inputs
    paths = [path for name in models for path in filtered(inputs, name, others, tmp_path)]
    only = replace(evaluated, shown=shown, inputs=Inputs(paths))
    figure, plotted = build_figure("elazmeh2006", name, only)
    assert set(present(plotted).get("learner", [])) <= {"tree"}
    if name in POINTS:
        assert set(plotted.frame["learner"]) > {"tree"}
        for learner, cell in zip(plotted.frame["learner"], plotted.uses, strict=True):
            assert (learner in split(cell)) == (learner != "tree")
    assert name not in {"fig1", "fig3", "fig8"} or "no data" in texts(figure)


def test_another_confidence_test_is_named(evaluated):
    other = replace(evaluated, shown=evaluated.shown | {"confidence_test": "wald"})
    figure, _ = build_figure("elazmeh2006", "fig8", other)
    assert "confident by wald" in texts(figure)
