"""The drawing of one panel of a figure: one model, or one pair of models."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from rocrepro.display import (
    CalibrationCurveDisplay,
    ConfidentPrecisionRecallDisplay,
    ConfidentRocDisplay,
    CostCurveDisplay,
    IsolineDisplay,
    NetBenefitDisplay,
    RocBandDisplay,
    SensibilityDisplay,
    WeightedRocDisplay,
)
from rocrepro.display.axes import diagonal, no_panel, roc_axes
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.fold_average import draw_fold_average
from rocrepro.display.legend import MOST, shortened
from rocrepro.display.net_benefit import decision_axes, treat_lines
from rocrepro.display.overlay import draw_overlay, stairs
from rocrepro.evaluation import Band, fold_average, probability_cost, roc_auc, smooth_roc, tango_strip
from rocrepro.evaluation.bands import NO_WIDTH
from rocrepro.evaluation.difference_band import DifferenceBand
from rocrepro.evaluation.precision_recall import precision_recall as precision_of
from rocrepro.study import Model
from rocrepro.study.bands import EDGES
from rocrepro.study.calibration import BINS, STRATEGY
from rocrepro.study.cut import index_of
from rocrepro.study.net_benefit import Decisions
from rocrepro.study.related import cost_curve_of
from rocrepro.study.summary import fold_curves
from rocrepro.study.weights import weighted_cut

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from rocrepro.evaluation import RocPoints

COLOR = "#0072B2"


def together(ax: Axes, curves: Mapping[str, tuple[RocPoints, float]]) -> None:
    """Draw the ROC curves of several models, with their areas."""
    diagonal(ax)
    roc_axes(ax)
    areas = {name: f"AUC {area:.3f}" for name, (_, area) in curves.items()}
    draw_overlay(ax, {name: (curve.fpr, curve.tpr) for name, (curve, _) in curves.items()}, areas)
    ax.legend()


def precisions_together(ax: Axes, models: Sequence[Model]) -> None:
    """Draw the precision-recall curves of several models, with their average precision."""
    found = {model.label_text: precision_of(model.segment) for model in models}
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal", xlabel="recall", ylabel="precision")
    shares = {one.prevalence for one in found.values()}
    for share in shares:
        ax.axhline(share, color="0.6", linewidth=0.8, linestyle="--", zorder=1, label=f"chance, {share:.3g}")
    words = {name: f"average precision {one.average_precision:.3f}" for name, one in found.items()}
    draw_overlay(ax, {name: stairs(one.recall, one.precision) for name, one in found.items()}, words)
    ax.legend()


def costs_together(ax: Axes, models: Sequence[Model]) -> None:
    """Draw the cost curves of several models, and mark the costs and the class mix in use."""
    found = {model.label_text: cost_curve_of(model) for model in models}
    top = 1.05 * max(float(one.cost.max()) for one in found.values())
    label = "share of positive rows in the cost"
    ax.set(xlim=(0, 1), ylim=(0, top), xlabel=label, ylabel="cost, 1 where all is wrong")
    grey: dict[str, Any] = {"color": "0.5", "linestyle": ":", "linewidth": 1.0, "zorder": 1}
    ax.plot([0, 0.5, 1], [0, 0.5, 0], label="one class for every row", **grey)
    at = {_cost_in_use(model) for model in models}
    for share in at:
        ax.axvline(share, color="0.6", linewidth=0.8, zorder=0, label=f"costs in use, {share:.3g}")
    words = {name: f"area {one.area:.3f}" for name, one in found.items()}
    draw_overlay(ax, {name: (one.corners, one.cost) for name, one in found.items()}, words)
    ax.legend()


def decisions_together(ax: Axes, found: Mapping[str, Decisions]) -> None:
    """Draw the decision curves of several models, beside treating every row and treating none."""
    curves = {name: one.curve for name, one in found.items()}
    decision_axes(ax, max(one.prevalence for one in curves.values()))
    treat_lines(ax, next(iter(curves.values())))
    draw_overlay(ax, {name: (one.threshold, one.net_benefit) for name, one in curves.items()})
    ax.legend()


def confident(ax: Axes, model: Model) -> None:
    """Draw a ROC curve with its confident points, in the region where a point is confident."""
    shown = ConfidentRocDisplay(points=model.curve, segment=model.segment, alpha=model.choices.alpha)
    shown.plot(ax, region=model.choices.test == "tango", color=COLOR)


def band(ax: Axes, model: Model, found: Band | None) -> None:
    """Draw a ROC curve with one band."""
    if found is None:
        no_panel(ax, "not estimable:\nall bootstrap curves agree")
        return
    lower, upper = found.edges_at(EDGES)
    drawn = Band(EDGES, lower, upper, found.method, found.level, found.replicates, found.kind)
    RocBandDisplay(points=model.curve, band=drawn).plot(ax, color=COLOR)


def strip(ax: Axes, model: Model) -> None:
    """Draw a ROC curve with Tango's interval at the threshold in use, as a strip of ROC space."""
    curve = model.curve
    at = index_of(curve, model.cut)
    found = tango_strip(curve.fn[at], curve.fp[at], curve.n_pos, curve.n_neg, alpha=model.choices.alpha)
    lower, upper = found.edges_at(EDGES)
    words = f"(fn - fp)/n in {float(found.lower_difference):.3f} to {float(found.upper_difference):.3f}"
    draw_band(ax, EDGES, lower, upper, zorder=0, label=words)
    balance = 1 + found.slope * EDGES
    inside = balance >= 0
    ax.plot(EDGES[inside], balance[inside], color="0.4", linestyle=":", linewidth=1, label="fn = fp")
    draw_curve(ax, curve, color=COLOR, linewidth=1.0, label=f"AUC {roc_auc(curve):.3f}")
    words = "no difference found" if bool(found.has_zero) else "fn and fp differ"
    mark: dict[str, Any] = {"linestyle": "none", "marker": "o", "color": COLOR, "markerfacecolor": "white"}
    draw_curve(ax, curve, [at], label=f"threshold {model.cut:.3g}: {words}", **mark)
    roc_axes(ax)
    ax.legend()


def weighted(ax: Axes, model: Model) -> None:
    """Draw a ROC curve of rows with weights, and its threshold in use."""
    assert model.weight is not None
    diagonal(ax)
    look: dict[str, Any] = {"threshold": weighted_cut(model), "color": COLOR, "linewidth": 1.0, "ax": ax}
    WeightedRocDisplay.from_predictions(
        model.label, model.score, sample_weight=model.weight, name="weighted", **look
    )


def isolines(ax: Axes, model: Model, kind: str) -> None:
    """Draw a ROC curve over lines of equal chi-square or cost."""
    choices = model.choices
    costs: dict[str, Any] = {"cost_fn": choices.cost_fn, "cost_fp": choices.cost_fp} if kind == "cost" else {}
    IsolineDisplay.from_predictions(model.label, model.score, kind=kind, ax=ax, color=COLOR, **costs)


def cost(ax: Axes, model: Model) -> None:
    """Draw a cost curve with the confident points, and mark the costs and the class mix in use."""
    CostCurveDisplay.from_predictions(
        model.label,
        model.score,
        alpha=model.choices.alpha,
        test=model.choices.test,
        at=_cost_in_use(model),
        ax=ax,
        color=COLOR,
    )


def _cost_in_use(model: Model) -> float:
    """Return where the costs and the class mix in use lie on the axis of cost curves."""
    choices = model.choices
    prevalence = choices.prevalence or model.curve.n_pos / model.curve.n
    return probability_cost(prevalence, cost_fn=choices.cost_fn, cost_fp=choices.cost_fp)


def precision_recall(ax: Axes, model: Model) -> None:
    """Draw a precision-recall curve with the same points marked as on the ROC curve."""
    ConfidentPrecisionRecallDisplay.from_predictions(
        model.label, model.score, alpha=model.choices.alpha, test=model.choices.test, ax=ax, color=COLOR
    )


def sensible(ax: Axes, model: Model) -> None:
    """Draw sensibility and capability."""
    if model.probabilities is not None:
        # Empty groups and midpoints above 1 show in the legend.
        with warnings.catch_warnings(action="ignore"):
            SensibilityDisplay.from_predictions(*model.probabilities, ax=ax, color=COLOR)
    else:
        no_panel(ax, "scores outside 0 to 1:\nno sensibility")


def soft(ax: Axes, model: Model) -> None:
    """Draw a smooth ROC curve beside the ordinary one."""
    if model.probabilities is None:
        no_panel(ax, "scores outside 0 to 1:\nno smooth curve")
        return
    curve, smooth = model.curve, smooth_roc(*model.probabilities)
    diagonal(ax)
    draw_curve(ax, curve, color=COLOR, linewidth=1.0, label=f"ranking only, area {roc_auc(curve):.3f}")
    words = f"smooth, area {smooth.auc:.3f}"
    draw_curve(ax, smooth, color="#D55E00", linestyle="--", linewidth=1.4, label=words)
    roc_axes(ax)
    ax.set(xlabel="false positive rate, or score mass", ylabel="true positive rate, or score mass")
    ax.legend()


def calibration(ax: Axes, model: Model) -> None:
    """Draw the calibration in bins and as a smooth curve."""
    if model.probabilities is None:
        no_panel(ax, "no probabilities:\nno calibration")
        return
    bins: dict[str, Any] = {"n_bins": BINS, "strategy": STRATEGY, "alpha": model.choices.alpha}
    CalibrationCurveDisplay.from_predictions(*model.probabilities, **bins, ax=ax, color=COLOR)


def decisions(ax: Axes, model: Model, found: Decisions | None) -> None:
    """Draw a decision curve at the prevalence that is stated, or else at that of the rows."""
    if found is None:
        no_panel(ax, "no probabilities:\nno net benefit")
        return
    cut = model.cut if 0 <= model.cut < 1 else None
    NetBenefitDisplay(curve=found.curve, intervals=found.intervals).plot(ax, at=cut, color=COLOR)


def folds(ax: Axes, model: Model) -> None:
    """Draw the pooled curve, each fold's, and their mean with one standard deviation each way."""
    found = fold_curves(model)
    if not found:
        no_panel(ax, "one fold")
        return
    drawn = [curve for curve in found.values() if curve is not None]
    for curve in drawn:
        draw_curve(ax, curve, color="0.7", linewidth=0.7, zorder=1)
    if drawn:
        average = fold_average(drawn)
        areas = average.areas
        ax.get_lines()[0].set_label(f"{len(drawn)} folds, AUC {areas.min():.3f} to {areas.max():.3f}")
        draw_fold_average(ax, average)
    pooled = model.curve
    draw_curve(ax, pooled, color=COLOR, linewidth=1.6, label=f"pooled, AUC {roc_auc(pooled):.3f}")
    roc_axes(ax)
    ax.legend()


def difference(ax: Axes, pair: tuple[str, str], found: DifferenceBand) -> None:
    """Draw the difference in true positive rate of two curves with both its bands."""
    a, b = (shortened(name, MOST // 2).replace("$", r"\$") for name in pair)
    level = f"{100 * found.level:g} %"
    for kind, shade in (("simultaneous", "0.88"), ("pointwise", "0.72")):
        lower, upper = (getattr(found, f"{edge}_{kind}") for edge in ("lower", "upper"))
        none = "" if (upper - lower > NO_WIDTH).any() else ": not estimable"
        draw_band(ax, found.grid, lower, upper, color=shade, label=f"{level} {kind} band, paired{none}")
    ax.axhline(0, color="0.3", linewidth=0.8, linestyle=":")
    ax.plot(found.grid, found.difference, color=COLOR, linewidth=1.3, label=f"{a} minus {b}")
    ax.set(xlim=(0, 1), xlabel="false positive rate", ylabel="difference in true positive rate")
    ax.legend()
