"""The cells that a claim's measure reads, each with its file, row, column and value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from rocrepro.claims.artifacts import Artifacts, artifact_name
from rocrepro.claims.lacking import sources
from rocrepro.claims.measures import NoRowError, by_engine
from rocrepro.claims.model import Claim

COLUMNS = ("column", "x", "y")
"""Parameters that name a measured column."""
OF_FACT = "value"
"""The measured column of a quantity."""


@dataclass(frozen=True)
class Cell:
    """One measured cell.

    Attributes
    ----------
    engine : str
    seed : int
    file : str
        Name of the artifact.
    row : int
        From 0, the header left out.
    column : str
    value : float
    """

    engine: str
    seed: int
    file: str
    row: int
    column: str
    value: float


def cells_of(claim: Claim, artifacts: Artifacts) -> Iterator[Cell]:
    """Find every number that a claim's measure reads, at each seed.

    Parameters
    ----------
    claim : Claim
    artifacts : Artifacts

    Yields
    ------
    Cell
        Text and missing numbers are left out, and so is a side without a row, as where a run lacks data.
    """
    for source in sources(claim):
        named = [source[key] for key in COLUMNS if key in source] or [OF_FACT]
        try:
            engines = by_engine(claim, source, artifacts)
        except NoRowError:
            continue
        for engine, seeds in engines.items():
            for seed, rows in seeds.items():
                for column in (name for name in named if name in rows and rows[name].dtype == float):
                    for row, value in zip(rows.places, rows[column].tolist(), strict=True):
                        if math.isfinite(value):
                            yield Cell(engine, seed, artifact_name("", source), row, column, value)
