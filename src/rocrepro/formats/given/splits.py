"""Rows on which models were trained, and files that are parts of one curve."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.formats.given.examples import Source, others
from rocrepro.formats.given.notes import UNNAMED, bare, note, option
from rocrepro.formats.lost_rows import say_cut

if TYPE_CHECKING:
    from rocrepro.formats.given.frames import Rows

SPLIT = re.compile(
    r"(?:.*[ _.-])?(?:split|set|subset|dataset|partition|part|phase|stage|usage)", re.IGNORECASE
)
"""Names of columns that say what a row was used for."""
FLAG = re.compile(
    r"(?:(?:is|in|was|used|for)[ _.-]?)*(?:train(?:ing|ed)?|in[ _.-]?sample)(?:[ _.-]?(?:flag|set|row))?",
    re.IGNORECASE,
)
"""Names of columns that say by yes or no whether a row was used for training."""
TRAINING = re.compile(
    r"(?:train(?:ing|ed)?|in[ _.-]?sample|development|derivation|learn(?:ing)?)"
    r"(?:[ _.-]?(?:set|data|sample))?",
    re.IGNORECASE,
)
OTHER = re.compile(r"test|val|eval|hold|priv|pub|out[ _.-]?of|oob", re.IGNORECASE)
"""Beginnings of words for rows that were used for something else than training."""
YES, NO = frozenset({"1", "true", "yes", "y", "t"}), frozenset({"0", "false", "no", "n", "f"})
FOLD = re.compile(r"(?:.*[ _.-])?(?:fold|cv|split|resample)[ _.-]?[0-9]+", re.IGNORECASE)
"""Names of files with one fold each."""
MOST = 20
"""Folds that are usual."""
FEW = 8
"""Rows below which labels agree by chance."""
WHY = "a model looks better than it is on the rows that it was trained on"


def note_training(source: Source) -> None:
    """Note rows on which models were trained, beside others or as the only ones."""
    columns = source.places.columns
    for name, values in others(source):
        known = sorted(set(values))
        if not (training := _training(name, known)):
            if bare(name) == "split" and columns.fold is None and _are_folds(known):
                found = f"found a column {name!r} that is not named, so {UNNAMED['fold']}"
                note(f"{source.path}: {found}; to use it: {option('fold', name)}")
            continue
        found = f"the column {name!r} distinguishes {', '.join(map(repr, known[:3]))}"
        how = f"{option('group', name)} evaluates them separately"
        if len(known) == 1:
            note(f"{source.path}: the column {name!r} has {training[0]!r} in every row: {WHY}")
        elif name == columns.group:
            note(f"{source.path}: {found}, and the results for all rows combine them; {WHY}")
        elif name == columns.fold:
            note(f"{source.path}: {found}, which are not folds, and they all make one curve; {WHY}; {how}")
        else:
            note(f"{source.path}: {found}, and all rows were used together; {WHY}; {how}")
        return


def _are_folds(known: Sequence[str]) -> bool:
    """Return whether the values of a column may be numbers of folds."""
    return 2 <= len(known) <= MOST and all(map(str.isdecimal, known))


def _training(name: str, known: Sequence[str]) -> list[str]:
    """The values of a column that stand for rows of training."""
    if FLAG.fullmatch(name) and {value.casefold() for value in known} <= YES | NO:
        return [value for value in known if value.casefold() in YES]
    named = bool(SPLIT.fullmatch(name))
    found = [
        value
        for value in known
        if TRAINING.fullmatch(value) or (named and value.casefold().startswith("train"))
    ]
    return found if named or any(OTHER.match(value) for value in known) else []


def note_files(rows: Rows, sizes: Sequence[int], source: Source) -> None:
    """Note files that may be cut off, or seem to be of training, of one model each or of one fold each.

    Parameters
    ----------
    rows : Rows
    sizes : sequence of int
        Rows of each file.
    source : Source
    """
    names, columns = [part.path.name for part in source.parts], source.places.columns
    for part, size in zip(source.parts, sizes, strict=True):
        if found := say_cut(size):
            note(f"{part.path}: {found}")
    training = [part.path.name for part in source.parts if _of_training(part.path.stem)]
    if training:
        together = ", and the rows of all files were used together" if len(training) < len(names) else ""
        note(f"{source.path}: {training[0]!r} seems to contain training rows{together}; {WHY}")
    if len(names) == 1 or source.parts[0].folders or columns.model is not None:
        return
    blocks = np.split(rows.label, np.cumsum(sizes)[:-1])
    same = all(np.array_equal(block, blocks[0]) for block in blocks)
    if same and len(blocks[0]) >= FEW and len(set(blocks[0])) > 1:
        found = f"the {len(names)} files have the same labels, row by row, and make one curve"
        note(f"{source.path}: {found}; if each is of one model: folders model=NAME (--model model)")
    elif columns.fold is None and all(FOLD.fullmatch(part.path.stem) for part in source.parts):
        found = f"the files are named like folds ({names[0]}), which have no separate curves"
        note(f"{source.path}: {found}; to use them: folders fold=NAME (--fold fold)")


def _of_training(stem: str) -> bool:
    """Return whether the name of a file says that its rows are those of training."""
    words = re.split(r"[ _.-]+", stem.casefold())
    return bool({words[0], words[-1]} & {"train", "training"}) and not any(map(OTHER.match, words))
