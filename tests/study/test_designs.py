"""Kinds of rows with a cluster, a group, a weight or several classes, against the methods and statsmodels."""

from __future__ import annotations

import math
from typing import get_type_hints

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from rocrepro import evaluation
from rocrepro.errors import InputError
from rocrepro.formats.given.multiclass import Multiclass
from rocrepro.study import KINDS, Choices, Study, clusters, groups, multiclass, weights
from rocrepro.study.frames import TYPES, Row

N = 160
COLUMNS = {
    "clusters": clusters.ClusterRow,
    "cluster_differences": clusters.ClusterRow,
    "groups": groups.GroupRow,
    "group_differences": groups.GroupDifference,
    "multiclass": multiclass.MulticlassRow,
    "weighted": weights.WeightedRow,
    "weighted_differences": weights.WeightedDifference,
    "weighted_points": weights.WEIGHTED_POINTS,
}
OF_PAIRS = {"cluster_differences", "weighted_differences"}
ROLES = ("cluster", "group", "weight")


def frames(*roles, seed=1):
    """Two models on the same rows, with columns of these roles."""
    rng = np.random.default_rng(seed)
    cluster = rng.integers(0, 40, N)
    label = ((rng.random(40) < 0.4)[cluster] ^ (rng.random(N) < 0.1)).astype(int)
    own = rng.normal(size=40)[cluster]
    columns = {
        "cluster": np.array([f"patient {name}" for name in cluster], dtype=object),
        "group": np.array(["north", "south", "west"], dtype=object)[rng.integers(0, 3, N)],
        "weight": rng.gamma(1.0, size=N),
    }
    row = {"seed": 1, "fold": 0, "row": np.arange(N), "label": label}
    row |= {role: columns[role] for role in roles}
    return {
        (name,): pd.DataFrame(row | {"score": own + rng.normal(size=N) + effect * label})
        for name, effect in (("a", 1.5), ("b", 1.0))
    }


def study_of(scores, **choices):
    return Study(scores, choices=Choices(n_resamples=60, **choices))


@pytest.fixture(scope="module")
def designed():
    label = np.array(["x", "y", "z"], dtype=object)[np.arange(60) % 3]
    score = np.random.default_rng(2).random((60, 3)) + 0.3 * (label[:, np.newaxis] == ["x", "y", "z"])
    several = Multiclass(("x", "y", "z"), {"m": label}, {"m": score})
    return Study(frames(*ROLES), choices=Choices(n_resamples=60), multiclass=several)


def one(frame, **keys):
    for name, value in keys.items():
        frame = frame[frame[name] == value]
    (row,) = frame.to_dict("records")
    return row


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_and_types(designed, kind):
    found, declared = designed.get(KINDS[kind]), COLUMNS[kind]
    types = get_type_hints(declared) if isinstance(declared, type) and issubclass(declared, Row) else declared
    names = declared.columns() if types is not declared else list(declared)
    keys = ["model_a", "model_b", "seed"] if kind in OF_PAIRS else ["model", "seed"]
    for frame in (found, Study({}).get(KINDS[kind]), study_of(frames()).get(KINDS[kind])):
        assert list(frame.columns) == [*keys, *names]
        assert [str(frame[name].dtype) for name in names] == [TYPES[types[name]] for name in names]
        assert len(frame) == 0 or frame is found
    assert len(found)


@pytest.mark.parametrize("kind", sorted(set(COLUMNS) - {"multiclass"}))
def test_rows_in_another_order_give_the_same(designed, kind):
    rng = np.random.default_rng(3)
    mixed = {name: frame.iloc[rng.permutation(N)] for name, frame in designed.scores.items()}
    again = Study(mixed, choices=designed.choices).get(KINDS[kind])
    pd.testing.assert_frame_equal(again, designed.get(KINDS[kind]), check_exact=True)


def test_clusters_are_the_methods(designed):
    found = designed.get(KINDS["clusters"])
    for model in designed.models:
        row = one(found, model=model.name[0])
        expected = evaluation.clustered_auc_interval(model.label, model.score, model.cluster)
        assert (row["value"], row["clustered_low"], row["clustered_high"]) == expected
        naive = evaluation.delong_interval(model.label, model.score)
        assert (row["value"], row["delong_low"], row["delong_high"]) == pytest.approx(naive, abs=1e-14)
        assert (row["n_clusters"], row["n_rows"]) == (len(set(model.cluster)), N)
        widths = row["clustered_high"] - row["clustered_low"], row["delong_high"] - row["delong_low"]
        assert row["design_effect"] == pytest.approx((widths[0] / widths[1]) ** 2)
        assert row["design_effect"] > 1.2
        assert row["bootstrap_high"] - row["bootstrap_low"] == pytest.approx(widths[0], rel=0.4)
        assert math.isnan(row["p_clustered"])
    a, b = designed.models
    row = one(designed.get(KINDS["cluster_differences"]), model_a="a")
    test = evaluation.clustered_auc_test(a.label, a.score, b.score, a.cluster)
    assert (row["value"], row["clustered_low"], row["clustered_high"], row["p_clustered"]) == (
        test.difference, test.lower, test.upper, test.p_value)  # fmt: skip
    assert row["p_delong"] == evaluation.delong_test(a.label, a.score, b.score).p_value
    assert row["bootstrap_low"] < row["value"] < row["bootstrap_high"]


def test_the_summary_and_the_comparisons_have_the_limits_of_clusters():
    plain, study = study_of(frames()), study_of(frames("cluster"))
    row = one(study.get(KINDS["summary"]), model="a")
    expected = one(study.get(KINDS["clusters"]), model="a")
    assert (row["auc_low"], row["auc_high"]) == (expected["clustered_low"], expected["clustered_high"])
    naive = one(plain.get(KINDS["summary"]), model="a")
    assert (naive["auc_low"], naive["auc_high"]) == (expected["delong_low"], expected["delong_high"])
    (row,) = study.get(KINDS["comparisons"]).to_dict("records")
    (expected,) = study.get(KINDS["cluster_differences"]).to_dict("records")
    assert (row["low"], row["high"]) == (expected["clustered_low"], expected["clustered_high"])
    assert row["p_delong"] == expected["p_clustered"]
    (naive,) = plain.get(KINDS["comparisons"]).to_dict("records")
    assert naive["p_delong"] == expected["p_delong"]
    assert row["p_permutation"] != naive["p_permutation"]


def test_what_is_read_off_resampled_curves_heeds_clusters():
    plain, study = study_of(frames()), study_of(frames("cluster"))
    rows = [one(of.get(KINDS["average_precisions"]), model="a") for of in (plain, study)]
    assert rows[0]["average_precision"] == rows[1]["average_precision"]
    assert rows[1]["average_precision_high"] - rows[1]["average_precision_low"] > 1.1 * (
        rows[0]["average_precision_high"] - rows[0]["average_precision_low"]
    )


def test_groups_are_the_rows_of_each_group(designed):
    found = designed.get(KINDS["groups"])
    model = designed.models[0]
    for name in ("north", "south", "west"):
        rows = model.group == name
        label, predicted = model.label[rows], model.score[rows] >= model.cut
        row = one(found, model="a", group=name, measure="auc")
        naive = evaluation.delong_interval(label, model.score[rows])
        assert (row["value"], row["low"], row["high"]) == pytest.approx(naive, abs=1e-14)
        assert (row["n_pos"], row["n_neg"], row["n"]) == (label.sum(), (1 - label).sum(), rows.sum())
        counts = {
            "sensitivity": (predicted & (label == 1), label == 1),
            "specificity": (~predicted & (label == 0), label == 0),
            "ppv": (predicted & (label == 1), predicted),
            "npv": (~predicted & (label == 0), ~predicted),
        }
        for measure, (some, of) in counts.items():
            row = one(found, model="a", group=name, measure=measure)
            limits = proportion_confint(some.sum(), of.sum(), method="wilson")
            assert (row["value"], row["low"], row["high"]) == pytest.approx((some.sum() / of.sum(), *limits))
            assert row["n"] == of.sum()


def test_differences_between_groups(designed):
    measures, found = designed.get(KINDS["groups"]), designed.get(KINDS["group_differences"])
    of_a = found[found["model"] == "a"]
    assert len(of_a) == 3 * 5
    for row in of_a.to_dict("records"):
        x, y = (
            one(measures, model="a", group=row[g], measure=row["measure"]) for g in ("group_a", "group_b")
        )
        assert (row["value_a"], row["value_b"]) == (x["value"], y["value"])
        assert row["difference"] == pytest.approx(x["value"] - y["value"])
        if row["measure"] == "auc":
            continue
        counts = [(round(z["value"] * z["n"]), z["n"]) for z in (x, y)]
        limits = confint_proportions_2indep(*counts[0], *counts[1], compare="diff", method="newcomb")
        assert (row["low"], row["high"]) == pytest.approx(limits, abs=1e-12)
    adjusted = multipletests(of_a["p_value"], method="holm")[1]
    assert of_a["p_holm"].to_numpy() == pytest.approx(adjusted)


def test_areas_of_different_rows_are_compared_as_such(designed):
    model = designed.models[1]
    row = one(designed.get(KINDS["group_differences"]), model="b", group_a="north", group_b="west",
              measure="auc")  # fmt: skip
    north, west = (model.group == name for name in ("north", "west"))
    found = evaluation.delong_unpaired_test(
        model.label[north], model.score[north], model.label[west], model.score[west]
    )
    assert (row["low"], row["high"], row["p_value"]) == (found.lower, found.upper, found.p_value)


def test_many_groups_are_each_compared_with_the_rest():
    scores = frames("group")
    for frame in scores.values():
        frame["group"] = np.array([f"site {k % 6}" for k in range(N)], dtype=object)
    found = study_of(scores).get(KINDS["group_differences"])
    assert set(found["group_b"]) == {"all others"}
    assert sorted(set(found["group_a"])) == [f"site {k}" for k in range(6)]
    model = study_of(scores).models[0]
    rest = model.group != "site 0"
    row = one(found, model="a", group_a="site 0", measure="auc")
    curve = evaluation.roc_points(model.label[rest], model.score[rest])
    assert row["value_b"] == evaluation.roc_auc(curve)


def test_a_group_of_one_class_is_said_and_not_hidden():
    scores = frames("group")
    for frame in scores.values():
        frame["group"] = np.where(frame["label"] == 1, frame["group"], "none ill").astype(object)
        frame.loc[frame.index[:3], "group"] = "few"
    study = study_of(scores)
    row = one(study.get(KINDS["groups"]), model="a", group="none ill", measure="auc")
    assert math.isnan(row["value"])
    assert row["reason"] == "all rows of none ill are negative"
    row = one(study.get(KINDS["groups"]), model="a", group="none ill", measure="sensitivity")
    assert (row["n"], row["reason"]) == (0, "no positive row")
    row = one(study.get(KINDS["groups"]), model="a", group="none ill", measure="specificity")
    assert row["low"] < row["value"] < row["high"]
    found = study.get(KINDS["group_differences"])
    row = one(found, model="a", group_a="none ill", measure="auc")
    assert math.isnan(row["p_value"])
    assert "all rows of none ill are negative" in row["reason"]
    assert "no positive row in none ill" in set(found["reason"])


def test_a_column_of_names_is_no_column_of_groups():
    scores = frames("group")
    for frame in scores.values():
        frame["group"] = np.arange(N).astype(str).astype(object)
    with pytest.raises(InputError, match="group: found 160 groups in 160 rows; expected at most 100"):
        study_of(scores).get(KINDS["groups"])


def test_weighted_measures_with_the_intervals_of_resamples(designed):
    found = designed.get(KINDS["weighted"])
    for model in designed.models:
        value = evaluation.weighted_measures(model.label, model.score, model.weight, threshold=model.cut)
        for name, expected in value.items():
            row = one(found, model=model.name[0], measure=name)
            assert row["value"] == pytest.approx(expected, nan_ok=True)
            assert row["threshold"] == model.cut
            assert math.isnan(expected) or row["low"] < expected < row["high"], name
            assert row["effective_n"] == evaluation.effective_rows(model.weight) < N
        assert math.isnan(one(found, model=model.name[0], measure="brier")["low"])
        points = designed.get(KINDS["weighted_points"])
        points = points[points["model"] == model.name[0]]
        area = np.trapezoid(points["tpr"], points["fpr"])
        assert one(found, model=model.name[0], measure="auc")["value"] == pytest.approx(area)
    row = one(designed.get(KINDS["weighted_differences"]), measure="auc")
    a, b = (one(found, model=name, measure="auc") for name in "ab")
    assert row["value"] == pytest.approx(a["value"] - b["value"])
    assert (row["p_value"] < 0.05) == (row["low"] > 0 or row["high"] < 0)
    assert row["p_value"] >= 2 / 61
    # Paired: narrower than two models on different rows.
    assert row["high"] - row["low"] < math.hypot(a["high"] - a["low"], b["high"] - b["low"])


def test_several_classes(designed):
    found = designed.get(KINDS["multiclass"])
    given = designed.multiclass
    expected = evaluation.multiclass_auc(given.labels["m"], given.scores["m"], given.classes).measures()
    assert found["measure"].tolist() == list(expected)
    assert found["value"].tolist() == list(expected.values())
    assert ((found["low"] < found["value"]) & (found["value"] < found["high"])).all()
    assert set(found["n_rows"]) == {60}
