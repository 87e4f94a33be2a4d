"""Checks of counts, levels and quantiles that the evaluation modules share."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError


def check_probability(value: float, name: str) -> float:
    """Return `value` as a float, or raise InputError unless it lies strictly between 0 and 1."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name}: found {value!r}; expected a number between 0 and 1") from None
    if not 0.0 < number < 1.0:
        raise InputError(f"{name}: found {value}; expected a number between 0 and 1, both excluded")
    return number


def check_whole(value: float, name: str, *, least: int = 1) -> int:
    """Return `value` as an int, or raise InputError unless it is whole and at least `least`."""
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):  # no number, NaN, infinity
        whole = least - 1
    if value != whole or whole < least:
        raise InputError(f"{name}: found {value}; expected a whole number of at least {least}")
    return whole


def check_seed(seed: int | np.random.Generator) -> np.random.Generator:
    """Return the generator of a seed, or raise InputError for anything else."""
    try:
        if seed is not None:  # None would give other numbers at every call
            return np.random.default_rng(seed)
    except (TypeError, ValueError):
        pass
    raise InputError(f"seed: found {seed!r}; expected a whole number from 0 or a Generator")


def check_option(name: str, value: str, known: Collection[str]) -> None:
    """Raise InputError unless an option's value is known."""
    if value not in known:
        raise InputError(f"{name}: found {value!r}; expected one of {', '.join(known)}")


def only_one(expected: str, **given: Any) -> tuple[str, Any]:
    """Return name and value of the one parameter that is not None, or raise InputError."""
    found = {name: value for name, value in given.items() if value is not None}
    if len(found) != 1:
        names = " and ".join(found) or "none"
        raise InputError(f"{', '.join(given)}: found {names}; expected {expected}")
    return found.popitem()


def check_costs(cost_fn: float, cost_fp: float, *, some: bool = True) -> None:
    """Raise InputError unless both costs are finite and at least 0, and `some` cost is above 0."""
    for name, cost in (("cost_fn", cost_fn), ("cost_fp", cost_fp)):
        if not 0 <= cost < math.inf:
            raise InputError(f"{name}: found {cost}; expected a finite cost of at least 0")
    if some and cost_fn == cost_fp == 0:
        raise InputError("cost_fn, cost_fp: found 0 for both; expected one above 0")


def check_sizes(n_pos: int, n_neg: int) -> None:
    """Raise InputError unless both classes have a row."""
    for name, size in (("n_pos", n_pos), ("n_neg", n_neg)):
        if size < 1:
            raise InputError(f"{name}: found {size}; expected at least 1")


def check_rate(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return rates as float64, or raise InputError unless they lie in [0, 1]."""
    rate = np.asarray(value, dtype=np.float64)
    if not np.all((rate >= 0) & (rate <= 1)):
        raise InputError(f"{name}: found a value outside [0, 1]; expected rates")
    return rate


def two_sided_z(alpha: float) -> float:
    """Return the upper alpha/2 quantile of the standard normal distribution (1.95996 at alpha 0.05)."""
    from scipy.special import ndtri, ndtri_exp

    # -ndtri(a/2) keeps its digits for a small alpha; ndtri(1 - a/2) does not.
    half = check_probability(alpha, "alpha") / 2
    if half < np.finfo(np.float64).tiny:  # has lost digits, or all of them
        return float(-ndtri_exp(math.log(alpha) - math.log(2)))
    return float(-ndtri(half))


def check_counts(**counts: ArrayLike) -> list[NDArray[np.int64]]:
    """Return named counts as int64 arrays of one broadcast shape.

    Raises
    ------
    InputError
        For a count that is negative or no whole number, or shapes that do not broadcast.
    """
    arrays = [_as_count(name, value) for name, value in counts.items()]
    try:
        return list(np.broadcast_arrays(*arrays))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(counts, arrays, strict=True))
        raise InputError(f"counts: found the shapes {shapes}; expected shapes that broadcast") from None


def check_errors(fn: ArrayLike, fp: ArrayLike, n: ArrayLike) -> list[NDArray[np.int64]]:
    """Check error counts and row counts as `check_counts` does, and that n >= 1 and fn + fp <= n."""
    counts = check_counts(fn=fn, fp=fp, n=n)
    bad = (counts[2] < 1) | (counts[0] + counts[1] > counts[2])
    if bad.any():
        first = tuple(int(array[bad].flat[0]) for array in counts)
        raise InputError(f"fn, fp, n: found {first}; expected n >= 1 and fn + fp <= n")
    return counts


def _as_count(name: str, value: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise InputError(f"{name}: found values of type {array.dtype}; expected counts (whole numbers >= 0)")
    # 2**53 bounds what a float64 holds exactly.
    bad = ~((array >= 0) & (array <= 2**53) & (array == np.floor(array)))
    if bad.any():
        raise InputError(f"{name}: found {array[bad].flat[0]}; expected a whole number from 0 to 2**53")
    return array.astype(np.int64)
