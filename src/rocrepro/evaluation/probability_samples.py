"""Bootstrap samples of rows with probabilities, from all rows or by clusters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.bootstrap import resampled_counts

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Samples:
    """Some samples of the rows.

    Attributes
    ----------
    drawn, hits : ndarray of int64, shape (n_samples, n)
        How often each row is in each sample, and how often as a positive one.
    """

    drawn: Ints
    hits: Ints

    def shares(self) -> Floats:
        """Share of positive rows of each sample; NaN for samples of one class."""
        share = self.hits.sum(axis=1) / self.drawn.sum(axis=1)
        return np.where((share > 0) & (share < 1), share, np.nan)


def probability_samples(
    positive: Bools,
    *,
    n_resamples: int,
    seed: int | np.random.Generator,
    cluster: ArrayLike | None = None,
) -> Iterator[Samples]:
    """Draw rows from all rows with replacement, or whole clusters, in blocks of samples.

    Rows are not drawn within each class: probabilities are about the share of positive rows, whose scatter
    would be lost. The samples are those of `rocrepro.evaluation.bootstrap_curves` with the same seed.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    n_resamples : int
        Number of samples in all blocks together, at least 1.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    cluster : array-like, shape (n,), optional
        What each row belongs to.

    Yields
    ------
    Samples

    Raises
    ------
    InputError
        For a number of samples or a seed out of range, and as in `cluster_codes`.
    """
    for drawn in resampled_counts(positive, n_resamples=n_resamples, seed=seed, cluster=cluster):
        yield Samples(drawn, drawn * positive)
