"""Work on a large array in threads: each takes a share of the rows, in blocks that stay in the cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar

Result = TypeVar("Result")

_BLOCK = 1 << 15
"""Rows that are worked on at a time, so that the temporary arrays stay in the processor's cache."""
_LEAST = 1 << 23
"""Threads are used from this number of rows on: with fewer, they cost more time than they save."""


def n_threads() -> int:
    """Return how many threads a call may use.

    It is what the environment variable ``OMP_NUM_THREADS`` says, as for the libraries below NumPy and
    scikit-learn, else the number of processors that this process may run on.
    """
    stated = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    if stated.isdigit() and int(stated):
        return int(stated)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares(n: int) -> list[slice]:
    """Return the rows 0 to n in as many parts as there are threads for them; one part for few rows."""
    parts = _threads_for(n)
    ends = [n * part // parts for part in range(parts + 1)]
    return [slice(start, stop) for start, stop in pairwise(ends)]


def blocks(share: slice) -> Iterator[slice]:
    """Return the blocks of a share, in order."""
    for start in range(share.start, share.stop, _BLOCK):
        yield slice(start, min(start + _BLOCK, share.stop))


def in_shares(n: int, work: Callable[..., Result], *starts: Sequence[int]) -> list[Result]:
    """Return the result of `work` for each share of n rows, in order.

    It gets the share, and of each of `starts` the value of that share.
    """
    return in_threads(n, work, shares(n), *starts)


def in_threads(n: int, work: Callable[..., Result], *parts: Sequence[Any]) -> list[Result]:
    """Return the result of `work` for each part, in order, as `map` does.

    Where there are many rows, several parts are worked on at a time: NumPy lets other threads run during
    its loops.
    """
    workers = min(_threads_for(n), *map(len, parts))
    if workers < 2:
        return list(map(work, *parts))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, *parts))


def _threads_for(n: int) -> int:
    return n_threads() if n >= _LEAST else 1
