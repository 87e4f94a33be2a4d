"""Vertical bands as a test of two models, and how often they hold the true curve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.papers.hamel2008.coverage import PER_CLASS, Z
from rocrepro.papers.hamel2008.pairs import ALIKE, DIFFERENT, LEAST_ROWS, band, compared

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

GAP = "lower border of the better model's band less the upper one of the other's, at an fpr of"
WORDS = f"normal scores, {PER_CLASS} rows a class"
SIMULATED = {
    "band_width_error": "width of a 95 % band against 2 x 1.96 standard deviations of its curves",
    "bands_gap_middle": f"{GAP} 0.5",
    "bands_gap_end": f"{GAP} 1",
    "band_pointwise": f"share of rates at which a 95 % band holds the curve, {WORDS}",
    "band_whole": f"share of bands that hold it at all rates, {WORDS}",
}


def band_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of bands; those on pairs of models are of the drawn engine."""
    of_evaluated = [row for part in (_simulated, _pairs) for row in evaluated.traced(part, evaluated)]
    return evaluated.traced(_rule) + of_evaluated


def _rule() -> list[Row]:
    """Two independent normal estimates with equal errors: when do 95 % intervals overlap?"""
    from scipy.special import ndtr

    apart = 2 * float(ndtr(-2 * Z / np.sqrt(2)))
    note = "p-value of the difference at which two 95 % intervals of equal width just touch"
    return [row("touching_p", apart, note)]


def _simulated(evaluated: Evaluated) -> Iterator[Row]:
    """The width, the ends and the coverage of bands of normal scores."""
    for one in evaluated.simulation("bands").itertuples():
        yield row(str(one.quantity), one.value, SIMULATED[str(one.quantity)], n=one.n)


def _pairs(evaluated: Evaluated) -> list[Row]:
    """What the bands of all pairs say against DeLong's test."""
    import pandas as pd

    engine = str(evaluated.shown["engines"][0])
    pairs = compared(evaluated) if engine == evaluated.engine else pd.DataFrame()
    if len(pairs):
        return list(_rows(_held_against(evaluated, pairs), engine))
    # Two pairs that stand in the figures give the names of the quantities.
    some = {"dataset": "", "shown_in": [DIFFERENT, ALIKE], "different": False} | dict.fromkeys(USED, 1.0)
    return unknown(_rows(pd.DataFrame(some), engine))


def _rows(pairs: pd.DataFrame, engine: str) -> Iterator[Row]:
    """Quantities of all pairs, and on those that the figures show."""
    met, different = pairs["bands_overlap"], pairs["different"]
    large = pairs[["n_pos", "n_neg"]].min(axis=1) >= LEAST_ROWS
    values = {
        "apart_pairs": (met == 0).sum(),
        "apart_not_significant": ((met == 0) & ~different).sum(),
        "overlap_significant": ((met == 1) & different).sum(),
        "partly_significant": ((met > 0) & different & large).sum(),
        "better_is_wider": (pairs["wider"] > 0).mean(),
        "nearer_is_better": pairs["nearer"].mean(),
    }
    for name, value in values.items():
        yield row(name, value, NOTES[name], engine=engine, n=len(pairs))
    for pair in pairs[pairs["shown_in"] != ""].to_dict("records"):
        for name, (column, note) in SHOWN.items():
            place = {"engine": engine, "dataset": pair["dataset"]}
            yield row(f"{pair['shown_in']}_{name}", pair[column], note, **place)


USED = ("n_pos", "n_neg", "p_delong", "bands_overlap", "wider", "nearer")
NOTES = {
    "apart_pairs": "pairs whose bands are apart at every rate",
    "apart_not_significant": "of these, pairs that do not differ by DeLong's test",
    "overlap_significant": "pairs that differ, bands overlapping at every rate",
    "partly_significant": f"pairs with {LEAST_ROWS} rows a class that differ, bands overlapping at some rate",
    "better_is_wider": "share of pairs where the better model's band is wider",
    "nearer_is_better": "share of pairs where the curve that comes nearer to (0, 1) has the larger area",
}
SHOWN = {
    "overlap": ("bands_overlap", "share of rates at which the shown bands meet"),
    "p": ("p_delong", "DeLong's p-value of the shown pair"),
    "wider": ("wider", "mean width, better model's band less the other's"),
    "nearer": ("nearer", "the better curve comes nearer to (0, 1)"),
}


def _held_against(evaluated: Evaluated, pairs: pd.DataFrame) -> pd.DataFrame:
    """The pairs with the better model, by area, against the other: is its band wider, is its curve nearer?"""
    wider, nearer = [], []
    named = pairs[["dataset", "difference", "a", "b"]].itertuples(index=False, name=None)
    for dataset, difference, *names in named:
        ordered = names if difference >= 0 else names[::-1]
        bands = [band(evaluated, dataset, name) for name in ordered]
        width = [float((one["upper"] - one["lower"]).mean()) for one in bands]
        reach = [_reach(evaluated, dataset, name) for name in ordered]
        wider.append(width[0] - width[1])
        nearer.append(reach[0] < reach[1])
    return pairs.assign(wider=wider, nearer=nearer)


def _reach(evaluated: Evaluated, dataset: str, learner: str) -> float:
    """Least distance of a curve from the perfect point."""
    points = evaluated.rows("operating_points", dataset, learner)
    return float(points.loc[points["criterion"] == "distance", "value"].item())
