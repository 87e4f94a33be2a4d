"""Notes on areas of all rows that differ from those of their parts, folds or groups, by more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rocrepro.assess.tables import shown
from rocrepro.formats.given.notes import note
from rocrepro.study import Study

if TYPE_CHECKING:
    import pandas as pd


def note_mixed(study: Study, summary: pd.DataFrame) -> None:
    """Note models whose area is another in the parts of the rows.

    The area of all rows compares rows of different parts too. Where folds are not on one scale it is lower
    than the mean of the folds; where a score tells groups with more positive rows from those with fewer, it
    is higher than in every group (Simpson's paradox).

    Parameters
    ----------
    study : Study
    summary : pandas.DataFrame
        The table of that name, with columns model, auc, auc_low and auc_high.

    Warns
    -----
    AssessmentNote
        Of a mean area of the folds, or areas of all groups, that lie beyond the interval of the area of all
        rows; and of folds of one row, or of which none has both classes.
    """
    folds, groups = shown(study, "cross_validation"), shown(study, "groups")
    areas = groups[(groups["measure"] == "auc") & groups["value"].notna()]
    left_out = {model.label_text for model in study.models if len(set(model.fold)) == len(model.fold)}
    for row in summary.to_dict("records"):
        name = row["model"]
        if name in left_out:
            note(
                f"model {name}: each fold has one row (leave-one-out): a model that is fitted without a row "
                "tends to score it against its class, so that the AUC of all rows may be too low"
            )
            continue
        _note_folds(row, folds[folds["model"] == name])
        _note_groups(row, areas.loc[areas["model"] == name, "value"])


def _note_folds(row: Mapping[Any, Any], folds: pd.DataFrame) -> None:
    """Note folds that are not on one scale, or have one class each."""
    for found in folds.to_dict("records"):
        if found["n_folds"] == 0:
            note(f"model {row['model']}: no fold has rows of both classes, so that none has an AUC")
        elif _beyond(row, found["mean_auc"], found["mean_auc"]):
            note(
                f"model {row['model']}: the AUC of all rows, {row['auc']:.3f}, differs from the mean of "
                f"its folds, {found['mean_auc']:.3f}, by more than its interval: the folds' scores seem not "
                "to be on one scale, and everything that pools them, thresholds too, may mislead"
            )


def _note_groups(row: Mapping[Any, Any], areas: pd.Series) -> None:
    """Note an area that comes from differences between groups, or is lost by them."""
    if len(areas) < 2:
        return
    low, high = float(areas.min()), float(areas.max())
    if not (side := _beyond(row, low, high)):
        return
    why = (
        "it tells groups with more positive rows from those with fewer better than the rows of one group"
        if side == "higher"
        else "the groups' scores seem not to be on one scale"
    )
    note(
        f"model {row['model']}: the AUC of all rows, {row['auc']:.3f}, is {side} than in every group "
        f"({low:.3f} to {high:.3f}) by more than its interval: {why}"
    )


def _beyond(row: Mapping[Any, Any], low: float, high: float) -> str:
    """Whether the interval of the area of all rows lies above or below others; empty for neither."""
    if high < row["auc_low"]:
        return "higher"
    return "lower" if low > row["auc_high"] else ""
