"""Columns that seem to name the example of each row, which a user has not named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.columns import Places
from rocrepro.formats.given.files import Part
from rocrepro.formats.given.form import Form
from rocrepro.formats.given.notes import SYNONYMS, bare, note, option
from rocrepro.formats.given.repeats import times_in_order
from rocrepro.formats.given.tables import MANY, read_part

if TYPE_CHECKING:
    from rocrepro.formats.given.frames import Rows

WHOM = (
    r"(?:patient|pat|pt|u?subj|subject|person|participant|case|mrn|user|customer|client|student|animal|mouse|"
    r"family|household|pair|image|img|sample|row)"
)
LIKELY = re.compile(
    rf"(?:.*[ _.-])?(?:[ug]?uid|{WHOM}?[ _.-]?(?:ids?|no|nr|number|index)|{WHOM}[ _.-]?(?:name|code)|"
    r"patient|subject|person|participant|case|mrn|user|customer|student|animal|family|household|pair)"
    r"|(?-i:.*[a-z0-9]I[dD])",
    re.IGNORECASE,
)
"""Usual names of columns that say whom a row is about."""
FEW = 8
"""Rows below which labels agree by chance."""
MOST = 200
"""Columns that are looked at."""


@dataclass(frozen=True)
class Source:
    """Files and how they are read.

    Attributes
    ----------
    path : Path
        As the user has it.
    parts : sequence of Part
    header : sequence of str
        Of each of them.
    places : Places
        Of the columns that are used.
    form : Form
    """

    path: Path
    parts: Sequence[Part]
    header: Sequence[str]
    places: Places
    form: Form


@dataclass(frozen=True)
class Naming:
    """A column that has the same values in every model, each once.

    Attributes
    ----------
    column : str
    in_order : bool
        Whether all models have the values in one order.
    """

    column: str
    in_order: bool


def naming_column(rows: Rows, source: Source) -> Naming | None:
    """Find a column that names the examples.

    Its values are different in each model at each seed, and the same in all models, with the same labels.
    One that only counts the rows of each model says nothing. One whose order differs between models comes
    first.
    """
    found = None
    for name, values in others(source):
        order = _order(rows, values)
        if order is False:
            return Naming(name, in_order=False)
        if order and found is None:
            found = Naming(name, in_order=True)
    return found


def shared_column(rows: Rows, source: Source) -> Naming | None:
    """Find a column with a likely name of examples of which models have some in common, not all.

    Its values are different in each model at each seed, and rows of one value have one label.
    """
    import pandas as pd

    for name, values in others(source, LIKELY):
        frame = rows.frame[["model", "seed"]].assign(code=pd.factorize(values)[0], label=rows.label)
        if (values == "").any() or frame.duplicated(["model", "seed", "code"]).any():
            continue
        seen = frame.groupby("code").agg({"label": "nunique", "model": "nunique"})
        common = frame[frame["code"].map(seen["model"]) > 1]
        if seen["model"].min() > 1 or len(common) < 2 * FEW:
            continue
        if seen["label"].max() == 1 < common["label"].nunique():
            return Naming(name, in_order=False)
    return None


def others(source: Source, likely: re.Pattern[str] | None = None) -> Iterator[tuple[str, np.ndarray]]:
    """Yield name and cells, as text, of columns that are not used, or of those with likely names.

    A column that cannot be read is nobody's concern, as the user has not named it.
    """
    parts, places, header = source.parts, source.places, source.header
    n_own = len(header) - len(parts[0].folders)
    # Scores of other models are not looked at, nor are labels.
    used = {
        places.at[name] for role, name in places.columns.named() if role not in ("cluster", "group", "fold")
    }
    stripped = [name.strip() for name in header]
    wanted = [at for at in range(n_own) if at not in used and stripped.count(stripped[at]) == 1]
    if likely is not None:
        wanted = [at for at in wanted if likely.fullmatch(stripped[at])]
    if n_own > MANY or not wanted:
        return
    each = [[at] for at in wanted[:MOST]] if parts[0].is_parquet else [wanted[:MOST]]
    for some in each:
        at = {str(place): place for place in some}
        try:
            tables = [read_part(part, replace(places, at=at), source.form) for part in parts]
            for name, place in at.items():
                cells = [table[name] for table in tables]
                if all(cell.dtype.kind in "iufOTM" or str(cell.dtype) in ("str", "string") for cell in cells):
                    yield stripped[place], np.concatenate([_texts(cell) for cell in cells])
        except (InputError, TypeError, ValueError, ArithmeticError):
            continue


def _texts(cells: object) -> np.ndarray:
    """Cells as text."""
    import pandas as pd

    series = pd.Series(cells)
    if series.dtype.kind == "f" and series.notna().all() and (series == series.round()).all():
        series = series.astype("int64")  # numbers of rows that a library has made floats
    texts: np.ndarray = series.astype(str).str.strip().to_numpy(dtype=object)
    return np.where(series.isna().to_numpy(), "", texts)


def _order(rows: Rows, values: np.ndarray) -> bool | None:
    """Return whether all models have the values in one order; None where they do not name the examples."""
    import pandas as pd

    if (values == "").any():
        return None
    codes = pd.factorize(values)[0]
    frame = rows.frame[["model", "seed"]].assign(code=codes, label=rows.label)
    if frame.duplicated(["model", "seed", "code"]).any():
        return None
    in_order, counts = True, True
    for _, of_seed in frame.groupby("seed", sort=False):
        (_, first), *rest = of_seed.groupby("model", sort=False)
        by_code = first.sort_values("code")[["code", "label"]].to_numpy()
        for _, other in rest:
            if len(other) != len(first):
                return None
            if not np.array_equal(other.sort_values("code")[["code", "label"]].to_numpy(), by_code):
                return None
            in_order &= np.array_equal(other["code"].to_numpy(), first["code"].to_numpy())
        counts &= _counts(values[first.index.to_numpy()])
    return None if in_order and counts else in_order


def _counts(values: np.ndarray) -> bool:
    """Return whether values are successive whole numbers."""
    try:
        numbers = np.array([int(value) for value in values])
    except ValueError:
        return False
    return bool((np.diff(numbers) == 1).all())


def note_repeated(rows: Rows, source: Source) -> None:
    """Note whom several rows are about, in a column that is not named, or too many rows in one that is."""
    columns = source.places.columns
    if columns.cluster is not None:
        _note_large_cluster(rows, source)
    if columns.cluster is not None or columns.row is not None:
        return
    for name, values in others(source, LIKELY):
        if name in (columns.fold, columns.group) or (values == "").any():
            continue
        frame = rows.frame[["model", "seed"]].assign(value=values)
        if not frame.duplicated(["model", "seed", "value"]).any():
            continue
        first = frame[(frame["model"] == frame["model"].iloc[0]) & (frame["seed"] == frame["seed"].iloc[0])]
        n_values = first["value"].nunique()
        if 1 < n_values < len(first):
            found = f"the column {name!r} has {n_values} different values in {len(first)} rows of a model"
            note(
                f"{source.path}: {found}: rows that belong together were treated as independent, which "
                f"makes intervals too narrow; {option('cluster', name)} treats them as clusters"
            )
            return


def _note_large_cluster(rows: Rows, source: Source) -> None:
    """Note a cluster that has many rows where every other one has few."""
    frame, column = rows.frame, source.places.columns.cluster
    first = frame[(frame["model"] == frame["model"].iloc[0]) & (frame["seed"] == frame["seed"].iloc[0])]
    counts = first["cluster"].value_counts()
    if len(counts) < FEW or counts.iloc[0] < max(FEW, len(first) / 10, 5 * counts.iloc[1]):
        return
    note(
        f"{source.path}: {column}: {counts.index[0]!r} has {counts.iloc[0]} of {len(first)} rows, and no "
        f"other more than {counts.iloc[1]}: it may stand for unknown clusters; its rows were treated as "
        "one cluster"
    )


def note_stacked(rows: Rows, source: Source) -> None:
    """Note rows of one curve that seem to be those of the same examples again."""
    if not _note_blocks(rows, source):
        _note_again(rows, source)


def _note_blocks(rows: Rows, source: Source) -> bool:
    """Note a column that parts the rows of one curve into blocks with the same labels; say whether."""
    columns = source.places.columns
    if columns.model is not None or columns.seed is not None:
        return False
    for name, values in others(source):
        if name in (columns.group, columns.cluster) or bare(name) in SYNONYMS["model"]:
            continue
        blocks = [
            rows.label[values == value] for value in dict.fromkeys(values[:: max(1, len(values) // 100)])
        ]
        sizes = {len(block) for block in blocks}
        if len(blocks) < 2 or len(sizes) > 1 or min(sizes) < FEW or sum(map(len, blocks)) < len(values):
            continue
        if name == columns.fold and np.count_nonzero(blocks[0][1:] != blocks[0][:-1]) < 3:
            continue  # folds that are sorted by class, of the same sizes
        if all(np.array_equal(block, blocks[0]) for block in blocks) and len(set(blocks[0])) > 1:
            found = f"the column {name!r} divides the rows into {len(blocks)} blocks with the same labels"
            how = f"{option('model', name)} for models, {option('seed', name)} for replicates"
            note(f"{source.path}: {found}, which make one curve; if the examples are the same: {how}")
            return True
    return False


def _note_again(rows: Rows, source: Source) -> None:
    """Note a model whose rows have the same labels in the same order again, as where a script ran twice."""
    columns = source.places.columns
    if columns.seed is not None or columns.cluster is not None or columns.row is not None:
        return
    unnamed = [*SYNONYMS["seed"], *(SYNONYMS["model"] if columns.model is None else ())]
    if any(bare(name) in unnamed for name in source.header):
        return  # which has a note of its own
    score = next(iter(rows.scores.values()))
    for model, at in rows.frame.groupby("model", sort=False).indices.items():
        n = times_in_order(rows.label[at])
        blocks = np.split(score[at], n)
        # Files with the same labels, and equal scores, have notes of their own.
        if n in (1, len(source.parts)) or all(np.array_equal(block, blocks[0]) for block in blocks):
            continue
        place = source.path if columns.model is None else f"{source.path}: model {model}"
        note(
            f"{place}: the labels come {n} times in the same order, with other scores: the rows may come "
            "from several models, replicates or runs of a script on the same examples, which makes "
            "intervals too narrow (columns that name them: --model, --seed, --cluster)"
        )
        return
