"""Rows that pandas names: values that belong together have to stand in one order."""

from __future__ import annotations

from typing import Any

from rocrepro.errors import InputError


def check_order(**given: Any) -> None:
    """Check that columns of pandas name the same rows in the same order.

    Everything here takes rows by their position. Two columns with the same names in another order, of which
    one was sorted or shuffled, would give a wrong result without a sign. Names that differ are no such sign:
    rows may be called anything.

    Parameters
    ----------
    **given
        Values of each row by the name of their parameter, the first of which the others are compared to.
        Only those with a pandas index have names; all others pass, and so do names that occur twice.

    Raises
    ------
    InputError

    Examples
    --------
    >>> import pandas as pd
    >>> y = pd.Series([0, 1, 1])
    >>> check_order(y_true=y, y_score=pd.Series([0.2, 0.9, 0.7]), cluster=[1, 1, 2])
    >>> check_order(y_true=y, y_score=pd.Series([0.9, 0.7, 0.2], index=[1, 2, 0]))
    Traceback (most recent call last):
    ...
    rocrepro.errors.InputError: y_score: found the index of y_true in another order; expected the same order \
(to_numpy() takes the rows as they stand)
    """
    (first, values), *others = given.items()
    names = _index(values)
    if names is None:
        return
    for name, other in others:
        found = _index(other)
        if found is None or len(found) != len(names) or found.equals(names):
            continue
        if names.is_unique and found.is_unique and found.isin(names).all():
            raise InputError(
                f"{name}: found the index of {first} in another order; expected the same order (to_numpy() "
                "takes the rows as they stand)"
            )


def _index(values: Any) -> Any:
    """The pandas index of the rows, if there is one; a list has a method of this name."""
    index = getattr(values, "index", None)
    return index if hasattr(index, "is_unique") else None
