"""Read a user's file of labels and scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.scores import check_scores

if TYPE_CHECKING:
    import pandas as pd

MODEL = "scores"
"""Name of the model in a file that names none."""


@dataclass(frozen=True)
class Columns:
    """Names of the columns of a scores file.

    Attributes
    ----------
    label, score : str
        Class and score of each row; the higher the score, the more likely positive.
    model, fold, seed, row : str, optional
        Which model the score is from, in which fold and replicate it was made, and a name of the example that
        pairs the rows of different models. Without `row`, the rows of each model pair in their order.
    """

    label: str = "label"
    score: str = "score"
    model: str | None = None
    fold: str | None = None
    seed: str | None = None
    row: str | None = None


def columns_of(entry: Mapping[str, Any]) -> Columns:
    """The columns that a mapping names, other keys left out."""
    return Columns(**{name.name: entry[name.name] for name in fields(Columns) if name.name in entry})


@dataclass(frozen=True, eq=False)
class Given:
    """The scores of one file.

    Attributes
    ----------
    name : str
        The file's name, for titles.
    positive : str
        The positive class as the file has it.
    negative : str
        The other one.
    models : dict of str to pandas.DataFrame
        Scores of each model, in the file's order, as in `rocrepro.formats.scores`.
    paired : bool
        Whether all models scored the same examples.
    """

    name: str
    positive: str
    negative: str
    models: dict[str, pd.DataFrame]
    paired: bool

    @property
    def seed(self) -> int:
        """The lowest seed that every model has: the one that curves show."""
        shared = set.intersection(*({int(s) for s in frame["seed"]} for frame in self.models.values()))
        return min(shared)

    def at_seed(self) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Name, labels (0 or 1) and scores of each model at `seed`, rows in the order of their examples."""
        for name, frame in self.models.items():
            part = frame[frame["seed"] == self.seed].sort_values("row", kind="stable")
            yield name, part["label"].to_numpy(), part["score"].to_numpy()


def read_given(path: str | Path, columns: Columns, *, pos_label: Any = None) -> Given:
    """Read a file of labels and scores and check it.

    Parameters
    ----------
    path : str or Path
        CSV with a header row, or Parquet (suffix .parquet).
    columns : Columns
        Names of its columns.
    pos_label : optional
        The positive class; may be left out where the labels are 0 and 1, -1 and 1, or true and false.

    Returns
    -------
    Given

    Raises
    ------
    InputError
        In one line that names the file, the row and the column, for anything that makes no scores. Rows are
        counted from 1, the header left out.
    """
    path = Path(path)
    table = _read(path)
    for role, column in vars(columns).items():
        if column is not None and column not in table:
            found = ", ".join(map(str, table.columns)) or "none"
            raise InputError(f"{path}: {role}: found no column {column!r}; expected one of {found}")
    if len(table) == 0:
        raise InputError(f"{path}: found no rows; expected at least one score of each class")
    label = _text(path, table, columns.label)
    positive, negative = _classes(path, columns.label, label, pos_label)
    frame = _frame(path, table, columns, label == positive)
    models = {str(name): part.drop(columns="model") for name, part in frame.groupby("model", sort=False)}
    for name, part in models.items():
        place = str(path) if columns.model is None else f"{path}: model {name}"
        check_scores(part, place)
    if not set.intersection(*({int(s) for s in part["seed"]} for part in models.values())):
        raise InputError(f"{path}: {columns.seed}: found no seed that all models have; expected one")
    return Given(path.name, positive, negative, models, _paired(models))


def _read(path: Path) -> pd.DataFrame:
    """The whole table, every cell of a CSV as text."""
    import pandas as pd

    if not path.is_file():
        raise InputError(f"{path}: found no such file; expected a CSV or Parquet file of labels and scores")
    try:
        if path.suffix.lower() == ".parquet":
            return pd.read_parquet(path)
        return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[], encoding="utf-8-sig")
    except pd.errors.EmptyDataError:
        raise InputError(f"{path}: found an empty file; expected a header row and rows") from None
    except (OSError, ValueError, pd.errors.ParserError) as error:
        reason = " ".join(str(error).split())
        kind = "Parquet" if path.suffix.lower() == ".parquet" else "UTF-8 CSV"
        raise InputError(f"{path}: found {reason}; expected a readable {kind} file") from None


def _text(path: Path, table: pd.DataFrame, column: str) -> np.ndarray:
    """A column as text; whole numbers without a decimal point, truth values in small letters."""
    cells = table[column]
    if cells.isna().any():
        at = int(np.flatnonzero(cells.isna())[0])
        raise InputError(f"{path}: row {at + 1}: {column}: found nothing; expected a value")
    if cells.dtype.kind == "f" and (cells == cells.round()).all():
        cells = cells.astype(np.int64)
    text = cells.astype(str).str.strip().to_numpy(dtype=object)
    empty = np.flatnonzero(text == "")
    if len(empty):
        raise InputError(f"{path}: row {empty[0] + 1}: {column}: found nothing; expected a value")
    return text


def _classes(path: Path, column: str, label: np.ndarray, pos_label: Any) -> tuple[str, str]:
    """The positive and the negative class."""
    classes = sorted(set(label))
    shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
    if len(classes) != 2:
        raise InputError(f"{path}: {column}: found {len(classes)} classes ({shown}); expected two")
    if pos_label is None:
        known = {("0", "1"): "1", ("-1", "1"): "1", ("False", "True"): "True", ("false", "true"): "true"}
        if tuple(classes) not in known:
            raise InputError(f"{path}: {column}: found the classes {shown}; expected the positive one named")
        pos_label = known[tuple(classes)]
    positive = str(pos_label)
    if positive not in classes:
        raise InputError(f"{path}: {column}: found the classes {shown}; expected {positive!r} among them")
    return positive, next(name for name in classes if name != positive)


def _frame(path: Path, table: pd.DataFrame, columns: Columns, positive: np.ndarray) -> pd.DataFrame:
    """One row a score, with the model's name and the columns of `rocrepro.formats.scores`."""
    import pandas as pd

    n = len(table)
    model = np.full(n, MODEL, dtype=object) if columns.model is None else _text(path, table, columns.model)
    frame = pd.DataFrame(
        {
            "model": model,
            "seed": _whole(path, table, columns.seed, 1, np.int32),
            "fold": _whole(path, table, columns.fold, 0, np.int16),
            "row": np.zeros(n, dtype=np.int32),
            "label": positive.astype(np.int8),
            "score": _numbers(path, table, columns.score),
        }
    )
    if columns.row is None:
        frame["row"] = frame.groupby(["model", "seed"]).cumcount().astype(np.int32)
    else:
        names = _text(path, table, columns.row)
        frame["row"] = pd.factorize(names)[0].astype(np.int32)
        twice = frame.duplicated(["model", "seed", "row"]).to_numpy()
        if twice.any():
            at = int(np.flatnonzero(twice)[0])
            found = f"found {names[at]!r} again for the same model and seed"
            raise InputError(f"{path}: row {at + 1}: {columns.row}: {found}; expected each once")
    return frame


def _numbers(path: Path, table: pd.DataFrame, column: str) -> np.ndarray:
    import pandas as pd

    values = pd.to_numeric(table[column], errors="coerce").to_numpy(dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        found = table[column].iloc[bad[0]]
        raise InputError(f"{path}: row {bad[0] + 1}: {column}: found {found!r}; expected a finite number")
    return values


def _whole(path: Path, table: pd.DataFrame, column: str | None, lowest: int, kind: type) -> np.ndarray:
    """A column of whole numbers, or one value for all rows where there is no column."""
    if column is None:
        return np.full(len(table), lowest, dtype=kind)
    values = _numbers(path, table, column)
    bad = np.flatnonzero((values != np.round(values)) | (values < lowest) | (values > np.iinfo(kind).max))
    if len(bad):
        found, at = table[column].iloc[bad[0]], bad[0] + 1
        raise InputError(
            f"{path}: row {at}: {column}: found {found!r}; expected a whole number from {lowest}"
        )
    return values.astype(kind)


def _paired(models: dict[str, pd.DataFrame]) -> bool:
    """Whether every model has the same examples, with the same labels, at every seed."""
    first, *others = (
        part.sort_values(["seed", "row"])[["seed", "row", "label"]].reset_index(drop=True)
        for part in models.values()
    )
    return all(first.equals(other) for other in others)
