"""Tests of two areas, also of models that did not score the same rows, and one test of all areas."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import delong_global_test, delong_unpaired_test, permutation_test
from rocrepro.evaluation.compare import AucDifference, placements
from rocrepro.evaluation.non_inferiority import NonInferiority, auc_non_inferiority
from rocrepro.study.clusters import auc_difference
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Model, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

ALL, COMMON, OWN = "all", "common", "own"
"""Rows of a test: all of both models, those that both scored, or each model's own."""


@dataclass(frozen=True)
class AucTest(Row):
    """DeLong's test of two areas, two-sided and one-sided, and whether one is shown not to be lower.

    rows: "all" where both models scored the same rows, "common" where the test is of the rows that both
    scored, n_common of them, and "own" where it is unpaired. n_common is NaN where no column names the rows.
    bound_a: lower limit of auc_a - auc_b at the one-sided level 1 - alpha, bound_b: that of auc_b - auc_a;
    p_a_not_lower and p_b_not_lower: against "lower by auc_margin or more". p_permutation: of common rows.
    """

    rows: str
    paired: bool
    n_a: int
    n_b: int
    n_common: float
    auc_a: float
    auc_b: float
    difference: float
    low: float
    high: float
    p_value: float
    p_greater: float
    p_less: float
    p_permutation: float
    auc_margin: float
    bound_a: float
    p_a_not_lower: float
    a_not_lower: bool
    bound_b: float
    p_b_not_lower: float
    b_not_lower: bool


@dataclass(frozen=True)
class GlobalRow(Row):
    """DeLong's chi-square test of whether all areas are the same."""

    n_models: int
    n_pos: int
    n_neg: int
    least_auc: float
    greatest_auc: float
    chi_square: float
    df: int
    p_value: float


def auc_tests(study: Study) -> pd.DataFrame:
    """Return the tests of the areas of every pair of models, one `AucTest` a pair.

    See Also
    --------
    comparisons : of models that scored the same rows, with a permutation test and the confident area.
    rocrepro.evaluation.delong_test, rocrepro.evaluation.delong_unpaired_test
    """

    def rows() -> Iterator[tuple[Key, Row]]:
        for a, b in study.pairs:
            n = len(a.label)
            yield pair_key(a, b), _row(study, ALL, auc_difference(a, b), auc_difference(b, a), (n, n, n))
        for a, b in study.other_pairs:
            yield pair_key(a, b), _apart(study, a, b)

    return frame_of(study.pair_keys, AucTest, rows())


def _apart(study: Study, a: Model, b: Model) -> AucTest:
    """Test two models that scored different rows: on those that both scored, where these are known."""
    sizes = len(a.label), len(b.label)
    shared = np.intersect1d(a.row, b.row) if study.named_rows else np.empty(0, dtype=np.int64)
    n_common = len(shared) if study.named_rows else math.nan
    one, other = (_some(model, shared) for model in (a, b))
    if not np.array_equal(one.label, other.label):  # one row of two classes is no row in common
        return _row(study, OWN, _unknown(a, b), _unknown(b, a), (*sizes, n_common))
    if min(np.count_nonzero(one.label == value) for value in (0, 1)) > 1:
        step = study.steps.permutation
        permuted = permutation_test(
            one.label,
            one.score,
            other.score,
            n_permutations=study.n_resamples(step),
            seed=step.of(study.choices.seed, a, b),
        )
        found = auc_difference(one, other), auc_difference(other, one)
        return _row(study, COMMON, *found, (*sizes, n_common), permuted.p_value)
    with warnings.catch_warnings(action="ignore"):
        tests = [
            delong_unpaired_test(x.label, x.score, y.label, y.score, alpha=study.choices.alpha)
            for x, y in ((a, b), (b, a))
        ]
    return _row(study, OWN, tests[0], tests[1], (*sizes, n_common))


def _some(model: Model, rows: np.ndarray) -> Model:
    """Return the model on some of its rows."""
    kept = np.isin(model.row, rows)
    own = {field.name: getattr(model, field.name) for field in fields(model)}
    parts: dict[str, Any] = {name: of[kept] for name, of in own.items() if isinstance(of, np.ndarray)}
    return replace(model, **parts)


def _unknown(a: Model, b: Model) -> AucDifference:
    """Areas without a test."""
    areas = [float(placements(model.label == 1, model.score)[0].mean()) for model in (a, b)]
    return AucDifference(areas[0], areas[1], areas[0] - areas[1], math.nan, paired=False)


def _row(
    study: Study,
    rows: str,
    tested: AucDifference,
    turned: AucDifference,
    sizes: tuple[int, int, float],
    p_permutation: float = math.nan,
) -> AucTest:
    """The row of one pair; `turned` has the models in the other order."""
    margin = study.choices.auc_margin
    none = NonInferiority(math.nan, math.nan, math.nan, math.nan, math.nan, non_inferior=False)
    not_lower = [
        none if margin is None else auc_non_inferiority(test, margin=margin, alpha=study.choices.alpha)
        for test in (tested, turned)
    ]
    return AucTest(
        rows=rows,
        paired=tested.paired,
        n_a=sizes[0],
        n_b=sizes[1],
        n_common=float(sizes[2]),
        auc_a=tested.auc_a,
        auc_b=tested.auc_b,
        difference=tested.difference,
        low=tested.lower,
        high=tested.upper,
        p_value=tested.p_value,
        p_greater=tested.p_greater,
        p_less=tested.p_less,
        p_permutation=p_permutation,
        auc_margin=math.nan if margin is None else margin,
        bound_a=not_lower[0].bound,
        p_a_not_lower=not_lower[0].p_value,
        a_not_lower=not_lower[0].non_inferior,
        bound_b=not_lower[1].bound,
        p_b_not_lower=not_lower[1].p_value,
        b_not_lower=not_lower[1].non_inferior,
    )


def comparisons_all(study: Study) -> pd.DataFrame:
    """Return one test of all areas, for each engine with two compared models or more.

    See Also
    --------
    auc_tests : pair by pair.
    rocrepro.evaluation.delong_global_test
    """

    def rows() -> Iterator[tuple[Key, GlobalRow]]:
        for group, members in groupby(study.compared, key=lambda model: model.name[:-1]):
            models = list(members)
            # Its covariances take rows for independent.
            if len(models) > 1 and models[0].cluster is None:
                yield (*group, models[0].seed), _global(models)

    return frame_of((*study.columns[:-1], "seed"), GlobalRow, rows())


def _global(models: list[Model]) -> GlobalRow:
    with warnings.catch_warnings(action="ignore"):  # a test that is not estimable shows in the numbers
        found = delong_global_test(models[0].label, {model.name: model.score for model in models})
    return GlobalRow(
        n_models=len(models),
        n_pos=models[0].curve.n_pos,
        n_neg=models[0].curve.n_neg,
        least_auc=min(found.auc.values()),
        greatest_auc=max(found.auc.values()),
        chi_square=found.statistic,
        df=found.df,
        p_value=found.p_value,
    )
