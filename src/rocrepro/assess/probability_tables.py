"""Calibration of probabilities, and the worth of decisions by them, as tables for readers."""

from __future__ import annotations

import numpy as np

from rocrepro.assess.tables import BENEFIT_LIMITS, NOT_ESTIMABLE, cut_words, estimable, shown
from rocrepro.formats.table import Table
from rocrepro.study import Study
from rocrepro.study.calibration import BINS

AT = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Thresholds of the table of net benefit, beside the one in use; the CSV file of the curves has all."""


def calibration(study: Study) -> Table:
    """Return every measure of calibration of every model with probabilities."""
    return Table(
        shown(study, "calibration"),
        title="Are the probabilities right?",
        notes=(
            f"{taken_for(study)}low, high: {study.choices.level} interval. observed_less_predicted: share "
            "of positive rows minus the mean probability. calibration_in_the_large: the same in log "
            "odds; 0 is ideal. calibration_slope: 1 is ideal, below 1 the probabilities are too extreme, "
            "above 1 they are too moderate. The slope and calibration_intercept, which is ideally 0, are "
            "from the logistic regression of the label on the log odds of the probability. A score of "
            "exactly 0 or 1 has no log odds.",
            "brier: mean squared difference between probability and label. brier_skill: 1 for perfect "
            "probabilities, 0 if every row gets the share of positive rows as its probability. brier = "
            "reliability - resolution + uncertainty + within_variance - within_covariance.",
            f"ece: expected calibration error, mean of abs(observed share - mean probability) over {BINS} "
            "bins of equal size; ici: integrated calibration index, the same from a smooth curve. Both "
            "are above 0 even for calibrated probabilities: _if_calibrated is their mean in that case, "
            "and _p_value the probability that they are at least as large. Their intervals are "
            "conservative.",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4g"),
        keys=("model", "measure"),
    )


def calibration_points(study: Study) -> Table:
    """Return the bins of the calibration curve of every model with probabilities."""
    columns = ("edge_low", "edge_high", "predicted", "observed", "low", "high")
    return Table(
        shown(study, "calibration_points"),
        title="Calibration in bins",
        notes=(
            f"The rows are divided into {BINS} bins of equal size, as far as ties allow. predicted: mean "
            "probability of the rows of a bin; observed: share of positive rows in it, with Wilson's "
            f"{study.choices.level} interval. The smooth curve is in calibration_curves.csv.",
        ),
        formats=dict.fromkeys(columns, ".4g"),
        keys=("model", "predicted"),
    )


def net_benefit(study: Study) -> Table:
    """Return the net benefit at a few thresholds of every model with probabilities."""
    choices, frame = study.choices, estimable(shown(study, "net_benefit"), *BENEFIT_LIMITS)
    kept = frame["in_use"] | np.isin(frame["threshold"], AT)
    names = ("net_benefit", "low", "high", "treat_all", "gain", "gain_low", "gain_high")
    return Table(
        frame[kept].reset_index(drop=True),
        title="Net benefit of decisions based on the probabilities",
        notes=(
            f"{taken_for(study)}Rows with at least the threshold are treated. net_benefit: (true "
            "positives - false positives x threshold / (1 - threshold)) / rows; treat_all: net benefit "
            "of treating every row; treating none has 0. gain: net_benefit minus the larger of these "
            f"two; below 0 the model does harm. low, high, gain_low, gain_high: {choices.level} bootstrap "
            "intervals, separately for each threshold; – where all samples agree. in_use: the threshold "
            f"in use: {cut_words(choices)}. The curves are in net_benefit_curves.csv.",
            "The person who decides sets the threshold: it states how many unnecessary treatments are "
            "acceptable for each case found. Do not choose the threshold with the highest net benefit. "
            "Net benefit uses the probabilities as they are, so it is lower if they are badly calibrated.",
            NOT_ESTIMABLE,
        ),
        formats=dict.fromkeys(names, ".4f") | dict.fromkeys(("prevalence", "threshold"), ".4g"),
        keys=("model", "mix", "threshold"),
    )


def taken_for(study: Study) -> str:
    """Say why scores are read as probabilities, where nobody has said that they are."""
    if study.choices.probabilities:
        return ""
    return (
        "Scores that all lie from 0 to 1 are treated as probabilities. Use --no-probabilities if they "
        "are not. "
    )
