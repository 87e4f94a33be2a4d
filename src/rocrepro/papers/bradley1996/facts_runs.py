"""Operating points of trained models: what they say on accuracy, chi-square and cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rocrepro.papers.bradley1996.choices import best_points
from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.study.trained import COST_FN

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.study.operating import OperatingRow

# Classes count as uneven when one has at least three times as many rows as the other.
UNEVEN = 3.0
COSTS = (2, 3, 10, 20)  # of an error on a positive, beside COST_FN
REPEATS = ("spectf_withdrawn",)  # whose test file holds rows of other data sets, which count once
Chosen = dict[str, "OperatingRow"]  # by criterion


def run_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of all curves of an engine at the default seed."""
    engines = [str(engine) for engine in evaluated.shown["engines"]]
    return [row for engine in engines for row in evaluated.traced(_of_engine, evaluated, engine)]


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    found = [
        best_points(evaluated, dataset, learner, engine)
        for dataset in evaluated.datasets
        if dataset not in REPEATS
        for key, learner in evaluated.models(dataset)
        if key == engine and not evaluated.curve(dataset, learner, engine).empty
    ]
    rows = _engine(engine, found)
    return rows if found else unknown(rows)


def _engine(engine: str, found: list[Chosen]) -> list[Row]:
    uneven, even = ([chosen for chosen in found if _uneven(chosen) == wanted] for wanted in (True, False))
    counts = {
        "idle_most_accurate": [chosen["accuracy"].tp + chosen["accuracy"].fp == 0 for chosen in uneven],
        "run_best_apart": [_apart(chosen) for chosen in uneven],
    }
    dearer = [_cost(chosen["chi_square"]) > _cost(chosen["cost"]) for chosen in found]
    return [
        *(row(name, sum(hits), engine=engine, n=len(hits)) for name, hits in counts.items()),
        row("chi_square_dearer", _mean(dearer), engine=engine, n=len(found)),
        *(
            row("saved_at_cost", _saved(uneven, cost), cost=str(cost), engine=engine, n=len(uneven))
            for cost in COSTS
        ),
        row("saved_cost", _saved(uneven), classes="uneven", engine=engine, n=len(uneven)),
        row("saved_cost", _saved(even), classes="even", engine=engine, n=len(even)),
    ]


def _cost(point: OperatingRow, missed: int = COST_FN) -> int:
    return missed * point.fn + point.fp


def _mean(hits: list[bool]) -> float:
    return sum(hits) / len(hits) if hits else math.nan


def _saved(some: list[Chosen], missed: int = COST_FN) -> float:
    """Return the share of the most accurate points' cost that the points of largest chi-square save."""
    costs = [sum(_cost(chosen[name], missed) for chosen in some) for name in ("accuracy", "chi_square")]
    return 1 - costs[1] / costs[0] if costs[0] else math.nan


def _uneven(chosen: Chosen) -> bool:
    point = chosen["accuracy"]
    sizes = sorted([point.tp + point.fn, point.fp + point.tn])
    return sizes[1] >= UNEVEN * sizes[0]


def _apart(chosen: Chosen) -> bool:
    one, other = chosen["chi_square"], chosen["accuracy"]
    return (one.tp, one.fp) != (other.tp, other.fp)
