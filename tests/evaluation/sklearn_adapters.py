"""Our functions under scikit-learn's names and parameters, for its own tests."""

from __future__ import annotations

import functools
import re

import numpy as np

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    average_precision,
    multiclass_auc,
    partial_auc,
    precision_recall_points,
    roc_auc,
    roc_points,
    weighted_measures,
    weighted_roc_points,
)

# Our messages, and what scikit-learn says of the same input.
WORDS = {
    r"y_score: found \d+ scores for \d+ labels": "inconsistent numbers of samples",
    r"y_true: found 1 classes": "Only one class is present in y_true",
    r"y_true: found \d+ classes": "multiclass format is not supported; "
    "`y_score` needs to be of shape `(n_samples, n_classes)`",
    r"y_score: found the shape \(\d+,\)": "`y_score` needs to be of shape `(n_samples, n_classes)`",
    # It has two messages here, for classes that were named and for those that it found in y_true.
    r"y_score: found the shape \(\d+, (\d+)\); expected \(\d+, (\d+)\)": "Number of given labels, {1}, not "
    "equal to the number of columns in 'y_score', {0}; "
    "Number of classes in y_true not equal to the number of columns in 'y_score'",
    r"classes: found .* all different": "Parameter 'labels' must be unique",
    r"y_true: row \d+: found .*; expected one of \(": "'y_true' contains labels not in parameter 'labels'",
    r"pos_label: found none for the classes ([^,]+), ([^;]+)": "y_true takes value in {{'{0}', '{1}'}} and "
    "pos_label is not specified: either make y_true take value in {{0, 1}} or {{-1, 1}} or pass pos_label "
    "explicitly.",
    r"pos_label: found (\S+); expected one of the classes (\d), (\d)": "pos_label={0} is not a valid label. "
    "It should be one of [{1} {2}]",
}


def in_their_words(message: str) -> str:
    """Our message, after what scikit-learn would say."""
    for ours, theirs in WORDS.items():
        if found := re.match(ours, message):
            return f"{theirs.format(*found.groups())} ({message})"
    return message


def curve(y_true, y_score, pos_label, weight):
    """Our curve, of rows that count alike or with weights."""
    if weight is None:
        return roc_points(y_true, y_score, pos_label=pos_label)
    return weighted_roc_points(y_true, y_score, weight, pos_label=pos_label)


def roc_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=True):
    """Ours has every point, whatever `drop_intermediate` says; so have the other curves."""
    points = curve(y_true, y_score, pos_label, sample_weight)
    return points.fpr, points.tpr, points.threshold


def confusion_matrix_at_thresholds(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Theirs begins at the highest score, ours at infinity."""
    points = curve(y_true, y_score, pos_label, sample_weight)
    tp, fp = points.tp[1:], points.fp[1:]
    return fp[-1] - fp, fp, tp[-1] - tp, tp, points.threshold[1:]


def det_curve(y_true, y_score, pos_label=None, sample_weight=None, drop_intermediate=False):
    """Theirs ascends, from the last threshold without a miss to the first without a false alarm."""
    points = curve(y_true, y_score, pos_label, sample_weight)
    part = slice(np.flatnonzero(points.fpr == 0)[-1], np.argmax(points.tpr == 1) + 1)
    return tuple(of[part][::-1] for of in (points.fpr, 1 - points.tpr, points.threshold))


def precision_recall_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=False):
    """Theirs ascends, and its last point has no threshold."""
    if sample_weight is not None:
        raise NotImplementedError("no precision-recall curve of weighted rows")
    points = precision_recall_points(roc_points(y_true, y_score, pos_label=pos_label))
    return points.precision[::-1], points.recall[::-1], points.threshold[:0:-1]


def average_precision_score(y_true, y_score, *, average="macro", pos_label=1, sample_weight=None):
    """Ours of two classes; of more it raises."""
    if sample_weight is None:
        return average_precision(roc_points(y_true, y_score, pos_label=pos_label))
    return weighted_measures(y_true, y_score, sample_weight, pos_label=pos_label)["average_precision"]


def roc_auc_score(
    y_true, y_score, *, average="macro", sample_weight=None, max_fpr=None, multi_class="raise", labels=None
):
    """Our area, of a part, with weights, or of several classes."""
    if multi_class != "raise":
        if sample_weight is not None or max_fpr is not None:
            raise NotImplementedError("several classes, with weights or in part")
        return several_classes(y_true, y_score, average, multi_class, labels)
    if sample_weight is not None:
        return weighted_roc_points(y_true, y_score, sample_weight).auc
    points = roc_points(y_true, y_score)
    return roc_auc(points) if max_fpr is None else partial_auc(points, fpr=(0, max_fpr), standardized=True)


def several_classes(y_true, y_score, average, multi_class, labels):
    """The averages that we have."""
    found = multiclass_auc(y_true, y_score, np.unique(y_true).tolist() if labels is None else labels)
    ours = {
        ("ovr", "macro"): found.macro,
        ("ovr", "weighted"): found.weighted,
        ("ovr", None): found.one_vs_rest,
        ("ovo", "macro"): found.hand_till,
    }
    if (multi_class, average) not in ours:
        raise NotImplementedError(f"average {average} of {multi_class}")
    return ours[multi_class, average]


def with_their_error(adapter):
    """Our InputError is a ValueError in their tests."""

    @functools.wraps(adapter)
    def call(*args, **kwargs):
        try:
            return adapter(*args, **kwargs)
        except InputError as error:
            raise ValueError(in_their_words(str(error))) from error

    return call


ADAPTERS = {
    adapter.__name__: with_their_error(adapter)
    for adapter in (
        average_precision_score,
        confusion_matrix_at_thresholds,
        det_curve,
        precision_recall_curve,
        roc_auc_score,
        roc_curve,
    )
}
