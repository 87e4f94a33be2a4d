"""`rocrepro evaluate` on a Parquet file that is larger than memory: peak memory and wall time.

``python -m benchmarks.large 100000000`` measures one size by itself.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.timing import timed

SIZE = 10**8
MOST_GIB = 4.0
BLOCK = 10**6


@dataclass(frozen=True)
class Large:
    """What one run took.

    Attributes
    ----------
    n : int
        Rows.
    seconds : float
        Wall time of the command.
    gib : float
        Peak memory of its process, in GiB.
    sort_seconds : float
        numpy.sort of as many scores, in the same run.
    """

    n: int
    seconds: float
    gib: float
    sort_seconds: float

    def words(self) -> str:
        """One line for the results."""
        return (
            f"`rocrepro evaluate` on a Parquet file of {self.n:,} scores, one run: {self.seconds:.0f} s "
            f"({self.seconds / self.sort_seconds:.1f} times numpy.sort of the scores in memory), peak memory "
            f"{self.gib:.2f} GiB (wanted: less than {MOST_GIB:g})."
        )


def write_scores(path: Path, n: int) -> None:
    """Labels, 2 % of them positive, and scores from 0 to 1, nearly all of them distinct."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("label", pa.int8()), ("score", pa.float64())])
    with pq.ParquetWriter(path, schema) as writer:
        for block, start in enumerate(range(0, n, BLOCK)):
            rng = np.random.default_rng([1, block])
            size = min(BLOCK, n - start)
            y = rng.random(size) < 0.02
            score = 1 / (1 + np.exp(1 - 2 * y - rng.normal(size=size)))
            writer.write_table(pa.table({"label": y.astype(np.int8), "score": score}, schema=schema))


def measure(n: int = SIZE) -> Large:
    """Write a file, evaluate it in a process of its own, and sort as many numbers."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.parquet"
        write_scores(path, n)
        command = [sys.executable, "-m", "rocrepro", "evaluate", str(path), "--output", f"{folder}/out"]
        program = f"from benchmarks.large import run; print(*run({command!r}))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    seconds, gib = map(float, done.stdout.split())
    numbers = np.random.default_rng(1).random(n)
    return Large(n, seconds, gib, timed(numbers.sort))


def run(command: list[str]) -> tuple[float, float]:
    """Seconds and peak memory of a command, which must be the only child of its process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20


if __name__ == "__main__":
    print(measure(int(sys.argv[1]) if len(sys.argv) > 1 else SIZE).words())
