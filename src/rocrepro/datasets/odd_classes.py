"""Notes on classes that may be one, none, or belong elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocrepro.datasets.classes import REST
from rocrepro.datasets.tables import RawTable, as_text
from rocrepro.formats.names import NO_CLASS, alike, is_no_number, written_alike
from rocrepro.formats.number_text import plain
from rocrepro.formats.tidy import Dataset

TOTAL = ("total", "totals", "sum", "mean", "average")
"""Names of rows that hold totals, in small letters."""


def odd_classes(dataset: Dataset, tables: Sequence[RawTable]) -> Iterator[str]:
    """Yield what a user should know about the classes of a data set.

    Parameters
    ----------
    dataset : Dataset
    tables : sequence of RawTable
        The raw files of its rows.

    Yields
    ------
    str
        Classes that are written in two ways or stand for no value, a class that is the name of its column,
        and classes that were taken together with the rest, and may be the positive one or none at all.
    """
    labels = sorted({str(as_text(cell)) for table in tables for cell in table.column(dataset.target)})
    if pair := alike(dataset.classes):
        yield f"classes {written_alike(pair)}"
    for label in dataset.classes:
        if label.casefold() in NO_CLASS:
            yield f"class {label!r} may stand for a missing class; it was treated as a class"
    if dataset.target in labels:
        yield (
            f"the class column is called {dataset.target}, like one of its classes: the first row may "
            "have been read as the header (header: false and columns: are for a file without one)"
        )
    if REST in dataset.classes:
        yield from _of_the_rest(labels, dataset.positive)


def _of_the_rest(labels: Sequence[str], positive: str) -> Iterator[str]:
    """Notes on classes that count as the rest."""
    for label in labels:
        if label == positive:
            continue
        counted = f"class {label!r} counts as {REST}, although it"
        if alike([positive, label]):
            yield f"{counted} differs from {positive!r} only in how it is written"
        elif label.casefold() in NO_CLASS or (plain(label) and is_no_number(float(label))):
            yield f"{counted} may stand for a missing class"
        elif label.casefold() in TOTAL:
            yield f"{counted} may belong to a row of totals"
