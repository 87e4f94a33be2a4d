"""Figures of an assessment: one panel a model, or one a pair of models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from rocrepro.assess import panels
from rocrepro.assess.assessment import Assessment
from rocrepro.assess.weighted_tables import has_weights
from rocrepro.display.panels import Panel, panels_figure
from rocrepro.study import Choices
from rocrepro.study.bands import shown_bands
from rocrepro.study.pairs import difference_bands

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PAIRS = 12
"""Pairs that the figure of differences shows; the CSV file has all."""

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
        (name, alt), *_ = words_of(assessment).items()
        curves = {
            model.label_text: partial(panels.weighted, model=model) for model in assessment.study.models
        }
        yield name, alt, panels_figure(curves)
        return
    words, drawn = words_of(assessment), _by_model(assessment)
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


def words_of(assessment: Assessment) -> dict[str, Words]:
    """What each figure shows, by its name, in the order of the page."""
    if has_weights(assessment.study):
        return {"weighted_roc": "ROC curve of each model on rows with weights, with its threshold in use"}
    words = words_by_model(assessment.choices)
    if "folds" not in assessment.tables:
        del words["folds"]
    if assessment.study.pairs:
        level = assessment.choices.level
        words["differences"] = (
            f"Difference in true positive rate of each pair of models with its {level} bands"
        )
    return words


def words_by_model(choices: Choices) -> dict[str, Words]:
    """What each figure with one panel a model shows, in the order of the page."""
    level, costs = choices.level, f"{choices.cost_fn:g} fn + {choices.cost_fp:g} fp"
    return {
        "confident": f"ROC curve of each model, its confident points at {level} drawn thick",
        "strip": f"ROC curve of each model with Tango's {level} interval at the threshold in use, as a strip",
        "bands": f"ROC curve of each model with its fixed-width {level} band",
        "precision_recall": (
            "Precision-recall curve of each model, the same points drawn thick as on the ROC curve"
        ),
        "cost_curves": f"Cost curve of each model with the cost of its confident points, {costs}",
        "chi_square": "ROC curve of each model over lines of equal chi-square",
        "cost": f"ROC curve of each model over lines of equal cost, {costs}",
        "sensibility": "Sensibility and capability of each model over all thresholds",
        "smooth_roc": "ROC curve of each model beside its smooth ROC curve, which heeds the scores",
        "folds": "Pooled ROC curve of each model, that of each fold, and their vertical average",
    }


def _by_model(assessment: Assessment) -> dict[str, Callable[..., None]]:
    """Drawing function of the figures with one panel a model."""
    bands = assessment.study.get(shown_bands)
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
        "folds": panels.folds,
    }
