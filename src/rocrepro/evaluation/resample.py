"""Paired resamples of test rows: how far the measures of several models, and their differences, scatter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.confident import READINGS, ConfidentSegment, confident_segment
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.roc import RocPoints, check_binary, roc_points

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Model = TypeVar("Model", bound=Hashable)

CAUC = tuple(f"cauc_{reading}" for reading in READINGS)
MEASURES = ("auc", "n_points", "n_confident", "share_confident", "aved", "aved_abs", *CAUC)

# Drawn rows that are held at a time: some 30 MB for each array of them.
_BLOCK_CELLS = 4_000_000


def paired_resamples(
    y_true: ArrayLike,
    scores: Mapping[Model, ArrayLike],
    *,
    n_resamples: int = 500,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    test: str = "tango",
    pos_label: Any = None,
) -> dict[Model, dict[str, Floats]]:
    """Measure several models on the same bootstrap resamples of their rows.

    A resample draws as many positive rows from the positive rows, with replacement, and as many negative
    rows from the negative ones. Every model is measured on the very rows drawn, so that differences between
    models are paired: what makes a resample easy for all of them cancels.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    scores : mapping of a model's name to array-like, shape (n,)
        Scores of each model for the same rows in the same order.
    n_resamples : int
        Number of resamples, at least 1. More resamples begin with the same ones.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    alpha, test
        Of the confident set, as in `confident_segment`.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    dict of the model's name to dict of str to ndarray, shape (n_resamples,)
        The measures of `curve_measures`.

    Raises
    ------
    InputError
        As in `roc_points` and `confident_segment`, and for a number of resamples or a seed out of range.

    Notes
    -----
    A score enters a resample's curve only when one of its rows was drawn, so that a resample has fewer points
    than the data. Resampled rows repeat, which makes ties: the mean of a resampled number of confident points
    is not an estimate of the number itself. Differences between models are what the resamples are for.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 8.

    Examples
    --------
    >>> y = [1, 1, 1, 0, 0, 0]
    >>> models = {"good": [6, 5, 4, 3, 2, 1], "flat": [0] * 6}
    >>> found = paired_resamples(y, models, n_resamples=3, seed=1)
    >>> found["good"]["auc"].tolist(), found["flat"]["auc"].tolist()
    ([1.0, 1.0, 1.0], [0.5, 0.5, 0.5])
    """
    if n_resamples != int(n_resamples) or n_resamples < 1:
        raise InputError(f"n_resamples: found {n_resamples}; expected a whole number of at least 1")
    streams = class_streams(seed)
    found: dict[Model, list[list[float]]] = {model: [] for model in scores}
    checked = {model: check_binary(y_true, score, pos_label) for model, score in scores.items()}
    if not checked:
        return {}
    positive = next(iter(checked.values()))[0]
    for counts in resampled_rows(positive, int(n_resamples), streams):
        for model, (_, score) in checked.items():
            for curve in resampled_curves(positive, score, counts):
                segment = confident_segment(curve, alpha=alpha, test=test)
                found[model].append(list(curve_measures(segment).values()))
    return {
        model: dict(zip(MEASURES, np.array(rows, dtype=np.float64).T, strict=True))
        for model, rows in found.items()
    }


def resampled_rows(
    positive: NDArray[np.bool_], n_resamples: int, streams: list[np.random.Generator]
) -> Iterator[Counts]:
    """How often each row is drawn in each resample, in blocks of resamples.

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
    size = max(1, _BLOCK_CELLS // len(positive))
    for start in range(0, n_resamples, size):
        block = min(size, n_resamples - start)
        counts = np.zeros((block, len(positive)), dtype=np.int64)
        for rows, stream in zip(classes, streams, strict=True):
            drawn = stream.integers(len(rows), size=(block, len(rows)))
            drawn += len(rows) * np.arange(block)[:, np.newaxis]  # one range of numbers for each resample
            flat = np.bincount(drawn.ravel(), minlength=block * len(rows))
            counts[:, rows] = flat.reshape(block, len(rows))
        yield counts


def resampled_curves(positive: NDArray[np.bool_], score: Floats, counts: Counts) -> Iterator[RocPoints]:
    """ROC curves of resamples that are given as counts of rows: `roc_points` of the repeated rows.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    score : ndarray of float64, shape (n,)
        Finite scores.
    counts : ndarray of int, shape (n_resamples, n)
        How often each row is drawn; each resample has rows of both classes.

    Yields
    ------
    RocPoints
        One for each resample.
    """
    whole = roc_points(positive, score)
    order = np.argsort(-score, kind="stable")
    last = (whole.tp + whole.fp)[1:] - 1  # the sorted rows are those above a threshold, in order
    sorted_counts = counts[:, order]
    drawn = np.cumsum(sorted_counts, axis=1)[:, last]
    tp = np.cumsum(sorted_counts * positive[order], axis=1)[:, last]
    # Of a score none of whose rows was drawn, the resample knows nothing.
    present = np.diff(drawn, axis=1, prepend=0) > 0
    for kept, below, above in zip(present, tp, drawn, strict=True):
        true, both = np.append(0, below[kept]), np.append(0, above[kept])
        yield RocPoints(
            threshold=whole.threshold[np.append(True, kept)],
            tp=true,
            fp=both - true,
            n_pos=int(true[-1]),
            n_neg=int(both[-1] - true[-1]),
        )


def curve_measures(segment: ConfidentSegment) -> dict[str, float]:
    """The measures of a curve and of its confident points, named as in the tables.

    Parameters
    ----------
    segment : ConfidentSegment
        A whole curve with its confident points.

    Returns
    -------
    dict of str to float
        auc; n_points and n_confident, the numbers of points and of confident points; share_confident, their
        ratio; aved and aved_abs, NaN without a confident point; cauc_ with each of the readings.
    """
    return {
        "auc": roc_auc(segment.points),
        "n_points": len(segment.points),
        "n_confident": segment.n_confident,
        "share_confident": segment.n_confident / len(segment.points),
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{name: segment.cauc(reading) for name, reading in zip(CAUC, READINGS, strict=True)},
    }
