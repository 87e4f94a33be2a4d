"""Measures of groups of rows, and their differences between groups."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation import delong_unpaired_test, holm_adjusted, rate_difference
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.study.clusters import auc_interval
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Floats, Ints, Model
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

PAIRED = 4
"""Groups up to which every pair is compared; of more, each is compared with all other rows."""
MOST = 100
"""Groups beyond which a column names rows rather than groups."""
OTHERS = "all others"
MEASURES = ("auc", "sensitivity", "specificity", "ppv", "npv")
NONE = {
    "sensitivity": "no positive row",
    "specificity": "no negative row",
    "ppv": "no row is predicted positive",
    "npv": "no row is predicted negative",
}
"""Reasons why a rate is undefined."""


@dataclass(frozen=True)
class GroupRow(Row):
    """One measure of a model on the rows of one group.

    n is the number of rows that the measure is a share of. reason says why there is no value or no interval.
    """

    group: str
    n_pos: int
    n_neg: int
    measure: str
    value: float
    low: float
    high: float
    n: int
    method: str
    reason: str


@dataclass(frozen=True)
class GroupDifference(Row):
    """The difference of one measure of a model between two groups: that of a minus that of b.

    p_holm is adjusted for all differences of the model. reason says why there is no value or no interval.
    """

    group_a: str
    group_b: str
    measure: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    p_value: float
    p_holm: float
    method: str
    reason: str


@dataclass(frozen=True, eq=False)
class _Part:
    """The rows of one group: its area with DeLong's limits, and the counts of its rates."""

    name: str
    label: Ints
    score: Floats
    area: tuple[float, float, float]
    counts: dict[str, tuple[int, int]]

    @property
    def n_pos(self) -> int:
        return self.counts["sensitivity"][1]

    @property
    def n_neg(self) -> int:
        return self.counts["specificity"][1]

    @property
    def reason(self) -> str:
        """Reason why the area has no interval; "" where it has one."""
        if not self.n_pos or not self.n_neg:
            return f"all rows of {self.name} are {'negative' if self.n_neg else 'positive'}"
        if min(self.n_pos, self.n_neg) < 2:
            return f"{self.name} has only one {'positive' if self.n_pos < 2 else 'negative'} row"
        return f"the variance in {self.name} is 0" if math.isnan(self.area[1]) else ""


def groups(study: Study) -> pd.DataFrame:
    """Return the measures of every shown model in each group, one `GroupRow` a measure.

    See Also
    --------
    group_differences : how far groups differ.

    Raises
    ------
    InputError
        For more groups than could be looked at.
    """

    def rows() -> Iterator[tuple[Key, GroupRow]]:
        for model in study.models:
            for part in _parts(model):
                yield from ((model.key, row) for row in _rows(part, model.choices.alpha))

    return frame_of(study.keys, GroupRow, rows())


def group_differences(study: Study) -> pd.DataFrame:
    """Return the differences between groups for every shown model, one `GroupDifference` a measure.

    Up to four groups are compared pair by pair; of more, each is compared with all other rows.

    See Also
    --------
    groups : the measures.
    rocrepro.evaluation.rate_difference
    """

    def rows() -> Iterator[tuple[Key, GroupDifference]]:
        for model in study.models:
            found = [row for pair in _pairs(model) for row in _differences(*pair, model.choices.alpha)]
            adjusted = holm_adjusted([row.p_value for row in found])
            for row, p_holm in zip(found, adjusted.tolist(), strict=True):
                yield model.key, replace(row, p_holm=p_holm)

    return frame_of(study.keys, GroupDifference, rows())


def _names(model: Model) -> list[str]:
    if model.group is None:
        return []
    names = sorted(set(model.group.tolist()))
    if len(names) > MOST:
        raise InputError(
            f"group: found {len(names)} groups in {len(model.label)} rows; expected at most {MOST}"
        )
    return names


def _parts(model: Model) -> list[_Part]:
    return [_part(model, name, np.asarray(model.group == name)) for name in _names(model)]


def _pairs(model: Model) -> Iterator[tuple[_Part, _Part]]:
    """The groups that are compared."""
    parts = _parts(model)
    if len(parts) <= PAIRED:
        yield from combinations(parts, 2)
        return
    for part in parts:
        yield part, _part(model, OTHERS, np.asarray(model.group != part.name))


def _part(model: Model, name: str, rows: NDArray[np.bool_]) -> _Part:
    label, score = model.label[rows], model.score[rows]
    predicted = model.predicted[rows]
    tp, fp = (int(np.count_nonzero((label == of) & (predicted == 1))) for of in (1, 0))
    n_pos = int(np.count_nonzero(label == 1))
    n_neg = len(label) - n_pos
    both = n_pos and n_neg
    area = auc_interval(label, score, model.choices.alpha) if both else (math.nan,) * 3
    counts = {
        "sensitivity": (tp, n_pos),
        "specificity": (n_neg - fp, n_neg),
        "ppv": (tp, tp + fp),
        "npv": (n_neg - fp, n_pos - tp + n_neg - fp),
    }
    return _Part(name, label, score, area, counts)


def _rows(part: _Part, alpha: float) -> Iterator[GroupRow]:
    """The measures of one group."""
    n = part.n_pos + part.n_neg
    area = GroupRow(part.name, part.n_pos, part.n_neg, "auc", *part.area, n, "delong", part.reason)
    yield area
    for measure, (count, of) in part.counts.items():
        row = replace(area, measure=measure, value=math.nan, n=of, method="wilson", reason=NONE[measure])
        if of:
            low, high = wilson_limits(count, of, level=1 - alpha)
            row = replace(row, value=count / of, low=low, high=high, reason="")
        yield row


def _differences(a: _Part, b: _Part, alpha: float) -> Iterator[GroupDifference]:
    """The differences of two groups in every measure, not yet adjusted."""
    area = _area_difference(a, b, alpha)
    yield area
    for measure in MEASURES[1:]:
        one, other = a.counts[measure], b.counts[measure]
        shares = [count / of if of else math.nan for count, of in (one, other)]
        row = _without_limits(a, b, measure, shares[0], shares[1], "newcombe")
        empty = [part.name for part in (a, b) if not part.counts[measure][1]]
        if empty:
            yield replace(row, reason=f"{NONE[measure]} in {' and '.join(empty)}")
            continue
        found = rate_difference(*one, *other, alpha=alpha)
        yield replace(
            row,
            low=found.lower,
            high=found.upper,
            p_value=found.p_value,
            method=f"newcombe; p: {found.test}",
        )


def _area_difference(a: _Part, b: _Part, alpha: float) -> GroupDifference:
    """The difference of the areas on different rows, whose DeLong variances add up."""
    row = _without_limits(a, b, "auc", a.area[0], b.area[0], "unpaired delong")
    reason = "; ".join(part.reason for part in (a, b) if part.reason)
    if reason:
        return replace(row, reason=reason)
    found = delong_unpaired_test(a.label, a.score, b.label, b.score, alpha=alpha)
    return replace(row, low=found.lower, high=found.upper, p_value=found.p_value)


def _without_limits(
    a: _Part, b: _Part, measure: str, one: float, other: float, method: str
) -> GroupDifference:
    nothing = math.nan
    return GroupDifference(
        a.name, b.name, measure, one, other, one - other, nothing, nothing, nothing, nothing, method, ""
    )
