"""What the operating points of trained models say on accuracy, chi-square and cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rocrepro.evaluation import operating_point
from rocrepro.papers.bradley1996.choices import best_points
from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.study.trained import BOUND

if TYPE_CHECKING:
    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.study.operating import OperatingRow

# Classes count as uneven when one has at least three times as many rows as the other.
UNEVEN = 3.0
Found = tuple["RocPoints", dict[str, "OperatingRow"]]


def run_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of all curves of an engine at the default seed."""
    engines = [str(engine) for engine in evaluated.shown["engines"]]
    return [row for engine in engines for row in evaluated.traced(_of_engine, evaluated, engine)]


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    found = [
        (evaluated.roc(dataset, learner, engine), best_points(evaluated, dataset, learner, engine))
        for dataset in evaluated.datasets
        for key, learner in evaluated.models(dataset)
        if key == engine and not evaluated.curve(dataset, learner, engine).empty
    ]
    rows = _engine(engine, found)
    return rows if found else unknown(rows)


def _engine(engine: str, found: list[Found]) -> list[Row]:
    uneven, even = ([pair for pair in found if _uneven(pair[0]) == wanted] for wanted in (True, False))
    counts = {
        "idle_most_accurate": (
            [chosen["accuracy"].tp + chosen["accuracy"].fp == 0 for _, chosen in uneven],
            "uneven models whose most accurate point predicts no positive",
        ),
        "equal_cost_differs": (
            [
                operating_point(points, "cost").threshold != best["accuracy"].threshold
                for points, best in found
            ],
            "models whose cheapest point at equal costs is not the most accurate",
        ),
        "run_best_apart_uneven": (
            [_apart(chosen) for _, chosen in uneven],
            "uneven models whose points of largest chi-square and accuracy differ",
        ),
        "run_best_apart_even": (
            [_apart(chosen) for _, chosen in even],
            "even models whose points of largest chi-square and accuracy differ",
        ),
    }
    rows = [row(name, sum(hits), note, engine=engine, n=len(hits)) for name, (hits, note) in counts.items()]
    for bounded, other in (("fpr", "fnr"), ("fnr", "fpr")):
        excess = [_excess(points, chosen[f"neyman_pearson_{bounded}"], bounded) for points, chosen in found]
        note = f"{other} of the chosen point minus the least of all with {bounded} up to {BOUND}, largest"
        worst = max(excess, default=math.nan)
        rows.append(row(f"neyman_pearson_{bounded}_excess", worst, note, engine=engine, n=len(found)))
    return rows


def _excess(points: RocPoints, chosen: OperatingRow, bounded: str) -> float:
    """How much the error that is not bounded could be lowered within the bound; infinity if it is broken."""
    rates = {"fpr": (points.fpr, chosen.fpr), "fnr": (1 - points.tpr, 1 - chosen.tpr)}
    held, own_held = rates.pop(bounded)
    ((free, own_free),) = rates.values()
    limit = BOUND + 1e-12
    return float(own_free - free[held <= limit].min()) if own_held <= limit else math.inf


def _uneven(points: RocPoints) -> bool:
    sizes = sorted([points.n_pos, points.n_neg])
    return sizes[1] >= UNEVEN * sizes[0]


def _apart(chosen: dict[str, OperatingRow]) -> bool:
    one, other = chosen["chi_square"], chosen["accuracy"]
    return (one.tp, one.fp) != (other.tp, other.fp)
