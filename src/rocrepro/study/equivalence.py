"""Tango's equivalence test of every pair of models, for one or several rules that cut their scores."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import equivalence_from_counts, tango_interval
from rocrepro.study.clusters import no_verdict
from rocrepro.study.cut import Cut
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Model, balanced, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

BALANCED, HALF, IN_USE = "balanced", "half", "in use"
"""Rules: where the numbers of errors are closest, at a score of one half, and at the threshold in use."""
ALL_NEGATIVE = "all_negative"
"""The last part of the name of a classifier that predicts no row positive."""


@dataclass(frozen=True)
class Equivalence(Row):
    """One pair of models, cut by one rule.

    only_a, only_b: rows that one model alone gets right. low, high: Tango's interval of the difference in
    accuracy at the level 1 - 2 alpha, which the test looks at. differs: the one at 1 - alpha leaves out 0.
    no_verdict: why nothing follows, "" where something does. Then non_inferior, equivalent and differs are
    false and the p-values NaN; accuracies too, where the thresholds are not those that were asked for.
    """

    rule: str
    threshold_a: float
    threshold_b: float
    accuracy_a: float
    accuracy_b: float
    only_a: int
    only_b: int
    n: int
    difference: float
    low: float
    high: float
    margin: float
    p_value: float
    p_worse: float
    p_better: float
    non_inferior: bool
    equivalent: bool
    differs: bool
    no_verdict: str


@dataclass(frozen=True, eq=False)
class _Predicted:
    """A model whose rows are predicted by a rule."""

    model: Model
    cut: Cut

    @property
    def threshold(self) -> float:
        """The score from which on a row is predicted positive."""
        return self.cut.threshold

    @cached_property
    def right(self) -> NDArray[np.bool_]:
        """Mask of the rows that are predicted correctly."""
        return np.asarray((self.model.score >= self.threshold) == (self.model.label == 1))


def equivalence(study: Study) -> pd.DataFrame:
    """Return the test of every pair of compared models by every rule; none without a margin.

    See Also
    --------
    rocrepro.evaluation.equivalence_test
    """

    def rows() -> Iterator[tuple[Key, Row]]:
        for rule in study.rules if study.choices.margin is not None else ():
            for a, b in combinations(_predicted(study, rule), 2):
                yield pair_key(a.model, b.model), _tested(rule, a, b, study)

    return frame_of(study.pair_keys, Equivalence, rows())


def _predicted(study: Study, rule: str) -> list[_Predicted]:
    """Return the models that a rule applies to, with one that predicts no row positive if asked for."""
    found = []
    for model in study.compared:
        if rule == BALANCED:
            threshold = float(model.curve.threshold[balanced(model.curve)])
        elif rule == HALF:
            if model.probabilities is None:
                continue
            threshold = 0.5
        else:
            found.append(_Predicted(model, model.in_use))
            continue
        found.append(_Predicted(model, Cut(threshold)))
    if study.with_all_negative and found:
        name = (*[""] * (len(study.columns) - 1), ALL_NEGATIVE)
        found.append(_Predicted(replace(found[0].model, name=name), Cut(np.inf)))
    return found


def _tested(rule: str, a: _Predicted, b: _Predicted, study: Study) -> Equivalence:
    margin, alpha = study.choices.margin or 0.0, study.choices.alpha
    n, only_a, only_b = len(a.right), int((a.right & ~b.right).sum()), int((b.right & ~a.right).sum())
    test = equivalence_from_counts(only_a, only_b, n, margin=margin, alpha=alpha)
    low, high = tango_interval(only_a, only_b, n, alpha=alpha)
    # Two models that say the same throughout agree whatever their scores are worth.
    reasons = no_verdict(*((one.model, one.cut) for one in (a, b)))
    row = Equivalence(
        rule=rule,
        threshold_a=a.threshold,
        threshold_b=b.threshold,
        accuracy_a=float(a.right.mean()),
        accuracy_b=float(b.right.mean()),
        only_a=only_a,
        only_b=only_b,
        n=n,
        difference=test.difference,
        low=test.lower,
        high=test.upper,
        margin=test.margin,
        p_value=test.p_value,
        p_worse=test.p_worse,
        p_better=test.p_better,
        non_inferior=test.non_inferior and not reasons,
        equivalent=test.equivalent and not reasons,
        differs=bool(low > 0 or high < 0) and not reasons,
        no_verdict=reasons,
    )
    if not reasons:
        return row
    left_out: dict[str, Any] = dict.fromkeys(("p_value", "p_worse", "p_better"), math.nan)
    if a.model.cluster is not None:
        left_out |= {"low": math.nan, "high": math.nan}
    if any(one.cut.one_class and one.cut.chosen_by for one in (a, b)):
        measured = ("accuracy_a", "accuracy_b", "difference", "low", "high")
        left_out |= dict.fromkeys(measured, math.nan)
    return replace(row, **left_out)
