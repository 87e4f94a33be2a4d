"""Peak memory of ROC counts, in a process of its own."""

from __future__ import annotations

import resource
import subprocess
import sys

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
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    y, score = scores(N)
    roc_points(y, score)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (after - before) * 1024 / (y.nbytes + score.nbytes)
