"""Packages that a test fetches for itself: they are no part of the project's own environment."""

import subprocess
import sys
from pathlib import Path

import pytest

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def install(where: list[str], *packages: str | Path) -> None:
    """Install packages, for example ``["--target", folder]``; skip where no package index can be had.

    ``["--python", program]`` installs into the environment of another Python.
    """
    options = ["--no-compile", "--no-warn-conflicts", "--no-warn-script-location"]
    python = where if where[0] == "--python" else []
    target = [] if python else where
    words = [*PIP, *python, "install", *options, *target, *map(str, packages)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return
    # An index that answers has this small package too.
    probe = [*PIP, "install", "--dry-run", "--ignore-installed", "--no-deps", "--retries", "0", "tabulate"]
    answer = subprocess.run(probe, capture_output=True, text=True, check=False)
    if answer.returncode:
        pytest.skip(f"no package index can be had: {answer.stderr.strip().splitlines()[-1]}")
    pytest.fail(result.stderr)
