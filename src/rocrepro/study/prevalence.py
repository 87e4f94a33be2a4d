"""The evaluation at another prevalence: the test rows' own class mix, and a stated one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import AtPrevalence, at_prevalence
from rocrepro.evaluation.confident import READINGS
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Model
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

OWN, STATED = "test rows", "stated"
MEASURES = ("difference", "lower", "upper", "fixed_lower", "fixed_upper", "chi_square", "cost")
POINTS = {"mix": str, **floats("prevalence", "threshold", "fpr", "tpr", *MEASURES), "confident": bool}
"""Columns of the points."""


@dataclass(frozen=True)
class PrevalenceRow(Row):
    """The confident set and the cheapest threshold of one curve at one prevalence.

    best_ is at the threshold of the lowest expected cost, balance_ where the weighted difference of errors is
    closest to 0. n_pretended counts the points that would be confident if weights were numbers of rows.
    chi_square_max is the largest value above the diagonal, scaled to the effective number of rows, and
    confident_cost the least cost of a confident point.
    """

    mix: str
    prevalence: float
    weight_pos: float
    weight_neg: float
    n: int
    effective_n: float
    n_confident: int
    n_pretended: int
    threshold_low: float
    threshold_high: float
    aved: float
    aved_abs: float
    cauc_vertical: float
    cauc_horizontal: float
    cauc_union: float
    cauc_concordant: float
    best_threshold: float
    best_cost: float
    best_difference: float
    best_lower: float
    best_upper: float
    best_fixed_lower: float
    best_fixed_upper: float
    best_chi_square: float
    confident_cost: float
    balance_lower: float
    balance_upper: float
    balance_fixed_lower: float
    balance_fixed_upper: float
    chi_square_max: float


def prevalence(study: Study) -> pd.DataFrame:
    """Return each shown model's measures at its own class mix and at the stated one, if one is stated.

    See Also
    --------
    prevalence_points : every point of the curves.
    rocrepro.evaluation.at_prevalence
    """
    rows = ((model.key, _row(mix, found)) for model, mix, found in study.get(_everywhere))
    return frame_of(study.keys, PrevalenceRow, rows)


def prevalence_points(study: Study) -> pd.DataFrame:
    """Return the points of every shown curve at both prevalences.

    See Also
    --------
    prevalence : the best points.
    rocrepro.evaluation.at_prevalence
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model, mix, found in study.get(_everywhere):
            points = {name: getattr(found.points, name) for name in ("threshold", "fpr", "tpr")}
            weighted = {name: getattr(found, name) for name in MEASURES}
            known = {"mix": mix, "prevalence": found.prevalence, "confident": found.mask}
            yield model.key, known | points | weighted

    return stacked(study.keys, POINTS, blocks())


def _everywhere(study: Study) -> list[tuple[Model, str, AtPrevalence]]:
    """Each shown model at both prevalences, the stated one last."""
    choices = study.choices
    if choices.prevalence is None:
        return []
    costs = {"cost_fn": choices.cost_fn, "cost_fp": choices.cost_fp}
    return [
        (model, mix, at_prevalence(model.curve, value, alpha=choices.alpha, **costs))
        for model in study.models
        for mix, value in ((OWN, model.curve.n_pos / model.curve.n), (STATED, choices.prevalence))
    ]


def _row(mix: str, found: AtPrevalence) -> PrevalenceRow:
    points, thresholds = found.points, found.segment.thresholds
    fn, fp = found.weight_pos * points.fn, found.weight_neg * points.fp
    pretended = np.abs(fn - fp) <= two_sided_z(found.alpha) * np.sqrt(fn + fp)
    above = points.tp * points.n_neg >= points.fp * points.n_pos
    return PrevalenceRow(
        mix=mix,
        prevalence=found.prevalence,
        weight_pos=found.weight_pos,
        weight_neg=found.weight_neg,
        n=points.n,
        effective_n=found.effective_n,
        n_confident=found.segment.n_confident,
        n_pretended=int(pretended.sum()),
        threshold_low=float(thresholds.min()) if len(thresholds) else np.nan,
        threshold_high=float(thresholds.max()) if len(thresholds) else np.nan,
        aved=found.aved,
        aved_abs=found.aved_abs,
        **{f"cauc_{reading}": found.cauc(reading) for reading in READINGS},
        **_best(found),
        **_at_balance(found),
        confident_cost=float(found.cost[found.mask].min()) if found.mask.any() else np.nan,
        chi_square_max=float(found.chi_square[above].max() * found.effective_n / points.n),
    )


def _best(found: AtPrevalence) -> dict[str, float]:
    """Return the values at the threshold of the lowest expected cost."""
    best = int(np.argmin(found.cost))
    names = ("cost", "difference", "lower", "upper", "fixed_lower", "fixed_upper", "chi_square")
    values = {f"best_{name}": float(getattr(found, name)[best]) for name in names}
    return {"best_threshold": float(found.points.threshold[best]), **values}


def _at_balance(found: AtPrevalence) -> dict[str, float]:
    """The intervals at the point whose weighted difference is closest to 0."""
    at = int(np.argmin(np.abs(found.difference)))
    names = ("lower", "upper", "fixed_lower", "fixed_upper")
    return {f"balance_{name}": float(getattr(found, name)[at]) for name in names}
