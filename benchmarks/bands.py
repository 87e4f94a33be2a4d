"""Fixed-width bands against resampling rows with scikit-learn's roc_curve, and against R's pROC."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_curve

from benchmarks.curves import scores
from benchmarks.timing import Row, median_time
from rocrepro.evaluation import fixed_width_band

SIZE = 10**5
REPLICATES = 1000
RESAMPLED = 10  # of the rows' replicates are timed: their time is proportional to their number

PROC = """
suppressPackageStartupMessages(library(pROC))
data <- read.csv(commandArgs(TRUE)[1])
curve <- roc(data$y, data$score, quiet = TRUE, direction = "<")
time <- system.time(ci.se(curve, specificities = seq(0, 1, 0.01), boot.n = as.integer(commandArgs(TRUE)[2]),
                          progress = "none"))
cat(time[["elapsed"]])
"""


def by_rows(y: np.ndarray, score: np.ndarray, replicates: int) -> None:
    """Stratified resamples of the rows, each with its own curve."""
    rng = np.random.default_rng(1)
    classes = [np.flatnonzero(y == label) for label in (0, 1)]
    for _ in range(replicates):
        rows = np.concatenate([rng.choice(members, len(members)) for members in classes])
        roc_curve(y[rows], score[rows], drop_intermediate=False)


def by_proc(y: np.ndarray, score: np.ndarray, replicates: int) -> float | None:
    """Seconds of pROC's ci.se; None where R or pROC is not installed."""
    program = shutil.which("Rscript")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        data, code = Path(folder) / "data.csv", Path(folder) / "proc.R"
        np.savetxt(data, np.c_[y, score], delimiter=",", header="y,score", comments="", fmt=["%d", "%.17g"])
        code.write_text(PROC)
        command = [program, str(code), str(data), str(replicates)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def rows(size: int = SIZE) -> Iterator[Row]:
    """A thousand replicates."""
    y, score = scores(size)
    ours = median_time(lambda: fixed_width_band(y, score, n_boot=REPLICATES, seed=1), 3)
    what, shown = f"fixed-width band, {REPLICATES:,} replicates", f"n = {size:,}"
    theirs = median_time(lambda: by_rows(y, score, RESAMPLED), 3) * REPLICATES / RESAMPLED
    peer = f"rows resampled, sklearn.metrics.roc_curve ({RESAMPLED} replicates timed)"
    yield Row(what, shown, ours, peer, theirs)
    proc = by_proc(y, score, 20)
    if proc is not None:
        yield Row(what, shown, ours, "R pROC ci.se (20 replicates timed)", proc * REPLICATES / 20)
