"""Notes on choices with which an assessment says less than it seems to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc
from rocrepro.formats.given.notes import note
from rocrepro.study import Choices, Study
from rocrepro.study.cut import are_probabilities
from rocrepro.study.weights import weighted_cut

AT_CUT = 0.05
"""Share of the rows exactly at the threshold from which on their prediction matters."""
SINGLE = 2.0**-23
"""Distance between numbers of single precision, as a share of them."""
MANY = 20
"""Different scores from which on even steps between them, or both ends of a scale, are no chance."""
CLOSE = 0.001
"""Distance from 0 or 1 within which rounding makes a probability one of them."""
ROUNDED = 0.05
"""Part of a step between ranks by which rounding may move them."""
TURNED_ROUND = (  # a choice, whether it is a small value that few people mean, and what 1 less the choice is
    ("at_specificity", True, "false positive rate"),
    ("at_sensitivity", True, "share of missed positive rows"),
    ("max_fpr", False, "specificity"),
    ("partial_fpr", False, "specificity"),
    ("partial_tpr", True, "share of missed positive rows"),
)


def note_levels(choices: Choices) -> None:
    """Note a level, a number of resamples, costs and rates that few people mean."""
    alpha, n = choices.alpha, choices.n_resamples
    if alpha >= 0.5:
        note(
            f"alpha: {alpha:g} gives intervals at the level {choices.level}, because alpha is 1 - level; "
            f"{1 - alpha:.4g} gives intervals at {100 * alpha:g} %"
        )
    elif n * alpha < 2:
        note(f"n_boot: {n} resamples are too few for limits at the level {choices.level}; 1000 is usual")
    for name, of, other in (
        ("cost_fn", "missed positive", "negative"),
        ("cost_fp", "wrongly flagged", "positive"),
    ):
        if getattr(choices, name) == 0:
            note(
                f"{name}: a cost of 0 for a {of} row makes it cheapest to predict every row {other}, "
                "whatever its score"
            )
    for name, small, opposite in TURNED_ROUND:
        value = getattr(choices, name)
        if value is not None and 0 < value < 1 and (value < 0.5 if small else value > 0.5):
            note(
                f"{name}: {value:g} is unusual for this rate; use {1 - value:g} for a {opposite} of {value:g}"
            )


def note_choices(study: Study) -> None:
    """Note thresholds that fit some models only, scores next to them, margins, and no probabilities."""
    choices = study.choices
    if isinstance(choices.cut, int | float):
        _note_scales(study, choices.cut)
    for model in study.models:
        if not (model.in_use.chosen_by or model.in_use.one_class):
            cut = model.cut if model.weight is None else weighted_cut(model)
            note_at_cut(f"model {model.label_text}", model.score, cut)
        if choices.probabilities is None and model.probabilities is not None:
            _note_rescaled(f"model {model.label_text}", model.score)
    if study.pairs or study.other_pairs:
        _note_margins(study)


def _note_scales(study: Study, cut: float) -> None:
    """Note models on two scales that have one threshold, and the usual one of probabilities for others."""
    shares = [are_probabilities(model.score) for model in study.models]
    if all(shares):
        return
    if not any(shares):
        model = study.models[0]
        if cut == 0.5 and (model.score % 1 != 0).any():  # whole numbers may well be cut halfway
            note(
                f"threshold: 0.5 is usual for probabilities, but the scores of model {model.label_text} "
                f"lie from {model.score.min():.4g} to {model.score.max():.4g}; a probability of 0.5 is 0 "
                "in log odds and 50 in per cent"
            )
        return
    other = study.models[shares.index(False)]
    note(
        f"threshold: {cut:g} is used for all models, although the scores of "
        f"{study.models[shares.index(True)].label_text} lie from 0 to 1 and those of {other.label_text} "
        f"from {other.score.min():.4g} to {other.score.max():.4g}; they may be on different scales"
    )


def note_at_cut(place: str, score: NDArray[np.float64], cut: float) -> None:
    """Note many scores that are equal to a threshold, and those that are so but for rounding.

    Parameters
    ----------
    place : str
    score : ndarray of float64, shape (n,)
    cut : float
        A threshold that was fixed beforehand.
    """
    n_at, below = int((score == cut).sum()), score[(score < cut) & (cut - score <= SINGLE * abs(cut))]
    if len(below):
        note(
            f"{place}: {len(below)} scores are below the threshold {cut:g} only by rounding, such as "
            f"{below[0]!s}, and are predicted negative; --threshold {cut - 2 * SINGLE * abs(cut):.9g} "
            "treats them as equal to it"
        )
    if n_at > 1 and n_at >= AT_CUT * len(score):
        note(
            f"{place}: {n_at} of {len(score)} scores are equal to the threshold {cut:g} and are predicted "
            "positive; other programs may predict them negative"
        )


def _note_rescaled(place: str, score: NDArray[np.float64]) -> None:
    """Note scores that were brought into 0 to 1, by rank or by range, and so taken for probabilities."""
    values, counts = np.unique(score, return_counts=True)
    if len(values) < MANY:
        return
    low, high = values[0], values[-1]
    last = np.cumsum(counts)  # equal scores may have their last rank, their first or the mean of both
    ranks = [last, last - counts, last - counts / 2]
    even = [low + (high - low) * (rank - rank[0]) / (rank[-1] - rank[0]) for rank in ranks]
    step = (high - low) / len(score)
    # Rounded probabilities and shares of votes reach 0 and 1 too, but have few digits, or others close by.
    exact = np.mean(values != np.round(values, 3)) > 0.5 and values[1] > CLOSE and values[-2] < 1 - CLOSE
    if any(np.abs(values - each).max() <= ROUNDED * step for each in even):
        found = "are evenly spaced, as ranks and percentiles are"
    elif low == 0 and high == 1 and counts[0] == counts[-1] == 1 and exact:
        found = "reach exactly 0 once and exactly 1 once, as scores divided by their range do"
    else:
        return
    note(
        f"{place}: the scores {found}: they were treated as probabilities but may not be; if they are "
        "not, calibration, net benefit and the threshold 0.5 are meaningless (use --no-probabilities)"
    )


def _note_margins(study: Study) -> None:
    """Note margins that a model without any use would pass."""
    choices, curves = study.choices, [model.curve for model in study.models]
    rarer = min(min(curve.n_pos, curve.n_neg) / curve.n for curve in curves)
    if choices.margin is not None and choices.margin >= rarer:
        note(
            f"margin: {choices.margin:g} is at least the share of the rarer class, {rarer:.3g}: with this "
            "margin, predicting the more frequent class for every row counts as equivalent to making no "
            "error; compare sensitivity and specificity instead"
        )
    best = max(map(roc_auc, curves))
    if choices.auc_margin is not None and choices.auc_margin >= best - 0.5:
        note(
            f"auc_margin: {choices.auc_margin:g} is at least the difference between the highest AUC, "
            f"{best:.3f}, and 0.5: with this margin even random scores would not be worse"
        )
