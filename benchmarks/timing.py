"""Medians of repeated timings, and one row of the results."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

REPEATS = 7


@dataclass(frozen=True)
class Row:
    """One comparison.

    Attributes
    ----------
    what : str
        What was done.
    size : str
        On how much.
    seconds : float
        Median of ours.
    peer : str
        Who did the same.
    peer_seconds : float
        Median of theirs, in the same run.
    wanted : float, optional
        The least ratio that we want.
    """

    what: str
    size: str
    seconds: float
    peer: str
    peer_seconds: float
    wanted: float | None = None

    @property
    def ratio(self) -> float:
        """Time of the peer as a multiple of ours."""
        return self.peer_seconds / self.seconds


def median_time(work: Callable[[], Any], repeats: int = REPEATS) -> float:
    """Median seconds of a call, after one that does not count."""
    work()
    return statistics.median(timed(work) for _ in range(repeats))


def timed(work: Callable[[], Any]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
