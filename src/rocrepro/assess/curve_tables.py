"""Tables of single points: the whole curves, the operating points, and both at another prevalence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rocrepro.assess.models import Model, chosen, cut_words
from rocrepro.assess.options import Options
from rocrepro.evaluation import (
    AtPrevalence,
    RocPoints,
    at_prevalence,
    chi_square,
    confident_segment,
    independence_test,
    precision_recall_points,
    tango_interval,
    tango_strip,
)
from rocrepro.formats.table import Table

CELLS = ("tp", "fn", "fp", "tn")


def points_table(curves: Mapping[str, RocPoints], options: Options) -> Table:
    """Every point of every curve: counts, rates, interval, whether it is confident, chi-square, precision."""
    import pandas as pd

    frames = []
    for name, curve in curves.items():
        lower, upper = tango_interval(curve.fn, curve.fp, curve.n, alpha=options.alpha)
        columns: dict[str, Any] = {
            "model": name,
            "threshold": curve.threshold,
            **{key: getattr(curve, key) for key in (*CELLS, "fpr", "tpr", "difference")},
            "lower": lower,
            "upper": upper,
            "confident": confident_segment(curve, alpha=options.alpha, test=options.test).mask,
            "chi_square": chi_square(curve.fpr, curve.tpr, curve.n_pos, curve.n_neg),
            "precision": precision_recall_points(curve, alpha=options.alpha, test=options.test).precision,
        }
        frames.append(pd.DataFrame(columns))
    frame = pd.concat(frames, ignore_index=True)
    confident = frame["confident"].to_numpy(dtype=bool)
    shown = ("threshold", "fpr", "tpr", "difference", "lower", "upper", "chi_square", "precision")
    return Table(
        frame,
        title="Points of the ROC curves",
        notes=("The page shows the confident points; the CSV has all. The recall is tpr.",),
        formats=dict.fromkeys(shown, ".4g"),
        excerpt=confident,
    )


def choices(options: Options) -> dict[str, str]:
    """Criterion of each operating point, by its name in the table."""
    return {
        **{name: name for name in ("chi_square", "accuracy", "youden", "distance")},
        f"cost {options.cost_fn:g} fn + {options.cost_fp:g} fp": "cost",
        f"fpr at most {options.max_fpr:g}": "neyman_pearson",
    }


def operating_points_table(
    curves: Mapping[str, RocPoints], cuts: Mapping[str, float], options: Options
) -> Table:
    """The threshold in use of every curve, and its best point by every criterion."""
    import pandas as pd

    rows = []
    for name, curve in curves.items():
        # A threshold between two scores predicts what the next score above it does.
        at = int(np.count_nonzero(curve.threshold >= cuts[name])) - 1
        rows.append({"model": name, "criterion": "in use", **_point(curve, at, cuts[name], options)})
        for shown, criterion in choices(options).items():
            index = chosen(curve, criterion, options).index
            threshold = float(curve.threshold[index])
            rows.append({"model": name, "criterion": shown, **_point(curve, index, threshold, options)})
    return Table(
        pd.DataFrame(rows),
        title="Operating points",
        notes=(
            f"Predict positive where the score is at least the threshold. In use: {cut_words(options)}. "
            "p_value: chi-square or Fisher's exact test of independence, for a threshold that was fixed "
            "beforehand; at the best of many thresholds it is too small.",
            f"lower, upper: Tango's {options.level} interval of (fn - fp)/n. tpr_low, tpr_high: what it says "
            "about the true positive rate at this fpr, the strip of ROC space in which (fn - fp)/n lies in "
            "the interval.",
        ),
        formats={
            **dict.fromkeys(("fpr", "tpr", "accuracy", "tpr_low", "tpr_high"), ".3f"),
            **dict.fromkeys(("threshold", "difference", "lower", "upper"), ".4g"),
            **{"chi_square": ".1f", "p_value": ".1e"},
        },
    )


def _point(curve: RocPoints, at: int, threshold: float, options: Options) -> dict[str, Any]:
    """One point of a curve, with what Tango's interval says there."""
    tp, fn, fp, tn = (int(getattr(curve, cell)[at]) for cell in CELLS)
    part = RocPoints(
        curve.threshold[at : at + 1], curve.tp[at : at + 1], curve.fp[at : at + 1], curve.n_pos, curve.n_neg
    )
    strip = tango_strip(fn, fp, curve.n_pos, curve.n_neg, alpha=options.alpha)
    low, high = strip.edges_at(fp / curve.n_neg)
    return {
        "threshold": threshold,
        **dict(zip(CELLS, (tp, fn, fp, tn), strict=True)),
        "fpr": fp / curve.n_neg,
        "tpr": tp / curve.n_pos,
        "accuracy": (tp + tn) / curve.n,
        "chi_square": float(chi_square(fp / curve.n_neg, tp / curve.n_pos, curve.n_pos, curve.n_neg)),
        "p_value": independence_test(tp, fn, fp, tn).p_value,
        "confident": bool(confident_segment(part, alpha=options.alpha, test=options.test).mask[0]),
        "difference": (fn - fp) / curve.n,
        "lower": float(strip.lower_difference),
        "upper": float(strip.upper_difference),
        "tpr_low": float(low),
        "tpr_high": float(high),
    }


def prevalence_tables(models: Sequence[Model], options: Options) -> tuple[Table, Table] | None:
    """The test rows' own class mix beside the stated one; and every point at the stated one."""
    import pandas as pd

    if options.prevalence is None:
        return None
    rows, frames = [], []
    for model in models:
        curve = model.curve
        for mix, prevalence in (("test rows", curve.n_pos / curve.n), ("stated", options.prevalence)):
            costs = {"cost_fn": options.cost_fn, "cost_fp": options.cost_fp}
            found = at_prevalence(curve, prevalence, alpha=options.alpha, **costs)
            rows.append({"model": model.name, "mix": mix, **_at(found)})
        # The stated one comes last.
        frames.append(pd.DataFrame({"model": model.name, **_points_at(found)}))
    plain = (*CELLS, "model", "mix", "n_confident")
    table = Table(
        pd.DataFrame(rows),
        title=f"At prevalence {options.prevalence:g}",
        notes=(
            "Only the class mix is taken to change: tpr and fpr hold. effective_n: a weighted row says less, "
            "and all of them are worth about so many equally weighted rows (Kish). Confident: "
            "zero lies in the weighted score interval of v fnr - (1 - v) fpr, which is "
            "Tango's at the test rows' own mix, whatever the confidence test elsewhere.",
            f"best_: the threshold of the lowest expected cost a row, {options.cost_fn:g} a false negative "
            f"and {options.cost_fp:g} a false positive; there best_lower, best_upper: the weighted score "
            "interval, which is cautious away from the test rows' own mix; best_fixed_: the interval given "
            "the class sizes. best_chi_square measures association in n rows of the mix, and is a test at "
            "the test rows' own mix alone. The other tables and figures, but for the mark on the cost "
            "curves, are at the test rows' own mix.",
        ),
        formats={column: ".4g" for column in rows[0] if column not in plain},
    )
    return table, Table(
        pd.concat(frames, ignore_index=True), title=f"Points at prevalence {options.prevalence:g}"
    )


def _at(found: AtPrevalence) -> dict[str, Any]:
    """The confident set and the cheapest threshold at a prevalence."""
    best = int(np.argmin(found.cost))
    thresholds = found.segment.thresholds
    at = {
        name: float(getattr(found, name)[best])
        for name in ("cost", "difference", "lower", "upper", "fixed_lower", "fixed_upper", "chi_square")
    }
    return {
        "prevalence": found.prevalence,
        "weight_pos": found.weight_pos,
        "weight_neg": found.weight_neg,
        "effective_n": found.effective_n,
        "n_confident": found.segment.n_confident,
        "threshold_low": float(thresholds.min()) if len(thresholds) else np.nan,
        "threshold_high": float(thresholds.max()) if len(thresholds) else np.nan,
        # A mean of weighted counts that cancel is 0 up to rounding.
        "aved": 0.0 if abs(found.aved) < 1e-15 else found.aved,
        "aved_abs": found.aved_abs,
        "cauc_union": found.cauc("union"),
        "best_threshold": float(found.points.threshold[best]),
        **{f"best_{name}": value for name, value in at.items()},
    }


def _points_at(found: AtPrevalence) -> dict[str, Any]:
    names = ("difference", "lower", "upper", "fixed_lower", "fixed_upper", "chi_square", "cost")
    points = found.points
    return {
        "prevalence": found.prevalence,
        **{name: getattr(points, name) for name in ("threshold", "fpr", "tpr")},
        **{name: getattr(found, name) for name in names},
        "confident": found.mask,
    }
