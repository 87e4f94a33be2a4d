"""Notes on areas that differ from those of parts of the rows, and on models that order rows alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.tables import shown
from rocrepro.evaluation.compare import twice_ranks
from rocrepro.formats.given.notes import note
from rocrepro.study import Study
from rocrepro.study.model import Model

if TYPE_CHECKING:
    import pandas as pd


def note_mixed(study: Study, summary: pd.DataFrame) -> None:
    """Note models whose area differs between all rows and parts of them.

    The area of all rows compares rows of different parts too. Where folds are not on one scale it is lower
    than the mean of the folds; where a score tells groups with more positive rows from those with fewer, it
    is higher than in every group (Simpson's paradox); and where a score points the other way in some parts,
    it is none of theirs.

    Parameters
    ----------
    study : Study
    summary : pandas.DataFrame
        The table of that name, with columns model, auc, auc_low and auc_high.

    Warns
    -----
    AssessmentNote
        Of a mean area of the folds, or areas of all groups, that lie beyond the interval of the area of all
        rows; of parts whose areas lie on both sides of one half; and of folds of one row, or of which none
        has both classes.
    """
    folds, groups = shown(study, "cross_validation"), shown(study, "groups")
    areas = groups[(groups["measure"] == "auc") & groups["value"].notna()]
    left_out = {model.label_text for model in study.models if len(set(model.fold)) == len(model.fold)}
    for row in summary.to_dict("records"):
        name = row["model"]
        _note_folds(row, folds[folds["model"] == name], left_out=name in left_out)
        _note_groups(row, areas.loc[areas["model"] == name, "value"])
    for model in study.models:
        _note_turned(model, "fold", model.fold)
        if model.group is not None:
            _note_turned(model, "group", model.group)


def note_alike(study: Study) -> None:
    """Note pairs of models that order the rows alike by other scores: only their thresholds can differ.

    Warns
    -----
    AssessmentNote
    """
    ranks = {model.name: twice_ranks(model.score) for model in study.compared}
    for a, b in study.pairs:
        if np.array_equal(ranks[a.name], ranks[b.name]) and not np.array_equal(a.score, b.score):
            note(
                f"models {a.label_text} and {b.label_text} rank all rows in the same order: as rankings "
                "they are the same model, and only their thresholds differ"
            )


def _note_folds(row: Mapping[Any, Any], folds: pd.DataFrame, *, left_out: bool) -> None:
    """Note folds that are not on one scale, or have one class each; `left_out`: or one row each."""
    for found in folds.to_dict("records"):
        if left_out:
            note(
                f"model {row['model']}: each fold has one row (leave-one-out): a model that is fitted "
                "without a row tends to shift the row's score away from its class, so the AUC of all rows "
                "may be too low"
            )
        elif found["n_folds"] == 0:
            note(f"model {row['model']}: no fold has rows of both classes, so no fold has an AUC")
        elif _beyond(row, found["mean_auc"], found["mean_auc"]):
            note(
                f"model {row['model']}: the AUC of all rows, {row['auc']:.3f}, differs from the mean of "
                f"its folds, {found['mean_auc']:.3f}, by more than its interval allows: the scores of the "
                "folds do not seem to be on one scale, and everything that pools them, including "
                "thresholds, may mislead"
            )


def _note_groups(row: Mapping[Any, Any], areas: pd.Series) -> None:
    """Note an area that comes from differences between groups, or is lost by them."""
    if len(areas) < 2:
        return
    low, high = float(areas.min()), float(areas.max())
    if not (side := _beyond(row, low, high)):
        return
    why = (
        "the scores separate groups with more positive rows from groups with fewer better than they "
        "separate the rows within a group"
        if side == "higher"
        else "the scores of the groups do not seem to be on one scale"
    )
    note(
        f"model {row['model']}: the AUC of all rows, {row['auc']:.3f}, is {side} than in every group "
        f"({low:.3f} to {high:.3f}) by more than its interval allows: {why}"
    )


def _note_turned(model: Model, kind: str, part: NDArray[Any]) -> None:
    """Note parts that cancel: the scores rank one the right way and another the wrong way round."""
    _, code, sizes = np.unique(part, return_inverse=True, return_counts=True)
    level, found = model.choices.alpha / len(sizes), []
    for rows in np.split(np.argsort(code, kind="stable"), np.cumsum(sizes)[:-1]):
        # So few rows cannot have a p-value below the level. There may be as many folds as rows.
        if 2.0 ** (1 - len(rows)) >= level:
            continue
        label, score = model.label[rows], model.score[rows]
        n_pos, n_neg = int(label.sum()), int((1 - label).sum())
        if n_pos and n_neg:
            area = (twice_ranks(score)[label == 1].sum() / 2 - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg)
            found.append((area, score[label == 1], score[label == 0]))
    areas = [area for area, *_ in found]
    if not areas or not min(areas) < 0.5 < max(areas):
        return
    from scipy.stats import mannwhitneyu  # slow to import, and seldom needed

    clear = [area for area, *scores in found if mannwhitneyu(*scores).pvalue < level]
    if clear and min(clear) < 0.5 < max(clear):
        note(
            f"model {model.label_text}: the AUC is {min(clear):.3f} in one {kind} and {max(clear):.3f} in "
            "another, below and above 0.5 by more than chance would explain: the scores seem to be "
            "reversed in some, and everything that pools them may mislead"
        )


def _beyond(row: Mapping[Any, Any], low: float, high: float) -> str:
    """Say whether the area's interval lies "higher" or "lower" than the given one; empty for neither."""
    if high < row["auc_low"]:
        return "higher"
    return "lower" if low > row["auc_high"] else ""
