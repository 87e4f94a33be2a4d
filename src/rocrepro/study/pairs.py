"""Pairs of models that scored the same examples: areas, bands of the difference, accuracy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import permutation_test, tpr_at
from rocrepro.evaluation.bands import NO_WIDTH
from rocrepro.evaluation.difference_band import DifferenceBand, difference_band
from rocrepro.evaluation.resample import percentiles
from rocrepro.study.bands import EDGES, shown_bands
from rocrepro.study.clusters import auc_difference
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Model, pair_key
from rocrepro.study.study import GRID, Study

if TYPE_CHECKING:
    import pandas as pd

Pair = tuple[Model, Model]
EDGE_NAMES = tuple(f"{edge}_{kind}" for kind in ("pointwise", "simultaneous") for edge in ("lower", "upper"))
DIFFERENCES = floats("fpr", "difference", *EDGE_NAMES)
"""Columns of the bands of differences."""


@dataclass(frozen=True)
class Comparison(Row):
    """Difference in area of two models, with DeLong's test and a permutation test, and in confident area.

    Without a variance, or where it is 0, DeLong's limits, z and p are NaN.
    """

    n_pos: int
    n_neg: int
    auc_a: float
    auc_b: float
    difference: float
    low: float
    high: float
    z: float
    p_delong: float
    p_permutation: float
    cauc_difference: float
    cauc_low: float
    cauc_high: float


@dataclass(frozen=True)
class BandComparison(Row):
    """Shares of the false positive rates at which one curve lies above the other, by one kind of band.

    NaN where the band is not estimable, as one without any width is.
    """

    method: str
    a_above: float
    b_above: float
    undecided: float


def comparisons(study: Study) -> pd.DataFrame:
    """Return tests of whether the areas of two models differ, one `Comparison` a pair.

    See Also
    --------
    band_comparisons : the curves and not their areas.
    rocrepro.evaluation.delong_test, rocrepro.evaluation.permutation_test
    """
    return frame_of(
        study.pair_keys, Comparison, ((pair_key(*pair), _compared(study, *pair)) for pair in study.pairs)
    )


def _compared(study: Study, a: Model, b: Model) -> Comparison:
    delong = auc_difference(a, b)
    step = study.steps.permutation
    permuted = permutation_test(
        a.label,
        a.score,
        b.score,
        n_permutations=study.n_resamples(step),
        seed=step.of(study.choices.seed, a, b),
        cluster=a.cluster,
    )
    one, other = (study.resampled[model.name].measures["cauc_union"] for model in (a, b))
    low, high, _ = percentiles(one - other, study.choices.alpha)
    return Comparison(
        n_pos=a.curve.n_pos,
        n_neg=a.curve.n_neg,
        auc_a=delong.auc_a,
        auc_b=delong.auc_b,
        difference=delong.difference,
        low=delong.lower,
        high=delong.upper,
        z=delong.z,
        p_delong=delong.p_value,
        p_permutation=permuted.p_value,
        cauc_difference=a.segment.cauc("union") - b.segment.cauc("union"),
        cauc_low=low,
        cauc_high=high,
    )


def difference_bands(study: Study) -> list[tuple[Pair, DifferenceBand]]:
    """Return the bands of the difference in true positive rate of every pair."""
    own = {model.name: tpr_at([model.curve], GRID)[0] for model in study.compared}
    high = study.resampled
    return [
        (
            (a, b),
            difference_band(
                own[a.name] - own[b.name],
                high[a.name].tpr - high[b.name].tpr,
                GRID,
                level=1 - study.choices.alpha,
            ),
        )
        for a, b in study.pairs
    ]


def difference_edges(study: Study) -> pd.DataFrame:
    """Return the bands of the differences between two curves, one row for each rate.

    See Also
    --------
    band_comparisons : where they leave zero out.
    """
    names = ("difference", *EDGE_NAMES)

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for pair, band in study.get(difference_bands):
            yield pair_key(*pair), {"fpr": band.grid, **{name: getattr(band, name) for name in names}}

    return stacked(study.pair_keys, DIFFERENCES, blocks())


def band_comparisons(study: Study) -> pd.DataFrame:
    """Return where one curve of a pair lies above the other, by three kinds of bands.

    See Also
    --------
    difference_edges : the bands.
    comparisons : tests of the areas.
    """
    zero = np.zeros(len(GRID)), np.zeros(len(GRID))

    def rows() -> Iterator[tuple[Key, BandComparison]]:
        for (a, b), band in study.get(difference_bands):
            fixed = [_fixed_edges(study, model) for model in (a, b)]
            yield pair_key(a, b), _apart("fixed_width, each curve", *fixed)
            for kind in ("simultaneous", "pointwise"):
                edges = _with_width(getattr(band, f"lower_{kind}"), getattr(band, f"upper_{kind}"))
                yield pair_key(a, b), _apart(f"paired difference, {kind}", edges, zero)

    return frame_of(study.pair_keys, BandComparison, rows())


def _with_width(lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """Edges without the rates at which they agree, where no resample says how far a difference could lie."""
    agree = upper - lower <= NO_WIDTH
    return np.where(agree, np.nan, lower), np.where(agree, np.nan, upper)


def _fixed_edges(study: Study, model: Model) -> tuple[Floats, Floats]:
    band = study.get(shown_bands)[model.label_text]["fixed_width"]
    nothing = np.full(len(EDGES), np.nan)
    return (nothing, nothing) if band is None else band.edges_at(EDGES)


def _apart(method: str, one: Sequence[Floats], other: Sequence[Floats]) -> BandComparison:
    """Compare two bands rate by rate: wholly above, wholly below, or neither."""
    if any(np.isnan(edge).all() for edge in (*one, *other)):
        return BandComparison(method, math.nan, math.nan, math.nan)
    above, below = float(np.mean(one[0] > other[1])), float(np.mean(one[1] < other[0]))
    return BandComparison(method, above, below, max(0.0, 1 - above - below))
