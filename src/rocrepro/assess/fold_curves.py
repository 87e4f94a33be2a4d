"""Pooled, per fold, averaged: three different curves under cross-validation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.models import Model
from rocrepro.assess.options import Options
from rocrepro.assess.reading import Given
from rocrepro.assess.resampling import GRID
from rocrepro.evaluation import RocPoints, confident_segment, heights, roc_auc, roc_points
from rocrepro.formats.table import Table

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FoldCurves:
    """The curves of one model's folds.

    Attributes
    ----------
    curves : dict of int to RocPoints or None
        None for a fold with one class alone.
    sizes : dict of int to tuple of int
        Positive and negative rows of each fold.
    average : ndarray of float64, shape (len(GRID),), or None
        Mean height of the folds' curves at each rate of `GRID`; None where there is none.
    """

    curves: dict[int, RocPoints | None]
    sizes: dict[int, tuple[int, int]]
    average: Floats | None

    @property
    def drawn(self) -> list[RocPoints]:
        """The curves of folds with both classes."""
        return [curve for curve in self.curves.values() if curve is not None]


def fold_curves(given: Given) -> dict[str, FoldCurves]:
    """The curves of every model's folds, at the seed that curves show; empty where there is one fold."""
    found = {}
    for name, frame in given.models.items():
        shown = frame[frame["seed"] == given.seed]
        curves, sizes = {}, {}
        for fold in sorted({int(k) for k in shown["fold"]}):
            part = shown[shown["fold"] == fold]
            label = part["label"].to_numpy()
            sizes[fold] = int(label.sum()), int((label == 0).sum())
            both = min(sizes[fold]) > 0
            curves[fold] = roc_points(label, part["score"].to_numpy()) if both else None
        if len(curves) > 1:
            drawn = [curve for curve in curves.values() if curve is not None]
            average = heights(drawn, GRID).mean(axis=0) if drawn else None
            found[name] = FoldCurves(curves, sizes, average)
    return found


def folds_table(models: Sequence[Model], found: Mapping[str, FoldCurves], options: Options) -> Table | None:
    """One row for the pooled curve, for each fold's, and for their average."""
    import pandas as pd

    if not found:
        return None
    rows: list[dict[str, Any]] = []
    for model in models:
        if model.name not in found:
            continue
        folds = found[model.name]
        rows.append({"model": model.name, "curve": "pooled", **_row(model.curve, options)})
        for fold, curve in folds.curves.items():
            n_pos, n_neg = folds.sizes[fold]
            row = {"n_pos": n_pos, "n_neg": n_neg} if curve is None else _row(curve, options)
            rows.append({"model": model.name, "curve": f"fold {fold}", **row})
        areas = [roc_auc(curve) for curve in folds.drawn]
        mean = float(np.mean(areas)) if areas else math.nan
        rows.append({"model": model.name, "curve": f"vertical average of {len(areas)}", "auc": mean})
    columns = ["model", "curve", "n_pos", "n_neg", "auc", "n_points", "n_confident", "aved", "cauc_union"]
    frame = pd.DataFrame(rows, columns=columns)
    counts = dict.fromkeys(("n_pos", "n_neg", "n_points", "n_confident"), "Int64")
    return Table(
        frame.astype(counts),
        title="Pooled, per fold, averaged",
        notes=(
            "pooled: one curve of all rows, as everywhere else here; it takes the scores of all folds to be "
            "on one scale. fold: each fold's rows alone. vertical average: mean true positive rate of the "
            "folds at each false positive rate; the area below it is the mean of the folds' areas. It has no "
            "thresholds, and so no confident points. A fold with one class has no curve and is left out of "
            "the average.",
        ),
        formats=dict.fromkeys(("auc", "aved", "cauc_union"), ".4g"),
    )


def _row(curve: RocPoints, options: Options) -> dict[str, Any]:
    segment = confident_segment(curve, alpha=options.alpha, test=options.test)
    return {
        "n_pos": curve.n_pos,
        "n_neg": curve.n_neg,
        "auc": roc_auc(curve),
        "n_points": len(curve),
        "n_confident": segment.n_confident,
        "aved": segment.aved,
        "cauc_union": segment.cauc("union"),
    }


def fold_points_table(models: Sequence[Model], found: Mapping[str, FoldCurves]) -> Table:
    """The points of every curve that the figure of folds shows, by name."""
    import pandas as pd

    frames = []
    for model in models:
        if model.name not in found:
            continue
        folds = found[model.name]
        named = {"pooled": (model.curve.fpr, model.curve.tpr)}
        named |= {
            f"fold {k}": (curve.fpr, curve.tpr) for k, curve in folds.curves.items() if curve is not None
        }
        if folds.average is not None:
            named["vertical average"] = (GRID, folds.average)
        for curve_name, (fpr, tpr) in named.items():
            frames.append(pd.DataFrame({"model": model.name, "curve": curve_name, "fpr": fpr, "tpr": tpr}))
    return Table(pd.concat(frames, ignore_index=True), title="Pooled, per fold, averaged: points")
