"""Hosts that gave no answer: each is asked once in a run, by whichever job comes to it first."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from rocrepro.datasets.download import Unanswered

FOLDER = Path("build/hosts")
RUN_VARIABLE = "ROCREPRO_RUN"
"""Environment variable that the jobs of one run inherit; another run has another value."""


def host_of(url: str) -> str:
    """Return host and port of an address as they stand in it, without a user's name."""
    found = re.match(r"[^/?#]*//([^/?#]*)", url)
    return (found[1] if found else url).rpartition("@")[2].lower()


@dataclass
class SilentHosts:
    """Hosts that gave no answer, shared by the jobs of a run.

    Attributes
    ----------
    folder : Path or None
        Folder with a small file for each host that was asked. None shares nothing: then the object remembers
        what it saw itself.
    run : str
        Name of the run. What another run wrote does not count.
    known : dict of str to str
        Why a host gave no answer, by host, as far as this object knows.

    Notes
    -----
    A host's file is locked while the host is asked, so that jobs side by side wait for the first one's answer
    in place of asking too. The system drops the lock of a process that dies. Where the file cannot be
    written or locked, each job asks for itself.
    """

    folder: Path | None = None
    run: str = ""
    known: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_this_run(cls, folder: Path = FOLDER) -> SilentHosts:
        """Return the hosts of the run that the environment names; shared with nobody if it names none."""
        run = os.environ.get(RUN_VARIABLE, "")
        return cls(folder if run else None, run)

    @contextmanager
    def asking(self, host: str) -> Iterator[None]:
        """Ask a host in the body of this context, unless it gave no answer before.

        Raises
        ------
        Unanswered
            With the reason of the first time. One that the body raises is remembered.
        """
        with self._record(host) as record:
            reason = self.known.get(host) or self._read(record)
            if reason:
                raise Unanswered(reason)
            try:
                yield
            except Unanswered as silence:
                self.known[host] = str(silence)
                self._write(record, str(silence))
                raise

    @contextmanager
    def _record(self, host: str) -> Iterator[BinaryIO]:
        """The host's file, locked; a file in memory where there is none."""
        record: BinaryIO = io.BytesIO()
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                path = self.folder / f"{re.sub(r'[^A-Za-z0-9.-]', '_', host)[:100]}.json"
                # Unbuffered: on a full disk the writing fails, and not the closing.
                record = path.open("a+b", buffering=0)
                fcntl.flock(record, fcntl.LOCK_EX)
            except OSError:
                pass
        with record:
            yield record

    def _read(self, record: BinaryIO) -> str:
        """Return why the host gave no answer in this run; empty if it was not asked or did answer."""
        record.seek(0)
        try:
            content = json.load(record)
            return str(content["reason"]) if content["run"] == self.run else ""
        except (ValueError, KeyError, TypeError):
            return ""  # empty, or its writer was killed

    def _write(self, record: BinaryIO, reason: str) -> None:
        try:
            record.seek(0)
            record.truncate()
            record.write(json.dumps({"run": self.run, "reason": reason}).encode())
        except OSError:
            pass  # a full disk: the next job asks for itself
