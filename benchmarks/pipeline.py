"""Breakdown of the time of a whole run, compared with the bare computations.

The run is that of `make reproduce` in a scratch copy of the project that has its raw files. What is left of
the jobs' time without their imports, divided by the cores, is the bare computation.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from rocrepro.pipeline.verify import copy_files, project_files

ROOT = Path(__file__).resolve().parents[1]
MOST = 1.5
"""Times the bare computations, over the cores, that a run may take."""
IMPORT = re.compile(r"^import time: +(\d+) \|", re.MULTILINE)

Job = tuple[str, float, float]


def jobs(records: str | Path = ".snakemake/metadata") -> list[Job]:
    """Rule, start and end of every job whose outputs are there."""
    found = {}
    for path in Path(records).rglob("*"):
        if path.is_file():
            record = json.loads(path.read_text(encoding="utf-8"))
            if record.get("starttime") and record.get("endtime"):
                job = (record["rule"], *record["log"])  # one record an output, one log a job
                found[job] = (record["rule"], record["starttime"], record["endtime"])
    return sorted(found.values(), key=lambda job: job[1])


def by_rule(known: Iterable[Job]) -> str:
    """Jobs, seconds and the longest job of each rule, as Markdown."""
    rules: dict[str, list[float]] = defaultdict(list)
    for rule, start, end in known:
        rules[rule].append(end - start)
    lines = ["| rule | jobs | seconds | longest |", "|---|---:|---:|---:|"]
    for rule, times in sorted(rules.items(), key=lambda item: -sum(item[1])):
        lines.append(f"| {rule} | {len(times)} | {sum(times):.1f} | {max(times):.1f} |")
    total = sum(map(sum, rules.values()))
    return "\n".join([*lines, f"| all | {sum(map(len, rules.values()))} | {total:.1f} | |"])


def import_seconds(printed: str) -> float:
    """Seconds that all processes spent on imports, from what Python printed about each module."""
    return sum(map(int, IMPORT.findall(printed))) / 1e6


def words(known: Iterable[Job], wall: float, imports: float, cores: int) -> str:
    """The wall time against the bare computations."""
    total = sum(end - start for _, start, end in known)
    bare = total - imports
    return (
        f"A run with its raw files there took {wall:.0f} s on {cores} cores. Its jobs took {total:.0f} s, "
        f"{imports:.0f} s of them for imports: it took {wall / (bare / cores):.2f} times as long as the bare "
        f"computations over the cores (wanted: at most {MOST:g})."
    )


def report() -> str:
    """Run the workflow in a copy and say where the time went."""
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as scratch:
        folder, log = Path(scratch) / "project", Path(scratch) / "printed"
        folder.mkdir()
        copy_files(ROOT, folder, [name for name in project_files(ROOT) if not name.startswith("results/")])
        if (ROOT / "build/raw").is_dir():
            shutil.copytree(ROOT / "build/raw", folder / "build/raw")
        environment = os.environ | {"PYTHONPATH": str(folder / "src"), "PYTHONPROFILEIMPORTTIME": "1"}
        command = [sys.executable, "-m", "rocrepro", "run", "--cores", str(cores)]
        start = time.perf_counter()
        with log.open("w") as stream:
            done = subprocess.run(
                command, cwd=folder, env=environment, stdout=stream, stderr=subprocess.STDOUT, check=False
            )
        wall = time.perf_counter() - start
        printed = log.read_text(encoding="utf-8", errors="replace")
        if done.returncode:
            raise RuntimeError("\n".join(line for line in printed.splitlines()[-20:]))
        known = jobs(folder / ".snakemake/metadata")
        return "\n\n".join([by_rule(known), words(known, wall, import_seconds(printed), cores)])


if __name__ == "__main__":
    print(report())
