"""Read a user's file of labels and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.cells import numbers, row_of, text_of, whole
from rocrepro.formats.given.files import TEXT, Part, check_cells, csv_header, header_of, parts_of, readable
from rocrepro.formats.given.notes import note, note_unnamed
from rocrepro.formats.given.pairing import unpaired_because
from rocrepro.formats.parquet import valid_table
from rocrepro.formats.scores import check_scores

if TYPE_CHECKING:
    import pandas as pd

    Tables = Sequence[tuple[Path, pd.DataFrame]]
    """The rows of each file."""

MODEL = "scores"
"""Name of the model in a file that names none."""
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
    named : bool
        Whether a column names the examples, so that equal rows of two models are the same example.
    """

    name: str
    positive: str
    negative: str
    models: dict[str, pd.DataFrame]
    paired: bool
    unpaired: str = ""
    named: bool = False

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
        CSV with a header row, or Parquet (suffix .parquet); or several, as
        `rocrepro.formats.given.files.parts_of` finds them.
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
    path, parts = Path(path), parts_of(path)
    tables = [(part.path, _read(part)) for part in parts]
    check_columns(path, columns, header_of(parts), [str(name) for name in tables[0][1].columns])
    if not any(len(table) for _, table in tables):
        raise InputError(f"{path}: found no rows; expected at least one score of each class")
    label = _joined(tables, text_of, columns.label)
    positive, negative = classes_of(path, columns.label, label, pos_label)
    frame = _frame(tables, columns, label == positive)
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
    named = columns.row is not None
    return Given(name_of(path), positive, negative, models, not reason, reason, named)


def name_of(path: Path) -> str:
    """The name of a file or a folder, for titles."""
    return path.name or path.resolve().name


def check_columns(
    path: Path, columns: Columns, header: Sequence[str], names: Sequence[str] | None = None
) -> None:
    """Raise InputError unless every named column is there once; warn of likely ones that are not named.

    `names` are those of the table that was read, where a reader may have made two of one name different.
    """
    names = header if names is None else names
    for role, column in vars(columns).items():
        if column is not None and column not in names:
            found = ", ".join(names) or "none"
            raise InputError(f"{path}: {role}: found no column {column!r}; expected one of {found}")
        if header.count(column) > 1:
            found = f"found {header.count(column)} columns {column!r}"
            raise InputError(f"{path}: {role}: {found}; expected one")
    if columns.label == columns.score:
        raise InputError(f"{path}: score: found {columns.score!r}, which is the label too; expected another")
    note_unnamed(path, vars(columns), names)


def _read(part: Part) -> pd.DataFrame:
    """The whole table of one file, every cell of a CSV as text, and the columns from its folders."""
    import pandas as pd

    path = part.path
    with readable(part):
        if part.is_parquet:
            # What pandas keeps as the index of a table is a column of the file.
            table: pd.DataFrame = valid_table(path).to_pandas(ignore_metadata=True)
        else:
            header = csv_header(path)
            if len(header) - len(set(header)) > MOST_TWICE:  # pandas would number them for minutes
                found = "found thousands of columns with one name"
                raise InputError(f"{path}: {found}; expected different names")
            table = pd.read_csv(path, encoding="utf-8-sig", **TEXT)
            check_cells(path, table)
    return table.assign(**part.folders)


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


def _joined(tables: Tables, convert: Callable[..., np.ndarray], *given: Any) -> np.ndarray:
    """A column of all files, converted file by file so that a message names the file and its row."""
    return np.concatenate([convert(path, table, *given) for path, table in tables])


def _frame(tables: Tables, columns: Columns, positive: np.ndarray) -> pd.DataFrame:
    """One row a score, with the model's name and the columns of `rocrepro.formats.scores`."""
    import pandas as pd

    n = len(positive)
    frame = pd.DataFrame(
        {
            "model": MODEL if columns.model is None else _joined(tables, text_of, columns.model),
            "seed": _joined(tables, whole, columns.seed, 1, np.int32),
            "fold": _joined(tables, whole, columns.fold, 0, np.int16),
            "row": np.zeros(n, dtype=np.int32),
            "label": positive.astype(np.int8),
            "score": _joined(tables, numbers, columns.score),
        }
    )
    if columns.row is None:
        frame["row"] = frame.groupby(["model", "seed"]).cumcount().astype(np.int32)
    else:
        names = _joined(tables, text_of, columns.row)
        frame["row"] = pd.factorize(names)[0].astype(np.int32)
        twice = frame.duplicated(["model", "seed", "row"]).to_numpy()
        if twice.any():
            at = int(np.flatnonzero(twice)[0])
            found = f"found {names[at]!r} again for the same model and seed"
            raise InputError(f"{_place(tables, at)}: {columns.row}: {found}; expected each once")
    return frame


def _place(tables: Tables, at: int) -> str:
    """The file and the row in it of one of all rows."""
    path, table = tables[0]
    return f"{path}: {row_of(path, at)}" if at < len(table) else _place(tables[1:], at - len(table))
