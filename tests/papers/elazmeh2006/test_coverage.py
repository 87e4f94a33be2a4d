"""The coverage simulation: its worlds against scipy and large samples, its judging, table and figure."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rocrepro.datasets.ringnorm import bayes_score, ringnorm
from rocrepro.display.house import save_figure
from rocrepro.evaluation import Band, roc_points
from rocrepro.papers import build_figure, build_table
from rocrepro.papers.elazmeh2006 import coverage
from rocrepro.papers.elazmeh2006.coverage import CHECKED, RATES, WORLDS, Cell, cells
from rocrepro.papers.elazmeh2006.coverage_report import COLUMNS, METHODS, accepted, key_of


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def empirical(label, score, rates):
    points = roc_points(label, score)
    return np.interp(rates, points.fpr, points.tpr)


@pytest.mark.parametrize("name", WORLDS)
def test_the_true_curve_is_that_of_a_large_sample(name):
    world = WORLDS[name]
    size = 40_000
    score = world.draw(size, size, np.random.default_rng(1))
    label = np.repeat([1, 0], size)
    truth = world.roc(RATES)
    away = empirical(label, score, RATES) - truth
    assert np.abs(away).max() < 2.0 / size**0.5
    assert (np.diff(world.roc(np.linspace(0, 1, 500))) >= 0).all()
    assert world.roc(np.array([0.0, 1.0])).tolist() == [0, 1]


def test_ringnorm_worlds_are_ringnorm():
    """Against rows drawn in all 20 dimensions, and scores computed from them."""
    values, shifted = ringnorm(30_000, 30_000, 1)
    for name, score in (("ringnorm_linear", values.sum(axis=1)), ("ringnorm_bayes", bayes_score(values))):
        away = empirical(shifted, score, RATES) - WORLDS[name].roc(RATES)
        assert np.abs(away).max() < 2.0 / 30_000**0.5


def test_the_density_ratio_curve_against_scipys_quantiles():
    rates = np.array([1e-6, 1e-3, 0.013, 0.2, 0.6, 0.97])
    nc = WORLDS["ringnorm_bayes"].centrality
    distance = 4 * stats.ncx2.ppf(rates, 20, nc[1])
    np.testing.assert_allclose(
        WORLDS["ringnorm_bayes"].roc(rates), stats.ncx2.cdf(distance, 20, nc[0]), atol=1e-6
    )


def test_cells_hold_what_the_issue_asks_for():
    full = cells("full")
    for ratio in ("1:1", "1:50"):
        for world in WORLDS:
            sizes = [c.n for c in full if (c.world, c.ratio, c.level) == (world, ratio, 0.95)]
            assert (min(sizes), max(sizes)) == (50, 5000)
    assert {c.n for c in cells("ci")} <= {c.n for c in full}
    assert Cell("binormal", "1:50", 5000, 1).n_pos == 98
    assert Cell("binormal", "1:50", 50, 1).n_pos == 1


def by_hand(lower, upper, kind="simultaneous", ends=(0.0, 1.0)):
    return Band(
        grid=np.array(ends), lower=np.array(lower), upper=np.array(upper),
        method="by hand", level=0.95, replicates=0, kind=kind,
    )  # fmt: skip


def test_judging_looks_between_the_corners_and_leaves_the_ends_of_pointwise_bands():
    world = WORLDS["binormal"]
    truth = world.roc(CHECKED), world.roc(RATES)
    whole, width, share = coverage._judge(by_hand([0.0, 0.0], [1.0, 1.0]), world, *truth)
    assert (whole, width, share) == (True, 1.0, 1.0)
    # The chord lies below the curve everywhere, though both meet at the ends.
    whole, width, share = coverage._judge(by_hand([0.0, 0.0], [0.0, 1.0]), world, *truth)
    assert (whole, width, share) == (False, 0.5, 0.0)
    # A little above 0 at rate 0: wrong for the whole curve, not for what is judged of a pointwise band.
    lifted = ([1e-3, 0.5], [1.0, 1.0])
    assert not coverage._judge(by_hand(*lifted), world, *truth)[0]
    assert coverage._judge(by_hand(*lifted, kind="pointwise"), world, *truth)[0]


def test_the_simulation_is_deterministic_and_complete(coverage_runs, shown, monkeypatch):
    monkeypatch.setattr(coverage, "cells", lambda size: [Cell("binormal", "1:50", 50, 10)])
    again = coverage.band_coverage(shown)
    chosen = coverage_runs["ratio"] == "1:50"
    pd.testing.assert_frame_equal(again, coverage_runs[chosen].reset_index(drop=True))
    assert set(coverage_runs["method"]) == set(METHODS)
    assert "fixed_width_inverse" not in set(coverage_runs[~chosen]["method"])
    kinds = coverage_runs.groupby("method")["kind"].agg(set)
    for method, found in kinds.items():
        pointwise = method.startswith(("vertical", "threshold"))
        assert found == {"pointwise" if pointwise else "simultaneous"}, method
    # One positive row allows no binormal fit.
    fit = again.set_index("method").loc["working_hotelling"]
    assert (fit["runs"], fit["covered"]) == (0, 0)
    assert np.isnan(fit["mean_width"])


def test_what_the_bands_have_to_hold(evaluated):
    """Few runs here: the released sizes are checked by the same rule."""
    frame = build_table("elazmeh2006", "band_coverage", evaluated).frame
    found = frame[(frame["world"] == "binormal") & (frame["n"] == 250)].set_index("method")["coverage"]
    assert found["fixed_width"] >= 0.88
    assert found["simultaneous_joint"] >= 0.95
    assert found["simultaneous_joint_margin"] >= 0.95
    assert found["working_hotelling"] >= 0.85
    assert found["vertical_normal"] < 0.6
    assert found["vertical_quantile"] < 0.6


def test_table_columns_intervals_and_words(evaluated, coverage_runs):
    table = build_table("elazmeh2006", "band_coverage", evaluated)
    assert list(table.frame.columns) == [
        "world", "n", "ratio", "method", "kind", "level", "covered", "runs", "coverage", "low", "high",
        "mean_width", "pointwise_coverage",
    ] == COLUMNS  # fmt: skip
    row = table.frame.iloc[0]
    low, high = stats.binomtest(int(row["covered"]), int(row["runs"])).proportion_ci(method="wilson")
    assert (row["low"], row["high"]) == pytest.approx((low, high))
    assert row["coverage"] == row["covered"] / row["runs"]
    words = table.markdown()
    assert "score-analysis" in words
    assert "fixed width 0.94, here" in words
    assert table.frame["coverage"].isna().sum() == (coverage_runs["runs"] == 0).sum() == 1


def test_the_level_is_part_of_the_key_only_if_rows_differ_by_it(coverage_runs):
    names = ["world", "n", "ratio", "method"]
    twice = pd.concat([coverage_runs, coverage_runs.assign(level=0.123)], ignore_index=True)
    assert key_of(coverage_runs) == names
    assert key_of(twice) == [*names, "level"]
    assert not twice.duplicated(key_of(twice)).any()


def test_the_rule_of_acceptance():
    def rows(**coverages):
        return pd.DataFrame(
            [
                {"world": "binormal", "ratio": "1:1", "level": 0.95, "n": n, "method": method,
                 "coverage": share, "high": share + 0.03}
                for method, share in coverages.items()
                for n in (250, 1000)
            ]
        )  # fmt: skip

    good = {"fixed_width": 0.96, "simultaneous_joint": 1.0, "vertical_normal": 0.2}
    assert all(accepted(rows(**good)).values())
    for method, share in (("fixed_width", 0.985), ("fixed_width", 0.89), ("simultaneous_joint", 0.94)):
        assert not accepted(rows(**(good | {method: share})))[method]
    assert not accepted(rows(**(good | {"vertical_normal": 0.62})))["vertical"]


def test_the_figure_tells_the_kinds_apart_and_has_the_same_bytes_twice(evaluated, tmp_path):
    for round_ in ("a", "b"):
        figure, plotted = build_figure("elazmeh2006", "band_coverage", evaluated)
        shown = " ".join(text.get_text() for text in figure.findobj(plt.Text))
        save_figure(figure, [tmp_path / f"{round_}{suffix}" for suffix in (".svg", ".pdf", ".png")])
    for suffix in (".svg", ".pdf", ".png"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()
    assert "simultaneous bands" in shown
    assert "pointwise bands, joined" in shown
    assert "fixed width" in shown
    assert set(plotted.frame["kind"]) == {"simultaneous", "pointwise"}
    assert (plotted.frame["level"] == 0.95).all()
