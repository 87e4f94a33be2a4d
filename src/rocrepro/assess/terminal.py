"""The few lines that the terminal shows."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.probability_tables import taken_for
from rocrepro.assess.tables import shown
from rocrepro.formats.table import Table
from rocrepro.report.words import threshold_digits
from rocrepro.study import Study

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WEIGHTED = ("auc", "average_precision", "brier", "sensitivity", "specificity")
"""Measures of rows with weights that are shown."""
CLASSES = {"macro": "mean auc of one class against the rest", "hand_till": "Hand and Till's M"}
"""Areas for several classes that are shown."""
WIDTH = 100
"""Characters of a line."""
MOST_PREDICTIONS = 9
"""Rows of the table of predictions, three a pair, that the terminal shows."""


def first(study: Study) -> str:
    """Return what is shown before the resamples are drawn: one column a model, with its area."""
    rows = shown(study, "summary").to_dict("records")
    return "\n\n".join(_fitting([_head(row, study.choices.level) for row in rows]))


def printed(assessment: Assessment) -> str:
    """Return a summary that fits a terminal: one column a model, then one line a pair.

    See Also
    --------
    first, rest : its parts; rows with weights have only the second.
    """
    parts = [] if "weighted_measures" in assessment.tables else [first(assessment.study)]
    return "\n\n".join([*parts, rest(assessment)])


def rest(assessment: Assessment) -> str:
    """Return the part of the summary that is known in the end."""
    tables = assessment.tables
    if "weighted_measures" in tables:
        return _weighted(assessment)
    rows = tables["summary"].frame.to_dict("records")
    scores = {model.label_text: model.curve.threshold for model in assessment.study.models}
    in_use, cheapest = _points(tables, "in use"), _points(tables, "cost ")
    columns = []
    for row in rows:
        own = scores[row["model"]]
        column = {"model": str(row["model"])} if len(rows) > 1 else {}
        if row["model"] in in_use:
            column |= _in_use(in_use[row["model"]], own)
        if row["model"] in cheapest:
            column["cheapest threshold"] = _threshold(cheapest[row["model"]]["threshold"], own)
        columns.append({**column, **_confident(row, own)})
    if "prevalence" in tables:
        stated = tables["prevalence"].frame.query("mix == 'stated'").to_dict("records")
        at = f"at prevalence {assessment.choices.prevalence:g}: "
        for column, row in zip(columns, stated, strict=True):
            own = scores[row["model"]]
            column[f"{at}confident"] = _thresholds(row, own)
            column[f"{at}cheapest threshold"] = _threshold(row["best_threshold"], own)
    if "cross_validation" in tables:
        for column, row in zip(columns, tables["cross_validation"].frame.to_dict("records"), strict=True):
            column["auc of the folds"] = _folds(row)
    taken = taken_for(assessment.study).strip() if "calibration" in tables else ""
    return "\n\n".join([*_fitting(columns), *_pairs(assessment), *filter(None, [taken])])


def _weighted(assessment: Assessment) -> str:
    """The summary of rows with weights: one column a model, then one line a pair."""
    tables, columns = assessment.tables, []
    scores = {model.label_text: model.curve.threshold for model in assessment.study.models}
    for row in tables["summary"].frame.to_dict("records"):
        column = {"model": str(row["model"]), "rows": f"{row['n_pos']} positive, {row['n_neg']} negative"}
        column["rows of one weight"] = f"{row['effective_n']:.1f}"
        for name in WEIGHTED:
            column[f"{name} ({assessment.choices.level} interval)"] = _with_limits(row, name, ".3f")
        column["at threshold"] = _threshold(row["threshold"], scores[row["model"]])
        columns.append(column)
    blocks = _fitting(columns)
    if "weighted_differences" in tables:
        pairs = tables["weighted_differences"].frame.query("measure == 'auc'").to_dict("records")
        blocks.append(
            "\n".join(
                f"{row['a']} - {row['b']}: weighted auc {row['value']:+.3f} "
                f"({_interval(row, 'low', 'high', '+.3f')}), p {_number(row['p_value'], '.2g')} (resamples)"
                for row in pairs
            )
        )
    return "\n\n".join(blocks)


def _head(row: Mapping[Any, Any], level: str) -> dict[str, str]:
    """Return what is shown first of a model."""
    return {
        "model": str(row["model"]),
        "rows": f"{row['n_pos']} positive, {row['n_neg']} negative",
        f"auc ({level} interval)": _with_limits(row, "auc", ".3f"),
    }


def _points(tables: Mapping[str, Table], criterion: str) -> dict[str, Mapping[Any, Any]]:
    """The operating points of one criterion, by the beginning of its name, of each model."""
    rows = tables["operating_points"].frame.to_dict("records") if "operating_points" in tables else []
    return {row["model"]: row for row in rows if row["criterion"].startswith(criterion)}


def _in_use(row: Mapping[Any, Any], scores: Floats) -> dict[str, str]:
    """The threshold in use, with the rows that it calls positive."""
    return {
        "threshold in use": _threshold(row["threshold"], scores),
        "true positives": f"{row['tp']} of {row['tp'] + row['fn']}",
        "false positives": f"{row['fp']} of {row['fp'] + row['tn']}",
    }


def _confident(row: Mapping[Any, Any], scores: Floats) -> dict[str, str]:
    """Return what is shown of the confident points of a model."""
    return {
        "confident points": f"{row['n_confident']} of {row['n_points']}",
        "their thresholds": _thresholds(row, scores),
        "their area (cauc)": _with_limits(row, "cauc_union", ".3f"),
    }


def _folds(row: Mapping[Any, Any]) -> str:
    """Mean and standard deviation of the folds' areas."""
    if math.isnan(row["mean_auc"]):
        return "none"
    sd = "" if math.isnan(row["sd_auc"]) else f", sd {row['sd_auc']:.3f}"
    return f"mean {row['mean_auc']:.3f}{sd}, {row['n_folds']} folds"


def _pairs(assessment: Assessment) -> list[str]:
    """One line for each pair of models, and one for each test of equivalence."""
    tables, blocks = assessment.tables, []
    if "multiclass" in tables:
        found = tables["multiclass"].frame.to_dict("records")
        lines = [
            f"{row['model']}, {CLASSES[row['measure']]}: {row['value']:.3f} "
            f"({_interval(row, 'low', 'high', '.3f')})"
            for row in found
            if row["measure"] in CLASSES
        ]
        blocks.append("\n".join(lines))
    if "comparisons" in tables:
        named = assessment.choices.n_resamples, "clusters" if "clusters" in tables else "DeLong"
        compared = tables["comparisons"].frame.to_dict("records")
        lines = [
            f"{row['a']} - {row['b']}: auc {row['difference']:+.3f} "
            f"({_interval(row, 'low', 'high', '+.3f')}), {_p_value(row, *named)}"
            f"{_holm(row) if len(compared) > 1 else ''}"
            for row in compared
        ]
        if "comparisons_all" in tables:
            lines += map(_all_areas, tables["comparisons_all"].frame.to_dict("records"))
        blocks.append("\n".join(lines))
        if assessment.choices.auc_margin is not None:
            level = assessment.choices.level
            blocks.append("\n".join(line for row in compared for line in _not_lower(row, level)))
    here = frozenset(model.label_text for model in assessment.study.models if model.in_use.chosen_by)
    if "mcnemar" in tables and len(tables["mcnemar"].frame) <= MOST_PREDICTIONS:
        blocks.append("\n".join(_mcnemar(tables["mcnemar"].frame, here)))
    if "equivalence" in tables:
        rows = tables["equivalence"].frame.to_dict("records")
        scores = {model.label_text: model.curve.threshold for model in assessment.study.models}
        told = [_equivalence(row, here, scores) for row in rows if not row["no_verdict"]]
        blocks.append("\n".join([*told, *_left_open(rows, "accuracy is not compared")]))
    return blocks


def _chosen(row: Mapping[Any, Any], here: Collection[str]) -> str:
    """Mark the pair's thresholds if one was chosen on these rows: such predictions look too good."""
    return ", chosen on these rows" if {row["a"], row["b"]} & set(here) else ""


def _equivalence(row: Mapping[Any, Any], here: Collection[str], scores: Mapping[str, Floats]) -> str:
    """The line on the accuracies of one pair; `here` names models whose threshold these rows chose."""
    cuts = [_threshold(row[f"threshold_{side}"], scores[row[side]]) for side in ("a", "b")]
    return (
        f"{row['a']} - {row['b']}: accuracy {row['difference']:+.3f} "
        f"({_range(row, 'low', 'high', '+.3f')}) at thresholds {cuts[0]} and "
        f"{cuts[1]}{_chosen(row, here)}: {'' if row['equivalent'] else 'not shown to be '}"
        f"equivalent within {row['margin']:g}"
    )


def _number(value: float, template: str = ".4g") -> str:
    return "–" if math.isnan(value) else format(value, template)


def _threshold(value: float, scores: Floats) -> str:
    """Write a threshold so that it separates a model's scores as the exact one does."""
    return "–" if math.isnan(value) else threshold_digits(value, scores)


def _thresholds(row: Mapping[Any, Any], scores: Floats) -> str:
    """Return the range of the thresholds of confident points."""
    ends = [row[name] for name in ("threshold_low", "threshold_high")]
    return "none" if math.isnan(ends[0]) else " to ".join(_threshold(end, scores) for end in ends)


def _range(row: Mapping[Any, Any], low: str, high: str, template: str = ".4g") -> str:
    if math.isnan(row[low]):
        return "none"
    return f"{_number(row[low], template)} to {_number(row[high], template)}"


def _interval(row: Mapping[Any, Any], low: str, high: str, template: str) -> str:
    """Write the limits, or say that there are none: a variance of 0 does not say how far a value is off."""
    return "interval not estimable" if math.isnan(row[low]) else _range(row, low, high, template)


def _with_limits(row: Mapping[Any, Any], name: str, template: str) -> str:
    """A measure of the summary with its limits; one that is undefined has none."""
    if math.isnan(row[name]):
        return _number(row[name])
    return f"{_number(row[name], template)} ({_interval(row, f'{name}_low', f'{name}_high', template)})"


def _p_value(row: Mapping[Any, Any], n_permutations: int, name: str) -> str:
    """The p-value of DeLong's or Obuchowski's test, or of the permutation test where there is none."""
    if math.isnan(row["p_value"]):
        return "p not estimable"
    if math.isnan(row["p_delong"]):
        return f"p {row['p_value']:.2g} ({n_permutations} permutations)"
    rows = {"common": f" on {row['n_common']} common rows", "own": ", unpaired"}.get(row["rows"], "")
    return f"p {p_words(row['p_value'])} ({name}{rows})"


def _holm(row: Mapping[Any, Any]) -> str:
    """The p-value adjusted for the number of pairs."""
    return "" if math.isnan(row["p_holm"]) else f", {p_words(row['p_holm'])} (Holm)"


def _all_areas(row: Mapping[Any, Any]) -> str:
    """The line on all models at once."""
    tested = "not estimable" if math.isnan(row["p_value"]) else f"p {p_words(row['p_value'])}"
    return (
        f"all {row['n_models']} models: test of equal auc, chi-square with {row['df']} df: {tested} (DeLong)"
    )


def _not_lower(row: Mapping[Any, Any], level: str) -> Iterator[str]:
    """Two lines on whether a model is shown not to be worse by the margin."""
    for one, other in (("a", "b"), ("b", "a")):
        pair, p_value = f"{row[one]} - {row[other]}: auc", row[f"p_{one}_not_lower"]
        if math.isnan(p_value):
            yield f"{pair} above -{row['auc_margin']:g}: not estimable"
            continue
        shown = "" if row[f"{one}_not_lower"] else "not "
        bound = f"{pair} at least {row[f'bound_{one}']:+.3f} (one-sided {level})"
        yield f"{bound}, {shown}shown to be above -{row['auc_margin']:g}, p {p_words(p_value)}"


def _mcnemar(frame: pd.DataFrame, here: Collection[str]) -> Iterator[str]:
    """Lines on sensitivity and specificity at the thresholds in use."""
    rows = frame.to_dict("records")
    for row in rows:
        pair = f"{row['a']} - {row['b']}"
        if not row["no_verdict"] and row["measure"] != "accuracy":
            limits, p_value = _range(row, "low", "high", "+.3f"), p_words(row["p_mid"])
            at = f"McNemar{_chosen(row, here).replace('chosen', 'at thresholds chosen')}"
            yield f"{pair}: {row['measure']} {row['difference']:+.3f} ({limits}), p {p_value} ({at})"
    # The reason is that of all three measures.
    yield from _left_open([row for row in rows if row["measure"] == "accuracy"], "predictions not compared")


def _left_open(rows: Sequence[Mapping[Any, Any]], what: str) -> Iterator[str]:
    """Yield one line for each reason why pairs are not compared, which many pairs may share."""
    pairs: dict[str, list[str]] = {}
    for row in rows:
        if row["no_verdict"]:
            pairs.setdefault(row["no_verdict"], []).append(f"{row['a']} - {row['b']}")
    for reason, names in pairs.items():
        whose = ", ".join(names)
        if len(names) > 1:
            whose = f"all {len(names)} pairs" if len(names) == len(rows) else whose
        yield f"{whose}: {what}: {reason}"


def p_words(p_value: float) -> str:
    """Write a p-value for reading; one below the smallest double is not 0."""
    return f"{p_value:.2g}" if p_value else "below 1e-300"


def _fitting(columns: list[dict[str, str]]) -> list[str]:
    """The columns side by side, in tables that fit the terminal, with one column at least in each."""
    head = list(dict.fromkeys(name for column in columns for name in column))
    parts: list[list[list[str]]] = [[]]
    used = start = max(map(len, head))
    for line in ([column.get(name, "") for name in head] for column in columns):
        width = 2 + max(map(len, line))
        if parts[-1] and used + width > WIDTH:
            parts.append([])
            used = start
        parts[-1].append(line)
        used += width
    return [sideways([head, *part]) for part in parts]


def sideways(lines: list[list[str]]) -> str:
    """Turn a table on its side: one column for each of its rows."""
    widths = [max(len(cell) for cell in line) for line in lines]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(turned, widths, strict=True)).rstrip()
        for turned in zip(*lines, strict=True)
    )
