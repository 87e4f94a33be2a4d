"""Vertical bands as a test of two models, and how often they hold the true curve."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import bootstrap_heights, vertical_band
from rocrepro.papers.fact_rows import SEED, Row, row, unknown
from rocrepro.papers.hamel2008.pairs import ALIKE, DIFFERENT, GRID, LEAST_ROWS, band, overlap, paired, tested
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from rocrepro.evaluation import Band
    from rocrepro.papers.evaluated import Evaluated

SAMPLES = 200
REPLICATES = 200
PER_CLASS = 100
Z = 1.959963984540054  # of 95 %
SHIFT = 1.5  # of the positive scores, in standard deviations


def band_facts(evaluated: Evaluated) -> list[Row]:
    """Facts on bands; those on pairs of models are of the drawn engine."""
    closed = [row for part in (_rule, _width, _end, _coverage) for row in evaluated.traced(part)]
    return closed + evaluated.traced(_pairs, evaluated)


def _rule() -> list[Row]:
    """Two independent normal estimates with equal errors: when do 95 % intervals overlap?"""
    from scipy.special import ndtr

    apart = 2 * float(ndtr(-2 * Z / np.sqrt(2)))
    note = "p-value of the difference at which two 95 % intervals of equal width just touch"
    return [row("touching_p", apart, note)]


def _width() -> list[Row]:
    """The width of a vertical band against the scatter of the curves that it stands for."""
    rng = generator(SEED, "hamel2008/width")
    label = np.repeat([1, 0], PER_CLASS)
    score = rng.standard_normal(2 * PER_CLASS) + SHIFT * label
    high = bootstrap_heights(label, score, GRID, n_boot=REPLICATES, seed=rng)
    found = vertical_band(high, GRID, level=0.95)
    inside = (found.lower > 0) & (found.upper < 1)  # a limit at the border is cut off
    width = (found.upper - found.lower)[inside]
    error = np.abs(width - 2 * Z * high.std(axis=0, ddof=1)[inside]).max()
    note = "width of a 95 % band against 2 x 1.96 standard deviations of its curves"
    return [row("band_width_error", error, note, n=int(inside.sum()))]


def _end() -> list[Row]:
    """The gap between the bands of two models that differ much, where both curves end."""
    rng = generator(SEED, "hamel2008/end")
    label = np.repeat([1, 0], PER_CLASS)
    bands = []
    for shift in (2 * SHIFT, 0.0):
        score = rng.standard_normal(2 * PER_CLASS) + shift * label
        high = bootstrap_heights(label, score, [0.5, 1.0], n_boot=REPLICATES, seed=rng)
        bands.append(vertical_band(high, [0.5, 1.0], level=0.95))
    middle, end = bands[0].lower - bands[1].upper
    note = "lower border of the better model's band less the upper one of the other's"
    return [
        row("bands_gap_middle", middle, f"{note}, at an fpr of 0.5"),
        row("bands_gap_end", end, f"{note}, at an fpr of 1"),
    ]


def _coverage() -> list[Row]:
    """Share of samples in which a 95 % vertical band holds the true curve, at each rate and at all."""
    from scipy.special import ndtr, ndtri

    true = ndtr(SHIFT + ndtri(GRID))
    rng = generator(SEED, "hamel2008/coverage")
    label = np.repeat([1, 0], PER_CLASS)
    held = []
    for _ in range(SAMPLES):
        score = rng.standard_normal(2 * PER_CLASS) + SHIFT * label
        high = bootstrap_heights(label, score, GRID, n_boot=REPLICATES, seed=rng)
        found = vertical_band(high, GRID, level=0.95)
        held.append((found.lower <= true) & (true <= found.upper))
    inside = np.array(held)
    words = f"normal scores, {PER_CLASS} rows a class"
    return [
        row("band_pointwise", inside.mean(), f"share of rates at which a 95 % band holds the curve, {words}",
            n=inside.size),
        row("band_whole", inside.all(axis=1).mean(), f"share of bands that hold it at all rates, {words}",
            n=SAMPLES),
    ]  # fmt: skip


def _pairs(evaluated: Evaluated) -> list[Row]:
    """What the bands of all pairs say against DeLong's test."""
    engine = str(evaluated.shown["engines"][0])
    pairs = _with_bands(evaluated) if engine == evaluated.engine else ()
    found = [_compared(evaluated, {str(k): v for k, v in pair.items()}) for pair in pairs]
    # Without pairs, two that stand in the figures give the names of the facts.
    some = [_Pair("", place, False, 1.0, 0, 1.0, 0.0, False) for place in (DIFFERENT, ALIKE)]
    rows = _rows(found or some, engine)
    return list(rows) if found else unknown(rows)


def _rows(found: list[_Pair], engine: str) -> Iterator[Row]:
    """Facts on all pairs, and on those that the figures show."""
    apart = [pair for pair in found if pair.overlap == 0]
    large = [pair for pair in found if pair.least_rows >= LEAST_ROWS]
    values = {
        "apart_pairs": len(apart),
        "apart_not_significant": sum(not pair.different for pair in apart),
        "overlap_significant": sum(pair.different and pair.overlap == 1 for pair in found),
        "partly_significant": sum(pair.different and pair.overlap > 0 for pair in large),
        "better_is_wider": np.mean([pair.wider > 0 for pair in found]),
        "nearer_is_better": np.mean([pair.nearer for pair in found]),
    }
    for name, value in values.items():
        yield row(name, value, NOTES[name], engine=engine, n=len(found))
    for pair in found:
        if pair.place:
            key = {"engine": engine, "dataset": pair.dataset}
            yield row(
                f"{pair.place}_overlap", pair.overlap, "share of rates at which the shown bands meet", **key
            )
            yield row(f"{pair.place}_p", pair.p_value, "DeLong's p-value of the shown pair", **key)
            yield row(
                f"{pair.place}_wider", pair.wider, "mean width, better model's band less the other's", **key
            )
            yield row(f"{pair.place}_nearer", pair.nearer, "the better curve comes nearer to (0, 1)", **key)


NOTES = {
    "apart_pairs": "pairs whose bands are apart at every rate",
    "apart_not_significant": "of these, pairs that do not differ by DeLong's test",
    "overlap_significant": "pairs that differ, bands overlapping at every rate",
    "partly_significant": f"pairs with {LEAST_ROWS} rows a class that differ, bands overlapping at some rate",
    "better_is_wider": "share of pairs where the better model's band is wider",
    "nearer_is_better": "share of pairs where the curve that comes nearer to (0, 1) has the larger area",
}


@dataclass(frozen=True)
class _Pair:
    """One pair of models: what a test and what two bands say."""

    dataset: str
    place: str
    different: bool
    p_value: float
    least_rows: int
    overlap: float
    wider: float
    nearer: bool


def _with_bands(evaluated: Evaluated) -> Iterator[dict[Hashable, Any]]:
    """Tested pairs, each with the bands of its models; a model's band is made once."""
    bands: dict[tuple[str, str], Band] = {}
    for pair in tested(evaluated).to_dict("records"):
        dataset = str(pair["dataset"])
        label, *scores = paired(evaluated, dataset, pair["a"], pair["b"])
        for learner, score in zip((pair["a"], pair["b"]), scores, strict=True):
            if (dataset, learner) not in bands:
                bands[dataset, learner] = band(evaluated, dataset, learner, label, score)
        yield pair | {"bands": bands}


def _compared(evaluated: Evaluated, pair: dict[str, Any]) -> _Pair:
    """The better model, by area, against the other."""
    dataset, names = str(pair["dataset"]), [pair["a"], pair["b"]]
    if pair["auc_a"] < pair["auc_b"]:
        names.reverse()
    curves = [evaluated.roc(dataset, name) for name in names]
    reach = [float(np.hypot(curve.fpr, 1 - curve.tpr).min()) for curve in curves]
    bands = [pair["bands"][dataset, name] for name in names]
    width = [float((one.upper - one.lower).mean()) for one in bands]
    return _Pair(
        dataset=dataset,
        place=str(pair["shown_in"]),
        different=bool(pair["different"]),
        p_value=float(pair["p_delong"]),
        least_rows=min(int(pair["n_pos"]), int(pair["n_neg"])),
        overlap=overlap(*bands),
        wider=width[0] - width[1],
        nearer=reach[0] < reach[1],
    )
