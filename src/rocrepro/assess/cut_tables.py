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
REASON = "reason: why a value or its limits are empty; nothing is added to a count to get round that."
CHOSEN = (
    "a threshold that was chosen on the very rows that are counted, so that the numbers are too good and the "
    "intervals, which take the threshold as fixed, too narrow"
)


def in_clusters(study: Study) -> tuple[str, ...]:
    """Return a note where rows come in clusters."""
    if not clustered(study):
        return ()
    return (
        "Rows come in clusters: every interval here is that of percentiles of resamples of whole clusters, "
        "as other methods take rows for independent.",
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
        title="How good the cuts are",
        notes=(
            f"low, high: {choices.level} interval. Sensitivity, specificity, ppv, npv and accuracy are "
            f"shares of rows, with {PROPORTIONS[choices.proportion]}; the likelihood ratios, lr_positive = "
            "sensitivity / (1 - specificity) and lr_negative = (1 - sensitivity) / specificity, have that of "
            f"the log method; f1 and mcc have percentiles of {choices.n_resamples} resamples of "
            f"all rows, where there are such.{at}",
            "ppv, npv, accuracy and f1 hold for the class mix of these rows, and elsewhere only where the "
            f"mix is the same. chosen_here: {CHOSEN}; see chosen_cuts. {REASON}",
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
        title="How sure the chosen cuts are",
        notes=(
            "Every cut here was chosen on these rows. low, high: between them lie the central "
            f"{choices.level} of the cuts that {choices.n_resamples} resamples choose; share_same: the share "
            "that chooses this very one. tied: all thresholds that the criterion holds equally good; the "
            "rows do not tell them apart, and threshold is the one with the larger tpr - fpr, then the "
            "highest.",
            "value is what the criterion measures: the chi-square statistic, the accuracy, tpr - fpr, the "
            "distance to (0, 1), the total cost, or the error rate that is not bounded. A cut looks best on "
            "the rows that chose it; _corrected: less that optimism, as resamples estimate it, which is what "
            f"to expect on other rows like these. {REASON}",
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
        title="One rate at another",
        notes=(
            "value: the largest sensitivity among the thresholds whose specificity is at least at_least, and "
            "the other way round; reached: what that rate is at this threshold. Nothing is interpolated "
            "between thresholds, as pROC does. low, high: percentiles "
            f"({choices.level}) of {choices.n_resamples} resamples, each with a threshold of its own. The "
            f"threshold is chosen on these rows, where it looks better than elsewhere. {REASON}",
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
            "partial_auc: the area under the curve for false positive rates (by fpr) from start to end, or "
            "to the right of it for true positive rates (by tpr). standardized: the same after McClish, 0.5 "
            f"for random scores and 1 for perfect ones. low, high: percentiles ({study.choices.level}) of "
            f"{study.choices.n_resamples} resamples. Name the range before you see the curve. {REASON}",
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
            f"difference: that of a less that of b, with percentiles ({study.choices.level}) of paired "
            "resamples; p_value: the difference over its standard deviation in them, held against the normal "
            "distribution, as in pROC. n_resamples: those with a value for both models. With many pairs some "
            f"differ by chance. {REASON}",
            *in_clusters(study),
        ),
        formats=dict.fromkeys(numbers, ".4g") | dict.fromkeys(("start", "end"), "g") | {"p_value": ".2g"},
        keys=("a", "b", "by", "measure"),
    )
