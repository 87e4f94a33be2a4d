"""Areas for more than two classes: one against the rest, their averages, and Hand and Till's M."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.bands import NO_WIDTH
from rocrepro.evaluation.bootstrap import resampled_clusters
from rocrepro.evaluation.cluster_codes import cluster_codes
from rocrepro.evaluation.inputs import check_probability, check_seed, check_whole
from rocrepro.evaluation.resample import percentiles
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_rows, check_scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MulticlassAuc:
    """Areas under the ROC curves of scores for several classes.

    Attributes
    ----------
    classes : tuple
        The classes, in the order of the scores' columns.
    n : ndarray of int64, shape (n_classes,)
        Rows of each class.
    ordered : ndarray of float64, shape (n_classes, n_classes)
        In row j and column k, the pairs of a row of class j and one of class k that the score of class j
        orders rightly, ties one half; the diagonal is 0.

    See Also
    --------
    multiclass_auc
    """

    classes: tuple[Any, ...]
    n: Ints
    ordered: Floats

    @cached_property
    def one_vs_rest(self) -> Floats:
        """Area of each class's score for the class against all other rows, shape (n_classes,)."""
        return np.asarray(self.ordered.sum(axis=1) / (self.n * (self.n.sum() - self.n)))

    @property
    def macro(self) -> float:
        """Mean of `one_vs_rest`, each class counting alike."""
        return float(self.one_vs_rest.mean())

    @property
    def weighted(self) -> float:
        """Mean of `one_vs_rest`, each class counting as its rows."""
        return float(self.n @ self.one_vs_rest / self.n.sum())

    @cached_property
    def pairwise(self) -> Floats:
        """Area of class j's score on the rows of classes j and k, NaN on the diagonal."""
        pairs = np.outer(self.n, self.n).astype(np.float64)
        np.fill_diagonal(pairs, np.nan)
        return self.ordered / pairs

    @property
    def hand_till(self) -> float:
        """Hand and Till's M: mean of `pairwise` over all ordered pairs of classes."""
        return float(np.nanmean(self.pairwise))

    def measures(self) -> dict[str, float]:
        """Return the areas by name: the averages, then each class against the rest."""
        averages = {name: getattr(self, name) for name in AVERAGES}
        rest = zip(self.classes, self.one_vs_rest.tolist(), strict=True)
        return averages | {f"{name} vs rest": area for name, area in rest}


AVERAGES = ("macro", "weighted", "hand_till")
"""Single numbers for all classes together."""


def multiclass_auc(y_true: ArrayLike, y_score: ArrayLike, classes: Sequence[Any]) -> MulticlassAuc:
    """Return the areas of scores for several classes.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        The class of each row.
    y_score : array-like of float, shape (n, n_classes)
        One score a class; the higher, the more likely that class. They need not be probabilities.
    classes : sequence, length n_classes
        The class of each column: at least two, all different, each with at least one row.

    Returns
    -------
    MulticlassAuc

    Raises
    ------
    InputError
        For labels that are none of the classes, a class without rows, and scores of another shape or that are
        no finite numbers. Rows in messages are counted from 1.

    See Also
    --------
    multiclass_intervals : the same with bootstrap intervals.
    roc_auc : the area for two classes.

    Notes
    -----
    Hand and Till's M takes each pair of classes by itself, so that it does not depend on how many rows the
    classes have; one class against the rest does. With two classes whose scores add up to 1, all are equal.

    References
    ----------
    Hand & Till (2001), Machine Learning 45:171-186; Provost & Domingos (2000), for one class against the
    rest, weighted by the classes' rows. scikit-learn's `roc_auc_score` has them as "ovr" and "ovo".

    Examples
    --------
    >>> from rocrepro.evaluation import multiclass_auc
    >>> score = [[0.7, 0.2, 0.1], [0.4, 0.5, 0.1], [0.3, 0.4, 0.3], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]]
    >>> found = multiclass_auc(["a", "a", "b", "b", "c"], score, ["a", "b", "c"])
    >>> found.one_vs_rest.round(3).tolist(), round(found.macro, 3), round(found.hand_till, 3)
    ([1.0, 0.833, 1.0], 0.944, 0.958)
    """
    codes, score, known = _checked(y_true, y_score, classes)
    ones = np.ones(len(codes), dtype=np.int64)
    return _Columns(codes, score, known).measure(ones)


def multiclass_intervals(
    y_true: ArrayLike,
    y_score: ArrayLike,
    classes: Sequence[Any],
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    cluster: ArrayLike | None = None,
) -> dict[str, tuple[float, float, float]]:
    """Return the areas of scores for several classes with bootstrap intervals.

    Parameters
    ----------
    y_true, y_score, classes
        As in `multiclass_auc`.
    n_resamples : int
        Bootstrap samples, at least 2; the rows of each class are drawn among themselves.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    alpha : float, in (0, 1)
        1 minus the level.
    cluster : array-like, shape (n,), optional
        What each row belongs to, as in `rocrepro.evaluation.bootstrap.bootstrap_curves`: whole clusters are
        drawn, and samples that lack a class are left out.

    Returns
    -------
    dict of str to (value, lower, upper)
        By the names of `MulticlassAuc.measures`. The limits are NaN where all samples have one value, as for
        an area of 1, which is no sign of certainty, and where no sample of clusters has all classes.

    Raises
    ------
    InputError
        As in `multiclass_auc`, and for a number of samples, a seed or an alpha out of range.

    See Also
    --------
    multiclass_auc : the areas only.
    paired_resamples : two classes.
    curve_intervals : other measures of two classes.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.

    Examples
    --------
    >>> from rocrepro.evaluation import multiclass_intervals
    >>> score = [[0.7, 0.2, 0.1], [0.4, 0.5, 0.1], [0.3, 0.4, 0.3], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]]
    >>> found = multiclass_intervals(["a", "a", "b", "b", "c"], score, "abc", n_resamples=50, seed=1)
    >>> [round(float(number), 3) for number in found["macro"]]
    [0.944, 0.889, 1.0]
    """
    check_probability(alpha, "alpha")
    check_whole(n_resamples, "n_resamples", least=2)
    rng = check_seed(seed)
    codes, score, known = _checked(y_true, y_score, classes)
    check_order(y_true=y_true, cluster=cluster)
    columns = _Columns(codes, score, known)
    value = columns.measure(np.ones(len(codes), dtype=np.int64)).measures()
    samples = _samples(codes, int(n_resamples), rng, cluster)
    drawn = [columns.measure(counts).measures() for counts in samples]
    found = {}
    for name, area in value.items():
        low, high, _ = percentiles(np.array([one[name] for one in drawn]), alpha)
        found[name] = (area, low, high) if high - low > NO_WIDTH else (area, np.nan, np.nan)
    return found


class _Columns:
    """The rows in the order of each class's score, from which the areas of any sample can be read."""

    def __init__(self, codes: Ints, score: Floats, classes: tuple[Any, ...]) -> None:
        self.codes, self.classes = codes, classes
        k = len(classes)
        # The cell (distinct score, class) of each row, for one table of counts a column.
        self.cells, self.sizes = [], []
        for column in score.T:
            distinct, at = np.unique(column, return_inverse=True)
            self.cells.append(at * k + codes)
            self.sizes.append(len(distinct) * k)

    def measure(self, counts: Ints) -> MulticlassAuc:
        """Return the areas of a sample that has each row as often as `counts` says."""
        k = len(self.classes)
        ordered = np.zeros((k, k))
        for j, (cells, size) in enumerate(zip(self.cells, self.sizes, strict=True)):
            # Sums of counts are whole numbers, exact in a double.
            table = np.bincount(cells, weights=counts, minlength=size).reshape(-1, k)
            below = np.cumsum(table, axis=0) - table
            ordered[j] = table[:, j] @ (below + table / 2)
            ordered[j, j] = 0.0
        n = np.bincount(self.codes, weights=counts, minlength=k).astype(np.int64)
        return MulticlassAuc(self.classes, n, ordered)


def _samples(
    codes: Ints, n_resamples: int, rng: np.random.Generator, cluster: ArrayLike | None
) -> Iterator[Ints]:
    """Draw samples of whole clusters, or of rows within each class; yield how often each row is drawn."""
    if cluster is not None:
        clusters = cluster_codes(cluster, codes)
        for block in resampled_clusters(clusters, n_resamples, rng):
            yield from (counts for counts in block if np.bincount(codes, weights=counts).all())
        return
    # A stream for each class, so that more samples begin with the same ones.
    classes = [np.flatnonzero(codes == code) for code in range(int(codes.max()) + 1)]
    streams = rng.spawn(len(classes))
    for _ in range(n_resamples):
        counts = np.zeros(len(codes), dtype=np.int64)
        for rows, stream in zip(classes, streams, strict=True):
            counts[rows] = np.bincount(stream.integers(len(rows), size=len(rows)), minlength=len(rows))
        yield counts


def _checked(
    y_true: ArrayLike, y_score: ArrayLike, classes: Sequence[Any]
) -> tuple[Ints, Floats, tuple[Any, ...]]:
    """Number of each row's class, scores, and the classes, or InputError."""
    known = tuple(classes)
    if len(known) < 2 or len(set(known)) < len(known):
        raise InputError(f"classes: found {known}; expected at least two, all different")
    named = list(getattr(y_score, "columns", ()))
    if named != list(known) and set(named) == set(known):
        raise InputError(f"classes: found {known}; expected the order of the columns, {tuple(named)}")
    check_order(y_true=y_true, y_score=y_score)
    labels = as_rows("y_true", y_true).tolist()
    try:
        score = np.asanyarray(y_score)  # a masked array keeps its mask
    except ValueError:
        raise InputError("y_score: found rows of unequal lengths; expected one value per class") from None
    if score.shape != (len(labels), len(known)):
        expected = f"expected {(len(labels), len(known))}: one row per label, one column per class"
        raise InputError(f"y_score: found the shape {score.shape}; {expected}")
    number = {name: code for code, name in enumerate(known)}
    for row, label in enumerate(labels):
        if label not in number:
            raise InputError(f"y_true: row {row + 1}: found {label!r}; expected one of {known}")
    codes = np.array([number[label] for label in labels], dtype=np.int64)
    empty = [name for code, name in enumerate(known) if not (codes == code).any()]
    if empty:
        raise InputError(f"y_true: found no row of class {empty[0]!r}; expected at least one of each class")
    columns = [check_scores(column, np.asarray(column)) for column in score.T]
    return codes, np.stack(columns, axis=1), known
