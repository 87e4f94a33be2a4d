"""Measures of cuts and partial areas of a study, against the library with the same generator."""

import math

import numpy as np
import pytest

from rocrepro.evaluation import (
    average_precision,
    bootstrap_curves,
    chosen_cut,
    confusion_metrics,
    curve_differences,
    curve_intervals,
    cut_measures,
    operating_point,
    partial_auc,
    rate_at,
    roc_points,
)
from rocrepro.evaluation.resample import percentiles
from rocrepro.randomness import generator
from rocrepro.study import KINDS, Choices, Study
from rocrepro.study.cuts import tied_words
from rocrepro.study.operating import IN_USE
from tests.study.conftest import made_up
from tests.study.test_operating import CALLS

N, STREAM = 12, "paired_resamples/made_up"
# The studies of these tests draw from the stream of the trained models' resamples.
DRAWN = {"n_resamples": N}


def drawn():
    return {**DRAWN, "seed": generator(1, STREAM)}


def limits(row):
    return tuple(row[["value", "low", "high"]])


def same(found, expected):
    assert tuple(found) == pytest.approx(tuple(expected), nan_ok=True, rel=1e-12)


def test_measures_at_cuts_are_those_of_their_matrices(study, indexed, by_model):
    points, frame = indexed("operating_points", "criterion"), indexed("cut_measures", "criterion", "measure")
    for model in by_model:
        for criterion in [IN_USE, *CALLS]:
            point = points.loc[(*model, criterion)]
            cells = [int(point[cell]) for cell in ("tp", "fn", "fp", "tn")]
            for name, one in cut_measures(*cells, prevalence=study.choices.prevalence).items():
                row = frame.loc[(*model, criterion, name)]
                assert (row["threshold"], row["chosen_here"]) == (point["threshold"], point["chosen_here"])
                if name not in ("f1", "mcc"):
                    same(limits(row), (one.value, one.low, one.high))
                    assert (row["method"], row["reason"]) == (one.method, one.reason)


@pytest.mark.filterwarnings("ignore:.*is undefined")
def test_f1_and_mcc_have_the_limits_of_their_resamples(indexed, by_model):
    points, frame = indexed("operating_points", "criterion"), indexed("cut_measures", "criterion", "measure")
    for model, (label, score) in by_model.items():
        for criterion in (IN_USE, "youden"):
            cut = points.loc[(*model, criterion), "threshold"]
            samples = {"f1": [], "mcc": []}
            for curves in bootstrap_curves(label, {"m": score}, **drawn()):
                curve = curves["m"]
                at = np.count_nonzero(curve.threshold >= cut) - 1
                cells = (int(getattr(curve, cell)[at]) for cell in ("tp", "fn", "fp", "tn"))
                found = confusion_metrics(*cells)
                for name, values in samples.items():
                    values.append(found[name])
            for name, values in samples.items():
                row = frame.loc[(*model, criterion, name)]
                low, high, undefined = percentiles(np.array(values), 0.05)
                if undefined == 0:
                    same(row[["low", "high"]], (low, high))


def test_chosen_cuts_are_those_of_the_library(indexed, by_model):
    frame = indexed("chosen_cuts", "criterion")
    for model, (label, score) in by_model.items():
        for name, (criterion, bounds) in CALLS.items():
            found = chosen_cut(label, score, criterion, **drawn(), **bounds)
            row = frame.loc[(*model, name)]
            one = found.threshold
            same(row[["threshold", "low", "high"]], (one.value, one.low, one.high))
            assert (row["n_tied"], row["tied"]) == (found.point.n_tied, tied_words(found.point.tied))
            names = [
                f"{of}{more}" for of in ("value", "sensitivity", "specificity") for more in ("", "_corrected")
            ]
            same(row[[*names, "share_same"]], [getattr(found, of) for of in [*names, "share_same"]])
            assert row["n_resamples"] == N


def test_rates_at_are_those_of_the_library(indexed, by_model):
    frame = indexed("rates_at", "given")
    for model, (label, score) in by_model.items():
        for given in ("specificity", "sensitivity"):
            found = rate_at(roc_points(label, score), **{given: 0.9})
            one = curve_intervals(
                label, score, {"r": lambda c, given=given: rate_at(c, **{given: 0.9}).rate}, **drawn()
            )["r"]
            row = frame.loc[(*model, given)]
            same(limits(row), (one.value, one.low, one.high))
            same(row[["reached", "threshold"]], (found.reached, found.threshold))
            assert row["measure"] != given


def test_partial_areas_and_average_precision_are_those_of_the_library(indexed, by_model):
    areas, precision = indexed("partial_areas", "by", "measure"), indexed("average_precisions")
    for model, (label, score) in by_model.items():
        for by, of in (("fpr", (0, 0.3)), ("tpr", (0.8, 1))):
            for measure, standardized in (("partial_auc", False), ("standardized", True)):

                def area(curve, by=by, of=of, standardized=standardized):
                    return partial_auc(curve, **{by: of}, standardized=standardized)

                one = curve_intervals(label, score, {"x": area}, **drawn())["x"]
                row = areas.loc[(*model, by, measure)]
                same(limits(row), (one.value, one.low, one.high))
                same(row[["start", "end"]], of)
        one = curve_intervals(label, score, {"x": average_precision}, **drawn())["x"]
        row = precision.loc[model]
        same(
            row[["average_precision", "average_precision_low", "average_precision_high"]],
            (one.value, one.low, one.high),
        )
        assert row["prevalence"] == label.mean()


def test_differences_of_partial_areas_are_paired(indexed, by_model):
    frame = indexed("partial_comparisons", "by", "measure")
    (a, b), (label, of_a), (_, of_b) = list(by_model)[:2], *list(by_model.values())[:2]
    found = curve_differences(label, of_a, of_b, {"x": lambda c: partial_auc(c, tpr=(0.8, 1))}, **drawn())[
        "x"
    ]
    row = frame.loc[(*a, *b, "tpr", "partial_auc")]
    same(
        row[["value_a", "value_b", "difference", "low", "high", "p_value"]],
        (found.value_a, found.value_b, found.difference, found.low, found.high, found.p_value),
    )
    rescaled = frame.loc[(*a, *b, "tpr", "standardized")]
    assert rescaled["p_value"] == pytest.approx(row["p_value"])


def test_without_a_range_there_is_no_partial_area(scores):
    study = Study(scores, columns=("engine", "learner"), choices=Choices(n_resamples=3))
    for kind in ("partial_areas", "partial_comparisons"):
        assert study.get(KINDS[kind]).empty


def one_model(label, score, **choices):
    frame = made_up(0, 3, (1,), 1).iloc[: len(label)].assign(label=label, score=score)
    return Study({("m",): frame}, choices=Choices(n_resamples=40, partial_fpr=0.2, **choices))


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ([0, 0, 0, 1], [0.1, 0.6, 0.2, 0.7]),
        ([0, 0, 0, 1, 1, 1], [0.3] * 6),
        ([0, 0, 0, 1, 1, 1], [0.1, 0.1, 0.2, 0.8, 0.9, 0.9]),
        ([0, 1], [0.2, 0.8]),
    ],
    ids=["one positive row", "constant", "separated", "two rows"],
)
def test_degenerate_rows_give_reasons_and_no_interval_of_zero_width(label, score):
    study = one_model(label, score, prevalence=0.1)
    for kind in ("cut_measures", "chosen_cuts", "rates_at", "partial_areas", "average_precisions"):
        for row in study.get(KINDS[kind]).to_dict("records"):
            low, high = (
                row[name if name in row else f"average_precision_{name}"] for name in ("low", "high")
            )
            assert math.isnan(low) == math.isnan(high) == bool(row["reason"]), (kind, row)
            assert low != high
    (reason,) = study.get(KINDS["average_precisions"])["reason"]
    # Without any ranking it is the share of positive rows, which scatters.
    assert bool(reason) == (len(set(score)) > 1)


def test_a_study_of_trained_models_asks_for_none_of_this():
    from rocrepro.study.trained import WRITTEN

    ours = {"cut_measures", "chosen_cuts", "rates_at", "partial_areas", "partial_comparisons"}
    assert not (ours | {"average_precisions"}) & set(WRITTEN)


def test_all_ties_are_named():
    study = one_model([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 2, 3, 2, 3, 4, 4])
    row = study.get(KINDS["chosen_cuts"]).set_index("criterion").loc["youden"]
    assert (row["threshold"], row["tied"], row["n_tied"]) == (4, "4; 3", 2)
    assert tied_words((math.inf, 0.1)) == "inf; 0.1"
    assert tied_words(tuple(range(9, 2, -1))) == "9; 8; 7; 6; 5; and 2 more"
    many = operating_point(roc_points([0, 1] * 20, list(range(40))), "cost", cost_fn=1, cost_fp=1)
    assert tied_words(many.tied).endswith(f"and {many.n_tied - 5} more")


def clustered(n_clusters=20):
    """Rows in clusters of one class, each with the same scores three times: little more than its clusters."""
    rng = np.random.default_rng(2)
    cluster = np.repeat(np.arange(n_clusters), 3)
    label = (cluster % 2 == 0).astype(int)
    score = np.round(np.repeat(rng.normal(size=n_clusters), 3) + label, 2)
    frame = (
        made_up(0, 3, (1,), 1)
        .iloc[: len(label)]
        .assign(label=label, score=score, cluster=cluster.astype(str))
    )
    choices = Choices(n_resamples=60, partial_fpr=0.5, prevalence=0.2)
    return Study({("m",): frame}, choices=choices), label, score, cluster


def test_clusters_are_drawn_whole():
    study, label, score, cluster = clustered()
    seed = study.steps.clusters.of(study.choices.seed)
    given = {"n_resamples": 60, "seed": seed, "cluster": cluster.astype(str)}
    one = curve_intervals(label, score, {"x": lambda c: rate_at(c, specificity=0.9).rate}, **given)["x"]
    row = study.get(KINDS["rates_at"]).set_index("given").loc["specificity"]
    same(limits(row), (one.value, one.low, one.high))
    assert row["method"] == "bootstrap of clusters"
    measures = study.get(KINDS["cut_measures"])
    with_limits = measures[measures["low"].notna()]
    assert set(with_limits["method"]) == {"bootstrap of clusters"}
    assert {"sensitivity", "lr_negative", "ppv_at_prevalence"} <= set(with_limits["measure"])
    for kind in ("partial_areas", "average_precisions", "chosen_cuts"):
        assert set(study.get(KINDS[kind])["method"]) == {"bootstrap of clusters"}


def test_a_class_in_one_cluster_has_no_interval():
    study, *_ = clustered(2)
    frames = [study.get(KINDS[kind]) for kind in ("rates_at", "partial_areas", "chosen_cuts")]
    for frame in frames:
        assert set(frame["reason"]) == {"a class lies in a single cluster"}
        assert frame["low"].isna().all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"at_specificity": 0}, "at_specificity: found 0; expected a rate above 0, at most 1"),
        ({"at_sensitivity": 90}, "at_sensitivity: found 90"),
        ({"partial_fpr": 0}, "partial_fpr: found 0; expected a rate above 0, at most 1"),
        ({"partial_tpr": 1}, "partial_tpr: found 1; expected a rate from 0, below 1"),
        ({"partial_fpr": math.nan}, "partial_fpr: found nan"),
        ({"proportion": "exact"}, "proportion: found 'exact'; expected one of wilson, clopper_pearson"),
    ],
)
def test_choices_out_of_range(change, words):
    from rocrepro.errors import InputError

    with pytest.raises(InputError, match=words):
        Choices(**change)


def test_clopper_pearson_by_name():
    label, score = np.arange(40) % 3 == 0, np.linspace(0, 1, 40)
    widths = {}
    for name in ("wilson", "clopper_pearson"):
        frame = one_model(label.astype(int), score, proportion=name).get(KINDS["cut_measures"])
        row = frame.set_index(["criterion", "measure"]).loc[(IN_USE, "sensitivity")]
        assert row["method"] == name
        widths[name] = row["high"] - row["low"]
    assert widths["wilson"] < widths["clopper_pearson"]
