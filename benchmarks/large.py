"""`rocrepro evaluate` on files that are larger than memory: peak memory and wall time.

``python -m benchmarks.large 100000000 20000000`` measures as many rows of Parquet and of CSV by themselves.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

SIZES = {"parquet": 10**8, "csv": 2 * 10**7}
NAMES = {"parquet": "Parquet", "csv": "CSV"}
MOST_GIB = 4.0
BLOCK = 10**6
BEFORE = (
    "Before DuckDB read and sorted them, the same files took 45 s and 0.65 GiB (Parquet), and 29 s and "
    "0.58 GiB (CSV), on two processors."
)


@dataclass(frozen=True)
class Large:
    """Time and memory of one run.

    Attributes
    ----------
    suffix : str
        Kind of the file.
    n : int
        Rows.
    seconds : float
        Wall time of the command.
    gib : float
        Peak memory of its process, in GiB.
    """

    suffix: str
    n: int
    seconds: float
    gib: float

    def words(self) -> str:
        """One line for the results."""
        return (
            f"`rocrepro evaluate` on a {NAMES[self.suffix]} file of {self.n:,} scores, one run: "
            f"{self.seconds:.0f} s, peak memory {self.gib:.2f} GiB (wanted: less than {MOST_GIB:g})."
        )


def write_scores(path: Path, n: int) -> None:
    """Labels, 2 % of them positive, and scores from 0 to 1, nearly all of them distinct."""
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet as pq

    schema = pa.schema([("label", pa.int8()), ("score", pa.float64())])
    kind = pq.ParquetWriter if path.suffix == ".parquet" else pa.csv.CSVWriter
    with kind(path, schema) as writer:
        for block, start in enumerate(range(0, n, BLOCK)):
            rng = np.random.default_rng([1, block])
            size = min(BLOCK, n - start)
            y = rng.random(size) < 0.02
            score = 1 / (1 + np.exp(1 - 2 * y - rng.normal(size=size)))
            writer.write_table(pa.table({"label": y.astype(np.int8), "score": score}, schema=schema))


def measure(suffix: str, n: int) -> Large:
    """Write a file and evaluate it in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"scores.{suffix}"
        write_scores(path, n)
        command = [sys.executable, "-m", "rocrepro", "evaluate", str(path), "--output", f"{folder}/out"]
        program = f"from benchmarks.large import run; print(*run({command!r}))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    seconds, gib = map(float, done.stdout.split())
    return Large(suffix, n, seconds, gib)


def report() -> str:
    """Measure all kinds of files, and say what they took, and took before."""
    lines = [measure(suffix, n).words() for suffix, n in SIZES.items()]
    return "\n\n".join([*lines, f"Sorted by DuckDB {version('duckdb')}. {BEFORE}"])


def run(command: list[str]) -> tuple[float, float]:
    """Seconds and peak memory of a command, which must be the only child of its process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20


if __name__ == "__main__":
    for suffix, n in zip(SIZES, map(int, sys.argv[1:]) if sys.argv[1:] else SIZES.values(), strict=False):
        print(measure(suffix, n).words())
