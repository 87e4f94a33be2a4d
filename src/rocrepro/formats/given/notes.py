"""Notes to the user of an assessment that goes on all the same."""

from __future__ import annotations

import math
import shlex
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from rocrepro.errors import NOTE, told_once

UNNAMED = {
    "model": "all rows make one curve",
    "fold": "folds have no separate curves",
    "seed": "the rows of all replicates make one curve",
    "row": "rows pair in their order",
    "cluster": "all rows are treated as independent",
    "group": "groups of rows are not evaluated separately",
    "weight": "all rows count alike",
}
"""Consequence, by kind of column, where a file has one of such a name that the user did not name."""

SYNONYMS = {
    "model": ("model", "classifier", "algorithm", "learner", "estimator", "clf", "method", "modelname"),
    "fold": (
        *("fold", "folds", "kfold", "cvfold", "foldid", "foldno", "foldnr", "foldnumber", "foldindex"),
        *("outerfold", "cv", "cviter", "cvsplit", "resample"),
    ),
    "seed": ("seed", "repeat", "repetition", "replicate", "rep", "iteration", "run", "randomstate"),
    "row": ("row",),
    "cluster": ("cluster",),
    "group": ("group",),
    "weight": (
        "weight",
        "weights",
        "wt",
        "wgt",
        "sampleweight",
        "samplingweight",
        "caseweight",
        "surveyweight",
    ),
}
"""Names, without capitals and signs, by which a column is known for each of these."""


class AssessmentNote(UserWarning):
    """Something that was read or left out in a way that the user may not expect."""


BOXES = "figures: some characters of the names are not in the font and are drawn as boxes"
_COLLECTED: ContextVar[tuple[list[str], ...]] = ContextVar("_COLLECTED", default=())

_RENAMED: ContextVar[tuple[str, str]] = ContextVar("_RENAMED", default=("\0", "\0"))


def note(text: str) -> None:
    """Warn, from the caller's caller, and let those who collect notes have it."""
    text = text.replace(*_RENAMED.get())
    for notes in _COLLECTED.get():
        if text not in notes:
            notes.append(text)
    warnings.warn(text, AssessmentNote, stacklevel=3)


@contextmanager
def renamed(old: str, new: str) -> Iterator[None]:
    """Put one name of a file for another in every note inside."""
    token = _RENAMED.set((old, new))
    try:
        yield
    finally:
        _RENAMED.reset(token)


@contextmanager
def collected() -> Iterator[list[str]]:
    """Give a list that gets every note inside, once and in order, whatever warnings are shown."""
    notes: list[str] = []
    token = _COLLECTED.set((*_COLLECTED.get(), notes))
    try:
        yield notes
    finally:
        _COLLECTED.reset(token)


def note_unnamed(path: Path, columns: Mapping[str, Any], names: Sequence[str]) -> None:
    """Warn of columns of a file that look like one of ours and are not used.

    `columns` has the name of each role that is used, and `names` are those of all other columns.
    """
    for role, effect in UNNAMED.items():
        likely = [name for synonym in SYNONYMS[role] for name in names if bare(name) == synonym]
        if columns[role] is None and likely:
            found = f"found a column {likely[0]!r} that is not named, so {effect}"
            note(f"{path}: {found}; to use it: {option(role, likely[0])}")


def bare(name: str) -> str:
    """Return the letters and digits of a name, in small letters."""
    return "".join(filter(str.isalnum, name.casefold()))


FEW_ROWS, FEWEST = 10, 5
"""Rows of a class below which 95 % intervals of an area hold it in less than 90 % of samples, and in 85 %."""
ORDERS = 20
"""Orders of the two classes from which on chance has one of them in fewer than one in twenty samples."""


def note_auc(row: Mapping[str, Any]) -> None:
    """Warn of an AUC whose interval says little or nothing, or that the scores may be turned round."""
    model, low, high = (row[name] for name in ("model", "auc_low", "auc_high"))
    if math.isnan(low) and min(row["n_pos"], row["n_neg"]) < 2:
        note(f"model {model}: a class has only one row, so the AUC has no interval")
    elif math.isnan(low):
        reason = "its variance is 0 in these rows, which does not mean that the AUC is certain"
        note(f"model {model}: the interval of the AUC is not estimable: {reason}")
    for n, which in ((row["n_pos"], "positive"), (row["n_neg"], "negative")):
        if n < FEW_ROWS and not math.isnan(low):
            effect = "are not reliable" if n < FEWEST else "are too narrow, and p-values too small"
            note(f"{n} {which} rows: with so few, intervals of the AUC and of its differences {effect}")
    # Without an interval: scores that order all pairs wrongly, where chance seldom does.
    n_rows, n_rarer = int(row["n_pos"] + row["n_neg"]), int(min(row["n_pos"], row["n_neg"]))
    seldom = math.comb(min(n_rows, ORDERS), min(n_rarer, 3)) >= ORDERS
    if (row["auc"] == 0 and seldom) if math.isnan(high) else high < 0.5:
        found = f"AUC {row['auc']:.3f}" + ("" if math.isnan(high) else f" ({low:.3f} to {high:.3f})")
        note(
            f"model {model}: {found} is below 0.5: the scores may be reversed, as higher scores should "
            "mean the positive class; they were used as they are"
        )


def note_margin(name: str, margin: float, n_models: int) -> None:
    """Warn of a margin with no pair of models that it could be used on."""
    reason = "the file has one model" if n_models == 1 else "the models are not compared"
    note(f"{name}: {margin:g} has no effect: {reason}")


def option(role: str, column: str) -> str:
    """Return the option of the command line that names a column."""
    return f"--{role} {shlex.quote(column)}"


@contextmanager
def plain_notes() -> Iterator[None]:
    """Show each warning of ours inside as one line on standard error, once, without its place in the code.

    Those of libraries are about code, which a user of the command cannot mend: they are not shown.
    """

    def line_of(text: str, category: type[Warning]) -> str | None:
        if "missing from font" in text:
            return BOXES
        return " ".join(text.split()) if category.__module__.startswith("rocrepro") else None

    with told_once(line_of, lambda line: print(f"{NOTE}{line}", file=sys.stderr)):
        # Whatever the environment asks for: an error would end the run.
        warnings.simplefilter("always")
        yield
