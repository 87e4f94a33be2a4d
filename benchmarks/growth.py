"""Growth of the workflow's time with data sets and with seeds, against the bare computations.

A copy of the project trains and evaluates small data sets of its own: `python -m benchmarks.growth` measures
that alone. The peer is the same training and evaluation, called one after the other in one process that has
its imports and its data, divided by the cores.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.timing import Row

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("Snakefile", "config", "docs", "workflow", "profiles", "src", "requirements.lock", "environment.yml")
SETS = (1, 8, 64)
SEEDS = (1, 20, 400)
MOST_EACH = 20.0
LEARNERS = ("tree", "naive_bayes")
REPLICATES = 100
EXAMPLES, COLUMNS = 300, 8
CONFIG = {"engines": "[sklearn]", "papers": "[elazmeh2006]", "band_replicates": str(REPLICATES)}

ENTRY = """
{name}:
  reader: csv
  files: {{data: {{sources: [{{file: data/{name}.csv}}]}}}}
  target: y
  positive: p
  protocol: cv
  learners: [{learners}]
"""


def names(n_sets: int) -> list[str]:
    """Keys of the data sets."""
    return [f"set_{i:03}" for i in range(n_sets)]


def make_project(folder: Path, n_sets: int, n_seeds: int) -> None:
    """A copy of the project with data sets of normal numbers."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, folder / part)
    config = folder / "config/config.yaml"
    text = config.read_text(encoding="utf-8")
    for key, value in {**CONFIG, "seeds": str(n_seeds)}.items():
        text = re.sub(rf"^{key}: \S.*$", f"{key}: {value}", text, flags=re.MULTILINE)
    config.write_text(text, encoding="utf-8")
    (folder / "data").mkdir()
    entries = [ENTRY.format(name=name, learners=", ".join(LEARNERS)) for name in names(n_sets)]
    (folder / "config/datasets.yaml").write_text("".join(entries), encoding="utf-8")
    for i, name in enumerate(names(n_sets)):
        rng = np.random.default_rng([1, i])
        y = rng.random(EXAMPLES) < 0.2
        x = rng.normal(size=(EXAMPLES, COLUMNS)) + y[:, None] / 2
        header = ",".join([*(f"x{j}" for j in range(COLUMNS)), "y"])
        lines = [
            ",".join([*map(repr, row), "p" if positive else "n"])
            for row, positive in zip(x.tolist(), y.tolist(), strict=True)
        ]
        (folder / f"data/{name}.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")


def by_workflow(folder: Path, n_sets: int, cores: int) -> float:
    """Seconds until every data set of a new project is trained on and evaluated."""
    targets = [f"build/study/{name}.points.parquet" for name in names(n_sets)]
    command = [sys.executable, "-m", "snakemake", "--cores", str(cores), *targets]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return time.perf_counter() - start


def bare(folder: Path, n_sets: int, n_seeds: int) -> float:
    """Seconds of the same training and evaluation by themselves, in a process of its own."""
    program = f"from benchmarks.growth import compute; print(compute({str(folder)!r}, {n_sets}, {n_seeds}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(done.stdout.splitlines()[-1])


def compute(folder: str, n_sets: int, n_seeds: int) -> float:
    """Train and evaluate all, imports and reading left out of the time."""
    import yaml

    from rocrepro.formats import tidy
    from rocrepro.learners import engine
    from rocrepro.study import KINDS, Choices
    from rocrepro.study.trained import BEST_BY, WRITTEN, study_of_dataset

    learners = yaml.safe_load((Path(folder) / "config/learners.yaml").read_text(encoding="utf-8"))
    data = [
        tidy.load(f"{folder}/build/data/{n}.parquet", f"{folder}/build/data/{n}.json") for n in names(n_sets)
    ]
    sklearn = engine("sklearn")

    def work(dataset: tidy.Dataset, last: int) -> None:
        scores = {}
        for name in LEARNERS:
            block = {"sklearn": learners[name]["sklearn"]}
            scores["sklearn", name] = sklearn.score(dataset, block, range(1, last + 1), name=name)
        choices = Choices(n_resamples=REPLICATES, margin=0.02, prevalence=0.5, best_by=BEST_BY)
        study = study_of_dataset(scores, dataset.name, choices)
        for kind in WRITTEN:
            study.get(KINDS[kind])

    work(data[0], 1)  # everything is imported
    start = time.perf_counter()
    for dataset in data:
        work(dataset, n_seeds)
    return time.perf_counter() - start


def rows(sets: tuple[int, ...] = SETS, seeds: tuple[int, ...] = SEEDS) -> Iterator[Row]:
    """One run at each number of data sets with one seed, and at each number of seeds with one data set."""
    cores = os.cpu_count() or 1
    for n_sets, n_seeds in [*((n, 1) for n in sets), *((1, n) for n in seeds if n > 1)]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "project"
            folder.mkdir()
            make_project(folder, n_sets, n_seeds)
            ours = by_workflow(folder, n_sets, cores)
            theirs = bare(folder, n_sets, n_seeds) / min(cores, n_sets * len(LEARNERS))
        size = f"{n_sets} data set{'s' * (n_sets > 1)}, {n_seeds} seed{'s' * (n_seeds > 1)}"
        peer = f"the same calls in one process, over {min(cores, n_sets * len(LEARNERS))} cores"
        yield Row("workflow, one run", size, ours, peer, theirs)


def further(found: list[Row], sets: tuple[int, ...] = SETS) -> str:
    """Say what one more data set costs, from the two largest numbers of them."""
    (few, less), (many, more) = zip(sets[-2:], found[len(sets) - 2 : len(sets)], strict=True)
    each = (more.seconds - less.seconds) / (many - few)
    return f"Each further data set took {each:.1f} s (wanted: less than {MOST_EACH:g})."


if __name__ == "__main__":
    measured = []
    for one in rows():
        print(one, flush=True)
        measured.append(one)
    print(further(measured))
