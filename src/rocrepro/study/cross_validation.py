"""The average of the curves of folds, and how far their areas scatter."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import FoldAverage, fold_average, roc_auc
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Model
from rocrepro.study.study import Study
from rocrepro.study.summary import fold_curves

if TYPE_CHECKING:
    import pandas as pd

AVERAGES = floats("fpr", "tpr", "sd")
"""Columns of the mean curves of folds."""


@dataclass(frozen=True)
class CrossValidationRow(Row):
    """The areas of the folds, beside that of the pooled curve and that below their mean curve.

    n_folds counts the folds with a curve, n_undefined those with one class. sd_auc has the divisor n_folds.
    """

    n_folds: int
    n_undefined: int
    mean_auc: float
    sd_auc: float
    pooled_auc: float
    mean_curve_auc: float


def average_of(model: Model) -> tuple[FoldAverage | None, int]:
    """Return the average of the curves of a model's folds, and how many folds have no curve.

    It is None for a single fold and where no fold has both classes.
    """
    found = fold_curves(model)
    curves = [curve for curve in found.values() if curve is not None]
    return fold_average(curves) if curves else None, len(found) - len(curves)


def cross_validation(study: Study) -> pd.DataFrame:
    """Return the mean and the standard deviation of the folds' areas, for every model with several folds.

    See Also
    --------
    folds : each fold.
    fold_averages : the mean curves.
    rocrepro.evaluation.fold_average
    """

    def rows() -> Iterator[tuple[Key, CrossValidationRow]]:
        for model in study.models:
            found, undefined = average_of(model)
            if found is None and not undefined:
                continue
            yield (
                model.key,
                CrossValidationRow(
                    n_folds=0 if found is None else len(found.areas),
                    n_undefined=undefined,
                    mean_auc=math.nan if found is None else found.mean_auc,
                    sd_auc=math.nan if found is None else found.sd_auc,
                    pooled_auc=roc_auc(model.curve),
                    mean_curve_auc=math.nan if found is None else found.auc,
                ),
            )

    return frame_of(study.keys, CrossValidationRow, rows())


def fold_averages(study: Study) -> pd.DataFrame:
    """Return the mean curve of the folds and the standard deviation of their heights, one row a rate.

    See Also
    --------
    cross_validation : their areas.
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            found, _ = average_of(model)
            if found is not None:
                yield model.key, {name: getattr(found, name) for name in AVERAGES}

    return stacked(study.keys, AVERAGES, blocks())
