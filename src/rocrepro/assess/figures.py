"""Figures of an assessment: one panel a model, or one a pair of models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from rocrepro.assess import panels
from rocrepro.assess.assessment import Assessment
from rocrepro.assess.weighted_tables import has_weights
from rocrepro.display.panels import Panel, panels_figure
from rocrepro.evaluation import roc_auc
from rocrepro.study import Choices, Study
from rocrepro.study.bands import shown_bands
from rocrepro.study.net_benefit import Decisions, decisions
from rocrepro.study.pairs import difference_bands
from rocrepro.study.prevalence import OWN, STATED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints

WIDE = 4.8
"""Inches of the panel that has all models."""
OVERLAYS = ("precision_recall_all", "cost_all", "net_benefit_all")
"""Figures that have all models on one axis, beside that of the ROC curves."""
MOST_PAIRS = 12
"""Number of pairs that the figure of differences shows; the CSV file has all."""

Words = str
Drawing = Callable[[], "Figure"]


def drawings(assessment: Assessment) -> dict[str, Drawing]:
    """Return the function that draws each figure, by its name."""
    study = assessment.study
    if has_weights(study):
        return {name: partial(_by_model, panels.weighted, study) for name in words_of(assessment)}
    return {**of_curves(study), **_of_resamples(assessment)}


def of_curves(study: Study) -> dict[str, Drawing]:
    """Return the function that draws each figure for which the curves are enough, by its name."""
    models = study.models
    curves = {model.label_text: (model.curve, roc_auc(model.curve)) for model in models}
    made: dict[str, Drawing] = {"roc": partial(together, curves)}
    if len(models) > 1:
        made["precision_recall_all"] = partial(
            _on_one_axis, partial(panels.precisions_together, models=models)
        )
        made["cost_all"] = partial(_on_one_axis, partial(panels.costs_together, models=models))
    each: dict[str, Callable[..., None]] = {
        "confident": panels.confident,
        "strip": panels.strip,
        "precision_recall": panels.precision_recall,
        "cost_curves": panels.cost,
        "chi_square": partial(panels.isolines, kind="chi_square"),
        "cost": partial(panels.isolines, kind="cost"),
        "sensibility": panels.sensible,
        "smooth_roc": panels.soft,
    }
    return {**made, **{name: partial(_by_model, panel, study) for name, panel in each.items()}}


def _of_resamples(assessment: Assessment) -> dict[str, Drawing]:
    """Return the function that draws each other figure, by its name."""
    study = assessment.study
    bands, decided, mix = study.get(shown_bands), study.get(decisions), _mix(assessment)
    each: dict[str, Callable[..., None]] = {
        "bands": lambda ax, model: panels.band(ax, model, bands[model.label_text]["fixed_width"]),
        "calibration": panels.calibration,
        "net_benefit": lambda ax, model: panels.decisions(ax, model, decided.get((model.name, mix))),
        "folds": panels.folds,
    }
    found = partial(panels.decisions_together, found=_decided(assessment))
    pairs = {
        (a.label_text, b.label_text): partial(
            panels.difference, pair=(a.label_text, b.label_text), found=band
        )
        for (a, b), band in study.get(difference_bands)[:MOST_PAIRS]
    }
    return {
        **{name: partial(_by_model, panel, study) for name, panel in each.items()},
        "net_benefit_all": partial(_on_one_axis, found),
        "differences": partial(panels_figure, pairs),
    }


def _by_model(panel: Callable[..., None], study: Study) -> Figure:
    """Draw one panel a model."""
    return panels_figure({model.label_text: partial(panel, model=model) for model in study.models})


def _on_one_axis(panel: Panel) -> Figure:
    return panels_figure({"": panel}, size=WIDE)


def together(curves: Mapping[str, tuple[RocPoints, float]]) -> Figure:
    """Draw the curves of all models, each with its area, on one axis."""
    return _on_one_axis(partial(panels.together, curves=curves))


def _mix(assessment: Assessment) -> str:
    """Return the class mix of the decision curves."""
    return OWN if assessment.choices.prevalence is None else STATED


def _decided(assessment: Assessment) -> dict[str, Decisions]:
    """Return the decision curve of each model that has one."""
    mix = _mix(assessment)
    return {" ".join(name): one for (name, at), one in assessment.study.get(decisions).items() if at == mix}


def words_of(assessment: Assessment) -> dict[str, Words]:
    """Return what each figure shows, by its name, in the order of the page."""
    if has_weights(assessment.study):
        return {"weighted_roc": "ROC curve of each model on rows with weights, with its threshold in use"}
    words = words_by_model(assessment.choices)
    if "folds" not in assessment.tables:
        del words["folds"]
    for name in ("calibration", "net_benefit"):
        if name not in assessment.tables:
            del words[name]
    several = len(assessment.study.models) > 1
    for name in OVERLAYS:
        if not several or (name == "net_benefit_all" and len(_decided(assessment)) < 2):
            del words[name]
    if assessment.study.pairs:
        level = assessment.choices.level
        words["differences"] = (
            f"Difference in true positive rate of each pair of models with its {level} bands"
        )
    return words


def words_by_model(choices: Choices) -> dict[str, Words]:
    """Return what each figure with one panel a model shows, in the order of the page."""
    level, costs = choices.level, f"{choices.cost_fn:g} fn + {choices.cost_fp:g} fp"
    there = "" if choices.prevalence is None else f", at prevalence {choices.prevalence:g}"
    return {
        "roc": "ROC curves of all models on one axis",
        "precision_recall_all": "Precision-recall curves of all models on one axis",
        "cost_all": f"Cost curves of all models on one axis, {costs}",
        "net_benefit_all": (
            f"Decision curves of all models on one axis, with those of treating every row and no row{there}"
        ),
        "confident": f"ROC curve of each model, with the confident points at {level} drawn thick",
        "strip": f"ROC curve of each model with Tango's {level} interval at the threshold in use, as a strip",
        "bands": f"ROC curve of each model with its fixed-width {level} band",
        "precision_recall": (
            "Precision-recall curve of each model, with the same points drawn thick as on the ROC curve"
        ),
        "cost_curves": f"Cost curve of each model with the cost of its confident points, {costs}",
        "chi_square": "ROC curve of each model on lines of equal chi-square",
        "cost": f"ROC curve of each model on lines of equal cost, {costs}",
        "sensibility": "Sensibility and capability of each model over all thresholds",
        "smooth_roc": "ROC curve of each model and its smooth ROC curve, which uses the values of the scores",
        "calibration": (
            f"Share of positive rows by predicted probability for each model, in bins with {level} "
            "intervals and as a smooth curve; the diagonal is perfect calibration"
        ),
        "net_benefit": (
            f"Decision curve of each model with {level} intervals, with those of treating every row "
            f"and no row{there}"
        ),
        "folds": "Pooled ROC curve of each model, those of its folds, and their mean ± 1 standard deviation",
    }
