"""Measures of the cuts and of a part of the curve, as tables for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.assess.tables import clustered, shown
from rocrepro.formats.table import Table
from rocrepro.study import Choices, Study

if TYPE_CHECKING:
    import pandas as pd

PROPORTIONS = {"wilson": "Wilson's interval", "clopper_pearson": "the interval of Clopper and Pearson"}
LIMITS = dict.fromkeys(("value", "low", "high"), ".4g")
REASON = "reason: why a value or its limits are empty; no constant is added to the counts to avoid this."
CHOSEN = (
    "the threshold was chosen on the same rows that are counted, so the values are too good, and the "
    "intervals, which treat the threshold as fixed, are too narrow"
)


def in_clusters(study: Study) -> tuple[str, ...]:
    """Return a note where rows come in clusters."""
    if not clustered(study):
        return ()
    return (
        "Rows come in clusters, so every interval here consists of percentiles of resamples of whole "
        "clusters. Other methods would treat the rows as independent.",
    )


def cut_measures(frame: pd.DataFrame, choices: Choices, *more: str) -> Table:
    """Return the measures of every operating point, one row a measure; `more` are notes."""
    at = ""
    if choices.prevalence is not None:
        at = (
            f" ppv_at_prevalence, npv_at_prevalence: where the share of positive rows is "
            f"{choices.prevalence:g}, with the logit interval of Mercaldo, Lau and Zhou."
        )
    return Table(
        frame,
        title="Performance at the thresholds",
        notes=(
            f"low, high: {choices.level} interval. Sensitivity, specificity, ppv, npv and accuracy are "
            f"shares of rows, with {PROPORTIONS[choices.proportion]}. The likelihood ratios, lr_positive "
            "= sensitivity / (1 - specificity) and lr_negative = (1 - sensitivity) / specificity, have "
            f"the interval of the log method. f1 and mcc have percentiles of {choices.n_resamples} "
            f"resamples of all rows, where they are defined.{at}",
            "ppv, npv, accuracy and f1 are valid for the class mix of these rows, and elsewhere only if "
            f"the class mix is the same. chosen_here: {CHOSEN}; see chosen_cuts. {REASON}",
            *more,
        ),
        formats=LIMITS | {"threshold": ".4g"},
        keys=("model", "criterion", "measure"),
    )


def chosen_cuts(study: Study) -> Table:
    """Return the certainty of the choice of every best cut, and the performance to expect on other rows."""
    choices = study.choices
    numbers = ("value", "value_corrected", "share_same")
    rates = ("sensitivity", "sensitivity_corrected", "specificity", "specificity_corrected")
    return Table(
        shown(study, "chosen_cuts"),
        title="Uncertainty of the chosen thresholds",
        notes=(
            "Every threshold here was chosen on these rows. low, high: limits of the central "
            f"{choices.level} of the thresholds that {choices.n_resamples} resamples choose; share_same: "
            "share of the resamples that choose the same threshold. tied: all thresholds that are "
            "equally good by the criterion. Of these, threshold is the one with the largest tpr - fpr, "
            "and then the highest.",
            "value is what the criterion measures: the chi-square statistic, the accuracy, tpr - fpr, "
            "the distance to (0, 1), the total cost, or the error rate that is not bounded. A threshold "
            "looks too good on the rows on which it was chosen. _corrected: the value minus this "
            "optimism, which is estimated by resampling; this is what to expect on other rows like these. "
            f"{REASON}",
            *in_clusters(study),
        ),
        formats={
            **dict.fromkeys(("threshold", "low", "high", *numbers), ".4g"),
            **dict.fromkeys(rates, ".3f"),
        },
        keys=("model", "criterion"),
    )


def rates_at(study: Study) -> Table:
    """Return the best sensitivity at a specificity, and the other way round."""
    choices = study.choices
    return Table(
        shown(study, "rates_at"),
        title="One rate at a given value of the other",
        notes=(
            "value: the largest sensitivity among the thresholds whose specificity is at least at_least, "
            "and the same with the two rates exchanged. reached: the other rate at this threshold. "
            "Unlike in pROC, there is no interpolation between thresholds. low, high: percentiles "
            f"({choices.level}) of {choices.n_resamples} resamples, each with its own threshold. The "
            f"threshold is chosen on these rows, so it looks better than it would on others. {REASON}",
            *in_clusters(study),
        ),
        formats=LIMITS | dict.fromkeys(("at_least", "reached", "threshold"), ".4g"),
        keys=("model", "given"),
    )


def partial_areas(study: Study) -> Table:
    """Return the area of the part of each curve that the user named."""
    return Table(
        shown(study, "partial_areas"),
        title="Partial areas",
        notes=(
            "partial_auc: the area under the curve for false positive rates from start to end (by fpr), "
            "or the area to the right of the curve for true positive rates from start to end (by tpr). "
            "standardized: McClish's standardized area, 0.5 for random scores and 1 for perfect scores. "
            f"low, high: percentiles ({study.choices.level}) of {study.choices.n_resamples} resamples. "
            f"Choose the range before you see the curve. {REASON}",
            *in_clusters(study),
        ),
        formats=LIMITS | dict.fromkeys(("start", "end"), "g"),
        keys=("model", "by", "measure"),
    )


def partial_comparisons(study: Study) -> Table:
    """Return the differences of partial areas between models."""
    numbers = ("value_a", "value_b", "difference", "low", "high")
    return Table(
        shown(study, "partial_comparisons"),
        title="Differences of partial areas",
        notes=(
            f"difference: a minus b, with percentiles ({study.choices.level}) of paired resamples. "
            "p_value: the difference divided by its standard deviation in the resamples, compared with "
            "the normal distribution, as in pROC. n_resamples: resamples with a value for both models. "
            f"Among many pairs some differ by chance. {REASON}",
            *in_clusters(study),
        ),
        formats=dict.fromkeys(numbers, ".4g") | dict.fromkeys(("start", "end"), "g") | {"p_value": ".2g"},
        keys=("a", "b", "by", "measure"),
    )
