"""Breiman's ringnorm, drawn from its definition.

Two classes in 20 dimensions. The wide class is normal with mean 0 and covariance 4 I; the shifted class is
normal with mean (a, ..., a) and covariance I, where a = 2 / sqrt(20). The published copies of one such sample
are damaged, so that drawing another is the clean choice.

References
----------
Breiman (1996), Bias, variance, and arcing classifiers, technical report 460, University of California,
Berkeley. Some software has a = 1 / sqrt(20), which is another problem.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.randomness import generator

DIMENSIONS = 20
SHIFT = 2 / DIMENSIONS**0.5
WIDE_SD = 2.0
SHIFTED, WIDE = "1", "0"
"""Labels of the two classes, as in the published copies."""


def ringnorm(n_shifted: int, n_wide: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Draw rows of both classes, in random order.

    Parameters
    ----------
    n_shifted, n_wide : int
        Rows of each class, at least 0.
    seed : int
        From 0. Another seed gives an independent sample.

    Returns
    -------
    values : ndarray of float64, shape (n_shifted + n_wide, 20)
    shifted : ndarray of bool, shape (n_shifted + n_wide,)
        Whether a row is of the shifted class.

    Raises
    ------
    InputError
        For a negative count.
    """
    if min(n_shifted, n_wide) < 0:
        raise InputError(f"ringnorm: found the counts {n_shifted} and {n_wide}; expected at least 0")
    rng = generator(seed, "ringnorm")
    values = np.concatenate(
        [
            SHIFT + rng.standard_normal((n_shifted, DIMENSIONS)),
            WIDE_SD * rng.standard_normal((n_wide, DIMENSIONS)),
        ]
    )
    order = rng.permutation(len(values))
    return values[order], order < n_shifted


def ringnorm_csv(n_shifted: int, n_wide: int, seed: int) -> bytes:
    """Return the rows of `ringnorm` as a CSV file with a header; each number gives the same double back."""
    values, shifted = ringnorm(n_shifted, n_wide, seed)
    lines = [",".join([*(f"x{j}" for j in range(1, DIMENSIONS + 1)), "class"])]
    for row, label in zip(values.tolist(), shifted.tolist(), strict=True):
        lines.append(",".join([*map(repr, row), SHIFTED if label else WIDE]))
    return ("\n".join(lines) + "\n").encode("ascii")


def bayes_score(values: ArrayLike) -> NDArray[np.float64]:
    """Return the log of the ratio of the two densities, shifted to wide: no score ranks better.

    Parameters
    ----------
    values : array-like, shape (n, 20)

    Returns
    -------
    ndarray of float64, shape (n,)
        Above 0 where the shifted class is the more likely one, at equal class sizes.
    """
    x = np.asarray(values, dtype=np.float64)
    wide = np.sum(x**2, axis=1) / (2 * WIDE_SD**2)
    shifted = np.sum((x - SHIFT) ** 2, axis=1) / 2
    ratio: NDArray[np.float64] = wide - shifted + DIMENSIONS * np.log(WIDE_SD)
    return ratio
