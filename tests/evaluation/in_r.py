"""R's packages as peers, where they are installed."""

from __future__ import annotations

import shutil
import subprocess

import pytest


def run(tmp_path, package: str, code: str, *words: object) -> None:
    """Run R code that needs a package, with words as its arguments; skip where R or the package is absent."""
    program = shutil.which("Rscript")
    if program is None:
        pytest.skip("R is not installed")
    if subprocess.run([program, "-e", f"library({package})"], capture_output=True).returncode != 0:
        pytest.skip(f"R has no package {package}")
    head = (
        f"arguments <- commandArgs(trailingOnly = TRUE)\nsuppressPackageStartupMessages(library({package}))\n"
    )
    script = tmp_path / "code.R"
    script.write_text(head + code)
    subprocess.run([program, str(script), *map(str, words)], check=True, capture_output=True)
