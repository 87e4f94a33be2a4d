"""Labels and scores as they are given: one check for every function that takes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.threads import blocks, in_shares


def check_binary(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Check labels and scores once for every function that takes them.

    Returns
    -------
    positive : ndarray of bool, shape (n,)
        Whether a row is of the positive class.
    score : ndarray of float64, shape (n,)
        The scores, with -0.0 written as 0.0.

    Raises
    ------
    InputError
        For empty input, more than one dimension, unequal lengths, a pandas index in two orders, a missing
        label, labels that are not of exactly two classes, a positive class that is needed but not given or
        that does not occur, and a score that is no finite number. Rows in messages are counted from 1.
    """
    labels, scores = as_rows("y_true", y_true), as_rows("y_score", y_score)
    check_order(y_true=y_true, y_score=y_score)
    if len(labels) != len(scores):
        raise InputError(
            f"y_score: found {len(scores)} scores for {len(labels)} labels; expected one score per label"
        )
    if len(labels) == 0:
        raise InputError("y_true: found no rows; expected rows of two classes")
    score = check_scores(y_score, scores)
    return _check_labels(labels, pos_label), score


def as_rows(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array of one dimension, or raise InputError with `name`."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(f"{name}: found rows of unequal lengths; expected one value per row") from None
    if array.ndim != 1:
        raise InputError(f"{name}: found {array.ndim} dimensions; expected 1")
    if array.dtype.kind in "US" and isinstance(values, (list, tuple)):
        # NumPy writes a NaN, a number or a truth value among texts as text: a missing label would be a class.
        whole = np.array(values, dtype=np.object_)
        array = whole if len({isinstance(value, str) for value in values}) > 1 else array
    masked = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else np.zeros(0, np.bool_)
    if masked.any():  # the array holds some value there, which is nobody's
        raise InputError(f"{name}: row {int(np.argmax(masked)) + 1}: found a masked value; expected a value")
    return array


def as_numbers(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return `values` as float64 of one dimension, or raise InputError with `name`."""
    given = as_rows(name, values)
    if given.dtype.kind not in "biuf":
        raise InputError(f"{name}: found values of type {given.dtype}; expected numbers")
    return given.astype(np.float64)


def check_scores(given: ArrayLike, scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return scores as finite float64, or raise InputError naming the first bad row."""
    if scores.dtype.kind not in "biufO":
        raise InputError(f"y_score: found values of type {scores.dtype}; expected numbers")
    if scores.dtype.kind in "iu" and len(scores) and not -(2**53) <= scores.min() <= scores.max() <= 2**53:
        # Beyond 2**53 distinct integers would become one double, and two points one.
        raise InputError("y_score: found an integer beyond 2**53; expected scores that float64 holds exactly")
    try:
        score, finite = _as_doubles(scores)
    except (TypeError, ValueError, OverflowError):
        row = next(row for row, value in enumerate(scores) if not _is_number(value))
        found = _in_short(scores[row])
        raise InputError(f"y_score: row {row + 1}: found {found}; expected a finite number") from None
    if isinstance(given, np.ma.MaskedArray):
        score[np.ma.getmaskarray(given)] = np.nan
        finite = bool(np.isfinite(score).all())
    if not finite:
        row = int(np.argmin(np.isfinite(score)))
        raise InputError(f"y_score: row {row + 1}: found {score[row]}; expected a finite number")
    if scores.dtype.kind == "O" or scores.dtype.itemsize > score.itemsize:
        # Python's own numbers and long doubles: two of them may be one double.
        different = {value for value in scores.tolist() if not isinstance(value, str)}
        if len(different) > len(np.unique(score)):
            expected = "expected scores that float64 holds exactly"
            raise InputError(f"y_score: found different scores that are one double; {expected}")
    return score


def _as_doubles(scores: NDArray[Any]) -> tuple[NDArray[np.float64], bool]:
    """Return a copy of the scores with 0.0 in place of -0.0, and whether all are finite."""
    if scores.dtype.kind == "O":
        scores = scores.astype(np.float64)
    score = np.empty(len(scores))

    def fill(share: slice) -> int:
        finite = 0
        for block in blocks(share):
            np.add(scores[block], 0.0, out=score[block])  # -0.0 + 0.0 is 0.0
            finite += int(np.count_nonzero(np.isfinite(score[block])))
        return finite

    return score, sum(in_shares(len(score), fill)) == len(score)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _in_short(value: Any) -> str:
    """A value as Python writes it, cut after 40 characters; Python writes no whole number of 5,000 digits."""
    if isinstance(value, int) and abs(value) > 10**40:
        return "a whole number of more than 40 digits"
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def _check_labels(labels: NDArray[Any], pos_label: Any) -> NDArray[np.bool_]:
    """Mark the labels of the positive class, or raise InputError."""
    row = first_missing(labels)
    if row is not None:
        raise InputError(f"y_true: row {row + 1}: found {labels[row]}; expected a class label")
    classes, is_last = _classes(labels)
    if len(classes) != 2:
        raise InputError(f"y_true: found {len(classes)} classes ({_some(classes)}); expected exactly two")
    known = classes.tolist()
    if pos_label is None:
        # The rule of scikit-learn: only these pairs say by themselves which class is positive.
        if labels.dtype.kind not in "biuf" or known not in ([0, 1], [-1, 1]):
            raise InputError(f"pos_label: found none for the classes {_some(classes)}; expected one of them")
        pos_label = 1
    if pos_label not in known:
        raise InputError(f"pos_label: found {pos_label!r}; expected one of the classes {_some(classes)}")
    return is_last if known.index(pos_label) else ~is_last


def _some(classes: NDArray[Any]) -> str:
    """Write the first few classes."""
    return ", ".join(str(value) for value in classes[:5].tolist()) + (", ..." if len(classes) > 5 else "")


def first_missing(labels: NDArray[Any]) -> int | None:
    """Return the index of the first label that is missing."""
    if labels.dtype.kind in "fmM":
        missing = np.isnan(labels) if labels.dtype.kind == "f" else np.isnat(labels)
        return int(np.argmax(missing)) if missing.any() else None
    if labels.dtype.kind != "O":
        return None
    return next((row for row, value in enumerate(labels.tolist()) if _is_missing(value)), None)


def _classes(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the distinct labels, ascending, and which rows have the last of them.

    Two numbers are found without a sort. Among integers beyond 2**53 NumPy would find a float in several, so
    labels are compared with one of their own.
    """
    if labels.dtype.kind in "biuf" and (other := _another(labels)) is not None:
        least, last = sorted((labels[0], other))
        n, is_last = len(labels), np.empty(len(labels), dtype=np.bool_)

        def compare(share: slice) -> int:
            found = 0
            for block in blocks(share):
                np.equal(labels[block], last, out=is_last[block])
                found += int(np.count_nonzero(is_last[block]) + np.count_nonzero(labels[block] == least))
            return found

        if sum(in_shares(n, compare)) == n:
            return np.array([least, last]), is_last
    try:
        classes = np.unique(labels)
    except TypeError:
        raise InputError("y_true: found labels of mixed types; expected labels of one type") from None
    return classes, np.asarray(labels == classes[-1], dtype=np.bool_)


def _another(labels: NDArray[Any]) -> Any:
    """Return the first label that is not the first row's; None where all are."""
    for block in blocks(slice(0, len(labels))):
        differs = labels[block] != labels[0]
        if differs[at := int(differs.argmax())]:
            return labels[block][at]
    return None


def _is_missing(value: Any) -> bool:
    """Return whether a label is None, NaN or pandas' NA (which has no truth value when compared)."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)
