"""Bands of the curves against the library, given the same generators."""

import numpy as np
import pytest

from rocrepro.evaluation import (
    bootstrap_tpr,
    fixed_width_band,
    simultaneous_joint_band,
    threshold_average_band,
    vertical_band,
    working_hotelling_band,
)
from rocrepro.randomness import generator
from rocrepro.study import KINDS
from rocrepro.study.bands import BARS, EDGES, FINE, METHODS, SHOWN, bands_of
from rocrepro.study.study import GRID
from tests.studies import quick_study
from tests.study.conftest import made_up, of_model

N = 12  # bootstrap curves


def corners(frame):
    """Grid and edges of one band of a frame."""
    return [frame[name].to_numpy() for name in ("fpr", "lower", "upper")]


def assert_band(frame, band):
    for found, expected in zip(corners(frame), (band.grid, band.lower, band.upper), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("slope", ["ks", "inverse"])
def test_both_slopes_of_the_fixed_width_band_see_the_same_samples(study, by_model, slope):
    frame = study.get(KINDS["fixed_width"])
    for model, (label, score) in by_model.items():
        of = of_model(frame[frame["slope"] == slope], model)
        stream = generator(1, f"fixed_width_band/made_up/{'/'.join(model)}")
        band = fixed_width_band(label, score, n_resamples=N, seed=stream, slope=slope)
        assert_band(of, band)
        assert set(of["width"]) == {band.width}
        assert set(of["area"]) == {band.area}


def test_vertical_bars_are_those_of_bootstrap_curves(study, by_model):
    frame = study.get(KINDS["vertical"])
    for model, (label, score) in by_model.items():
        stream = generator(1, f"hamel2008/vertical/made_up/{'/'.join(model)}")
        high = bootstrap_tpr(label, score, BARS, n_resamples=N, seed=stream)
        assert_band(of_model(frame, model), vertical_band(high, BARS))


def test_bands_of_all_kinds(study, by_model):
    frame = study.get(KINDS["all_bands"])
    for model, (label, score) in by_model.items():
        of = dict(list(of_model(frame, model).groupby("method")))
        assert set(of) == set(METHODS) - {"threshold_quantile"}
        stream = generator(1, f"elazmeh2006/band_comparison/made_up/{'/'.join(model)}")
        # One stream: the fixed-width bands first, then the vertical ones.
        for name, slope in (("fixed_width", "ks"), ("fixed_width_inverse", "inverse")):
            assert_band(of[name], fixed_width_band(label, score, n_resamples=N, seed=stream, slope=slope))
        high = bootstrap_tpr(label, score, FINE, n_resamples=N, seed=stream)
        closed = {
            "vertical_quantile": vertical_band(high, FINE, interval="quantile"),
            "vertical_wilson": vertical_band(high, FINE, interval="wilson", n_pos=label.sum()),
            "simultaneous_joint": simultaneous_joint_band(label, score),
            "threshold_wilson": threshold_average_band(label, score, interval="wilson"),
        }
        for name, band in closed.items():
            assert_band(of[name], band)
            assert set(of[name]["area"]) == {band.area}
            assert set(of[name]["kind"]) == {band.kind}
        hotelling = working_hotelling_band(*sorted_rows(label, score))
        assert_band(of["working_hotelling"], hotelling)


def sorted_rows(label, score):
    """Positive rows first, the highest scores first: sums have the same last bit in any order of a file."""
    order = sorted(range(len(label)), key=lambda i: (-label[i], -score[i]))
    return label[order], score[order]


def test_vertical_bands_of_a_file_are_those_of_the_resamples(study):
    edges = study.get(KINDS["band_edges"])
    for model in study.models:
        of = of_model(edges[edges["method"] == "vertical_normal"], model.name)
        band = vertical_band(study.resampled[model.name].tpr, GRID)
        np.testing.assert_array_equal(of[["lower", "upper"]].to_numpy().T, band.edges_at(EDGES))
    assert list(edges["method"].unique()) == [name for name in SHOWN if name in set(edges["method"])]


def test_with_classes_of_equal_size_there_is_one_slope(scores):
    even = scores["sklearn", "tree"].query("seed == 1").groupby("label").head(14)
    frame = quick_study({("sklearn", "even"): even}, "x", 4).get(KINDS["all_bands"])
    assert "fixed_width_inverse" not in set(frame["method"])
    assert set(frame["method"]) | {"fixed_width_inverse", "threshold_quantile"} == set(METHODS)


def test_a_class_with_one_score_has_no_working_hotelling_band():
    scores = made_up(0.3, 1, (1,), 5)
    scores.loc[scores["label"] == 1, "score"] = 0.9
    study = quick_study({("sklearn", "flat"): scores}, "x", 4)
    assert "working_hotelling" not in set(study.get(KINDS["all_bands"])["method"])
    assert "working_hotelling" not in set(study.get(KINDS["band_edges"])["method"])
    row = study.get(KINDS["bands"]).set_index("method").loc["working_hotelling"]
    assert (row["kind"], row["replicates"]) == ("–", 0)
    assert row[["area", "width"]].isna().all()


def test_methods_that_are_not_asked_for_draw_nothing(by_model):
    stream = generator(1, "x")
    found = bands_of(
        *by_model["sklearn", "tree"], level=0.95, n_resamples=5, seed=stream, rates=GRID,
        methods=["simultaneous_joint", "threshold_normal"],
    )  # fmt: skip
    assert list(found) == ["simultaneous_joint", "threshold_normal"]
    assert stream.random() == generator(1, "x").random()
