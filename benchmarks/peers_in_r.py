"""Times of R's ROCR and pROC, measured inside R, where they are installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.timing import REPEATS

ROCR = 'performance(prediction(score, y), "tpr", "fpr")'
PROC = 'roc(y, score, quiet = TRUE, direction = "<")'
PROC_BAND = f'ci.se({PROC}, specificities = seq(0, 1, 0.01), boot.n = %d, progress = "none")'

PROGRAM = """
words <- commandArgs(TRUE)
suppressPackageStartupMessages(library(words[1], character.only = TRUE))
n <- as.integer(words[3])
y <- readBin(words[4], "integer", n, size = 4)
score <- readBin(words[5], "double", n)
work <- parse(text = words[2])
once <- function(i) system.time(eval(work))[["elapsed"]]
invisible(once(0))
cat(median(sapply(seq_len(as.integer(words[6])), once)))
"""


def seconds(
    package: str, work: str, y: np.ndarray, score: np.ndarray, repeats: int = REPEATS
) -> float | None:
    """Median seconds of an expression in `y` and `score`; None where R or the package is not installed."""
    program = shutil.which("Rscript")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        labels, scores, code = (Path(folder) / name for name in ("y", "score", "work.R"))
        y.astype(np.int32).tofile(labels)
        score.astype(np.float64).tofile(scores)
        code.write_text(PROGRAM, encoding="utf-8")
        words = [package, work, str(len(y)), str(labels), str(scores), str(repeats)]
        done = subprocess.run([program, str(code), *words], capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None
