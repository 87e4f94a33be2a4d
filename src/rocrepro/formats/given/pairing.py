"""Pairing of a file's models: whether they scored the same examples, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.formats.given.examples import Naming
from rocrepro.formats.given.notes import option

if TYPE_CHECKING:
    import pandas as pd

FEW = 20
"""Rows below which an order by score may be chance."""
END = "models are not compared row by row"
WORDS = {"cluster": "clusters", "group": "groups", "weight": "weights"}


def unpaired_because(
    models: Mapping[str, pd.DataFrame], *, by_name: bool, naming: Naming | None = None
) -> str:
    """Say why models cannot be compared.

    Parameters
    ----------
    models : mapping of str to pandas.DataFrame
        As in `rocrepro.formats.given.reading.Given`.
    by_name : bool
        Whether a column named the examples.
    naming : Naming, optional
        A column that seems to name them, where none was named.

    Returns
    -------
    str
        Empty if each model has the same examples, with the same labels, at every seed.
    """
    shown = [name for name in ("seed", "row", "label", *WORDS) if name in next(iter(models.values()))]
    parts = {
        name: part.sort_values(["seed", "row"])[shown].reset_index(drop=True) for name, part in models.items()
    }
    first, *others = parts
    plain = ["seed", "row", "label"]
    other = next((name for name in others if not parts[name][plain].equals(parts[first][plain])), None)
    how = (
        option("row", naming.column) if naming else "if a column names the example of each row: --row COLUMN"
    )
    if other is None:
        for name in others:
            if wrong := next(
                (one for one in shown[3:] if not parts[name][one].equals(parts[first][one])), ""
            ):
                return f"models {first!r} and {name!r} differ in the {WORDS[wrong]} of their rows: {END}"
        if naming and not naming.in_order:
            found = (
                f"models have the same values in the column {naming.column!r}, which seems to name "
                "the examples"
            )
            return f"{found}, in different orders: {END}; {how} pairs them"
        if not by_name and not naming and len(models) > 1 and all(map(by_score, models.values())):
            found = "each model has its rows in the order of its own scores"
            return f"{found}: {END}; {how} pairs them"
        return ""
    if by_name:
        return f"models {first!r} and {other!r} did not score the same examples with the same labels: {END}"
    if len(parts[first]) != len(parts[other]):
        more = f"; {how} pairs them" if naming else ""
        return (
            f"model {first!r} has {len(parts[first])} rows and {other!r} has {len(parts[other])}: {END}{more}"
        )
    differ = f"models {first!r} and {other!r} differ in the labels of their rows, taken in order"
    return f"{differ}: {END}; {how} pairs them in any order"


def same_labels(models: Mapping[str, pd.DataFrame]) -> bool:
    """Return whether all models have the same labels in the order of their rows."""
    first, *others = (part["label"].to_numpy() for part in models.values())
    return all(np.array_equal(first, other) for other in others)


def share_examples(models: Mapping[str, pd.DataFrame]) -> bool:
    """Return whether two models have an example in common, by its name, at whatever seed."""
    examples = [np.unique(part["row"].to_numpy()) for part in models.values()]
    return len(np.unique(np.concatenate(examples))) < sum(map(len, examples))


def by_score(frame: pd.DataFrame) -> bool:
    """Return whether a model's rows are in the order of its scores, or those of each class at each seed."""
    if len(frame) < FEW:
        return False
    steps = [np.diff(part["score"].to_numpy()) for _, part in frame.groupby(["seed", "label"], sort=False)]
    rising, falling = (all((sign * step >= 0).all() for step in steps) for sign in (1, -1))
    # Steps: a model whose scores are all equal has no order.
    return (rising or falling) and any((step != 0).sum() >= FEW // 4 for step in steps)


def words_by_order(models: Mapping[str, pd.DataFrame], naming: Naming | None) -> str:
    """Say that models were paired by the order of their rows, and how far that is checked."""
    first, *others = models.values()
    text = "models are compared row by row in the order of their rows"
    if naming:
        text += (
            f", which is also the order of the column {naming.column!r} "
            f"({option('row', naming.column)} pairs by it)"
        )
    else:
        text += "; if a column names the example of each row, --row COLUMN pairs by it"
    if any(not np.array_equal(first["fold"], other["fold"]) for other in others):
        text += ". Their rows differ in folds, so this may be wrong"
    label = first["label"].to_numpy()
    changes = int(np.count_nonzero(np.diff(label)))
    n_pos = int(label.sum())
    by_chance = 2 * n_pos * (len(label) - n_pos) / len(label)
    if not naming and len(label) >= FEW // 2 and changes <= max(1, by_chance / 10):
        rows = "all rows of one class come first" if changes == 1 else "rows are sorted by class"
        text += f". As {rows}, equal labels do not mean equal examples"
    return text
