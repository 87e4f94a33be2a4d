"""Whether the models of a file scored the same examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def unpaired_because(models: Mapping[str, pd.DataFrame], *, by_name: bool) -> str:
    """Why models cannot be compared.

    Parameters
    ----------
    models : mapping of str to pandas.DataFrame
        As in `rocrepro.formats.given.reading.Given`.
    by_name : bool
        Whether a column named the examples.

    Returns
    -------
    str
        Empty if each model has the same examples, with the same labels, at every seed.
    """
    parts = {
        name: part.sort_values(["seed", "row"])[["seed", "row", "label"]].reset_index(drop=True)
        for name, part in models.items()
    }
    first, *others = parts
    other = next((name for name in others if not parts[name].equals(parts[first])), None)
    if other is None:
        return ""
    end = "models are not compared"
    if by_name:
        return f"models {first!r} and {other!r} did not score the same examples with the same labels: {end}"
    if len(parts[first]) != len(parts[other]):
        return f"model {first!r} has {len(parts[first])} rows and {other!r} has {len(parts[other])}: {end}"
    how = "where a column names the example of each row, --row COLUMN pairs them in any order"
    return f"models {first!r} and {other!r} differ in the labels of their rows, taken in order: {end}; {how}"
