"""Each table against the functions that it is made of, or against plain counting."""

import math

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.terminal import printed
from rocrepro.errors import InputError
from rocrepro.evaluation import (
    at_prevalence,
    aved_interval,
    cauc_interval,
    confident_segment,
    equivalence_from_counts,
    fixed_width_band,
    operating_point,
    roc_auc,
    roc_points,
    simultaneous_joint_band,
    tango_interval,
    threshold_average_band,
    tpr_at,
    working_hotelling_band,
)
from rocrepro.formats.given.reading import Columns
from rocrepro.randomness import generator
from rocrepro.study import Choices
from rocrepro.study.bands import EDGES
from rocrepro.study.pairs import difference_bands
from rocrepro.study.study import GRID
from tests.assess.conftest import OPTIONS

GOOD, POOR = "<b>good</b>", "$poor$"


def rows_of(assessment, table, *keys):
    return assessment.tables[table].frame.set_index(list(keys))


def test_the_threshold_in_use_is_counted_on_the_rows(assessment, by_name):
    rows = rows_of(assessment, "operating_points", "model", "criterion")
    for name, threshold in ((GOOD, 0.5), (POOR, 0.5), ("margin", 0.0)):
        label, score = by_name[name]
        row = rows.loc[(name, "in use")]
        predicted = score >= threshold
        assert row["threshold"] == threshold
        fn, fp = int((label * ~predicted).sum()), int(((1 - label) * predicted).sum())
        assert (row["fn"], row["fp"]) == (fn, fp)
        assert row["accuracy"] == pytest.approx((label == predicted).mean())
        low, high = tango_interval(fn, fp, 80)
        assert (row["lower"], row["upper"]) == (low, high)
        assert row["confident"] == (low <= 0 <= high)
        assert not row["chosen_here"]
        assert rows.loc[(name, "youden"), "chosen_here"]
        # The strip: true positive rates at which (fn - fp)/n lies in the interval, at this fpr.
        n_pos = label.sum()
        edges = 1 - (np.array([high, low]) * 80 + fp) / n_pos
        np.testing.assert_allclose(row[["strip_low", "strip_high"]].astype(float), np.clip(edges, 0, 1))


def test_the_best_points_are_those_of_the_library(assessment, by_name):
    rows = rows_of(assessment, "operating_points", "model", "criterion")
    for name, (label, score) in by_name.items():
        points = roc_points(label, score)
        for shown, own in (
            ("youden", operating_point(points, "youden")),
            ("cost 3 fn + 1 fp", operating_point(points, "cost", cost_fn=3)),
            ("fpr at most 0.05", operating_point(points, "neyman_pearson", max_fpr=0.05)),
        ):
            assert rows.loc[(name, shown), "threshold"] == own.threshold
            assert rows.loc[(name, shown), "confident"] == confident_segment(points).mask[own.index]


def test_at_the_test_rows_own_prevalence_nothing_changes(assessment, by_name):
    rows = rows_of(assessment, "prevalence", "model", "mix")
    summary = rows_of(assessment, "summary", "model")
    for name, (label, score) in by_name.items():
        own, stated = rows.loc[(name, "test rows")], rows.loc[(name, "stated")]
        assert own["prevalence"] == 0.25
        assert own["effective_n"] == pytest.approx(80)
        for column in ("n_confident", "threshold_low", "threshold_high", "aved", "cauc_union"):
            assert own[column] == pytest.approx(summary.loc[name, column], rel=1e-12, abs=1e-15)
        best = operating_point(roc_points(label, score), "cost", cost_fn=3)
        assert own["best_cost"] == pytest.approx(best.value / 80)
        found = at_prevalence(roc_points(label, score), 0.1, cost_fn=3)
        assert stated["aved"] == found.aved
        assert stated["best_cost"] == found.cost.min()
        assert stated["effective_n"] == pytest.approx(1 / (0.1**2 / 20 + 0.9**2 / 60))
    points = assessment.plotted["prevalence_points"].frame
    assert set(points["prevalence"]) == {0.1}
    assert len(points) == len(assessment.tables["points"].frame)


def test_bands_are_those_of_the_library(assessment, by_name):
    rows = rows_of(assessment, "bands", "model", "method")
    edges = assessment.plotted["band_edges"].frame.set_index(["model", "method"])
    label, score = by_name[GOOD]
    for method, band in {
        "fixed_width": fixed_width_band(
            label, score, n_resamples=40, seed=generator(1, f"assess/band/{GOOD}")
        ),
        "simultaneous_joint": simultaneous_joint_band(label, score),
        "simultaneous_joint_margin": simultaneous_joint_band(label, score, reading="margin"),
        "working_hotelling": working_hotelling_band(label, score),
        "threshold_quantile": threshold_average_band(label, score, interval="quantile"),
    }.items():
        assert rows.loc[(GOOD, method), "area"] == band.area
        assert rows.loc[(GOOD, method), "kind"] == band.kind
        lower, upper = band.edges_at(EDGES)
        shown = edges.loc[(GOOD, method)]
        # Rates inside at which both edges agree have no limits.
        there = (upper - lower > 1e-12) | np.isin(EDGES, (0, 1))
        np.testing.assert_array_equal(shown[f"lower_{band.kind}"], np.where(there, lower, np.nan))
        np.testing.assert_array_equal(shown[f"upper_{band.kind}"], np.where(there, upper, np.nan))
        other = {"simultaneous": "pointwise", "pointwise": "simultaneous"}[band.kind]
        assert shown[f"lower_{other}"].isna().all()
    assert len(rows.loc[GOOD]) == 10
    assert rows.loc[GOOD, "kind"].value_counts().to_dict() == {"simultaneous": 4, "pointwise": 6}


def test_a_class_of_one_score_has_no_working_hotelling_band(tmp_path):
    path = tmp_path / "flat.csv"
    path.write_text("label,score\n1,1\n1,1\n0,0.5\n0,0.25\n")
    made = assess(read_given(path, Columns()), Choices(n_resamples=10))
    rows = rows_of(made, "bands", "method")
    assert rows.loc["working_hotelling", "kind"] == "–"
    assert math.isnan(rows.loc["working_hotelling", "area"])
    assert "working_hotelling" not in set(made.plotted["band_edges"].frame["method"])


def test_equivalence_is_counted_on_the_rows(assessment, by_name):
    rows = rows_of(assessment, "equivalence", "a", "b")
    (label, good), (_, margin) = by_name[GOOD], by_name["margin"]
    right = [(good >= 0.5) == label, (margin >= 0) == label]
    only = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    own = equivalence_from_counts(*only, 80, margin=0.2)
    row = rows.loc[(GOOD, "margin")]
    assert (row["only_a"], row["only_b"]) == only
    assert (row["threshold_a"], row["threshold_b"]) == (0.5, 0.0)
    assert (row["low"], row["high"], row["p_worse"]) == (own.lower, own.upper, own.p_worse)
    assert row["equivalent"] == own.equivalent
    assert len(rows) == 3


def test_a_criterion_as_threshold_is_said_to_be_chosen_on_the_same_rows(path):
    given = read_given(path, Columns(label="ill", score="p", model="clf"))
    made = assess(given, Choices(n_resamples=10, threshold="youden", margin=0.1))
    for model in made.study.models:
        assert model.cut == operating_point(model.curve, "youden").threshold
    assert "The p-values are too small" in made.tables["equivalence"].notes[0]
    assert "folds" not in made.tables
    assert "prevalence" not in made.tables


@pytest.fixture
def biomarkers(tmp_path):
    """Two markers far above 0, of which only the first tells the classes apart."""
    path, rng = tmp_path / "markers.csv", np.random.default_rng(5)
    ill = (np.arange(400) % 40 == 0).astype(int)
    rows = [
        pd.DataFrame({"label": ill, "score": rng.normal(100 + shift * ill, 9).round(), "m": name})
        for name, shift in (("good", 30), ("poor", 1))
    ]
    pd.concat(rows).to_csv(path, index=False)
    return read_given(path, Columns(model="m"))


@pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")
def test_no_verdict_rests_on_a_threshold_that_separates_nothing(biomarkers):
    made = assess(biomarkers, Choices(n_resamples=10, margin=0.02))
    row = made.tables["equivalence"].frame.iloc[0]
    assert not row["equivalent"]
    assert not row["non_inferior"]
    left_out = ["accuracy_a", "accuracy_b", "difference", "low", "high", "p_worse", "p_better"]
    assert row[left_out].isna().all()
    assert "good: at the default threshold 0 every row is predicted positive" in row["no_verdict"]
    operating = made.tables["operating_points"]
    used = operating.frame.set_index(["model", "criterion"]).loc[("good", "in use")]
    best = operating.frame.set_index(["model", "criterion"]).loc[("good", "youden")]
    assert used["threshold"] == best["threshold"]
    assert used["chosen_here"]
    of_thresholds = [note for note in made.notes if note.startswith("model ")]
    assert [note.split(":")[0] for note in of_thresholds] == ["model good", "model poor"]
    assert set(of_thresholds) <= set(operating.notes)
    text = printed(made)
    assert "good - poor: accuracy is not compared: good: at the default threshold 0" in text
    assert "equivalent within" not in text


@pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")
def test_a_threshold_as_given_keeps_its_numbers_without_a_verdict(biomarkers):
    made = assess(biomarkers, Choices(n_resamples=10, margin=0.02, threshold=0))
    row = made.tables["equivalence"].frame.iloc[0]
    assert (row["accuracy_a"], row["accuracy_b"], row["threshold_a"]) == (0.025, 0.025, 0)
    assert not row["equivalent"]
    assert row[["p_worse", "p_better"]].isna().all()
    assert "at the threshold 0 every row is predicted positive" in printed(made)


def test_bands_of_differences_are_paired(assessment, by_name):
    bands = {(a.name[0], b.name[0]): band for (a, b), band in assessment.study.get(difference_bands)}
    band = bands[GOOD, POOR]
    curves = [roc_points(*by_name[name]) for name in (GOOD, POOR)]
    high = tpr_at(curves, GRID)
    np.testing.assert_array_equal(band.difference, high[0] - high[1])
    rows = rows_of(assessment, "band_comparisons", "a", "b", "method").sort_index().loc[(GOOD, POOR)]
    above = (band.lower_pointwise > 0).mean()
    assert rows.loc["paired difference, pointwise", "a_above"] == above > 0
    assert (rows.sum(axis=1) - 1).abs().max() < 1e-12
    shown = assessment.plotted["difference_bands"].frame
    assert {"lower_pointwise", "upper_simultaneous"} <= set(shown)
    assert len(shown) == 3 * len(GRID)


def test_folds_are_named_beside_the_pooled_curve(assessment, by_name):
    rows = rows_of(assessment, "folds", "model", "curve")
    label, score = by_name["margin"]
    areas = [roc_auc(roc_points(label[at : at + 20], score[at : at + 20])) for at in range(0, 80, 20)]
    for fold, area in enumerate(areas):
        assert rows.loc[("margin", f"fold {fold}"), "auc"] == area
    assert rows.loc[("margin", "pooled"), "auc"] == roc_auc(roc_points(label, score))
    average = rows.loc[("margin", "vertical average of 4"), "auc"]
    assert average == pytest.approx(np.mean(areas))
    # It is the area below the averaged heights, up to the steps of the grid.
    points = assessment.plotted["fold_points"].frame
    drawn = points.query("model == 'margin' and curve == 'vertical average'")
    assert np.trapezoid(drawn["tpr"], drawn["fpr"]) == pytest.approx(average, abs=0.02)
    assert set(points["curve"]) == {"pooled", "vertical average", *(f"fold {k}" for k in range(4))}


def test_a_fold_of_one_class_is_left_out_and_named(tmp_path):
    path = tmp_path / "folds.csv"
    path.write_text("label,score,k\n1,0.9,1\n0,0.1,1\n1,0.3,2\n0,0.4,2\n0,0.2,3\n")
    made = assess(read_given(path, Columns(fold="k")), Choices(n_resamples=10))
    rows = rows_of(made, "folds", "curve")
    assert rows.loc["fold 3", ["n_pos", "n_neg"]].tolist() == [0, 1]
    assert math.isnan(rows.loc["fold 3", "auc"])
    assert rows.loc["vertical average of 2", "auc"] == 0.5


def test_cost_curves_give_the_lowest_cost_of_any_threshold(assessment, by_name):
    frame = assessment.plotted["cost_curves"].frame
    for name, (label, score) in by_name.items():
        points = roc_points(label, score)
        fnr = points.fn / points.n_pos
        for row in frame[frame["model"] == name].itertuples():
            costs = fnr * row.probability_cost + points.fpr * (1 - row.probability_cost)
            assert row.cost == pytest.approx(costs.min(), abs=1e-12)
            mask = confident_segment(points).mask
            assert row.confident_cost == pytest.approx(costs[mask].min(), abs=1e-12)


@pytest.mark.parametrize(
    ("label", "pos_label"),
    [(("well", "ill"), "ill"), ((False, True), None), ((-1, 1), None), ((0.0, 1.0), None), ((2, 7), 7)],
)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_labels_of_any_kind_give_the_same_tables(tmp_path, by_name, label, pos_label, suffix):
    truth, score = by_name[GOOD]
    path = tmp_path / f"scores.{suffix}"
    frame = pd.DataFrame({"label": np.array(label)[truth], "score": score})
    frame.to_csv(path, index=False) if suffix == "csv" else frame.to_parquet(path)
    made = assess(read_given(path, Columns(), pos_label=pos_label), Choices(n_resamples=10))
    shown = made.tables["summary"].frame.iloc[0]
    points = roc_points(truth, score)
    assert (shown["n_pos"], shown["auc"]) == (20, pytest.approx(roc_auc(points)))
    assert shown["cauc_union"] == confident_segment(points).cauc("union")
    use = rows_of(made, "operating_points", "criterion").loc["in use"]
    assert use["tp"] == ((score >= 0.5) & (truth == 1)).sum()


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"margin": 0}, "margin: found 0"),
        ({"prevalence": 1}, "prevalence: found 1"),
        ({"margin": 0.1, "alpha": 0.5}, "alpha: found 0.5; expected less than 0.5"),
        ({"threshold": "best"}, "threshold: found 'best'; expected a number or one of chi_square"),
        ({"threshold": "nan"}, "threshold: found 'nan'"),
        ({"n_resamples": 1}, "n_resamples: found 1; expected a whole number of at least 2"),
    ],
)
def test_a_wrong_choice_is_one_line(choice, message):
    with pytest.raises(InputError) as error:
        Choices(**choice)
    assert message in str(error.value)


def test_a_threshold_may_be_text_as_on_the_command_line():
    assert Choices(threshold="0.25").cut == 0.25
    assert Choices(threshold="cost").cut == "cost"
    assert OPTIONS.cut is None


@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.metrics.UndefinedIntervalWarning")
def test_intervals_are_those_of_the_library(assessment, by_name):
    rows = assessment.tables["intervals"].frame.set_index(["model", "measure"])
    for name, (label, score) in by_name.items():
        common = {"n_resamples": assessment.choices.n_resamples, "alpha": 0.05}
        for measure, interval, reading in (
            ("cauc_union", cauc_interval, "union"),
            ("cauc_vertical", cauc_interval, "vertical"),
            ("aved", aved_interval, "signed"),
            ("aved_abs", aved_interval, "absolute"),
        ):
            own = interval(label, score, seed=generator(1, "assess/resamples"), reading=reading, **common)
            shown = rows.loc[(name, measure), ["value", "low", "high", "n_undefined"]].tolist()
            assert shown == [own.value, own.lower, own.upper, own.n_undefined]
    summary = assessment.tables["summary"].frame.set_index("model")
    for name in by_name:
        assert summary.loc[name, "aved_low"] == rows.loc[(name, "aved"), "low"]
        assert summary.loc[name, "cauc_union_high"] == rows.loc[(name, "cauc_union"), "high"]


@pytest.mark.filterwarnings("ignore")
def test_a_measure_without_a_value_has_no_limits(tmp_path):
    """Neither score of the model is confident, while some resamples have a confident score."""
    rows = [(1, 1)] * 36 + [(1, 0)] * 4 + [(0, 1)] * 15 + [(0, 0)] * 25
    text = "label,score\n" + "".join(f"{label},{score}\n" for label, score in rows)
    (tmp_path / "s.csv").write_text(text)
    made = assess(read_given(tmp_path / "s.csv", Columns()), Choices(n_resamples=50))
    (row,) = made.tables["summary"].frame.to_dict("records")
    assert row["n_confident"] == 0
    assert np.isnan([row["aved"], row["aved_low"], row["aved_high"]]).all()
    intervals = made.tables["intervals"].frame.set_index("measure")
    assert intervals.loc["aved", "n_undefined"] < 50
    assert intervals.loc[intervals["value"].isna(), ["low", "high"]].isna().all(axis=None)
    (line,) = [line for line in printed(made).splitlines() if "their thresholds" in line]
    assert line.split("thresholds")[1].split() == ["none"]
