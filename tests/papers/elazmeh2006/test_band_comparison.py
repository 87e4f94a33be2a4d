"""The comparison of bands on data sets, against areas counted on a grid."""

import numpy as np
import pytest

from rocrepro.evaluation import Band, confident_region, fixed_width_band
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006.band_comparison import COLUMNS, against, compare, region_share
from rocrepro.randomness import generator
from rocrepro.study import KINDS
from tests.papers.lacking import bare
from tests.studies import RESAMPLES, quick_study


def by_hand(grid, lower, upper):
    edges = {"grid": np.array(grid), "lower": np.array(lower), "upper": np.array(upper)}
    return Band(**edges, method="by hand", level=0.95, replicates=0, kind="simultaneous")


def test_shares_of_known_bands():
    half = by_hand([0.0, 0.5, 0.5, 1.0], [0.0, 0.0, 0.5, 0.5], [0.5, 0.5, 1.0, 1.0])
    low = by_hand([0.0, 1.0], [0.0, 0.0], [0.5, 0.5])
    found = against(low, half)
    assert found["in_fixed_width"] == pytest.approx(0.5, abs=1e-6)
    assert found["of_fixed_width"] == pytest.approx(0.5, abs=1e-6)
    assert (found["inside_fixed_width"], found["holds_fixed_width"]) == (False, False)
    whole = by_hand([0.0, 1.0], [0.0, 0.0], [1.0, 1.0])
    found = against(whole, half)
    assert (found["inside_fixed_width"], found["holds_fixed_width"]) == (False, True)
    assert found["in_fixed_width"] == pytest.approx(0.5, abs=1e-6)
    found = against(half, whole)
    assert (found["inside_fixed_width"], found["holds_fixed_width"]) == (True, False)
    none = by_hand([0.0, 1.0], [1.0, 1.0], [1.0, 1.0])
    assert np.isnan(against(none, half)["in_fixed_width"])


@pytest.mark.parametrize(("n_pos", "n_neg"), [(15, 172), (40, 40), (100, 20)])
def test_share_of_the_region_against_counting(n_pos, n_neg):
    rng = np.random.default_rng(n_pos)
    label = np.repeat([1, 0], [n_pos, n_neg])
    band = fixed_width_band(label, np.round(rng.normal(size=len(label)) + label, 1), n_resamples=50, seed=1)
    x, y = (np.arange(1500) + 0.5) / 1500, (np.arange(1500) + 0.5) / 1500
    region = confident_region(n_pos, n_neg)
    at = confident_region(n_pos, n_neg, fpr=x)
    confident = (at.lower <= y[:, None]) & (y[:, None] <= at.upper)
    lower, upper = band.edges_at(x)
    inside = (lower <= y[:, None]) & (y[:, None] <= upper)
    expected = (confident & inside).sum() / confident.sum()
    assert region_share(band, region) == pytest.approx(expected, abs=4e-3)
    assert region_share(by_hand([0.0, 1.0], [0.0, 0.0], [1.0, 1.0]), region) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("model", [("weka", "forest"), ("sklearn", "naive_bayes")])
def test_bands_from_their_edges_are_the_bands(all_scores, model):
    """Against the fixed-width band of the rows, whose stream the study names."""
    study = quick_study(all_scores["spect"], "spect", alpha=0.1)
    edges = study.get(KINDS["all_bands"]).query("engine == @model[0] and learner == @model[1]")
    rows = {row["method"]: row for row in compare(edges, confident_region(15, 172, alpha=0.1))}
    own = all_scores["spect"][model].query("seed == 1")
    stream = generator(1, f"elazmeh2006/band_comparison/spect/{'/'.join(model)}")
    expected = fixed_width_band(own["label"], own["score"], level=0.9, n_resamples=RESAMPLES, seed=stream)
    assert rows["fixed_width"]["area"] == expected.area
    assert rows["fixed_width"]["region_inside"] == region_share(
        expected, confident_region(15, 172, alpha=0.1)
    )
    assert rows["fixed_width"]["in_fixed_width"] == pytest.approx(1)
    assert rows["simultaneous_joint"]["holds_fixed_width"]
    assert rows["simultaneous_joint"]["area"] > rows["simultaneous_joint_margin"]["area"]


def test_table(evaluated):
    table = build_table("elazmeh2006", "band_comparison", evaluated)
    frame = table.frame
    assert list(frame.columns) == COLUMNS
    there = frame.dropna(subset=["method"])
    assert set(there["dataset"]) == {"spect", "spectf_cv80"}
    assert there["area"].between(0, 1).all()
    assert there["region_inside"].between(0, 1 + 1e-9).all()
    # The inverse slope is the same one where the classes are equal.
    inverse = there[there["method"] == "fixed_width_inverse"]
    assert set(inverse["dataset"]) == {"spect"}
    # A gap is shown, and says why.
    gap = frame[frame["method"].isna()]
    assert set(gap["dataset"]) == {"dis"}
    assert "**Missing:** dis" in table.markdown()
    assert frame.equals(build_table("elazmeh2006", "band_comparison", evaluated).frame)


def test_no_data_at_all(evaluated, tmp_path):
    frame = build_table("elazmeh2006", "band_comparison", bare(evaluated, tmp_path)).frame
    assert frame["method"].isna().all()
    assert set(frame["dataset"]) == set(evaluated.datasets)
