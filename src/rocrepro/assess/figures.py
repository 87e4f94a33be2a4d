"""Figures of an assessment: one panel a model, or one a pair of models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from rocrepro.assess import panels
from rocrepro.assess.assessment import Assessment
from rocrepro.assess.weighted_tables import has_weights
from rocrepro.display.panels import Panel, panels_figure
from rocrepro.evaluation import roc_auc
from rocrepro.study import Choices
from rocrepro.study.bands import shown_bands
from rocrepro.study.net_benefit import decisions
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


def figures(assessment: Assessment) -> Iterator[tuple[str, Words, Figure]]:
    """Draw the figures one by one.

    Parameters
    ----------
    assessment : Assessment

    Yields
    ------
    name, alt, figure : str, str, matplotlib.figure.Figure
        Name for files, a sentence that says what is drawn, and the figure.
    """
    if has_weights(assessment.study):
        own = {model.label_text: partial(panels.weighted, model=model) for model in assessment.study.models}
        for name, alt in words_of(assessment).items():
            yield name, alt, panels_figure(own)
        return
    words, drawn = words_of(assessment), _by_model(assessment)
    curves = {model.label_text: (model.curve, roc_auc(model.curve)) for model in assessment.study.models}
    yield "roc", words.pop("roc"), together(curves)
    for name, panel in _all_models(assessment).items():
        yield name, words.pop(name), panels_figure({"": panel}, size=WIDE)
    pairs = assessment.study.get(difference_bands)[:MOST_PAIRS]
    named = {(a.label_text, b.label_text): band for (a, b), band in pairs}
    for name, alt in words.items():
        if name != "differences":
            shown: Mapping[Any, Panel] = {
                model.label_text: partial(drawn[name], model=model) for model in assessment.study.models
            }
        else:
            shown = {pair: partial(panels.difference, pair=pair, found=band) for pair, band in named.items()}
        yield name, alt, panels_figure(shown)


def together(curves: Mapping[str, tuple[RocPoints, float]]) -> Figure:
    """Draw the curves of all models, each with its area, on one axis."""
    return panels_figure({"": partial(panels.together, curves=curves)}, size=WIDE)


def _all_models(assessment: Assessment) -> dict[str, Panel]:
    """Drawing function of each figure that has all models on one axis, where there are several."""
    study = assessment.study
    if len(study.models) < 2:
        return {}
    made: dict[str, Panel] = {
        "precision_recall_all": partial(panels.precisions_together, models=study.models),
        "cost_all": partial(panels.costs_together, models=study.models),
    }
    mix = OWN if assessment.choices.prevalence is None else STATED
    found = {" ".join(name): one for (name, at), one in study.get(decisions).items() if at == mix}
    if len(found) > 1:
        made["net_benefit_all"] = partial(panels.decisions_together, found=found)
    return made


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
    for name in set(OVERLAYS) - set(_all_models(assessment)):
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


def _by_model(assessment: Assessment) -> dict[str, Callable[..., None]]:
    """Drawing function of the figures with one panel a model."""
    study = assessment.study
    bands, decided = study.get(shown_bands), study.get(decisions)
    mix = OWN if assessment.choices.prevalence is None else STATED
    return {
        "confident": panels.confident,
        "strip": panels.strip,
        "bands": lambda ax, model: panels.band(ax, model, bands[model.label_text]["fixed_width"]),
        "precision_recall": panels.precision_recall,
        "cost_curves": panels.cost,
        "chi_square": partial(panels.isolines, kind="chi_square"),
        "cost": partial(panels.isolines, kind="cost"),
        "sensibility": panels.sensible,
        "smooth_roc": panels.soft,
        "calibration": panels.calibration,
        "net_benefit": lambda ax, model: panels.decisions(ax, model, decided.get((model.name, mix))),
        "folds": panels.folds,
    }
