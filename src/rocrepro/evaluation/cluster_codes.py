"""Clusters of rows: their numbers, and classes of which there is one unit only."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_rows, first_missing


def single_unit(positive: NDArray[np.bool_], cluster: ArrayLike | None = None) -> str:
    """Say that resamples only repeat what there is of a class: one row, or rows of one cluster; else ""."""
    if cluster is None:
        few = min(int(positive.sum()), int((~positive).sum())) < 2
        return "a class has a single row" if few else ""
    codes = cluster_codes(cluster, positive)
    few = any(len(np.unique(codes[of])) < 2 for of in (positive, ~positive))
    return "a class lies in a single cluster" if few else ""


def cluster_codes(cluster: ArrayLike, y_true: ArrayLike) -> NDArray[np.int64]:
    """Return the number of each row's cluster, from 0 in ascending order of the clusters' labels.

    Parameters
    ----------
    cluster : array-like, shape (n,)
        What each row belongs to.
    y_true : array-like, shape (n,)
        Labels or classes of the same rows.

    Raises
    ------
    InputError
        For another number of rows or another order of their names, a missing label, labels of mixed types,
        and fewer than two clusters.
    """
    check_order(y_true=y_true, cluster=cluster)
    labels, n = as_rows("cluster", cluster), len(as_rows("y_true", y_true))
    if len(labels) != n:
        raise InputError(f"cluster: found {len(labels)} labels for {n} rows; expected one label per row")
    row = first_missing(labels)
    if row is not None:
        raise InputError(f"cluster: row {row + 1}: found {labels[row]}; expected what the row belongs to")
    try:
        found, codes = np.unique(labels, return_inverse=True)
    except TypeError:
        raise InputError("cluster: found labels of mixed types; expected labels of one type") from None
    if len(found) < 2:
        raise InputError(f"cluster: found {len(found)} cluster; expected at least two")
    return codes.astype(np.int64)
