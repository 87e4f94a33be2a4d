"""One number for a set of labels and scores, for scikit-learn's `make_scorer`."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from rocrepro.evaluation.confident import confident_segment
from rocrepro.evaluation.roc import roc_points
from rocrepro.evaluation.sensibility import sensibility


def cauc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    reading: str = "union",
    alpha: float = 0.05,
    test: str = "tango",
    pos_label: Any = None,
) -> float:
    """Return the area of the confident segment (CAUC), for description: a larger one is not better.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels of two classes.
    y_score : array-like of float, shape (n,)
        Scores on any scale; higher means more positive.
    reading : {"union", "vertical", "horizontal", "concordant"}
        As in `ConfidentSegment.cauc`.
    alpha, test
        Of the confident set, as in `confident_segment`.
    pos_label : optional
        The positive class. It may be left out for labels {0, 1}, {-1, 1} and booleans.

    Returns
    -------
    float
        From 0 to 1; 0 without a confident segment.

    Raises
    ------
    InputError
        As in `roc_points` and `confident_segment`.

    See Also
    --------
    aved_score, struggle_ratio : other scorers.
    cauc_interval : the measure with its interval.

    Notes
    -----
    There is no `sample_weight`: the confidence test counts rows, and takes a row of weight 2 for two rows.
    For a class mix other than the rows' own see `at_prevalence`.

    The confident points lie about the line fn = fp, whose place depends on the class mix alone. A poor model
    crosses it where the curve is flat, with many thresholds in the segment, so that its area can be the
    larger one: do not select models by it.

    The confident region narrows as rows are added, so values are comparable only between samples of the same
    class sizes, as stratified folds are.

    In `make_scorer` pass `response_method="predict_proba"` or `"decision_function"`, and `pos_label` where
    labels are strings: scikit-learn hands over the scores of that class.

    References
    ----------
    Elazmeh, Japkowicz & Matwin (2006).

    Examples
    --------
    >>> cauc_score(["ill"] * 10 + ["well"] * 10, range(20, 0, -1), pos_label="ill")
    0.51
    """
    points = roc_points(y_true, y_score, pos_label=pos_label)
    return confident_segment(points, alpha=alpha, test=test).cauc(reading)


def aved_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    absolute: bool = True,
    alpha: float = 0.05,
    test: str = "tango",
    pos_label: Any = None,
) -> float:
    """Return the mean error difference (fn - fp) / n over the confident points (AveD).

    Parameters
    ----------
    y_true, y_score, alpha, test, pos_label
        As in `cauc_score`.
    absolute : bool
        Whether the mean is of the size of the difference, where lower is better: `greater_is_better=False` in
        `make_scorer`. The paper's signed mean has its best value at 0, which no search for a smallest or a
        largest value finds.

    Returns
    -------
    float
        NaN without a confident point.

    Raises
    ------
    InputError
        As in `cauc_score`.

    See Also
    --------
    cauc_score, struggle_ratio : other scorers.
    aved_interval : the measure with its interval.

    Notes
    -----
    No `sample_weight`, for the reason given at `cauc_score`.

    References
    ----------
    Elazmeh, Japkowicz & Matwin (2006).

    Examples
    --------
    >>> y, score = [True] * 10 + [False] * 10, range(20, 0, -1)
    >>> round(aved_score(y, score), 4), aved_score(y, score, absolute=False)
    (0.0857, 0.0)
    """
    points = roc_points(y_true, y_score, pos_label=pos_label)
    segment = confident_segment(points, alpha=alpha, test=test)
    return segment.aved_abs if absolute else segment.aved


def struggle_ratio(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    midpoint: str | float = "paper",
    ties: str = "ge",
    pos_label: Any = None,
) -> float:
    """Return the number of non-sensible rows for each sensible one; lower is better.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels of two classes.
    y_score : array-like of float, shape (n,)
        Probabilities of the positive class: `response_method="predict_proba"` in `make_scorer`.
    midpoint, ties
        As in `sensibility`.
    pos_label : optional
        As in `cauc_score`.

    Returns
    -------
    float
        From 0 to infinity, which scikit-learn's searches take badly; it needs that no row is sensible.

    Warns
    -----
    EmptyGroupWarning, MidpointAboveOneWarning
        As in `sensibility`.

    Raises
    ------
    InputError
        As in `sensibility`, also for scores outside [0, 1].

    See Also
    --------
    sensibility : the whole analysis.
    aved_score, cauc_score : other scorers.

    References
    ----------
    Klement et al. (2009), section 2.

    Examples
    --------
    >>> struggle_ratio([1, 1, 0, 1, 1, 0, 1, 0, 0, 0], [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0])
    0.25
    """
    return sensibility(y_true, y_score, pos_label=pos_label, midpoint=midpoint, ties=ties).struggle_ratio
