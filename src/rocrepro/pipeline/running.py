"""The process that runs the workflow in a folder, on record so that a dead one's lock can be removed.

Snakemake's lock says that somebody runs, and stays behind when a run is killed. The record names the process
by its number and the moment at which it began, on one boot of one host: a number that was given again is not
taken for it, and a changed clock does not matter.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import time
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import UNFINISHED, write_json

RECORD = Path("build/running.json")
LOCKS = Path(".snakemake/locks")
BOOT = Path("/proc/sys/kernel/random/boot_id")


def began(pid: int) -> str | None:
    """Return the moment at which a process began, in the system's own words; None if there is no such one."""
    stat = Path(f"/proc/{pid}/stat")
    if BOOT.is_file():
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            return None
        # A zombie has ended: it only waits to be asked for its status. Ticks count from the boot.
        return None if fields[0] in "ZX" else f"{BOOT.read_text().strip()} {fields[19]}"
    found = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout.strip()
    return found or None


def record_run(root: Path = Path()) -> None:
    """Write down that this process runs the workflow in `root`."""
    pid = os.getpid()
    write_json(root / RECORD, {"pid": pid, "began": began(pid), "host": platform.node()})


def settle_clock(root: Path = Path(), now: float | None = None) -> int:
    """Bring back files in ``build/`` that are dated in the future, as after a clock was set back.

    Snakemake compares times, and would end every job that reads one of them. Their order stays, and they
    stay newer than all others.

    Returns
    -------
    int
        Number of files whose time was changed.
    """
    now = time.time() if now is None else now
    times = {path: path.stat().st_mtime for path in (root / "build").rglob("*") if path.is_file()}
    ahead = {path: at for path, at in times.items() if at > now + 1}
    if ahead:
        floor = max((at for at in times.values() if at <= now + 1), default=0.0)
        shift = max(ahead.values()) - now
        for path, at in ahead.items():
            os.utime(path, (max(floor, at - shift),) * 2)
    return len(ahead)


def remove_unfinished(root: Path = Path()) -> int:
    """Remove what a process was writing when it was killed: in ``build/``, ``results/``, and the crate.

    Returns
    -------
    int
        Number of files and folders removed. Those of a process that is alive stay.
    """
    folders = [root / "build", root / "results"]
    found = [*(path for folder in folders for path in folder.rglob(".*")), *root.glob(".ro-crate-metadata.*")]
    left = [
        path for path in found if (name := UNFINISHED.fullmatch(path.name)) and began(int(name[1])) is None
    ]
    for path in left:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(left)


def clear_the_way(root: Path = Path()) -> bool:
    """Return whether a lock was left behind in `root` by a run that has ended.

    Returns
    -------
    bool
        True: there is a lock, and the process that held it has ended. False: there is no lock.

    Raises
    ------
    InputError
        A run is under way, or nothing says whose lock it is.
    """
    try:
        record = json.loads((root / RECORD).read_text(encoding="utf-8"))
        pid, start, host = record["pid"], record["began"], record["host"]
    except (OSError, ValueError, TypeError, KeyError):
        pid = start = host = None
    locked = (root / LOCKS).is_dir() and any((root / LOCKS).iterdir())
    if pid is not None and host == platform.node() and began(pid) == start:
        raise InputError(f"{RECORD}: found a run in progress in this folder, process {pid}; expected none")
    if not locked:
        return False
    if pid is None or host != platform.node():
        holder = "no record of its holder" if pid is None else f"process {pid} on {host} as its holder"
        raise InputError(
            f"{LOCKS}: found a lock, and {holder}; if no run is in progress, `snakemake --unlock` removes it"
        )
    return True
