"""Notes on rows that make a classifier look better than it is, and on values that may be none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.formats.names import NO_VALUE, alike, is_no_number, written_alike
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset

if TYPE_CHECKING:
    import pandas as pd
    from pandas.api.extensions import ExtensionArray

    Values = NDArray[np.float64] | ExtensionArray

PERSON = re.compile(
    r"(?:.*[ _.-])?(?:(?:patient|subject|subj|person|participant|mrn)[ _.-]?(?:ids?|no|nr|number)?|pid|"
    r"(?:pat|user|customer|client)[ _.-]?(?:id|no|nr|number))",
    re.IGNORECASE,
)
"""Names of columns that say whom a row is about."""
FEW = 8
"""Values below which any pattern may be chance."""
FAR = 5
"""Factor by which a number that stands for no value is farther from 0 than all others."""
BETTER = "make a classifier look better than it is"
MOST = 0.5
"""Share of the test rows that equal training rows, or have new categories, from which it is noted."""
SOME = 0.1
"""Share of rows that are copies from which it is noted where numbers tell rows apart."""
TELLING = 0.3
"""Different values of a number for each different row, from which two such numbers tell rows apart."""


CLUMPS = 10
"""Factor between the smallest number in a smaller unit and the largest one in the larger unit."""
SAME_UNIT = 0.15
"""Share by which the quartiles of two clumps may differ once they are in one unit."""
UNITS = (100, 1000)
"""Factors between units that people mix: metres and centimetres, grams and kilograms, shares and per cent."""


def leaks(dataset: Dataset, columns: Mapping[str, Values]) -> Iterator[str]:
    """Yield what a user should know about the rows of a data set.

    Parameters
    ----------
    dataset : Dataset
    columns : mapping of str to array
        Values of each of its attributes, as in its frame, but for those that name the rows.

    Yields
    ------
    str
        Rows that are there several times, with two classes or in both parts, several rows of one person, a
        column that says what rows were used for, categories that are written in two ways or are in the test
        rows only, numbers of the test rows that are in another range or in two units, and numbers and texts
        that may stand for no value.
    """
    for attribute in dataset.attributes:
        if attribute.name in columns:
            yield from _of_column(attribute, columns[attribute.name], dataset)
    yield from _copies(dataset, columns)


def _of_column(attribute: Attribute, values: Values, dataset: Dataset) -> Iterator[str]:
    """Notes on one column."""
    name, left_out = f"column {attribute.name}", f"drop: {json.dumps([attribute.name], ensure_ascii=False)}"
    if attribute.kind == NUMERIC:
        if found := _no_value(np.asarray(values, dtype=np.float64)):
            yield f"{name} has {found}; they were read as numbers (missing: of a CSV file lists such)"
        yield from _two_units(name, np.asarray(values, dtype=np.float64))
        yield from _other_numbers(name, np.asarray(values, dtype=np.float64), dataset)
    else:
        words = {value.casefold() for value in attribute.values}
        if all(any(word.startswith(part) for word in words) for part in ("train", "test")):
            yield (
                f"{name} distinguishes training rows from test rows and is a feature; {left_out} leaves "
                "it out"
            )
        if pair := alike(attribute.values):
            yield f"{name}: categories {written_alike(pair)}"
        occurring = set(values.tolist())
        none = [value for value in attribute.values if value in occurring and value.casefold() in NO_VALUE]
        if none:
            yield (
                f"{name} has the category {none[0]!r}, which may stand for a missing value (missing: of a "
                "CSV file lists such)"
            )
        yield from _new_categories(name, np.asarray(values, dtype=np.object_), dataset)
    n_values, n_rows = len(set(values.tolist())), len(dataset.y)
    if PERSON.fullmatch(attribute.name) and 2 < n_values < n_rows:
        yield (
            f"{name} has {n_values} different values in {n_rows} rows: rows of one person in training and "
            f"test rows {BETTER}, and {name} is a feature; {left_out} leaves it out"
        )


def _no_value(values: NDArray[np.float64]) -> str:
    """Numbers that stand for no value."""
    unique, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    if len(unique) < FEW:
        return ""
    if unique[0] == 0 and counts[0] > 1 and len(unique) >= 2 * FEW:
        low, high = np.quantile(values[values > 0], (0.25, 0.75))
        gap = float(np.diff(unique[1 : len(unique) // 2]).max())
        # Counts and amounts, of which there may be none, begin near 0.
        if unique[1] > max(2 * gap, (high - low) / 2):
            rest = f"where all others lie from {unique[1]:g} to {unique[-1]:g}"
            return f"{counts[0]} values 0, {rest}, which may stand for a missing value"
    for at in (0, -1):
        value, others = float(unique[at]), np.delete(unique, at)
        far = np.abs(others).max() * FAR < abs(value)
        if is_no_number(value) and (far or value < 0 <= others.min()):
            how = "far from all others" if far else "the only number below 0"
            return f"{counts[at]} values {value:g}, {how}, which may stand for a missing value"
    return ""


def _new_categories(name: str, values: NDArray[np.object_], dataset: Dataset) -> Iterator[str]:
    """Notes on categories of the test rows that no training row has."""
    known = {value for value in values[dataset.part == "train"].tolist() if isinstance(value, str)}
    test = [value for value in values[dataset.part == "test"].tolist() if isinstance(value, str)]
    new = [value for value in test if value not in known]
    if known and len(test) >= FEW and len(new) >= MOST * len(test):
        yield (
            f"{name}: {len(new) / len(test):.0%} of the test rows have a category that no training row has, "
            f"such as {new[0]!r}"
        )


def _two_units(name: str, values: NDArray[np.float64]) -> Iterator[str]:
    """Notes on positive numbers in two clumps of which one is the other in a smaller unit."""
    numbers = np.sort(values[~np.isnan(values)])
    if len(np.unique(numbers)) < 2 * FEW or numbers[0] <= 0:
        return
    gap = int(np.argmax(numbers[1:] / numbers[:-1])) + 1
    low, high = numbers[:gap], numbers[gap:]
    if min(len(low), len(high)) < max(FEW, SOME * len(numbers)):
        return
    if high[0] < CLUMPS * low[-1]:
        return
    quarters = (0.25, 0.5, 0.75)
    ratios = np.quantile(high, quarters) / np.quantile(low, quarters)
    for factor in UNITS:
        if np.abs(ratios / factor - 1).max() < SAME_UNIT:
            yield (
                f"{name}: {len(low)} numbers from {low[0]:g} to {low[-1]:g} and {len(high)} from {high[0]:g} "
                f"to {high[-1]:g}: they seem to be in two units, one {factor} times the other"
            )


def _other_numbers(name: str, values: NDArray[np.float64], dataset: Dataset) -> Iterator[str]:
    """Notes on numbers of the test rows that all lie to one side of those of the training rows."""
    parts = [np.unique(values[(dataset.part == part) & ~np.isnan(values)]) for part in ("train", "test")]
    if min(len(part) for part in parts) < FEW:
        return
    train, test = parts
    side = "above" if train[-1] < test[0] else "below" if test[-1] < train[0] else ""
    if side:
        yield (
            f"{name}: all test rows ({test[0]:g} to {test[-1]:g}) lie {side} all training rows "
            f"({train[0]:g} to {train[-1]:g}): the unit or the time may be different"
        )


def _copies(dataset: Dataset, columns: Mapping[str, Values]) -> Iterator[str]:
    """Notes on equal rows; rows of few categories are often equal, and say nothing."""
    import pandas as pd

    frame = pd.DataFrame(dict(columns))
    if not len(frame.columns):
        return
    yield from _two_classes(frame, dataset)
    whole = frame.assign(**{dataset.target: dataset.label})
    hashes = np.asarray(pd.util.hash_pandas_object(whole, index=False))
    _, counts = np.unique(hashes, return_counts=True)
    n_rows = len(counts)
    if counts[0] > 1 and (counts == counts[0]).all() and n_rows >= 2 * FEW:
        yield f"each row occurs {counts[0]} times: copies of training rows among the test rows {BETTER}"
    elif dataset.protocol == "split":
        training, test = (np.unique(hashes[dataset.part == part]) for part in ("train", "test"))
        shared, n_training = float(np.isin(test, training).mean()), int((dataset.part == "train").sum())
        most = shared >= MOST and len(training) >= MOST * n_training
        if most or (shared >= SOME and _tells(frame, n_rows)):
            yield f"{shared:.0%} of the test rows are also training rows: such rows {BETTER}"
    elif (again := int((counts > 1).sum())) >= SOME * n_rows and _tells(frame, n_rows):
        yield (
            f"{again} rows occur more than once, equal in every column: copies of training rows among the "
            f"test rows {BETTER}"
        )


def _two_classes(frame: pd.DataFrame, dataset: Dataset) -> Iterator[str]:
    """Notes on rows that differ in nothing but the class."""
    import pandas as pd

    _, at, counts = np.unique(
        np.asarray(pd.util.hash_pandas_object(frame, index=False)), return_inverse=True, return_counts=True
    )
    n_pos = np.bincount(at, weights=dataset.y)
    n_mixed = int(counts[(n_pos > 0) & (n_pos < counts)].sum())
    if n_mixed >= FEW and _tells(frame, len(counts)):
        yield (
            f"{n_mixed} rows differ in class from a row that is equal in every other column: labels may "
            "have been joined to the wrong rows, or examples may have several labels"
        )


def _tells(frame: pd.DataFrame, n_rows: int) -> bool:
    """Return whether two numbers of a row vary so much that different rows do not agree in both by chance."""
    numbers = frame.select_dtypes("number").nunique()
    return n_rows >= 2 * FEW and int((numbers >= TELLING * n_rows).sum()) >= 2
