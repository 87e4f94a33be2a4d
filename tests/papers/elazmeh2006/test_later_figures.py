"""The figures beyond the paper: what they plot, against definitions. That they can be drawn: test_figures."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.metrics import precision_score

from rocrepro.evaluation import tango_interval
from rocrepro.papers import build_figure
from rocrepro.papers.elazmeh2006.strip_figure import outline
from rocrepro.study.model import balanced
from tests.studies import with_choices


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_a_strip_has_the_points_whose_difference_is_in_the_interval(evaluated):
    _, plotted = build_figure("elazmeh2006", "tango_strip", evaluated)
    assert len(plotted.frame) == 2 * 2
    rng = np.random.default_rng(4)
    for _, row in plotted.frame.iterrows():
        n_pos, n_neg = evaluated.test_counts(row["dataset"])
        n = n_pos + n_neg
        low, high = tango_interval(row["fn"], row["fp"], n)
        x, y = rng.uniform(size=(2, 2000))
        difference = (n_pos * (1 - y) - n_neg * x) / n
        line = y - row["slope"] * x
        between = (line >= row["line_low"]) & (line <= row["line_high"])
        np.testing.assert_array_equal(between, (difference >= low) & (difference <= high))
        assert row["holds_zero"] == (low <= 0 <= high)
        assert (row["tpr"], row["fpr"]) == (1 - row["fn"] / n_pos, row["fp"] / n_neg)
    curve = evaluated.roc("spect", "forest")
    at = plotted.frame.set_index(["dataset", "point"])
    assert at.loc[("spect", "youden"), "tpr"] - at.loc[("spect", "youden"), "fpr"] == pytest.approx(
        (curve.tpr - curve.fpr).max()
    )


def test_the_drawn_strip_is_the_listed_one(evaluated):
    figure, plotted = build_figure("elazmeh2006", "tango_strip", evaluated)
    panel = next(ax for ax in figure.axes if ax.get_title().startswith("spectf"))
    listed = plotted.frame[plotted.frame["dataset"] == "spectf_cv80"]
    for shape, (_, row) in zip(panel.collections, listed.iterrows(), strict=True):
        corners = shape.get_paths()[0].vertices
        line = corners[:, 1] - row["slope"] * corners[:, 0]
        assert line.min() >= row["line_low"] - 1e-9
        assert line.max() <= row["line_high"] + 1e-9
        # Its area, by the points of a lattice that lie in it.
        x, y = np.meshgrid(*[(np.arange(1000) + 0.5) / 1000] * 2)
        inside = (y - row["slope"] * x >= row["line_low"]) & (y - row["slope"] * x <= row["line_high"])
        x, y = corners.T
        area = abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2
        assert area == pytest.approx(inside.mean(), abs=2e-3)


def test_prevalence_figure_plots_both_sets(evaluated, all_scores, tmp_path):
    kinds = ("points", "prevalence", "prevalence_points")
    other = with_choices(evaluated, all_scores, tmp_path, kinds=kinds, target_prevalence=0.3)
    figure, plotted = build_figure("elazmeh2006", "prevalence", other)
    for dataset, frame in plotted.frame.groupby("dataset"):
        curve = evaluated.curve(dataset, "forest")
        np.testing.assert_array_equal(frame["confident_own"], curve["confident"].astype(bool))
        np.testing.assert_allclose(frame["difference_own"].astype(float), curve["difference"], atol=1e-12)
        np.testing.assert_allclose(frame["lower_own"].astype(float), curve["lower"], atol=1e-9)
        expected = 0.3 * (1 - frame["tpr"]) - 0.7 * frame["fpr"]
        np.testing.assert_allclose(frame["difference_target"].astype(float), expected, atol=1e-12)
    assert "prevalence 0.3" in " ".join(text.get_text() for text in figure.findobj(plt.Text))


def test_neighbours_mark_the_same_thresholds(evaluated, all_scores):
    _, plotted = build_figure("elazmeh2006", "neighbours", evaluated)
    frame = plotted.frame
    assert set(frame["dataset"]) == {"spectf_cv80"}  # the only one of its four that is here
    scores = all_scores["spectf_cv80"]["weka", "forest"].query("seed == 1")
    for _, row in frame.iloc[1:].iterrows():
        predicted = scores["score"] >= row["threshold"]
        assert row["precision"] == pytest.approx(precision_score(scores["label"], predicted))
    half = frame[frame["half"]]
    assert len(half) == 1
    np.testing.assert_array_equal(scores["score"] >= half["threshold"].item(), scores["score"] >= 0.5)
    points = evaluated.roc("spectf_cv80", "forest")
    assert frame["balanced"].to_numpy().nonzero()[0].tolist() == [balanced(points)]
    # A point is on the envelope of costs where no mix of two others costs less at every class mix.
    hull = frame[frame["on_envelope"]]
    for pc in np.linspace(0.001, 0.999, 300):
        cost = (1 - frame["tpr"]) * pc + frame["fpr"] * (1 - pc)
        assert cost[hull.index].min() == pytest.approx(cost.min())


@pytest.mark.parametrize(
    ("low", "high", "slope"),
    [(0.7, 0.9, -0.3), (-0.2, 0.4, -1.0), (0.9, 1.4, -5.0), (1.2, 1.5, -0.9), (-0.5, 3.0, -0.5)],
)
def test_the_outline_of_a_strip_has_its_area(low, high, slope):
    height, left, right = outline({"line_low": low, "line_high": high, "slope": slope})
    x, y = np.meshgrid(*[(np.arange(1000) + 0.5) / 1000] * 2)
    inside = (y - slope * x >= low) & (y - slope * x <= high)
    assert np.trapezoid(right - left, height) == pytest.approx(inside.mean(), abs=2e-3)
    assert (height[0] == 0) == inside[0].any()
