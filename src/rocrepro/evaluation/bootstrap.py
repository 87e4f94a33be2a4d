"""Bootstrap samples of rows, or of clusters of rows, and the ROC curves that they give."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.cluster_codes import cluster_codes
from rocrepro.evaluation.inputs import check_whole
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import check_binary

Bools = NDArray[np.bool_]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Name = TypeVar("Name", bound=Hashable)

# Drawn rows that are held at a time: some 30 MB for each array of them.
_BLOCK_CELLS = 4_000_000


def bootstrap_curves(
    y_true: ArrayLike,
    scores: Mapping[Name, ArrayLike],
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    cluster: ArrayLike | None = None,
    stratified: bool = False,
    pos_label: Any = None,
) -> BootstrapCurves[Name]:
    """Return the ROC curves of several models on bootstrap samples of their rows, one sample at a time.

    Whatever is a function of a curve (an area, a partial area, a measure at a threshold, the best cut) has
    its bootstrap distribution from one pass over these curves. Every model is measured on the very rows
    drawn, so that differences between models are paired.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    scores : mapping of a model's name to array-like, shape (n,)
        Scores of each model for the same rows in the same order.
    n_resamples : int
        Number of bootstrap samples, at least 1. More samples begin with the same ones.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    cluster : array-like, shape (n,), optional
        What each row belongs to, for example a patient: text, numbers or anything that can be sorted. Whole
        clusters are drawn with replacement, as many as there are.
    stratified : bool
        Whether rows are drawn within each class, as many as the class has, and not from all rows.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    BootstrapCurves
        An iterator over dictionaries of the model's name to its `RocPoints` on one sample. Only scores of
        rows that were drawn are points. Its attribute `n_skipped` counts the samples that had one class only,
        and are left out.

    Raises
    ------
    InputError
        As in `roc_points`; for a number of samples or a seed out of range, no model, clusters of another
        length, with a missing label, or fewer than two of them, and stratified samples of clusters.

    See Also
    --------
    paired_resamples : the measures of the confident set on the same samples.
    rocrepro.evaluation.resample.percentiles : the interval that follows.
    curve_intervals : intervals of any function of a curve.

    Notes
    -----
    In a sample of a population the sizes of the classes are chance, and all rows are to be drawn: the
    average precision, the F1 score and other values that depend on the share of positive rows scatter with
    it. Where both sizes were fixed by design, ``stratified=True`` keeps them; its rows are the very ones of
    `paired_resamples` with the same seed.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 6 and 13; Field & Welsh (2007),
    Journal of the Royal Statistical Society B 69:369-390 (clusters).

    Examples
    --------
    >>> from rocrepro.evaluation import roc_auc
    >>> from rocrepro.evaluation.bootstrap import bootstrap_curves
    >>> scores = {"good": [0.1, 0.4, 0.7, 0.9], "flat": [0.5, 0.5, 0.5, 0.5]}
    >>> for curves in bootstrap_curves([0, 0, 1, 1], scores, n_resamples=2, seed=1):
    ...     print({name: roc_auc(points) for name, points in curves.items()})
    {'good': 1.0, 'flat': 0.5}
    {'good': 1.0, 'flat': 0.5}
    """
    check_order(y_true=y_true, cluster=cluster)
    checked = {name: check_binary(y_true, score, pos_label) for name, score in scores.items()}
    if not checked:
        raise InputError("scores: found no model; expected the scores of at least one")
    positive = next(iter(checked.values()))[0]
    counts = resampled_counts(
        positive, n_resamples=n_resamples, seed=seed, cluster=cluster, stratified=stratified
    )
    rows = {name: SortedRows(positive, score) for name, (_, score) in checked.items()}
    return BootstrapCurves(positive, rows, counts)


class BootstrapCurves(Generic[Name]):
    """An iterator over the curves of bootstrap samples.

    Attributes
    ----------
    n_skipped : int
        Samples with one class only, left out so far.

    See Also
    --------
    bootstrap_curves : makes one.
    """

    def __init__(self, positive: Bools, rows: Mapping[Name, SortedRows], blocks: Iterator[Counts]) -> None:
        self.n_skipped = 0
        self._positive, self._rows = positive, rows
        self._counts = (counts for block in blocks for counts in block)

    def __iter__(self) -> BootstrapCurves[Name]:
        return self

    def __next__(self) -> dict[Name, RocPoints]:
        for counts in self._counts:
            n_pos = int(counts[self._positive].sum())
            if 0 < n_pos < counts.sum():
                return {name: rows.curve(counts) for name, rows in self._rows.items()}
            self.n_skipped += 1
        raise StopIteration


class SortedRows:
    """The rows of one model in the order of their scores, from which the curve of any sample can be read.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    score : ndarray of float64, shape (n,)
        Finite.
    """

    def __init__(self, positive: Bools, score: Floats) -> None:
        self.points = roc_points(positive, score)
        self.order = np.argsort(-score, kind="stable")
        self._positive = positive[self.order].astype(np.int64)
        self._last = (self.points.tp + self.points.fp)[1:] - 1  # the sorted rows above a threshold, in order

    def cumulated(self, counts: Counts) -> tuple[Counts, Counts]:
        """Return the drawn rows and the drawn positive rows from each threshold of `points` upwards.

        Parameters
        ----------
        counts : ndarray of int64, shape (n,)
            How often each row is drawn.

        Returns
        -------
        both, tp : ndarray of int64, shape (n_points,)
        """
        drawn = counts[self.order]
        both = np.append(0, np.cumsum(drawn)[self._last])
        tp = np.append(0, np.cumsum(drawn * self._positive)[self._last])
        return both, tp

    def curve(self, counts: Counts) -> RocPoints:
        """Return the curve of the drawn rows: that of `roc_points`, without another sort."""
        both, tp = self.cumulated(counts)
        # Of a score none of whose rows was drawn, the sample knows nothing.
        kept = np.flatnonzero(np.diff(both, prepend=-1) > 0)
        both, tp = both[kept], tp[kept]
        fp = both - tp
        return RocPoints(self.points.threshold[kept], tp, fp, int(tp[-1]), int(fp[-1]))


def resampled_counts(
    positive: Bools,
    *,
    n_resamples: int,
    seed: int | np.random.Generator,
    cluster: ArrayLike | None = None,
    stratified: bool = False,
) -> Iterator[Counts]:
    """Draw rows, and say how often each is drawn, in blocks of resamples.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    n_resamples, seed, cluster, stratified
        As in `bootstrap_curves`.

    Returns
    -------
    iterator of ndarray of int64, shape (size of the block, n)
        A sample may have one class only, unless it is stratified. The sizes of blocks change no number.
    """
    size, streams = check_whole(n_resamples, "n_resamples"), class_streams(seed)
    if stratified and cluster is not None:
        raise InputError("stratified: found True with clusters; expected one of the two, or neither")
    if stratified:
        return resampled_rows(positive, size, streams)
    codes = np.arange(len(positive)) if cluster is None else cluster_codes(cluster, positive)
    return resampled_clusters(codes, size, streams[0])


def resampled_rows(positive: Bools, n_resamples: int, streams: list[np.random.Generator]) -> Iterator[Counts]:
    """Draw rows within each class, and say how often each row is drawn, in blocks of resamples.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    n_resamples : int
        Number of resamples in all blocks together.
    streams : list of two numpy.random.Generator
        For the positive and for the negative rows.

    Yields
    ------
    ndarray of int64, shape (size of the block, n)
        Rows of each class sum to the number of rows of that class. The sizes of blocks change no number.
    """
    classes = (np.flatnonzero(positive), np.flatnonzero(~positive))
    for block in _blocks(n_resamples, len(positive)):
        counts = np.zeros((block, len(positive)), dtype=np.int64)
        for rows, stream in zip(classes, streams, strict=True):
            counts[:, rows] = _drawn(len(rows), block, stream)
        yield counts


def resampled_clusters(codes: Counts, n_resamples: int, stream: np.random.Generator) -> Iterator[Counts]:
    """Draw whole clusters with replacement, and say how often each row is drawn, in blocks of resamples.

    Parameters
    ----------
    codes : ndarray of int64, shape (n,)
        Number of each row's cluster, from 0, as `cluster_codes` gives it.
    n_resamples : int
        Number of resamples in all blocks together.
    stream : numpy.random.Generator

    Yields
    ------
    ndarray of int64, shape (size of the block, n)
        The sizes of blocks change no number.
    """
    n_clusters = int(codes.max()) + 1
    for block in _blocks(n_resamples, len(codes)):
        yield _drawn(n_clusters, block, stream)[:, codes]


def _blocks(n_resamples: int, n: int) -> Iterator[int]:
    """Sizes of the blocks in which resamples of n rows are drawn."""
    size = max(1, _BLOCK_CELLS // n)
    for start in range(0, n_resamples, size):
        yield min(size, n_resamples - start)


def _drawn(n: int, block: int, stream: np.random.Generator) -> Counts:
    """Draw n of n things with replacement, and count how often each is drawn, shape (block, n)."""
    drawn = stream.integers(n, size=(block, n))
    drawn += n * np.arange(block)[:, np.newaxis]  # one range of numbers for each resample
    return np.bincount(drawn.ravel(), minlength=block * n).reshape(block, n)
