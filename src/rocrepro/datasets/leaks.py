"""Notes on rows that make a classifier look better than it is, and on values that may be none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.formats.names import alike
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset

if TYPE_CHECKING:
    from pandas.api.extensions import ExtensionArray

    Values = NDArray[np.float64] | ExtensionArray

PERSON = re.compile(
    r"(?:.*[ _.-])?(?:patient|subject|person|participant|mrn)[ _.-]?(?:ids?|no|nr|number)?", re.IGNORECASE
)
"""Names of columns that say whom a row is about."""
FEW = 8
"""Values below which any pattern may be chance."""
MISSING = (-9.0, -99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0)
"""Numbers that stand for no value in many files."""
FAR = 5
"""How many times farther from 0 than all others such a number is."""
BETTER = "make a classifier look better than it is"
MOST = 0.5
"""Share of the test rows that training rows equal from which it is noted."""


def leaks(dataset: Dataset, columns: Mapping[str, Values]) -> Iterator[str]:
    """Yield what a user should know about the rows of a data set.

    Parameters
    ----------
    dataset : Dataset
    columns : mapping of str to array
        Values of each of its attributes, as in its frame.

    Yields
    ------
    str
        Rows that are there several times or in both parts, several rows of one person, a column that says
        what rows were used for, classes and categories that are written in two ways, and numbers that may
        stand for no value.
    """
    if pair := alike(dataset.classes):
        yield f"classes {_written_alike(pair)}"
    for attribute in dataset.attributes:
        yield from _of_column(attribute, columns[attribute.name], dataset)
    yield from _copies(dataset, columns)


def _of_column(attribute: Attribute, values: Values, dataset: Dataset) -> Iterator[str]:
    """Notes on one column."""
    name, left_out = f"column {attribute.name}", f"drop: {json.dumps([attribute.name], ensure_ascii=False)}"
    if attribute.kind == NUMERIC:
        if found := _no_value(np.asarray(values, dtype=np.float64)):
            yield f"{name} has {found}; they were read as numbers (missing: lists what is no value)"
    else:
        words = {value.casefold() for value in attribute.values}
        if all(any(word.startswith(part) for word in words) for part in ("train", "test")):
            yield f"{name} tells training rows from test rows and is a feature; {left_out} leaves it out"
        if pair := alike(attribute.values):
            yield f"{name}: categories {_written_alike(pair)}"
    n_values, n_rows = len(set(values.tolist())), len(dataset.y)
    if PERSON.fullmatch(attribute.name) and 2 < n_values < n_rows:
        yield (
            f"{name} has {n_values} different values in {n_rows} rows: rows of one person in training and "
            f"test rows {BETTER}, and {name} is a feature; {left_out} leaves it out"
        )


def _written_alike(pair: tuple[str, str]) -> str:
    return f"{pair[0]!r} and {pair[1]!r} differ only in how they are written; they were taken for two"


def _no_value(values: NDArray[np.float64]) -> str:
    """Numbers that stand for no value."""
    unique, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    if len(unique) < FEW:
        return ""
    for at in (0, -1):
        others = np.delete(unique, at)
        if unique[at] in MISSING and np.abs(others).max() * FAR < abs(unique[at]):
            return f"{counts[at]} values {unique[at]:g}, far from all others, which may stand for no value"
    return ""


def _copies(dataset: Dataset, columns: Mapping[str, Values]) -> Iterator[str]:
    """Notes on equal rows; rows of few categories are often equal, and say nothing."""
    import pandas as pd

    frame = pd.DataFrame(dict(columns))
    if not len(frame.columns):
        return
    whole = frame.assign(**{dataset.target: dataset.label})
    hashes = np.asarray(pd.util.hash_pandas_object(whole, index=False))
    _, counts = np.unique(hashes, return_counts=True)
    if counts[0] > 1 and (counts == counts[0]).all() and len(counts) >= 2 * FEW:
        yield f"each row is there {counts[0]} times: copies of training rows among the test rows {BETTER}"
    elif dataset.protocol == "split":
        training, test = hashes[dataset.part == "train"], hashes[dataset.part == "test"]
        shared = float(np.isin(test, training).mean())
        if shared >= MOST and len(np.unique(training)) >= MOST * len(training):
            yield f"{shared:.0%} of the test rows are training rows too: such rows {BETTER}"
