"""Peak memory of ROC counts, in a process of its own."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

N = 10**7
MOST = 6.0


def peak_ratio() -> float:
    """Peak memory above what the imports need, in units of the input (int64 labels, float64 scores)."""
    program = "from benchmarks.memory import measure; print(measure())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)


def measure() -> float:
    """Make the input, count, and compare the peak with the input's size."""
    from benchmarks.curves import scores
    from rocrepro.evaluation import roc_points

    roc_points([0, 1], [0, 1])
    before = peak()
    y, score = scores(N)
    roc_points(y, score)
    return (peak() - before) * 1024 / (y.nbytes + score.nbytes)


def peak() -> int:
    """Peak memory of this process in KiB."""
    status = Path("/proc/self/status")
    if status.is_file():  # what getrusage says begins with the peak of the process that started this one
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
