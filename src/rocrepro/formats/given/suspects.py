"""Notes on scores that may not be what they are taken for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.formats.given.notes import note, option
from rocrepro.formats.given.other_numbers import far_from_shares, other_numbers, two_units
from rocrepro.formats.given.repeats import repeated, shared_value
from rocrepro.formats.names import NO_CLASS, alike, is_no_number

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.columns import Columns
    from rocrepro.formats.given.frames import Rows

FEW = 8
"""Rows below which any pattern may be chance."""
MANY = 20
"""Rows from which on two classes are seldom told apart without an error."""
MOST = 30
"""Models that are compared two by two."""
SMALL = (-1.0, 99.0)
"""Numbers that stand for no score in many files, beside those that stand for no value anywhere."""
REPETITION = re.compile(r"rep(?:eat|etition)?[ ._-]?([0-9]+)", re.IGNORECASE)
CUT_SHORT = re.compile(r"[0-9](?:[.,][0-9]{1,5})?E\+[0-9]{2,3}")
"""Text that a spreadsheet shows, and exports, for a number of twelve digits or more."""
BEND = 0.1
"""Distance of a curve from the diagonal, on either side, from which on a bend is noted."""
SURE = 1e-4
"""Probability below which chance alone makes either bend of a curve that is noted."""
ROUNDING = 1e-12
"""Difference between numbers, as a share of them, that rounding makes."""


def note_scores(place: str, rows: pd.DataFrame) -> None:
    """Note what one model's scores look like, if not like scores.

    Parameters
    ----------
    place : str
        The file and the model.
    rows : pandas.DataFrame
        Its rows: columns seed, label and score. Every replicate has the examples of the first one again.
    """
    label, score = rows["label"].to_numpy(), rows["score"].to_numpy()
    if len(score) < FEW:
        return
    first = (rows["seed"] == rows["seed"].min()).to_numpy()
    values, counts = np.unique(score, return_counts=True)
    if found := _few_values(values, label, score) or other_numbers(score):
        note(f"{place}: {found}")
    elif note_range(place, float(values[0]), float(values[-1])):
        pass
    elif len(score) >= MANY and score[label == 1].min() > score[label == 0].max():
        note(
            f"{place}: every positive row has a higher score than every other: were the scores made "
            "from the labels, or is the label a predicted class?"
        )
    if found := (
        _no_value(values, counts)
        or far_from_shares(score)
        or two_units(score)
        or shared_value(values, counts)
    ):
        note(f"{place}: {found}")
    if found := repeated(label[first], score[first]) or two_sided(label, score):
        note(f"{place}: {found}")


def _few_values(values: NDArray[np.float64], label: NDArray[np.int8], score: NDArray[np.float64]) -> str:
    """Scores that are all equal, predicted classes, or the labels themselves."""
    if len(values) == 1:
        return f"all scores are {values[0]:g}, so they do not distinguish any rows"
    if values[-1] - values[0] <= ROUNDING * np.abs(values).max():
        return (
            f"the scores differ by {values[-1] - values[0]:.2g} at most, as equal numbers do by rounding: "
            "the curve may show only rounding errors"
        )
    if len(values) > 2:
        return ""
    two = f"the scores have only the values {values[0]:g} and {values[1]:g}"
    if len({*score[label == 1]}) == 1 == len({*score[label == 0]}):
        return f"{two}, one for each class, as the labels themselves have: are they scores of a model?"
    more = "the curve has only one point between its ends; scores before thresholding would show more"
    return f"{two}, as predicted classes have: {more}"


def two_sided(label: NDArray[np.int8], score: NDArray[np.float64]) -> str:
    """Say that low scores are positive as well as high ones; empty where they are not for sure.

    Both one-sided tests of Smirnov have to hold: the curve lies above the diagonal in one part, and below it
    in another.
    """
    values, at = np.unique(score, return_inverse=True)
    rates = [np.cumsum(np.bincount(at[label == each], minlength=len(values))) for each in (0, 1)]
    n_neg, n_pos = int(rates[0][-1]), int(rates[1][-1])
    gaps = rates[0] / n_neg - rates[1] / n_pos
    least = np.sqrt(-np.log(SURE) / 2 * (n_pos + n_neg) / (n_pos * n_neg))
    if min(gaps.max(), -gaps.min()) <= max(least, BEND):
        return ""
    return (
        "rows with low scores are positive more often, and so are rows with high ones: one threshold "
        "cannot separate the classes, and the AUC is not a good measure of such scores"
    )


def note_range(place: str, low: float, high: float) -> bool:
    """Note scores that may be Weka's column `prediction`, by their range; say whether they were noted."""
    if not 0.5 <= low < high <= 1:
        return False
    note(
        f"{place}: all scores lie between {low:g} and {high:g}: they may be probabilities of the "
        "predicted class, as in Weka's column prediction, and not of the positive class; then the "
        "results are wrong; they were used as they are"
    )
    return True


def _no_value(values: NDArray[np.float64], counts: NDArray[np.int64]) -> str:
    """Numbers that stand for no value."""
    for at in (0, -1):
        value, others = float(values[at]), values[1:] if at == 0 else values[:-1]
        if not (is_no_number(value) or value in SMALL) or len(others) < 3:
            continue
        inside = bool(others[0] >= 0 and others[-1] <= 1)
        far = abs(value) >= 99 and np.abs(others).max() < abs(value) / 5
        if inside or far:
            return (
                f"{counts[at]} scores are {value:g}, far from all others, and may stand for a missing "
                "value; they were used as scores"
            )
    return ""


def note_replicates(path: object, rows: Rows, columns: Columns) -> None:
    """Note replicates that are folds, and folds of several replicates."""
    frame = rows.frame[["model", "seed", "row"]].assign(label=rows.label)
    if columns.seed is not None and frame["seed"].nunique() > 1:
        if columns.row is not None:
            found = "" if frame.duplicated(["model", "row"]).any() else "share no example"
        else:
            sizes = frame.groupby(["model", "label", "seed"]).size().unstack("seed")
            found = "differ in their numbers of rows" if (sizes.nunique(axis=1) > 1).any() else ""
        if found:
            text = f"the replicates of the column {columns.seed!r} {found}, as folds do"
            how = option("fold", columns.seed)
            note(f"{path}: {text}; curves show the rows of one replicate; {how} uses those of all folds")
        several = frame.groupby(["model", "row"])["label"].nunique() > 1
        if columns.row is not None and several.any():
            found = f"{int(several.sum())} examples of the column {columns.row!r} have several classes"
            note(f"{path}: {found}, which differ between replicates")
    again = {match[1] for name in rows.fold_names.values() if (match := REPETITION.search(name))}
    if len(again) > 1:
        text = f"the folds of the column {columns.fold!r} are those of {len(again)} repetitions"
        note(
            f"{path}: {text}, whose rows make one curve, so intervals are too narrow; a column that names "
            "the repetition (--seed) separates them"
        )


def note_models(path: object, models: Mapping[str, pd.DataFrame], *, of_classes: bool = False) -> None:
    """Note models that may be one: by their names, or by scores that are the same or mirror each other.

    Those of classes against the rest (`of_classes`) may mirror each other.
    """
    if not of_classes:
        _note_mirrored(path, models)
    names = list(models)
    if pair := alike(names, words=True):
        one, two = pair
        how = "in capitals only" if one.casefold() == two.casefold() else "only in how they are written"
        note(f"{path}: the models {one!r} and {two!r} differ {how}; they were treated as two")
    for other, name in _same_scores(models):
        note(f"{path}: the models {other!r} and {name!r} have the same scores, row by row")


def _same_scores(parts: Mapping[str, pd.DataFrame]) -> Iterator[tuple[str, str]]:
    """Names of parts with the scores of an earlier one, row by row, behind the name of that."""
    same: dict[bytes, str] = {}
    for name, part in parts.items():
        key = part.sort_values(["seed", "row"], kind="stable")["score"].to_numpy().tobytes()
        if len(part) >= FEW and (other := same.setdefault(key, name)) != name:
            yield other, name


def note_same_replicates(place: str, rows: pd.DataFrame, names: Mapping[int, str]) -> None:
    """Note replicates of a model that have the same scores, as where a seed was never used."""
    seeds = [int(seed) for seed in rows["seed"].unique()]
    if len(seeds) == 1:
        return
    parts = {names.get(seed, str(seed)): rows[rows["seed"] == seed] for seed in seeds}
    if found := list(_same_scores(parts)):
        (other, name), n_sets = found[0], len(parts) - len(found)
        sets = f"{n_sets} set{'' if n_sets == 1 else 's'} of scores"
        note(
            f"{place}: the replicates {other!r} and {name!r} have the same scores, row by row "
            f"({len(parts)} replicates, {sets}): their agreement does not show that the result is stable"
        )


def _note_mirrored(path: object, models: Mapping[str, pd.DataFrame]) -> None:
    """Note two models whose scores have one sum in every row, as the probabilities of two classes have."""
    keys = ["seed", "row"]
    ordered = {name: part.sort_values(keys, kind="stable") for name, part in list(models.items())[:MOST]}
    for (one, first), (two, second) in combinations(ordered.items(), 2):
        if len(first) != len(second) or len(first) < FEW or not _equal(first[keys], second[keys]):
            continue
        a, b = first["score"].to_numpy(), second["score"].to_numpy()
        total = a + b
        if 0 < np.ptp(a) < np.inf and np.ptp(total) <= 1e-3 * np.ptp(a):
            note(
                f"{path}: the scores of {one!r} and {two!r} sum to {np.median(total):.4g} in every row, "
                "as the probabilities of two classes of one model do: then they are not two models, and "
                "only the probability of the positive class is a score"
            )


def _equal(first: pd.DataFrame, second: pd.DataFrame) -> bool:
    """Return whether two frames have the same numbers, whatever their index."""
    return np.array_equal(first.to_numpy(), second.to_numpy())


def note_classes(path: object, column: str, classes: Sequence[str]) -> None:
    """Note a class that usually means no value, and two that may be one."""
    if alike(list(classes)):
        one, two = classes
        note(
            f"{path}: {column}: the classes {one!r} and {two!r} differ only in how they are written; they "
            "were treated as two"
        )
    for name in classes:
        if name.casefold() in NO_CLASS:
            note(
                f"{path}: {column}: the class {name!r} usually stands for a missing value; it was "
                "treated as a class"
            )


def note_names(path: object, rows: Rows, columns: Columns) -> None:
    """Note names of clusters, groups, folds and replicates that are written in two ways or cut short."""
    named = {"fold": [*rows.fold_names.values()], "seed": [*rows.seed_names.values()]}
    for role in ("cluster", "group"):
        named[role] = [*map(str, rows.frame[role].unique())] if role in rows.frame else []
    for role, names in named.items():
        if pair := alike(names):
            note(
                f"{path}: {getattr(columns, role)}: the names {pair[0]!r} and {pair[1]!r} differ only in "
                "how they are written; they were treated as two"
            )
        cut_short = [name for name in names if CUT_SHORT.fullmatch(name)]
        if 2 * len(cut_short) > len(names):
            note(
                f"{path}: {getattr(columns, role)}: names such as {cut_short[0]!r} are long numbers of "
                "which a spreadsheet kept only the first digits: several may have become one"
            )


def note_weights(
    place: str, label: NDArray[np.object_], weight: NDArray[np.float64], are_scores: bool
) -> None:
    """Note weights that may be something else, and what becomes of those that are 0 or count rows.

    Parameters
    ----------
    place : str
        The file and the column.
    label : ndarray of str, shape (n,)
    weight : ndarray of float64, shape (n,)
    are_scores : bool
        Whether they are the scores of a model.
    """
    n, n_zero, values = len(weight), int((weight == 0).sum()), np.unique(weight)
    if n < FEW:
        return
    if len(values) == 1:
        note(f"{place}: all weights are {values[0]:g}, which is the same as no weights")
    elif len({*zip(label, weight, strict=True)}) == len({*label}):
        note(
            f"{place}: all rows of a class have the same weight, which changes the share of each class "
            "but not the AUC"
        )
    if n_zero:
        note(f"{place}: {n_zero} of {n} rows have the weight 0 and do not count")
    if are_scores:
        note(f"{place}: the weights are the scores themselves")
    elif found := other_numbers(weight, "weights"):
        note(f"{place}: {found}; they were used as they are")
    elif len(values) > 1 and (weight == np.round(weight)).all() and not set(values) <= {0.0, 1.0}:
        note(
            f"{place}: all weights are whole numbers: if they count equal rows, repeat each row as often, "
            "because the intervals treat each line of the file as one row"
        )
