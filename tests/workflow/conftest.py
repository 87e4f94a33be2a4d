"""Whole runs of the workflow, on a copy of the project and a small configuration."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rocrepro.config import load_yaml

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    "Snakefile",
    "config",
    "docs",
    "workflow",
    "profiles",
    "resources",
    "src",
    "results",
    "CITATION.cff",
    "requirements.lock",
    "ro-crate-metadata.json",
    "environment.yml",
)
PAPER = "src/rocrepro/papers/elazmeh2006"
# What takes long and matters to no test here: the numbers of repetitions in the copy's code.
FEWER = (
    (f"{PAPER}/coverage.py", r"\b200\b", "10"),
    ("src/rocrepro/study/steps.py", r"\b(?:500|999|1000)\b", "20"),
    ("src/rocrepro/papers/klement2009/power.py", r'"ci": 250\b', '"ci": 10'),
    ("src/rocrepro/papers/klement2009/readings.py", r'"ci": 23\b', '"ci": 3'),
)
# Of the paper's artifacts the copy keeps some of each kind: from all sets, from a simulation with and without
# data, of both sizes, and all figures of one module. tests/claims builds every artifact of every paper.
KEPT = {"table1", "table3", "confident", "bands", "engines", "band_coverage", "confident_region"}
KEPT |= {"fig1", "fig4", "fig5", "fig6", "same_folds", "variants"}
# Two data sets that an installed package ships, so that no mirror and no network is needed.
SMALL = ("spect", "spectf_cv80")


class Project:
    """A copy of the project in which Snakemake runs."""

    def __init__(self, root: Path):
        self.root = root

    @classmethod
    def new(cls, root: Path) -> Project:
        """One paper with some of its artifacts, two small data sets and two seeds."""
        project = cls.whole(root)
        project.edit("config/config.yaml", r"^papers: .*", "papers: [elazmeh2006]")
        project.keep(*SMALL)
        project.trim()
        return project

    @classmethod
    def whole(cls, root: Path) -> Project:
        """All papers and data sets, with two seeds and few repetitions."""
        root.mkdir(parents=True)
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                skip = shutil.ignore_patterns("__pycache__", "*.egg-info")
                shutil.copytree(source, root / part, ignore=skip)
            elif source.exists():
                shutil.copy(source, root / part)
        project = cls(root)
        project.edit("config/config.yaml", r"seeds: \d+", "seeds: 2")
        project.edit("config/config.yaml", r"band_replicates: \d+", "band_replicates: 25")
        for file, pattern, fewer in FEWER:
            project.edit(file, pattern, fewer)
        return project

    def trim(self) -> None:
        """Drop the paper's artifacts that are not `KEPT`, and the claims that measure one of those."""
        for kind in (r'"[\w:]+"', r"Simulation\((?:[^()]|\([^()]*\))*\)"):
            self.edit(f"{PAPER}/__init__.py", rf'^ {{8}}"(?!(?:{"|".join(KEPT)})")\w+": {kind},\n', "")
        folder = self.root / "config/claims/elazmeh2006"
        claims, findings = ([e for e in load_yaml(folder / f"{name}.yaml") if measured(e) <= KEPT]
                            for name in ("claims", "findings"))  # fmt: skip
        known = {entry["id"] for entry in claims}
        claims = [entry for entry in claims if entry.get("same_as", entry["id"]) in known]
        about = load_yaml(folder / "paper.yaml")
        known = {entry["id"] for entry in claims}
        about["conclusions"] = [one for one in about["conclusions"] if known.issuperset(one["statements"])]
        for name, content in {"claims": claims, "findings": findings, "paper": about}.items():
            (folder / f"{name}.yaml").write_text(json.dumps(content))
        for name in ("retired", "sentences"):
            (folder / f"{name}.yaml").unlink()
        between = self.root / "config/claims/between"
        claims = [entry for entry in load_yaml(between / "claims.yaml") if measured(entry) <= KEPT]
        (between / "claims.yaml").write_text(json.dumps(claims))
        (between / "retired.yaml").unlink()

    def copy(self, root: Path) -> Project:
        """The same state elsewhere, times and Snakemake's records included."""
        shutil.copytree(self.root, root, symlinks=True)
        return Project(root)

    def edit(self, file: str, pattern: str, replacement: str) -> None:
        path = self.root / file
        text, count = re.subn(pattern, replacement, path.read_text(), flags=re.MULTILINE)
        assert count, f"{pattern} is not in {file}"
        path.write_text(text)

    def entries(self) -> dict[str, str]:
        """Text of each entry of datasets.yaml by its key; the head under the empty key."""
        text = (self.root / "config/datasets.yaml").read_text()
        pieces = re.split(r"^(?=[a-z_][a-z0-9_]*:)", text, flags=re.MULTILINE)
        return {"" if i == 0 else piece.split(":")[0]: piece for i, piece in enumerate(pieces)}

    def keep(self, *names: str) -> None:
        """Drop all data sets but these."""
        entries = self.entries()
        text = entries[""] + "".join(entries[name] for name in names)
        (self.root / "config/datasets.yaml").write_text(text)

    def add(self, entry: str) -> None:
        with (self.root / "config/datasets.yaml").open("a") as stream:
            stream.write("\n" + entry)

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Bare `snakemake` with a few words; standard output and error together in ``stdout``."""
        env = {k: v for k, v in os.environ.items() if k != "ROCREPRO_MIRROR"}
        env |= {"PYTHONPATH": str(self.root / "src"), **variables}
        return subprocess.run(
            [sys.executable, "-m", "snakemake", *words],
            cwd=self.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900,
        )  # fmt: skip

    def planned(self, *words: str) -> dict[str, int]:
        """Number of jobs of each rule that a run would do."""
        result = self.run("-n", *words)
        assert result.returncode == 0, result.stdout
        if "Nothing to be done" in result.stdout:
            return {}
        table = result.stdout.split("Job stats:")[1].split("\n\n")[0]
        rows = [line.split() for line in table.splitlines() if re.fullmatch(r"\w+\s+\d+", line.strip())]
        return {rule: int(count) for rule, count in rows if rule != "total"}

    @staticmethod
    def executed(printed: str) -> Counter[str]:
        """Number of jobs of each rule that a run has done, by what it printed."""
        rules = Counter(re.findall(r"^Finished jobid: \d+ \(Rule: (\w+)\)", printed, re.MULTILINE))
        del rules["all"]
        return rules

    def results(self) -> dict[str, bytes]:
        folder = self.root / "results"
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def measured(entry: dict[str, object]) -> set[str]:
    """The artifacts of elazmeh2006 that an entry of the ledger measures."""
    text = json.dumps(entry)
    facts = {"facts"} if '"fact": ' in text else set()
    return facts | set(re.findall(r'"(?:table|figure)": "elazmeh2006_(\w+)"', text))


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """A project before its first run; do not run in it, copy it."""
    return Project.new(tmp_path_factory.mktemp("fresh") / "project")


def once(tmp_path_factory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder that `make` fills, once for all processes of this test run: the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (base / name).exists():
            make(base / f"{name}.part")
            (base / f"{name}.part").rename(base / name)
    return base / name


@pytest.fixture(scope="session")
def finished(fresh, tmp_path_factory):
    """A project after one whole run, and what that run printed; do not run in it, copy it."""

    def make(folder: Path) -> None:
        project = fresh.copy(folder / "project")
        table = project.root / "results/tables/elazmeh2006_table1.csv"
        table.write_text("stale\n")  # a tracked artifact that must not count as done
        result = project.run()
        assert result.returncode == 0, result.stdout
        (folder / "printed").write_text(result.stdout)

    folder = once(tmp_path_factory, "finished", make)
    project = Project(folder / "project")
    project.printed = (folder / "printed").read_text()
    return project
