"""McNemar's test of every pair of models at their thresholds in use."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import mcnemar_from_counts
from rocrepro.study.clusters import no_verdict
from rocrepro.study.frames import Row, frame_of
from rocrepro.study.model import Model, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class McNemarRow(Row):
    """One measure of two models at their thresholds in use: accuracy, sensitivity or specificity.

    only_a, only_b: rows that one model alone predicts rightly, of the n rows of both classes, of the positive
    or of the negative ones. low, high: Tango's interval of the difference. no_verdict: why nothing is tested.
    """

    measure: str
    threshold_a: float
    threshold_b: float
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    only_a: int
    only_b: int
    n: int
    p_exact: float
    p_mid: float
    no_verdict: str


def mcnemar(study: Study) -> pd.DataFrame:
    """Return McNemar's test of accuracy, sensitivity and specificity for every pair of models.

    See Also
    --------
    equivalence : whether two models are as accurate within a margin.
    rocrepro.evaluation.mcnemar_test
    """
    rows = ((pair_key(a, b), row) for a, b in study.pairs for row in _tested(study, a, b))
    return frame_of(study.pair_keys, McNemarRow, rows)


def _tested(study: Study, a: Model, b: Model) -> Iterator[McNemarRow]:
    right = [model.predicted == model.label for model in (a, b)]
    reasons = no_verdict((a, a.in_use), (b, b.in_use))
    for measure, kept in (
        ("accuracy", np.ones(len(a.label), dtype=bool)),
        ("sensitivity", a.label == 1),
        ("specificity", a.label == 0),
    ):
        one, other = (of[kept] for of in right)
        only_a, only_b = int((one & ~other).sum()), int((other & ~one).sum())
        test = mcnemar_from_counts(only_a, only_b, len(one), alpha=study.choices.alpha)
        row = McNemarRow(
            measure=measure,
            threshold_a=a.cut,
            threshold_b=b.cut,
            value_a=float(one.mean()),
            value_b=float(other.mean()),
            difference=test.difference,
            low=test.lower,
            high=test.upper,
            only_a=only_a,
            only_b=only_b,
            n=test.n,
            p_exact=test.p_exact,
            p_mid=test.p_mid,
            no_verdict=reasons,
        )
        none: dict[str, Any] = dict.fromkeys(("low", "high", "p_exact", "p_mid"), math.nan)
        yield replace(row, **none) if reasons else row
