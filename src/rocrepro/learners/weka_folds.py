"""Weka's folds without Java: the random numbers of java.util.Random, and what Weka does with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.model_selection import BaseCrossValidator


class JavaRandom:
    """The generator of Java's ``java.util.Random``: the upper bits of a linear congruence modulo 2**48 [1]_.

    Parameters
    ----------
    seed : int
        Any whole number; its lower 48 bits count.

    References
    ----------
    .. [1] Java Platform, Standard Edition, API specification of ``java.util.Random``.

    Examples
    --------
    >>> random = JavaRandom(42)
    >>> [random.next_int(10) for _ in range(5)]
    [0, 3, 8, 4, 0]
    """

    MULTIPLIER, INCREMENT, MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1

    def __init__(self, seed: int):
        self.state = (int(seed) ^ self.MULTIPLIER) & self.MASK

    def next_int(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1.

        Parameters
        ----------
        bound : int
            From 1 to 2**31 - 1.
        """
        if bound & (bound - 1) == 0:
            # A power of two takes the upper bits, which are the better ones.
            return (bound * self._next()) >> 31
        while True:
            bits = self._next()
            value = bits % bound
            # The last, incomplete run of numbers would favour small values.
            if bits - value + bound <= 1 << 31:
                return value

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place: from the end, each item changes places with one at or before it."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.next_int(last + 1)
            items[last], items[chosen] = items[chosen], items[last]

    def _next(self) -> int:
        """31 random bits."""
        self.state = (self.state * self.MULTIPLIER + self.INCREMENT) & self.MASK
        return self.state >> 17


class WekaFolds(BaseCrossValidator):  # type: ignore[misc]
    """Stratified folds as Weka's cross-validation makes them, row for row.

    The rows are shuffled, brought together by class, and dealt out one to each fold in turn. Each fold's
    training rows are shuffled again by the same generator, which matters to learners that take a bootstrap
    sample or break ties by order.

    Parameters
    ----------
    n_splits : int, default=10
        Number of folds, at least 2.
    seed : int, default=1
        Seed of the generator; 1 is Weka's default.

    Notes
    -----
    The classes come together in the order in which they first occur after the shuffle, so that the folds
    depend neither on the names of the classes nor on their declared order.

    Examples
    --------
    >>> y = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1])
    >>> [test.tolist() for _, test in WekaFolds(3, seed=1).split(y, y)]
    [[5, 3, 8], [2, 1, 7], [4, 0, 6]]
    """

    def __init__(self, n_splits: int = 10, seed: int = 1):
        self.n_splits = n_splits
        self.seed = seed

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds; the arguments are there for scikit-learn's sake."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Give the rows of each fold.

        Parameters
        ----------
        X : array-like of shape (n_samples, ...)
            Only its length counts.
        y : array-like of shape (n_samples,)
            Class of each row.
        groups : object
            Not used.

        Yields
        ------
        train, test : ndarray of int64
            Row positions in Weka's order, which is not ascending.

        Raises
        ------
        ValueError
            If there are fewer than 2 folds or fewer rows than folds, or `y` is missing or of another length.
        """
        codes = self._codes(X, y)
        n, k = len(codes), self.n_splits
        random = JavaRandom(self.seed)
        order = list(range(n))
        random.shuffle(order)
        _gather(order, codes)
        dealt = [order[at] for first in range(k) for at in range(first, n, k)]
        end = 0
        for fold in range(k):
            start, end = end, end + n // k + (fold < n % k)
            train = dealt[:start] + dealt[end:]
            random.shuffle(train)
            yield np.array(train, dtype=np.int64), np.array(dealt[start:end], dtype=np.int64)

    def _codes(self, X: Any, y: Any) -> list[int]:
        if y is None:
            raise ValueError("y: found None; expected the class of each row")
        labels = np.asarray(y)
        if labels.shape != (len(X),):
            raise ValueError(f"y: found shape {labels.shape}; expected ({len(X)},)")
        if not 2 <= self.n_splits <= len(labels):
            raise ValueError(
                f"n_splits: found {self.n_splits}; expected 2 to {len(labels)}, the number of rows"
            )
        codes: list[int] = np.unique(labels, return_inverse=True)[1].tolist()
        return codes


def _gather(order: list[int], codes: list[int]) -> None:
    """Bring rows of a class together, in place.

    The first row's class comes first: each later row of that class changes places with the first one of
    another class. The same goes on with what is left. Rows of the class that is gathered keep their order;
    those that made room do not.
    """
    end = 0
    while end < len(order):
        leading = codes[order[end]]
        for at in range(end, len(order)):
            if codes[order[at]] == leading:
                order[end], order[at] = order[at], order[end]
                end += 1
