"""The rows of a user's file with what is said of each: replicate, fold, example, cluster, group, weight."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.cells import numbers, row_of, text_of
from rocrepro.formats.given.columns import Columns
from rocrepro.formats.given.form import Form
from rocrepro.formats.given.notes import note
from rocrepro.formats.names import alike

if TYPE_CHECKING:
    import pandas as pd

    Tables = Sequence[tuple[Path, pd.DataFrame]]
    """The rows of each file."""

MODEL = "scores"
"""Name of the model in a file that names none."""
FEW = 8
"""Rows below which any pattern may be chance."""
MOST = 2**31 - 1
"""The highest number of a fold, a replicate or a row."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True, eq=False)
class Rows:
    """All rows of the files.

    Attributes
    ----------
    frame : pandas.DataFrame
        Columns model, seed, fold, row, and cluster, group and weight where the file has them.
    label : ndarray of str
        Class of each row.
    scores : dict of str to ndarray of float64
        The scores of each row, by column.
    fold_names, seed_names : dict of int to str
    respelt : bool
        Whether two models seem to have an example under names that are written differently.
    """

    frame: pd.DataFrame
    label: np.ndarray
    scores: Mapping[str, np.ndarray]
    fold_names: dict[int, str]
    seed_names: dict[int, str]
    respelt: bool = False

    def scored(self, at: np.ndarray, positive: np.ndarray, column: str) -> pd.DataFrame:
        """Return some rows as `rocrepro.formats.scores` has them, with what else is known of them."""
        part = self.frame.take(at).drop(columns="model")
        part.insert(3, "label", positive.astype(np.int8))
        part.insert(4, "score", self.scores[column][at])
        return part


def rows_of(tables: Tables, columns: Columns, label: np.ndarray, form: Form) -> Rows:
    """Put together what the files say of each row."""
    import pandas as pd

    n = len(label)
    model = MODEL if columns.model is None else joined(tables, text_of, columns.model)
    seed, seed_names = coded(tables, columns.seed, 1, n)
    fold, fold_names = coded(tables, columns.fold, 0, n)
    row = np.zeros(n, dtype=np.int32)
    frame = pd.DataFrame({"model": model, "seed": seed, "fold": fold, "row": row})
    scores = {name: joined(tables, numbers, name, 0, form) for name in columns.scores}
    for role in ("cluster", "group"):
        if (name := getattr(columns, role)) is not None:
            frame[role] = joined(tables, text_of, name)
    if columns.weight is not None:
        frame["weight"] = joined(tables, weights, columns.weight, form)
    frame["row"] = _row(tables, columns.row, frame)
    respelt = columns.row is not None and _is_respelt(tables, columns.row, frame)
    return Rows(frame, label, scores, fold_names, seed_names, respelt)


def _row(tables: Tables, column: str | None, frame: pd.DataFrame) -> np.ndarray:
    """Number of the example of each row: by its name, or in the order of the rows of a model."""
    import pandas as pd

    if column is None:
        return frame.groupby(["model", "seed"]).cumcount().to_numpy(dtype=np.int32)
    names = joined(tables, text_of, column)
    row: np.ndarray = pd.factorize(names)[0].astype(np.int32)
    twice = frame.assign(row=row).duplicated(["model", "seed", "row"]).to_numpy()
    if twice.any():
        at = int(np.flatnonzero(twice)[0])
        found = f"found {names[at]!r} again for the same model and seed"
        raise InputError(f"{place_of(tables, at)}: {column}: {found}; expected each once")
    return row


def _is_respelt(tables: Tables, column: str, frame: pd.DataFrame) -> bool:
    """Return whether two models spell the name of an example differently, and note where they do."""
    n_models = frame["model"].nunique()
    if n_models == 1:
        return False
    lonely = (frame.groupby("row")["model"].transform("nunique") < n_models).to_numpy()
    if not lonely.any():
        return False
    names = joined(tables, text_of, column)[lonely]
    pair = alike(list(dict.fromkeys(map(str, names))))
    if pair:
        found = f"the names {pair[0]!r} and {pair[1]!r} differ only in how they are written"
        more = "they were treated as two examples, so their rows are not paired"
        note(f"{tables[0][0]}: {column}: {found}; {more}")
    return pair is not None


def coded(tables: Tables, column: str | None, lowest: int, n_rows: int) -> tuple[np.ndarray, dict[int, str]]:
    """Return the folds or replicates as numbers, and their names where they are no numbers.

    Names are numbered from `lowest` on, in the order in which they come first.

    Raises
    ------
    InputError
        For numbers that are not whole, or out of range.
    """
    import pandas as pd

    if column is None:
        return np.full(n_rows, lowest, dtype=np.int32), {}
    codes, found = pd.factorize(joined(tables, text_of, column))
    names = [str(name) for name in found]
    if not all(map(_NUMBER.fullmatch, names)):
        return (codes + lowest).astype(np.int32), dict(enumerate(names, start=lowest))
    values = np.array([float(name) for name in names])
    bad = np.flatnonzero((values != np.round(values)) | (values < lowest) | (values > MOST))
    if len(bad):
        at = int(np.flatnonzero(codes == bad[0])[0])
        expected = f"expected a whole number from {lowest} to {MOST}, or names"
        raise InputError(f"{place_of(tables, at)}: {column}: found {names[bad[0]]!r}; {expected}")
    return values.astype(np.int32)[codes], {}


def weights(path: Path, table: pd.DataFrame, column: str, form: Form) -> np.ndarray:
    """Return a column of weights.

    Raises
    ------
    InputError
        For what is no finite number, and for a negative one.
    """
    values = numbers(path, table, column, 0, form)
    bad = np.flatnonzero(values < 0)
    if len(bad):
        found = f"found {values[bad[0]]:g}; expected a weight of at least 0"
        raise InputError(f"{path}: {row_of(path, int(bad[0]))}: {column}: {found}")
    return values


def check_weights(place: str, column: str | None, frame: pd.DataFrame) -> None:
    """Raise InputError where all rows of a class weigh nothing."""
    if column is not None and not (frame.groupby("label")["weight"].max() > 0).all():
        raise InputError(f"{place}: {column}: found a class without weight; expected some in both classes")


def joined(tables: Tables, convert: Callable[..., np.ndarray], *given: Any) -> np.ndarray:
    """Convert a column of all files, one by one, so that a message names the file and its row."""
    return np.concatenate([convert(path, table, *given) for path, table in tables])


def place_of(tables: Tables, at: int) -> str:
    """Return the file, and the row in it, of one of all rows."""
    path, table = tables[0]
    return f"{path}: {row_of(path, at)}" if at < len(table) else place_of(tables[1:], at - len(table))
