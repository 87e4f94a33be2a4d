"""What holds for every kind of frame: columns, types, keys, and what its rows do not depend on."""

from typing import get_type_hints

import numpy as np
import pandas as pd
import pytest

from rocrepro.formats.parquet import read_frame, write_frame
from rocrepro.formats.scores import empty_scores
from rocrepro.study import (
    KINDS,
    areas,
    auc_tests,
    bands,
    calibration,
    cross_validation,
    cuts,
    differences,
    equivalence,
    intervals,
    mcnemar,
    net_benefit,
    operating,
    pairs,
    points,
    prevalence,
    related,
    summary,
)
from rocrepro.study.frames import TYPES, floats
from rocrepro.study.kinds import DESIGNS
from rocrepro.study.trained import WRITTEN
from tests.studies import quick_study

# Of each kind: its row class or its columns, and what tells the rows of one model or pair apart.
KIND = {
    "points": (points.POINTS, ["threshold"]),
    "curves": (points.CURVES, ["threshold"]),
    "summary": (summary.Summary, []),
    "variants": (summary.VariantSummary, ["variant"]),
    "folds": (summary.FoldSummary, ["fold"]),
    "fold_points": (summary.FOLD_POINTS, ["curve", "fpr", "tpr"]),
    "resamples": (intervals.RESAMPLES, ["resample"]),
    "intervals": (intervals.IntervalRow, ["measure"]),
    "bands": (bands.BandRow, ["method"]),
    "band_edges": (bands.BAND_EDGES, ["method", "fpr"]),
    "fixed_width": (bands.FIXED_WIDTH, ["slope", *bands.CORNERS]),
    "all_bands": (bands.ALL_BANDS, ["method", *bands.CORNERS]),
    "vertical": (bands.CORNERS, ["fpr"]),
    "operating_points": (operating.OperatingRow, ["criterion"]),
    "cut_measures": (cuts.CutMeasureRow, ["criterion", "measure"]),
    "chosen_cuts": (cuts.ChosenCutRow, ["criterion"]),
    "rates_at": (cuts.RateAtRow, ["given"]),
    "partial_areas": (areas.PartialAreaRow, ["by", "measure"]),
    "partial_comparisons": (areas.PartialComparison, ["by", "measure"]),
    "average_precisions": (areas.AveragePrecisionRow, []),
    "prevalence": (prevalence.PrevalenceRow, ["mix"]),
    "prevalence_points": (prevalence.POINTS, ["mix", "threshold"]),
    "comparisons": (pairs.Comparison, []),
    "auc_tests": (auc_tests.AucTest, []),
    "comparisons_all": (auc_tests.GlobalRow, []),
    "mcnemar": (mcnemar.McNemarRow, ["measure"]),
    "cross_validation": (cross_validation.CrossValidationRow, []),
    "fold_averages": (cross_validation.AVERAGES, ["fpr"]),
    "differences": (differences.DifferenceRow, ["measure"]),
    "band_comparisons": (pairs.BandComparison, ["method"]),
    "difference_edges": (pairs.DIFFERENCES, ["fpr"]),
    "equivalence": (equivalence.Equivalence, ["rule"]),
    "calibration": (calibration.CalibrationRow, ["measure"]),
    "calibration_points": (calibration.POINTS, ["predicted"]),
    "calibration_curves": (calibration.SMOOTH, ["predicted"]),
    "net_benefit": (net_benefit.NET_BENEFIT, ["mix", "threshold"]),
    "soft": (related.SoftRow, []),
    "related": (related.RelatedRow, []),
    "cost_curves": (related.COST_CURVES, ["probability_cost"]),
    "sensibility_curves": (floats(*related.SENSIBILITY_CURVES), ["threshold"]),
    "smooth_curves": (floats(*related.SMOOTH_CURVES), ["threshold"]),
    "scored_curves": (related.SCORED_CURVES, ["shift"]),
}
OF_ALL = {"comparisons_all"}
OF_PAIRS = {
    "auc_tests",
    "mcnemar",
    "comparisons",
    "differences",
    "band_comparisons",
    "difference_edges",
    "equivalence",
    "partial_comparisons",
}
AT_EVERY_SEED = {"curves", "summary", "soft"}


def names(kind):
    """The columns that name a model, a pair, or the models of one engine."""
    if kind in OF_ALL:
        return ["engine", "seed"]
    sides = ("_a", "_b") if kind in OF_PAIRS else ("",)
    return [f"{name}{side}" for side in sides for name in ("engine", "learner")] + ["seed"]


def schema(kind):
    """Columns of a kind with their types, by its row class or its columns."""
    declared = KIND[kind][0]
    found = (
        {name: get_type_hints(declared)[name] for name in declared.columns()}
        if isinstance(declared, type)
        else declared
    )
    keys = {name: "int64" if name == "seed" else "str" for name in names(kind)}
    return keys | {name: TYPES[of] for name, of in found.items()}


def types(frame):
    return {name: str(dtype) for name, dtype in frame.dtypes.items()}


def test_every_kind_is_known_and_what_papers_need_is_there():
    assert set(KIND) | DESIGNS == set(KINDS)  # the latter are in test_designs
    assert set(WRITTEN) <= set(KINDS)


@pytest.mark.parametrize("kind", KIND)
def test_columns_types_and_keys(study, kind):
    frame = study.get(KINDS[kind])
    assert len(frame)
    assert types(frame) == schema(kind)
    assert list(frame.columns) == list(schema(kind))
    assert not frame.duplicated(names(kind) + KIND[kind][1]).any()
    assert isinstance(frame.index, pd.RangeIndex)
    assert study.get(KINDS[kind]) is frame  # computed once


@pytest.mark.parametrize("kind", KIND)
def test_only_some_kinds_have_every_seed(study, kind):
    frame = study.get(KINDS[kind])
    assert set(frame["seed"]) == ({1, 2} if kind in AT_EVERY_SEED else {1})


@pytest.mark.parametrize("models", [{}, {("weka", "tree"): empty_scores()}], ids=["no model", "no scores"])
@pytest.mark.parametrize("kind", KIND)
def test_without_scores_the_columns_are_the_same(kind, models):
    frame = quick_study(models, "gone", 12).get(KINDS[kind])
    assert frame.empty
    assert types(frame) == schema(kind)
    assert list(frame.columns) == list(schema(kind))


@pytest.mark.parametrize("kind", KIND)
def test_a_frame_comes_back_from_its_file(study, kind, tmp_path):
    """Also one without rows, and both together."""
    frame = study.get(KINDS[kind])
    for name, part in (("whole", frame), ("none", frame.iloc[:0])):
        write_frame(part, tmp_path / f"{name}.parquet")
    whole, none = (read_frame(tmp_path / f"{name}.parquet") for name in ("whole", "none"))
    pd.testing.assert_frame_equal(whole, frame, check_exact=True)
    assert types(none) == schema(kind)
    pd.testing.assert_frame_equal(pd.concat([none, whole], ignore_index=True), frame, check_exact=True)


def reordered(how):
    """A function that puts the rows of one model's scores in another order, each model's in its own."""
    rng = np.random.default_rng(8)
    order = {"reversed": lambda n: np.arange(n)[::-1], "shuffled": rng.permutation}[how]
    small = {"seed": "int32", "fold": "int16", "row": "int32", "label": "int8"}  # as files of scores have
    return lambda frame: frame.iloc[order(len(frame))].astype(small)


@pytest.fixture(scope="module", params=["reversed", "shuffled"])
def other_order(request, scores):
    change = reordered(request.param)
    return quick_study({name: change(frame) for name, frame in scores.items()}, "made_up", 12)


@pytest.mark.parametrize("kind", KIND)
def test_rows_in_another_order_give_the_same(study, other_order, kind):
    """Models are paired by the numbers of the rows, and every sum has the same last bit."""
    found = other_order.get(KINDS[kind])
    pd.testing.assert_frame_equal(found, study.get(KINDS[kind]), check_exact=True)


@pytest.fixture(scope="module")
def fewer(scores):
    """Two of the models, from the middle and the end."""
    return quick_study(
        {name: scores[name] for name in (("sklearn", "forest"), ("weka", "svm"))}, "made_up", 12
    )


@pytest.mark.parametrize("kind", sorted({*KIND} - OF_ALL))
def test_another_model_beside_it_changes_no_row(study, fewer, kind):
    frame, there = study.get(KINDS[kind]), {("sklearn", "forest"), ("weka", "svm"), ("", "all_negative")}
    sides = ("_a", "_b") if kind in OF_PAIRS else ("",)
    own = [
        all((row[f"engine{side}"], row[f"learner{side}"]) in there for side in sides)
        for row in frame.to_dict("records")
    ]
    expected = frame[own].reset_index(drop=True)
    pd.testing.assert_frame_equal(fewer.get(KINDS[kind]), expected, check_exact=True)


@pytest.mark.parametrize(
    "kind", ["auc_tests", "mcnemar", "comparisons", "band_comparisons", "difference_edges"]
)
def test_pairs_are_of_one_engine(study, kind):
    frame = study.get(KINDS[kind])
    assert set(zip(*(frame[name] for name in names(kind)[:-1]), strict=True)) == {
        ("sklearn", "tree", "sklearn", "forest"),
        ("weka", "tree", "weka", "svm"),
    }
