"""Read a user's file of labels and scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.cells import text_of
from rocrepro.formats.given.columns import Columns, columns_of, found_in, note_likely
from rocrepro.formats.given.examples import (
    Source,
    naming_column,
    note_repeated,
    note_stacked,
    shared_column,
)
from rocrepro.formats.given.files import parts_of
from rocrepro.formats.given.form import Form, form_of
from rocrepro.formats.given.frames import MODEL, Rows, check_weights, joined, rows_of
from rocrepro.formats.given.multiclass import (
    NEGATIVE,
    POSITIVE,
    REASON,
    Multiclass,
    check_classes,
    note_classes_scores,
    versus_rest,
)
from rocrepro.formats.given.notes import collected, note
from rocrepro.formats.given.pairing import same_labels, share_examples, unpaired_because, words_by_order
from rocrepro.formats.given.pipes import kept
from rocrepro.formats.given.splits import note_files, note_training
from rocrepro.formats.given.suspects import (
    note_classes,
    note_models,
    note_names,
    note_replicates,
    note_same_replicates,
    note_scores,
    note_weights,
)
from rocrepro.formats.given.tables import header_of, read_part
from rocrepro.formats.scores import check_scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MODEL", "Columns", "Form", "Given", "Multiclass", "columns_of", "form_of", "read_given"]


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
        Scores of each model, in the file's order, as in `rocrepro.formats.scores`, with the further columns
        cluster (text), group (text) and weight (float64) where the file has them.
    paired : bool
        Whether all models scored the same examples.
    unpaired : str
        Why they are not compared, in one sentence, where they did not.
    fold_names, seed_names : dict of int to str
        Names of the folds and replicates that the file calls by names; empty where it numbers them.
    multiclass : Multiclass, optional
        Labels and scores of all classes, where each model of `models` is one of them against the rest.
    notes : tuple of str
        Everything that was noted while the file was read.
    named : bool
        Whether a column names the examples, so that equal rows of two models are the same example.
    wide : bool
        Whether the scores of all models of an example stand in one row of the file.
    dependent : bool
        Whether models that are not paired seem to have scored the same examples all the same, so that a test
        for different rows would be wrong too.

    See Also
    --------
    read_given : makes one.
    """

    name: str
    positive: str
    negative: str
    models: dict[str, pd.DataFrame]
    paired: bool
    unpaired: str = ""
    fold_names: Mapping[int, str] = field(default_factory=dict)
    seed_names: Mapping[int, str] = field(default_factory=dict)
    multiclass: Multiclass | None = None
    notes: tuple[str, ...] = ()
    named: bool = False
    wide: bool = False
    dependent: bool = False

    @property
    def seed(self) -> int:
        """The lowest seed that every model has: the one that curves show."""
        shared = set.intersection(*({int(s) for s in frame["seed"]} for frame in self.models.values()))
        return min(shared)

    def at_seed(self) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Yield name, labels (0 or 1) and scores of each model at `seed`, in the order of the examples."""
        for name, frame in self.models.items():
            part = frame[frame["seed"] == self.seed].sort_values("row", kind="stable")
            yield name, part["label"].to_numpy(), part["score"].to_numpy()


def read_given(
    path: str | Path, columns: Columns, *, pos_label: Any = None, form: Form | None = None
) -> Given:
    """Read a file of labels and scores and check it.

    Parameters
    ----------
    path : str or Path
        CSV with a header row, or Parquet (suffix .parquet); or several, as
        `rocrepro.formats.given.files.parts_of` finds them.
    columns : Columns
        Names of its columns; no other column is read.
    pos_label : optional
        The positive class; may be left out where the labels are 0 and 1, -1 and 1, or true and false. There
        is none where `columns` names a column of scores for each class.
    form : Form, optional
        How a CSV file separates its cells and writes its numbers.

    Returns
    -------
    Given

    Warns
    -----
    AssessmentNote
        For a column that is named as one of ours in the file and not in `columns`, for models that cannot be
        compared, and for scores that may not be what they are taken for.

    Raises
    ------
    InputError
        In one line that names the file, the row and the column, for anything that makes no scores. Rows are
        counted from 1, the header and blank lines left out; where blank lines make it differ, the line of the
        file is named beside.

    See Also
    --------
    assess : evaluates what was read.
    """
    # Notes compare scores: beyond the largest double as infinity.
    with collected() as notes, kept(path) as file, np.errstate(over="ignore", invalid="ignore"):
        given = _read(file, columns, pos_label, form or Form())
    return replace(given, notes=tuple(notes), named=columns.row is not None)


def _read(path: str | Path, columns: Columns, pos_label: Any, form: Form) -> Given:
    """`read_given` without the collection of notes."""
    parts = parts_of(path)
    path, header = Path(path), header_of(parts, form)
    places = found_in(path, columns, header)
    columns, source = places.columns, Source(path, parts, header, places, form)
    tables = [(part.path, read_part(part, places, form)) for part in parts]
    if not any(len(table) for _, table in tables):
        raise InputError(f"{path}: found no rows; expected at least one score of each class")
    label = joined(tables, text_of, columns.label)
    if isinstance(columns.class_scores, Mapping):
        if pos_label is not None:
            raise InputError(f"{path}: class_scores: found a positive class too; expected one of the two")
        check_classes(path, columns.label, label, columns.class_scores)
        positive, negative = POSITIVE, NEGATIVE
    else:
        positive, negative = classes_of(path, columns.label, label, pos_label)
        note_classes(path, columns.label, (positive, negative))
    rows = rows_of(tables, columns, label, form)
    models = dict(_models(rows, columns, positive))
    for name, part in models.items():
        place = str(path) if len(models) == 1 and columns.model is None else f"{path}: model {name}"
        check_both(place, columns.label, (negative, positive), part["label"].unique().tolist())
        check_scores(part.iloc[:, :5], place)
        check_weights(place, columns.weight, part)
    if not set.intersection(*({int(s) for s in part["seed"]} for part in models.values())):
        raise InputError(f"{path}: {columns.seed}: found no seed that all models have; expected one")
    _note_all(rows, models, source)
    note_files(rows, [len(table) for _, table in tables], source)
    reason, dependent = _unpaired(rows, models, source)
    given = Given(
        name_of(path), positive, negative, models, not reason, reason, rows.fold_names, rows.seed_names
    )
    multiclass = None
    if isinstance(columns.class_scores, Mapping):
        multiclass = _multiclass(rows, columns, given.seed)
        note_classes_scores(path, columns.class_scores, multiclass)
    return replace(given, multiclass=multiclass, dependent=dependent, wide=len(columns.scores) > 1)


def _note_all(rows: Rows, models: Mapping[str, pd.DataFrame], source: Source) -> None:
    """Note what may not be what it is taken for."""
    path, columns = source.path, source.places.columns
    note_likely(path, source.places, source.header)
    for name, part in models.items():
        place = f"{path}: " + (f"model {name}" if len(models) > 1 else columns.scores[0])
        note_scores(place, part)
        note_same_replicates(place, part, rows.seed_names)
    note_models(path, models, of_classes=bool(columns.class_scores))
    note_replicates(path, rows, columns)
    note_names(path, rows, columns)
    if columns.weight is not None:
        are_scores = any(np.array_equal(part["weight"], part["score"]) for part in models.values())
        note_weights(f"{path}: {columns.weight}", rows.label, rows.frame["weight"].to_numpy(), are_scores)
    note_repeated(rows, source)
    note_training(source)
    note_stacked(rows, source)


def _unpaired(rows: Rows, models: Mapping[str, pd.DataFrame], source: Source) -> tuple[str, bool]:
    """Return why models are not compared, and whether they share examples all the same; with notes."""
    path, columns, reason, dependent = source.path, source.places.columns, "", False
    if columns.class_scores:
        reason, dependent = REASON, True
    elif len(models) > 1:
        # The scores of one row of a wide file are paired whatever its order.
        by_order = columns.row is None and len(columns.scores) == 1
        naming = (naming_column(rows, source) or shared_column(rows, source)) if by_order else None
        reason = unpaired_because(models, by_name=not by_order, naming=naming)
        seem_same = naming is not None or same_labels(models)
        # By name, models are compared on the rows that both scored, unless there is none for its spelling.
        shared = seem_same if by_order else rows.respelt and not share_examples(models)
        dependent = bool(reason) and shared
        if by_order and not reason:
            note(f"{path}: {words_by_order(models, naming)}")
    if reason:
        note(f"{path}: {reason}")
    return reason, dependent


def _models(rows: Rows, columns: Columns, positive: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Name and scores of each model, or of each class against the rest."""
    classes = columns.class_scores if isinstance(columns.class_scores, Mapping) else None
    for model, part in rows.frame.groupby("model", sort=False):
        at = part.index.to_numpy()
        name = None if columns.model is None else str(model)
        for place, column in enumerate(columns.scores):
            if classes is not None:
                one = list(classes)[place]
                yield versus_rest(one, name), rows.scored(at, rows.label[at] == one, column)
            else:
                own = column if len(columns.scores) > 1 else str(model)
                yield own, rows.scored(at, rows.label[at] == positive, column)


def _multiclass(rows: Rows, columns: Columns, seed: int) -> Multiclass:
    """Labels and scores of all classes at the seed that curves show."""
    labels, scores = {}, {}
    for model, part in rows.frame[rows.frame["seed"] == seed].groupby("model", sort=False):
        at = part.sort_values("row", kind="stable").index.to_numpy()
        labels[str(model)] = rows.label[at]
        scores[str(model)] = np.column_stack([rows.scores[column][at] for column in columns.scores])
    return Multiclass(tuple(columns.class_scores or ()), labels, scores)


def name_of(path: Path) -> str:
    """Return the name of a file or a folder, for titles."""
    return path.name or path.resolve().name


def classes_of(path: Path, column: str, label: np.ndarray, pos_label: Any) -> tuple[str, str]:
    """Return the positive and the negative class."""
    classes = sorted(set(label))
    shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
    if len(classes) != 2:
        several = " (or a column of scores for each: --class-scores)" if 2 < len(classes) <= 100 else ""
        raise InputError(f"{path}: {column}: found {len(classes)} classes ({shown}); expected two{several}")
    if pos_label is None:
        pairs = ("0", "1"), ("-1", "1"), ("0.0", "1.0"), ("-1.0", "1.0"), ("false", "true")
        if tuple(name.casefold() for name in classes) not in pairs:
            named = "expected the name of the positive class (--pos-label; positive in config/datasets.yaml)"
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
    """Raise InputError if rows of only one class were found: 0, the first of the classes, or 1."""
    if len(found) == 1:
        both = " and ".join(map(repr, classes))
        raise InputError(f"{place}: {column}: found only {classes[found[0]]!r}; expected both {both}")


def _alike(name: str, wanted: str) -> bool:
    """Return whether a name means the wanted class: true means True, and 1 means 1.0."""
    try:
        return float(name) == float(wanted)
    except ValueError:
        return name.casefold() == wanted.casefold()
