"""Quantities behind what Section 4 says and what its replication found, on small cases made by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, fixed_width_band, roc_points
from rocrepro.formats.inputs import Inputs
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006 import facts_bands, facts_data, facts_ranges, facts_ranking
from rocrepro.papers.elazmeh2006.pairwise import compared
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.randomness import generator
from tests.papers.conftest import spect


@pytest.fixture(scope="module")
def table(evaluated):
    return build_table("elazmeh2006", "facts", evaluated).frame


def test_rows_that_two_files_share_are_paired_one_by_one():
    one = pd.DataFrame({"a": [1.0, 1.0, np.nan, 2.0], "b": ["x", "x", "y", "z"]})
    assert facts_data.shared_rows(one, one.iloc[::-1]) == 1
    assert facts_data.shared_rows(one, one.iloc[[0, 2]]) == 0.5  # the second (1, x) has no partner left
    assert facts_data.shared_rows(one, one.assign(b="w")) == 0


@pytest.mark.parametrize("held", [0, 20, 40])
def test_training_rows_in_the_test_file(evaluated, tmp_path, held):
    one = spect()
    frame = pd.DataFrame({"key": np.arange(len(one.label)).astype(str)})
    train, test = (np.flatnonzero(one.part == part) for part in ("train", "test"))
    frame.iloc[test[:held]] = frame.iloc[train[:held]].to_numpy()
    (tmp_path / "data").mkdir()
    two = replace(one, name="spectf", frame=frame, attributes=(replace(one.attributes[0], name="key"),))
    two.save(tmp_path / "data/spectf.parquet", tmp_path / "data/spectf.json")
    known = evaluated.facts | {"spectf": two.facts()}
    other = replace(evaluated, facts=known, inputs=Inputs.below(tmp_path))
    (found,) = facts_data._seen_in_training(other, "spectf")
    assert found["value"] == held / len(train)


def test_what_two_missing_files_share_is_unknown(table):
    for fact in ("rows_shared", "training_rows_tested"):
        assert table.loc[table["fact"] == fact, "value"].isna().tolist() == [True, True]


def frame_of(area, difference, seeds=(1, 2, 3)):
    return pd.DataFrame({"seed": seeds, "cauc_union": area, "aved_abs": difference})


def placed(area, size, n_confident=2):
    segment = SimpleNamespace(cauc=lambda reading: area, aved_abs=size, n_confident=n_confident)
    return SimpleNamespace(segment=segment)


@pytest.mark.parametrize(
    ("stump", "poor"),
    [
        (placed(0.3, 0.09), 1),  # the largest difference, with the largest area
        (placed(0.01, 0.01), 1),  # the smallest area, with the smallest difference
        (placed(0.15, 0.05), 0),  # behind each other learner in something, and last in nothing
        (placed(0.0, np.nan, 0), np.nan),
    ],
)
def test_the_stump_is_poor_where_it_is_the_last_of_all(stump, poor):
    others = {"tree": placed(0.1, 0.02), "forest": placed(0.2, 0.08), "naive_bayes": placed(0, np.nan, 0)}
    rows = facts_ranking._by_segment({"stump": stump, **others}, dict.fromkeys(LEARNERS, 0.5), "union", {})
    (found,) = [row["value"] for row in rows if row["fact"] == "stump_poor"]
    assert found == pytest.approx(poor, nan_ok=True)


def test_the_difference_counts_where_the_area_is_larger():
    stump = frame_of([0.3, 0.1, 0.2], [0.05, 0.05, np.nan])
    tree = frame_of([0.2, 0.2, 0.1], [0.02, 0.02, 0.02])
    both = stump.merge(tree, on="seed", suffixes=("", "_tree"))
    assert facts_ranges.where_larger(both, "aved_abs") == pytest.approx([0.03, np.nan, np.nan], nan_ok=True)
    turned = tree.merge(stump, on="seed", suffixes=("", "_tree"))
    assert facts_ranges.where_larger(turned, "aved_abs") == pytest.approx(
        [np.nan, -0.03, np.nan], nan_ok=True
    )


def test_band_of_a_curve_is_that_of_its_scores():
    rng = np.random.default_rng(3)
    label = np.repeat([1, 0], [12, 60])
    score = np.round(rng.normal(label, 1), 1)
    points = roc_points(label, score)
    for slope in ("ks", "inverse"):
        band = fixed_width_band(label, score, level=0.9, seed=generator(2, "x"), slope=slope)
        assert facts_bands.band_area(points, slope, 0.9, generator(2, "x")) == pytest.approx(band.area)


def test_bands_at_the_default_seed_are_the_study_s(table, evaluated):
    rows = table[(table["dataset"] == "spect") & (table["learner"] == "tree") & (table["engine"] == "weka")]
    for slope in ("ks", "inverse"):
        of = (rows["fact"] == "band_area") & (rows["slope"] == slope)
        found = rows[of].set_index("seed")["value"]
        assert found[1] == evaluated.band("spect", "tree", slope, "weka")["area"].iloc[0]
        assert sorted(found.index) == [1, 2, 3]
        assert found.between(0, 1).all()


def test_ranks_in_place_of_scores_keep_the_range_when_scores_are_stretched():
    label = np.r_[np.ones(4, int), np.zeros(12, int)]
    score = np.r_[[0.9, 0.8, 0.3, 0.2], np.linspace(0.05, 0.85, 12)]
    plain, stretched = (confident_segment(roc_points(label, s)) for s in (score, score**5))
    assert plain.n_confident > 1
    assert facts_ranges.predicted_range(plain) == facts_ranges.predicted_range(stretched)
    assert facts_ranges.threshold_range(plain) != pytest.approx(facts_ranges.threshold_range(stretched))
    rows = [((score >= t).sum()) / 16 for t in (plain.thresholds.min(), plain.thresholds.max())]
    assert facts_ranges.predicted_range(plain) == pytest.approx(rows[0] - rows[1])


def sets(area, size, **more):
    return pd.DataFrame({"auc": 0.5, "cauc_union": area, "n_confident": size, **more})


@pytest.mark.parametrize("seed", [1, 2])
def test_two_empty_sets_are_not_compared(seed):
    """At seed 1 both sets are empty, at seed 2 one of them is."""
    a, b = sets([0.0, 0.0, 0.2], [0, 0, 2]), sets([0.0, 0.1, 0.1], [0, 1, 1])
    a.index = b.index = pd.Index([1, 2, 3], name="seed")
    found = compared((a, b), (a, b), "cauc_union", 0.05, seed)
    assert (found["n_seeds"], found["share_seeds"]) == (2, 0.5)
    assert (found["n_resamples"], found["share_resamples"]) == (2, 0.5)
    if seed == 1:
        assert np.isnan([found["difference"], found["low"], found["high"]]).all()
    else:
        assert found["difference"] == pytest.approx(-0.1)
        assert found["low"] < found["difference"] + 0.01 < found["high"]
    assert compared((a, b), (a, b), "auc", 0.05, seed)["n_seeds"] == 3


def test_points_that_can_be_confident_and_those_of_random_orders(table):
    """With 13 positive and 959 negative rows: |fn - fp| <= z sqrt(fn + fp), counted point by point."""
    z = 1.959964
    inside = [abs(fn - fp) <= z * (fn + fp) ** 0.5 for fn in range(14) for fp in range(960)]
    found = table.set_index("fact")["value"]
    assert found["region_share"] == pytest.approx(np.mean(inside))
    rng = np.random.default_rng(8)
    sizes = []
    for _ in range(200):
        positive = rng.permutation(972) < 13
        fn = 13 - np.r_[0, positive.cumsum()]
        fp = np.r_[0, (~positive).cumsum()]
        sizes.append((abs(fn - fp) <= z * np.sqrt(fn + fp)).sum())
    assert found["n_confident_chance"] == pytest.approx(np.mean(sizes), abs=4 * np.std(sizes) / 200**0.5)
