"""Whether the stump's difference is the larger one where its confident area is (figure 6, right column)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.study.differences import share_positive

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

RIGHT = ("hypothyroid", "sick_euthyroid", "spectf_cv80")  # the plots of the right column
MEASURES = {"aved": "(b-c)/n", "aved_abs": "|b-c|/n"}


def stump_quantities(evaluated: Evaluated) -> list[Row]:
    """The stump's mean difference less the tree's, where the stump has more area; one row a seed."""
    rows = []
    for dataset in (name for name in evaluated.datasets if name in RIGHT):
        for engine in evaluated.shown["engines"]:
            rows += evaluated.traced(_of_engine, evaluated, dataset, str(engine))
    return rows


def _of_engine(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    stump, tree = (evaluated.over_seeds(dataset, name, engine) for name in ("stump", "tree"))
    one, two = (evaluated.rows("resamples", dataset, name, engine) for name in ("stump", "tree"))
    both = stump.merge(tree, on="seed", suffixes=("", "_tree"))
    for measure, what in MEASURES.items():
        note = f"mean {what} of the stump less the tree's, where the stump's area (union) is the larger"
        key = {"dataset": dataset, "engine": engine}
        by_seed = dict(zip(both["seed"], where_larger(both, measure), strict=True)) or {SEED: math.nan}
        for seed, value in by_seed.items():
            known = _shares(one, two, measure) if seed == SEED else {}
            yield row(f"{measure}_where_larger", value, note, seed=int(seed), **key, **known)


def where_larger(both: pd.DataFrame, measure: str) -> NDArray[np.float64]:
    """Differences of a measure; NaN where the first area is not the larger, or one of the sets is empty."""
    larger = both["cauc_union"] > both["cauc_union_tree"]
    return np.where(larger, both[measure] - both[f"{measure}_tree"], math.nan)


def _shares(stump: pd.DataFrame, tree: pd.DataFrame, measure: str) -> dict[str, float | int]:
    """Share of the resamples with the larger area in which the difference is the larger too."""
    both = stump.merge(tree, on="resample", suffixes=("", "_tree"))
    found = where_larger(both, measure)
    found = found[~np.isnan(found)]
    return {"share_resamples": share_positive(found), "n_resamples": len(found)}
