"""Vertical bands as a test of two models, and how often they hold the true curve."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.papers.hamel2008.coverage import Z
from rocrepro.papers.hamel2008.pairs import LEAST_ROWS, compared
from rocrepro.papers.hamel2008.printed import REPEATED

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

USED = ("n_pos", "n_neg", "bands_overlap", "nearer")


def band_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of bands; those on pairs of models are of the drawn engine."""
    of_evaluated = [row for part in (_simulated, _pairs) for row in evaluated.traced(part, evaluated)]
    return evaluated.traced(_rule) + of_evaluated


def _rule() -> list[Row]:
    """Return the p-value at which 95 % intervals of independent normal estimates with equal errors touch."""
    from scipy.special import ndtr

    return [row("touching_p", 2 * ndtr(-2 * Z / np.sqrt(2)))]


def _simulated(evaluated: Evaluated) -> Iterator[Row]:
    """The coverage of bands of normal scores."""
    for one in evaluated.simulation("bands").itertuples():
        yield row(str(one.quantity), one.value, n=one.n)


def _pairs(evaluated: Evaluated) -> list[Row]:
    """Compare what the bands of all pairs say with DeLong's test."""
    import pandas as pd

    engine = str(evaluated.shown["engines"][0])
    pairs = compared(evaluated) if engine == evaluated.engine else pd.DataFrame()
    if len(pairs):
        pairs = pairs[~pairs["dataset"].isin(REPEATED)]
        return list(_rows(pairs.assign(nearer=_nearer(evaluated, pairs)), engine))
    # One pair gives the names of the quantities.
    some = {"different": [False]} | {name: [1.0] for name in USED}
    return unknown(_rows(pd.DataFrame(some), engine))


def _rows(pairs: pd.DataFrame, engine: str) -> Iterator[Row]:
    """Shares of pairs; a share of no pairs is unknown."""
    met, different = pairs["bands_overlap"], pairs["different"]
    large = pairs[["n_pos", "n_neg"]].min(axis=1) >= LEAST_ROWS
    shares = {
        "apart_not_significant": (~different, met < 0.5),
        "overlap_significant": (different, met == 1),
        "somewhere_significant": (different, (met > 0) & large),
        "nearer_is_better": (pairs["nearer"].astype(bool), different),
        "nearer_overlapping": (pairs["nearer"].astype(bool), met == 1),
    }
    for name, (so, among) in shares.items():
        share = float(so[among].mean()) if among.any() else math.nan
        yield row(name, share, engine=engine, n=int(among.sum()))


def _nearer(evaluated: Evaluated, pairs: pd.DataFrame) -> list[bool]:
    """Return whether each pair's model with the larger area has the curve that comes nearer to (0, 1)."""
    named = pairs[["dataset", "difference", "a", "b"]].itertuples(index=False, name=None)
    found = []
    for dataset, difference, *names in named:
        better, other = names if difference >= 0 else names[::-1]
        found.append(_reach(evaluated, dataset, better) < _reach(evaluated, dataset, other))
    return found


def _reach(evaluated: Evaluated, dataset: str, learner: str) -> float:
    """Least distance of a curve from the perfect point."""
    points = evaluated.rows("operating_points", dataset, learner)
    return float(points.loc[points["criterion"] == "distance", "value"].item())
