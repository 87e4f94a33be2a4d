"""What the operating points of trained models say on accuracy, chi-square and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.evaluation import operating_point
from rocrepro.papers.bradley1996.choices import choose
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.evaluation import OperatingPoint, RocPoints
    from rocrepro.papers.evaluated import Evaluated

# Classes count as uneven when one has at least three times as many rows as the other.
UNEVEN = 3.0
Found = tuple["RocPoints", dict[str, "OperatingPoint"]]


def run_facts(evaluated: Evaluated) -> list[Row]:
    """Facts on all curves of an engine at the default seed."""
    rows: list[Row] = []
    for engine in evaluated.shown["engines"]:
        found = [
            (points, choose(points))
            for dataset in evaluated.datasets
            for key, learner in evaluated.models(dataset)
            if key == engine and not evaluated.curve(dataset, learner, engine).empty
            for points in [evaluated.roc(dataset, learner, engine)]
        ]
        if found:
            rows += _engine(str(engine), found)
    return rows


def _engine(engine: str, found: list[Found]) -> list[Row]:
    uneven, even = ([pair for pair in found if _uneven(pair[0]) == wanted] for wanted in (True, False))
    counts = {
        "idle_most_accurate": (
            [chosen["accuracy"].tp + chosen["accuracy"].fp == 0 for _, chosen in uneven],
            "uneven models whose most accurate point predicts no positive",
        ),
        "equal_cost_differs": (
            [operating_point(points, "cost").index != chosen["accuracy"].index for points, chosen in found],
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
    return [row(name, sum(hits), note, engine=engine, n=len(hits)) for name, (hits, note) in counts.items()]


def _uneven(points: RocPoints) -> bool:
    sizes = sorted([points.n_pos, points.n_neg])
    return sizes[1] >= UNEVEN * sizes[0]


def _apart(chosen: dict[str, OperatingPoint]) -> bool:
    one, other = chosen["chi_square"], chosen["accuracy"]
    return (one.tp, one.fp) != (other.tp, other.fp)
