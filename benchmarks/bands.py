"""Fixed-width bands against resampling rows with scikit-learn's roc_curve, and against R's pROC."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_curve

from benchmarks import peers_in_r
from benchmarks.curves import scores
from benchmarks.timing import REPEATS, Row, median_time
from rocrepro.evaluation import fixed_width_band

SIZE = 10**5
REPLICATES = 1000
RESAMPLED = 10  # of a peer's replicates are timed: their time is proportional to their number


def by_rows(y: np.ndarray, score: np.ndarray, replicates: int) -> None:
    """Stratified resamples of the rows, each with its own curve."""
    rng = np.random.default_rng(1)
    classes = [np.flatnonzero(y == label) for label in (0, 1)]
    for _ in range(replicates):
        rows = np.concatenate([rng.choice(members, len(members)) for members in classes])
        roc_curve(y[rows], score[rows], drop_intermediate=False)


def rows(size: int = SIZE, repeats: int = REPEATS) -> Iterator[Row]:
    """A thousand replicates."""
    y, score = scores(size)
    ours = median_time(lambda: fixed_width_band(y, score, n_resamples=REPLICATES, seed=1), repeats)
    what, shown = f"fixed-width band, {REPLICATES:,} replicates", f"n = {size:,}"
    many = REPLICATES / RESAMPLED
    theirs = median_time(lambda: by_rows(y, score, RESAMPLED), repeats) * many
    peer = f"rows resampled, sklearn.metrics.roc_curve ({RESAMPLED} replicates timed)"
    yield Row(what, shown, ours, peer, theirs, 20 if size >= SIZE else None)
    band = peers_in_r.seconds("pROC", peers_in_r.PROC_BAND % RESAMPLED, y, score, repeats)
    if band is not None:
        peer = f"R pROC ci.se ({RESAMPLED} replicates timed)"
        yield Row(what, shown, ours, peer, band * many, 1 if size >= SIZE else None)
