"""ROC counts and what follows from them, against numpy's sorts, scikit-learn, deeproc, ROCR and pROC."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve

from benchmarks import peers_in_r
from benchmarks.timing import Row, median_time
from rocrepro.evaluation import confident_segment, roc_auc, roc_points

SIZES = (10**3, 10**4, 10**5, 10**6, 10**7)
KINDS_SIZE = 10**6
POSITIVE = 0.02
LARGEST = 10**7
"""At this size the ratios that we want hold."""
MOST_FOR_R = 10**6
THREADED = 10**6
"""From this size on the counts are timed with two threads too."""
VECTORS = "X86_V4"
"""numpy's name for instructions with which its sort is slow on some processors, AMD Zen 4 among them."""
MOST_FOR_DEEPROC = 10**4
SORT = "numpy.sort of the scores"
ROC_CURVE = "sklearn.metrics.roc_curve"
MEASURES = "AUC, confident set, CAUC, AveD"
WANTED: dict[int, dict[str, float]] = {1: {SORT: 1 / 4, ROC_CURVE: 10}, 2: {SORT: 1 / 2.5, ROC_CURVE: 14}}
"""The least ratios that we want at the largest size, by our number of threads."""


def counted_in(n_threads: int) -> str:
    """Name the counts with a number of threads in the table."""
    return f"ROC counts, {n_threads} thread{'s' * (n_threads > 1)}"


def scores(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Labels, 2 % of them positive, and normal scores."""
    rng = np.random.default_rng(1)
    y = (rng.random(n) < POSITIVE).astype(np.int64)
    y[:2] = 0, 1
    return y, rng.normal(size=n) + y


@contextlib.contextmanager
def threads(n: int) -> Iterator[None]:
    """Let our own calls use so many threads; the peers here use one in any case."""
    before = os.environ.get("OMP_NUM_THREADS")
    os.environ["OMP_NUM_THREADS"] = str(n)
    try:
        yield
    finally:
        if before is None:
            del os.environ["OMP_NUM_THREADS"]
        else:
            os.environ["OMP_NUM_THREADS"] = before


def measures(y: np.ndarray, score: np.ndarray) -> tuple[float, int, float, float]:
    """AUC, confident set, CAUC and AveD from raw scores."""
    points = roc_points(y, score)
    segment = confident_segment(points)
    return roc_auc(points), segment.n_confident, segment.cauc(), segment.aved


def by_deeproc(y: np.ndarray, score: np.ndarray) -> float | None:
    """Area with deeproc; None where it is not installed."""
    try:
        from deeproc.FullROC import FullROC
    except ImportError:
        return None
    with contextlib.redirect_stdout(io.StringIO()):
        curve = FullROC(predicted_scores=score.tolist(), labels=y.tolist(), poslabel=1, quiet=True)
        return float(curve.getAUC())


def rows(sizes: tuple[int, ...] = SIZES, kinds_size: int = KINDS_SIZE) -> Iterator[Row]:
    """Counts and measures at each size, then counts of other kinds of scores."""
    for n in sizes:
        yield from at(n)
    y, score = scores(kinds_size)
    shown = f"n = {kinds_size:,}"
    for kind, other in {
        "float32": score.astype(np.float32),
        "all above 0": np.exp(score),
        "two decimals, ties": np.round(score, 2),
    }.items():
        ours = median_time(lambda other=other: roc_points(y, other))
        theirs = median_time(lambda other=other: roc_curve(y, other, drop_intermediate=False))
        yield Row(f"ROC counts, {kind}", shown, ours, ROC_CURVE, theirs)


def without_vectors(n: int = LARGEST) -> list[Row]:
    """Return the comparisons at one size by a numpy without `VECTORS`; empty where it cannot do without."""
    code = (
        "import json; from dataclasses import asdict; from benchmarks import curves; "
        f"print(json.dumps([asdict(row) for row in curves.at({n})]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).resolve().parents[1], env=os.environ | {"NPY_DISABLE_CPU_FEATURES": VECTORS},
        stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    return [] if done.returncode else [Row(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def at(n: int) -> Iterator[Row]:
    """Counts and measures at one size."""
    y, score = scores(n)
    size, largest = f"n = {n:,}", n >= LARGEST
    work: dict[str, Callable[[], object]] = {
        SORT: lambda: np.sort(score),
        "numpy.argsort of the scores": lambda: np.argsort(score),
        ROC_CURVE: lambda: roc_curve(y, score, drop_intermediate=False),
    }
    peers = {peer: median_time(theirs) for peer, theirs in work.items()}
    if n <= MOST_FOR_R:
        for package, expression in (("ROCR", peers_in_r.ROCR), ("pROC", peers_in_r.PROC)):
            seconds = peers_in_r.seconds(package, expression, y, score)
            if seconds is not None:
                peers[f"R {package}"] = seconds
    for number, wanted in WANTED.items():
        if number == 1 or n >= THREADED:
            with threads(number):
                counts = median_time(lambda: roc_points(y, score))
            for peer, seconds in peers.items():
                least = wanted.get(peer) if largest else None
                yield Row(counted_in(number), size, counts, peer, seconds, least)
    ours = median_time(lambda: measures(y, score))
    auc = median_time(lambda: roc_auc_score(y, score))
    yield Row(MEASURES, size, ours, "sklearn.metrics.roc_auc_score", auc, 10 if largest else None)
    if n <= MOST_FOR_DEEPROC and by_deeproc(y, score) is not None:
        yield Row(MEASURES, size, ours, "deeproc, only the area", median_time(lambda: by_deeproc(y, score)))
