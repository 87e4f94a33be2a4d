"""What fixed-width bands do: how often they hold the true curve, and how wide they are on the data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import fixed_width_band
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.papers.elazmeh2006.fact_sources import in_order, missing_models, models
from rocrepro.papers.elazmeh2006.facts_models import spearman
from rocrepro.papers.elazmeh2006.printed import LEARNERS, row_of
from rocrepro.papers.fact_rows import Row, row
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SIMULATED = 1000  # data sets of each make-up
CURVES = 200  # bootstrap curves behind each simulated band
BALANCES = {"severe": (13, 959), "balanced": (486, 486)}  # 972 rows, as in dis
SHIFT = 1.19  # of the positives' mean, in sds: an AUC of 0.8
SLOPES = ("ks", "inverse")


def band_facts(evaluated: Evaluated) -> list[Row]:
    """Containment in simulations, and width and overlap on the data sets."""
    rows = evaluated.traced(_containment, evaluated.alpha)
    for engine in evaluated.shown["engines"]:
        rows += evaluated.traced(_widths, evaluated, str(engine))
    for dataset in evaluated.datasets:
        for engine in evaluated.shown["engines"]:
            rows += evaluated.traced(_overlaps, evaluated, dataset, str(engine))
    return rows


def _containment(alpha: float) -> list[Row]:
    held = {name: contained(*counts, alpha, SIMULATED, CURVES) for name, counts in BALANCES.items()}
    rows = []
    for name, share in held.items():
        n_pos, n_neg = BALANCES[name]
        low, high = wilson_limits(round(share * SIMULATED), SIMULATED)
        note = f"share of {n_pos}/{n_neg} samples whose band holds the true curve; binormal, AUC 0.8"
        rows.append(row(f"band_containment_{name}", share, note, low=low, high=high, n=SIMULATED))
    note = "containment with balanced classes less that under severe imbalance"
    difference = held["balanced"] - held["severe"]
    rng = generator(1, "elazmeh2006_facts/containment")
    drawn = [rng.binomial(SIMULATED, share, 1000) / SIMULATED for share in (held["balanced"], held["severe"])]
    apart = drawn[0] - drawn[1]
    low, high = (float(q) for q in np.quantile(apart, [0.025, 0.975]))
    share = float((apart > 0).mean())
    known = {"low": low, "high": high, "share_resamples": share, "n_resamples": 1000, "n": SIMULATED}
    return [*rows, row("band_containment_loss", difference, note, **known)]


@cache
def contained(n_pos: int, n_neg: int, alpha: float, simulated: int, curves: int) -> float:
    """Share of simulated samples whose fixed-width band holds the whole true curve.

    Parameters
    ----------
    n_pos, n_neg : int
        Class sizes of each sample.
    alpha : float
        1 minus the band's level.
    simulated, curves : int
        Number of samples, and of bootstrap curves behind each band.
    """
    from scipy.special import ndtr, ndtri

    grid = np.linspace(0, 1, 1002)[1:-1]
    truth = ndtr(SHIFT + ndtri(grid))
    label = np.repeat([1, 0], (n_pos, n_neg))
    rng = generator(1, f"elazmeh2006_facts/bands/{n_pos}/{n_neg}")
    held = 0
    for _ in range(simulated):
        score = rng.normal(SHIFT * label, 1)
        band = fixed_width_band(label, score, level=1 - alpha, n_boot=curves, seed=rng, grid=grid)
        held += bool(((band.lower <= truth) & (truth <= band.upper)).all())
    return held / simulated


def _widths(evaluated: Evaluated, engine: str) -> list[Row]:
    """Rank correlation of the number of scored positives with widths of bands and AUC intervals."""
    found: dict[str, list[tuple[int, float]]] = {"ks": [], "inverse": [], "auc": []}
    for dataset in evaluated.datasets:
        if row_of(dataset) is None or evaluated.gap(dataset) is not None:
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
        fact = "auc_width_against_positives" if name == "auc" else f"band_area_against_positives_{name}"
        note = "rank correlation over data sets and learners"
        rows.append(row(fact, value, note, engine=engine, n=len(pairs)))
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
        note = "pairs of learners whose bands come apart somewhere"
        known = {"dataset": dataset, "engine": engine, "n": None if missing else len(pairs)}
        yield row(f"bands_apart_{slope}", apart, note, **known)


def _apart(one: pd.DataFrame, two: pd.DataFrame) -> bool:
    """Whether one band lies wholly above the other at some rate between grid points."""
    rates = np.unique(np.concatenate([one["fpr"], two["fpr"]]))
    middle = (rates[:-1] + rates[1:]) / 2
    edges = [
        [np.interp(middle, band["fpr"], band[edge]) for edge in ("lower", "upper")] for band in (one, two)
    ]
    (low_one, high_one), (low_two, high_two) = edges
    return bool(((low_one > high_two) | (low_two > high_one)).any())


def interval_against_band(evaluated: Evaluated) -> list[Row]:
    """Share of ROC space in a model's band less the share of [-1, 1] in its points' intervals."""
    from rocrepro.evaluation import tango_interval

    rows = []
    note = "area of the band (slope ks) less the mean interval width over 2"
    for m in models(evaluated):
        band = evaluated.band(m.dataset, m.learner, "ks", m.engine)
        if m.seed != evaluated.seed or band.empty:
            continue
        p, kept = m.points, m.segment.mask
        lower, upper = tango_interval(p.fn[kept], p.fp[kept], p.n, alpha=m.segment.alpha)
        share = float((upper - lower).mean()) / 2 if kept.any() else math.nan
        rows.append(row("band_less_interval", float(band["area"].iloc[0]) - share, note, **m.key))
    rows += [row("band_less_interval", math.nan, note, **key) for key in missing_models(evaluated)]
    return in_order(evaluated, rows)
