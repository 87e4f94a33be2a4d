"""Sorted keys of more scores than memory holds: sorted runs in one temporary file, merged in blocks."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError

Keys = NDArray[np.uint64]

RUN = 1 << 24
"""Keys that are sorted at a time: 128 MiB."""
BLOCK = 1 << 21
"""Keys that a pass works on at a time; its temporary arrays are some twenty times as large."""
BYTES = 16
"""Disk space for each row: a key in a run, and the same key among the merged ones."""


class Spool:
    """Keys on disk, in a file without a name: the system removes it however the program ends.

    Parameters
    ----------
    n_rows : int
        Rows to come.

    Raises
    ------
    InputError
        Where the disk has no room for them.
    """

    def __init__(self, n_rows: int) -> None:
        folder = tempfile.gettempdir()
        free, needed = shutil.disk_usage(folder).free, BYTES * n_rows
        if free < needed:
            found = (
                f"found {free / 1e9:.1f} GB free; expected {needed / 1e9:.1f} GB to sort {n_rows:,} scores"
            )
            raise InputError(f"{folder}: {found} (TMPDIR names another folder)")
        self.folder = folder
        self.file = tempfile.TemporaryFile(prefix="rocrepro-", dir=folder)  # noqa: SIM115
        self.length = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.file.close()

    def append(self, keys: Keys) -> None:
        """Write keys at the end."""
        try:
            self.file.seek(0, 2)
            self.file.write(np.ascontiguousarray(keys).data)
            self.file.flush()
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            found = "found no more room on the disk; expected room to sort the scores"
            raise InputError(f"{self.folder}: {found} (TMPDIR names another folder)") from None
        self.length += len(keys)

    def read(self, start: int, stop: int) -> Keys:
        """Keys from one position to another."""
        keys = np.empty(stop - start, dtype=np.uint64)
        self.file.seek(8 * start)
        self.file.readinto(keys.data)
        return keys


class Sorter:
    """Takes keys in any order and gives them back in ascending order, as often as asked.

    Parameters
    ----------
    spool : Spool
        Where they are kept; many sorters may share one.
    """

    def __init__(self, spool: Spool) -> None:
        self.spool = spool
        self.held: list[Keys] = []
        self.size = 0
        self.runs: list[tuple[int, int]] = []

    def add(self, keys: Keys) -> None:
        """Take more keys."""
        if len(keys):
            self.held.append(keys)
            self.size += len(keys)

    def spill(self) -> None:
        """Write what is held as one sorted run."""
        if self.size:
            keys = np.concatenate(self.held)
            self.held, self.size = [], 0
            keys.sort()
            self.runs.append((self.spool.length, self.spool.length + len(keys)))
            self.spool.append(keys)

    def merge(self) -> None:
        """Make one run of all."""
        self.spill()
        if len(self.runs) > 1:
            start = self.spool.length
            for keys in _merged(self.spool, self.runs):
                self.spool.append(keys)
            self.runs = [(start, self.spool.length)]

    def blocks(self) -> Iterator[Keys]:
        """All keys, ascending, after `merge`; a block may end among equal ones."""
        for start, stop in self.runs:
            for at in range(start, stop, BLOCK):
                yield self.spool.read(at, min(at + BLOCK, stop))


def _merged(spool: Spool, runs: list[tuple[int, int]]) -> Iterator[Keys]:
    """The keys of all runs in ascending order, in blocks.

    A part of each run is in memory. What is not above the lowest of the parts' last keys cannot be followed
    by a smaller one that is still on disk; it is sorted and given out.
    """
    size = max(1, BLOCK // len(runs))
    at, stops = [start for start, _ in runs], [stop for _, stop in runs]
    parts = [np.empty(0, dtype=np.uint64) for _ in runs]
    while True:
        for i, stop in enumerate(stops):
            more = min(size - len(parts[i]), stop - at[i])
            if more > 0:
                parts[i] = np.concatenate([parts[i], spool.read(at[i], at[i] + more)])
                at[i] += more
        open_ = [part[-1] for part, where, stop in zip(parts, at, stops, strict=True) if where < stop]
        if not open_:
            break
        cuts = [int(np.searchsorted(part, min(open_), side="right")) for part in parts]
        ready = np.concatenate([part[:cut] for part, cut in zip(parts, cuts, strict=True)])
        parts = [part[cut:] for part, cut in zip(parts, cuts, strict=True)]
        ready.sort()
        yield ready
    ready = np.concatenate(parts)
    ready.sort()
    yield ready
