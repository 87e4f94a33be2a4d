"""The points of the curves: at the shown seed with intervals, at every seed with their counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import ConfidentSegment, RocPoints, chi_square, tango_interval
from rocrepro.evaluation.precision_recall import precision_recall
from rocrepro.study.frames import floats, stacked
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

CELLS = ("tp", "fn", "fp", "tn")
CURVES = {"threshold": float, **dict.fromkeys(CELLS, int), "confident": bool}
"""Columns of the points at every seed."""
POINTS = {
    **{"threshold": float, **dict.fromkeys(CELLS, int)},
    **{**floats("fpr", "tpr", "difference", "lower", "upper"), "confident": bool},
    **floats("chi_square", "precision"),
}
"""Columns of the points at the shown seed."""


def points(study: Study) -> pd.DataFrame:
    """Return every point of every curve: counts, rates, Tango's interval, whether it is confident.

    Columns beside the model's: those of `POINTS`; ``lower`` and ``upper`` are limits of (fn - fp)/n.

    See Also
    --------
    curves : at every seed.
    rocrepro.evaluation.tango_interval, rocrepro.evaluation.confident_segment
    """
    blocks = ((model.key, points_of(model.segment)) for model in study.models)
    return stacked(study.keys, POINTS, blocks)


def points_of(segment: ConfidentSegment) -> Mapping[str, Any]:
    """Return the columns of `POINTS` of one curve, or of a part of one."""
    curve = segment.points
    lower, upper = tango_interval(curve.fn, curve.fp, curve.n, alpha=segment.alpha)
    return {
        **{name: getattr(curve, name) for name in ("threshold", *CELLS, "fpr", "tpr", "difference")},
        "lower": lower,
        "upper": upper,
        "confident": segment.mask,
        "chi_square": chi_square(curve.fpr, curve.tpr, curve.n_pos, curve.n_neg),
        "precision": precision_recall(segment).precision,
    }


def curves(study: Study) -> pd.DataFrame:
    """Return the points of the curves at every seed: threshold, counts, and whether a point is confident.

    See Also
    --------
    points : at the shown seed, with intervals.
    """

    def columns(curve: RocPoints) -> dict[str, Any]:
        return {name: getattr(curve, name) for name in ("threshold", *CELLS)}

    blocks = (
        (model.key, columns(model.curve) | {"confident": model.segment.mask}) for model in study.replicates()
    )
    return stacked(study.keys, CURVES, blocks)
