"""Read a user's file of labels and scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.assess.cells import numbers, row_of, text_of, whole
from rocrepro.assess.notes import note, note_unnamed
from rocrepro.assess.pairing import unpaired_because
from rocrepro.errors import InputError
from rocrepro.formats.parquet import valid_table
from rocrepro.formats.scores import check_scores

if TYPE_CHECKING:
    import pandas as pd

MODEL = "scores"
"""Name of the model in a file that names none."""
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
MOST_TWICE = 1000
"""Columns that may have a name that another has."""


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
    unpaired : str
        Why they are not compared, in one sentence, where they did not.
    """

    name: str
    positive: str
    negative: str
    models: dict[str, pd.DataFrame]
    paired: bool
    unpaired: str = ""

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

    Warns
    -----
    AssessmentNote
        For a column that is named model, fold, seed or row in the file and not in `columns`, and for models
        that cannot be compared.

    Raises
    ------
    InputError
        In one line that names the file, the row and the column, for anything that makes no scores. Rows are
        counted from 1, the header and blank lines left out; where blank lines make it differ, the line of the
        file is named beside.
    """
    path = Path(path)
    table = _read(path)
    check_columns(path, columns, [str(name) for name in table.columns])
    if len(table) == 0:
        raise InputError(f"{path}: found no rows; expected at least one score of each class")
    label = text_of(path, table, columns.label)
    positive, negative = classes_of(path, columns.label, label, pos_label)
    frame = _frame(path, table, columns, label == positive)
    models = {str(name): part.drop(columns="model") for name, part in frame.groupby("model", sort=False)}
    for name, part in models.items():
        place = str(path) if columns.model is None else f"{path}: model {name}"
        check_both(place, columns.label, (negative, positive), part["label"].unique().tolist())
        check_scores(part, place)
    if not set.intersection(*({int(s) for s in part["seed"]} for part in models.values())):
        raise InputError(f"{path}: {columns.seed}: found no seed that all models have; expected one")
    reason = unpaired_because(models, by_name=columns.row is not None)
    if reason:
        note(f"{path}: {reason}")
    return Given(path.name, positive, negative, models, not reason, reason)


def check_columns(path: Path, columns: Columns, names: list[str]) -> None:
    """Raise InputError unless a file has every named column once; warn of likely ones that are not named."""
    header = names if path.suffix.lower() == ".parquet" else header_of(path)
    for role, column in vars(columns).items():
        if column is not None and column not in names:
            found = ", ".join(names) or "none"
            raise InputError(f"{path}: {role}: found no column {column!r}; expected one of {found}")
        if header.count(column) > 1:
            found = f"found {header.count(column)} columns {column!r}"
            raise InputError(f"{path}: {role}: {found}; expected one")
    note_unnamed(path, vars(columns), names)


def header_of(path: Path) -> list[str]:
    """Names of the columns of a CSV as they are; pandas would make two of one name different.

    Raises
    ------
    InputError
        For one column whose name has another separator in it.
    """
    import pandas as pd

    options: dict[str, Any] = {"dtype": str, "keep_default_na": False, "na_values": []}
    try:
        line = pd.read_csv(path, header=None, nrows=1, encoding="utf-8-sig", **options)
    except ValueError:  # the reader of the whole file says what is wrong
        return []
    names = [str(name) for name in line.iloc[0]]
    if len(names) == 1 and (
        other := next((word for sign, word in SEPARATORS.items() if sign in names[0]), "")
    ):
        found = f"found one column {names[0]!r}, with {other} in its name"
        raise InputError(f"{path}: header: {found}; expected columns separated by commas")
    return names


def _read(path: Path) -> pd.DataFrame:
    """The whole table, every cell of a CSV as text."""
    import pandas as pd
    import pyarrow as pa

    if path.is_dir():
        raise InputError(f"{path}: found a folder; expected a CSV or Parquet file of labels and scores")
    if not path.is_file():
        raise InputError(f"{path}: found no such file; expected a CSV or Parquet file of labels and scores")
    try:
        if path.suffix.lower() == ".parquet":
            # What pandas keeps as the index of a table is a column of the file.
            frame: pd.DataFrame = valid_table(path).to_pandas(ignore_metadata=True)
            return frame
        header = header_of(path)
        if len(header) - len(set(header)) > MOST_TWICE:  # pandas would number them for minutes
            raise InputError(f"{path}: found thousands of columns with one name; expected different names")
        table = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[], encoding="utf-8-sig")
        if not isinstance(table.index, pd.RangeIndex):  # pandas would take the first cells for names of rows
            raise InputError(f"{path}: row 1: found more cells than columns; expected {len(header)}")
        return table
    except pd.errors.EmptyDataError:
        raise InputError(f"{path}: found an empty file; expected a header row and rows") from None
    except (OSError, ValueError, pd.errors.ParserError, pa.ArrowException) as error:
        reason = " ".join(str(error).split())
        kind = "Parquet" if path.suffix.lower() == ".parquet" else "UTF-8 CSV"
        raise InputError(f"{path}: found {reason}; expected a readable {kind} file") from None


def classes_of(path: Path, column: str, label: np.ndarray, pos_label: Any) -> tuple[str, str]:
    """The positive and the negative class."""
    classes = sorted(set(label))
    shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
    if len(classes) != 2:
        raise InputError(f"{path}: {column}: found {len(classes)} classes ({shown}); expected two")
    if pos_label is None:
        pairs = ("0", "1"), ("-1", "1"), ("0.0", "1.0"), ("-1.0", "1.0"), ("false", "true")
        if tuple(name.casefold() for name in classes) not in pairs:
            named = "expected the positive one named (--pos-label; positive in config/datasets.yaml)"
            raise InputError(f"{path}: {column}: found the classes {shown}; {named}")
        return classes[1], classes[0]
    wanted = str(pos_label).strip()
    # The very word first: it may differ from the other class in its capitals alone.
    fitting = [name for name in classes if name == wanted] or [
        name for name in classes if _alike(name, wanted)
    ]
    if len(fitting) != 1:
        raise InputError(f"{path}: {column}: found the classes {shown}; expected {wanted!r} among them")
    return fitting[0], next(name for name in classes if name != fitting[0])


def check_both(place: str, column: str, classes: tuple[str, str], found: Sequence[int]) -> None:
    """Raise InputError unless rows of both classes, the negative one first, are among those found (0, 1)."""
    if len(found) == 1:
        both = " and ".join(map(repr, classes))
        raise InputError(f"{place}: {column}: found {classes[found[0]]!r} alone; expected both {both}")


def _alike(name: str, wanted: str) -> bool:
    """Whether a class is meant: True by true, 1.0 by 1."""
    try:
        return float(name) == float(wanted)
    except ValueError:
        return name.casefold() == wanted.casefold()


def _frame(path: Path, table: pd.DataFrame, columns: Columns, positive: np.ndarray) -> pd.DataFrame:
    """One row a score, with the model's name and the columns of `rocrepro.formats.scores`."""
    import pandas as pd

    n = len(table)
    model = np.full(n, MODEL, dtype=object) if columns.model is None else text_of(path, table, columns.model)
    frame = pd.DataFrame(
        {
            "model": model,
            "seed": whole(path, table, columns.seed, 1, np.int32),
            "fold": whole(path, table, columns.fold, 0, np.int16),
            "row": np.zeros(n, dtype=np.int32),
            "label": positive.astype(np.int8),
            "score": numbers(path, table, columns.score),
        }
    )
    if columns.row is None:
        frame["row"] = frame.groupby(["model", "seed"]).cumcount().astype(np.int32)
    else:
        names = text_of(path, table, columns.row)
        frame["row"] = pd.factorize(names)[0].astype(np.int32)
        twice = frame.duplicated(["model", "seed", "row"]).to_numpy()
        if twice.any():
            at = int(np.flatnonzero(twice)[0])
            found = f"found {names[at]!r} again for the same model and seed"
            raise InputError(f"{path}: {row_of(path, at)}: {columns.row}: {found}; expected each once")
    return frame
