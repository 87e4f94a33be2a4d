"""Fixed-width bands: how often they hold the true curve, and how wide they are on the data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import RocPoints, fixed_width_band
from rocrepro.papers.elazmeh2006.fact_sources import every_model
from rocrepro.papers.elazmeh2006.facts_models import spearman
from rocrepro.papers.elazmeh2006.printed import LEARNERS, first_of_row
from rocrepro.papers.fact_rows import Row, row
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SLOPES = ("ks", "inverse")
SMALL = ("dis", "spect", "spectf_cv80")  # few positives: their bands come near half of ROC space


def band_quantities(evaluated: Evaluated) -> list[Row]:
    """Containment in simulations, and width and overlap on the data sets."""
    rows = evaluated.traced(_containment, evaluated)
    for engine in evaluated.shown["engines"]:
        rows += evaluated.traced(_widths, evaluated, str(engine))
    for dataset in evaluated.datasets:
        for engine in evaluated.shown["engines"]:
            rows += evaluated.traced(_overlaps, evaluated, dataset, str(engine))
        if dataset in SMALL:
            rows += evaluated.traced(_areas, evaluated, dataset)
    return rows


def _areas(evaluated: Evaluated, dataset: str) -> Iterator[Row]:
    """Share of ROC space in the band of each model and seed; the default seed's band is the study's own."""
    for key, m in every_model(evaluated, dataset):
        for slope in SLOPES:
            area = math.nan
            if m is not None and m.seed == evaluated.seed:
                area = float(evaluated.band(dataset, m.learner, slope, m.engine)["area"].iloc[0])
            elif m is not None:
                step = f"elazmeh2006_facts/band/{dataset}/{m.engine}/{m.learner}"
                area = band_area(m.points, slope, 1 - evaluated.alpha, generator(m.seed, step))
            yield row("band_area", area, slope=slope, **key)


def band_area(points: RocPoints, slope: str, level: float, rng: np.random.Generator) -> float:
    """Share of ROC space in the fixed-width band around a curve; its rows are ranked as they were."""
    steps = [np.diff(counts) for counts in (points.tp, points.fp)]
    rank = np.arange(len(points) - 1, 0, -1)
    label = np.repeat([1, 0], [points.n_pos, points.n_neg])
    score = np.concatenate([np.repeat(rank, rows) for rows in steps])
    return float(fixed_width_band(label, score, level=level, seed=rng, slope=slope).area)


def _containment(evaluated: Evaluated) -> Iterator[Row]:
    """Yield how often bands hold the true curve, as simulated."""
    for held in evaluated.simulation("containment").to_dict("records"):
        known = {name: held[name] for name in ("slope", "low", "high", "share_resamples", "n_resamples", "n")}
        yield row(held["fact"], held["value"], **known)


def _widths(evaluated: Evaluated, engine: str) -> list[Row]:
    """Rank correlation of the number of scored positives with widths of bands and AUC intervals."""
    found: dict[str, list[tuple[int, float]]] = {"ks": [], "inverse": [], "auc": []}
    for dataset in evaluated.datasets:
        if not first_of_row(dataset) or evaluated.gap(dataset) is not None:
            continue
        positives = evaluated.test_counts(dataset)[0]
        for learner in LEARNERS:
            for slope in SLOPES:
                band = evaluated.band(dataset, learner, slope, engine)
                found[slope] += [(positives, float(area)) for area in band["area"].head(1)]
            over = evaluated.over_seeds(dataset, learner, engine)
            widths = (over["auc_high"] - over["auc_low"])[over["seed"] == evaluated.seed]
            found["auc"] += [(positives, float(width)) for width in widths]
    rows = []
    for name, pairs in found.items():
        value = spearman(*zip(*pairs, strict=True)) if len(pairs) > 2 else math.nan
        of: Row = {"engine": engine, "n": len(pairs)}
        if name == "auc":
            rows.append(row("auc_width_against_positives", value, **of))
        else:
            rows.append(row("band_area_against_positives", value, slope=name, **of))
    return rows


def _overlaps(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    """Pairs of learners whose bands come apart at some false positive rate."""
    if not {(engine, learner) for learner in LEARNERS} <= set(evaluated.models(dataset)):
        return
    for slope in SLOPES:
        bands = [evaluated.band(dataset, learner, slope, engine) for learner in LEARNERS]
        pairs = [(i, j) for i in range(len(bands)) for j in range(i)]
        missing = any(band.empty for band in bands)
        apart = math.nan if missing else sum(_apart(bands[i], bands[j]) for i, j in pairs)
        n = None if missing else len(pairs)
        yield row("bands_apart", apart, slope=slope, dataset=dataset, engine=engine, n=n)


def _apart(one: pd.DataFrame, two: pd.DataFrame) -> bool:
    """Return whether one band lies wholly above the other at some rate between grid points."""
    rates = np.unique(np.concatenate([one["fpr"], two["fpr"]]))
    middle = (rates[:-1] + rates[1:]) / 2
    edges = [
        [np.interp(middle, band["fpr"], band[edge]) for edge in ("lower", "upper")] for band in (one, two)
    ]
    (low_one, high_one), (low_two, high_two) = edges
    return bool(((low_one > high_two) | (low_two > high_one)).any())
