"""Pairs of learners that the areas tell apart, and the sharpness of a cost curve with few positive rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation.cost_curves import cost_curve
from rocrepro.papers.elazmeh2006.fact_sources import Model, models
from rocrepro.papers.elazmeh2006.facts_models import spearman
from rocrepro.papers.elazmeh2006.printed import LEARNERS, first_of_row, row_of
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator
from rocrepro.study.differences import share_positive

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

AREAS = {"auc": "auc", "cauc": "cauc_union"}
EXPECTED = (("tree", "stump"), ("forest", "tree"))  # Section 4: the first of each pair does better
RESAMPLED = 100


def decided_quantities(evaluated: Evaluated) -> list[Row]:
    """Pairs that resamples decide, pairs in the expected order, and cost curves."""
    rows = []
    for engine in map(str, evaluated.shown["engines"]):
        for dataset in filter(row_of, evaluated.datasets):
            if {(engine, learner) for learner in LEARNERS} <= set(evaluated.models(dataset)):
                rows += evaluated.traced(_decided, evaluated, dataset, engine)
                rows += evaluated.traced(_expected, evaluated, dataset, engine)
        rows += evaluated.traced(_cost_widths, evaluated, engine)
    return rows


def _decided(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    drawn = [evaluated.rows("resamples", dataset, learner, engine) for learner in LEARNERS]
    missing = any(one.empty for one in drawn)
    for name, column in AREAS.items():
        pairs = math.nan if missing else decided_pairs([one[column].to_numpy() for one in drawn])
        yield row("pairs_decided", pairs, what=name, dataset=dataset, engine=engine)


def decided_pairs(drawn: list[np.ndarray], quantile: float = 0.95) -> int:
    """Count the pairs with the same order in this share of the resamples; ties count one half."""
    shares = [share_positive(one - two) for one, two in combinations(drawn, 2)]
    return sum(max(share, 1 - share) >= quantile for share in shares)


def _expected(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    over = {learner: evaluated.over_seeds(dataset, learner, engine) for learner in LEARNERS}
    for seed, gain in expected_gain(over).items():
        yield row("expected_order_gain", gain, dataset=dataset, engine=engine, seed=seed)


def expected_gain(over: dict[str, pd.DataFrame]) -> dict[int, float]:
    """Return the number of `EXPECTED` pairs in order by CAUC minus that by AUC, by seed; NaN without runs."""
    if any(one.empty for one in over.values()):
        return {SEED: math.nan}
    by_seed = {name: {int(run["seed"]): run for run in one.to_dict("records")} for name, one in over.items()}
    found = {}
    for seed in sorted({seed for runs in by_seed.values() for seed in runs}):
        # A learner in which nothing is random has one seed and meets every seed of the others.
        at = {name: runs[seed if seed in runs else SEED] for name, runs in by_seed.items()}
        right = {name: sum(at[a][name] > at[b][name] for a, b in EXPECTED) for name in AREAS.values()}
        found[seed] = float(right["cauc_union"] - right["auc"])
    return found


def _cost_widths(evaluated: Evaluated, engine: str) -> Iterator[Row]:
    own = [m for m in models(evaluated, engine=engine) if m.seed == SEED and first_of_row(m.dataset)]
    widths = [cost_width(m) for m in own]
    value = spearman([float(m.points.n_pos) for m in own], widths) if len(own) > 2 else math.nan
    yield row("cost_width_against_positives", value, engine=engine, n=len(own))


def cost_width(m: Model) -> float:
    """Return the width of the central 95 % of a cost curve's area over resamples within each class."""
    points = m.points
    rng = generator(SEED, f"elazmeh2006_facts/cost/{m.dataset}/{m.engine}/{m.learner}")
    drawn = [
        rng.multinomial(counts[-1], np.diff(counts) / counts[-1], RESAMPLED)
        for counts in (points.tp, points.fp)
    ]
    tp, fp = (np.pad(np.cumsum(steps, axis=1), ((0, 0), (1, 0))) for steps in drawn)
    areas = [cost_curve(replace(points, tp=a, fp=b)).area for a, b in zip(tp, fp, strict=True)]
    return float(np.subtract(*np.quantile(areas, [0.975, 0.025])))
