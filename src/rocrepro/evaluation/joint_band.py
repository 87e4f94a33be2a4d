"""Simultaneous joint confidence regions: bands of Kolmogorov's test for both classes."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import ArrayLike

from rocrepro.evaluation.band_edges import band_edges
from rocrepro.evaluation.bands import Band
from rocrepro.evaluation.inputs import check_option, check_probability
from rocrepro.evaluation.roc import roc_points

READINGS = ("joint", "margin")


def simultaneous_joint_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    reading: str = "joint",
    pos_label: Any = None,
    grid: ArrayLike | None = None,
) -> Band:
    """Compute a simultaneous band from the Kolmogorov bands of the two classes' score distributions.

    Every point of the empirical curve becomes a rectangle, which reaches c / sqrt(n_neg) each way in the
    false positive rate and c / sqrt(n_pos) in the true positive rate. The band is what the rectangles cover:
    its upper edge is the curve moved left and up, its lower edge the curve moved right and down.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    level : float
        Nominal level, in (0, 1).
    reading : {"joint", "margin"}
        What `level` is the level of. "joint" (default): of the band, so that each class has sqrt(level),
        for which c is 1.478 at 0.95. "margin": of each class, as most software has it, for which c is 1.358
        at 0.95 and the level of both together level^2 = 0.9025.
    pos_label : optional
        The positive class as in `roc_points`.
    grid : array-like of float, optional
        As in `fixed_width_band`.

    Returns
    -------
    Band
        `method` "simultaneous_joint" or "simultaneous_joint_margin", `kind` "simultaneous", no replicates.

    Raises
    ------
    InputError
        As in `roc_points`, and for a level, a reading or a grid out of range.

    See Also
    --------
    fixed_width_band : a simultaneous band by bootstrap, narrower as a rule.
    working_hotelling_band : a simultaneous band for normal scores.
    rocrepro.display.RocBandDisplay : draws any band.

    Notes
    -----
    c is the quantile of Kolmogorov's limiting distribution, sqrt(-ln(alpha / 2) / 2) to four digits. It lies
    above that of a finite sample, so the level is held at any size. The true
    curve lies inside more often than the level says: it may leave a rectangle for the next one.

    References
    ----------
    Campbell (1994), Statistics in Medicine 13:499-508; Macskassy & Provost (2004), ROCAI workshop;
    Kolmogorov (1933), Giornale dell'Istituto Italiano degli Attuari 4:83-91.

    Examples
    --------
    >>> y, score = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]
    >>> band = simultaneous_joint_band(y, score, level=0.5)
    >>> band.label
    '50 % simultaneous band, simultaneous joint'
    >>> f"{band.area:.3f}"
    '0.922'
    """
    check_probability(level, "level")
    check_option("reading", reading, READINGS)
    points = roc_points(y_true, y_score, pos_label=pos_label)
    reach = kolmogorov_quantile(math.sqrt(level) if reading == "joint" else level)
    dx, dy = reach / math.sqrt(points.n_neg), reach / math.sqrt(points.n_pos)
    lower, upper = (points.fpr + dx, points.tpr - dy), (points.fpr - dx, points.tpr + dy)
    rates, low, high = band_edges(lower, upper, grid)
    return Band(
        grid=rates,
        lower=low,
        upper=high,
        method="simultaneous_joint" if reading == "joint" else "simultaneous_joint_margin",
        level=float(level),
        replicates=0,
        kind="simultaneous",
    )


def kolmogorov_quantile(level: float) -> float:
    """Return the quantile at `level` of sqrt(n) times Kolmogorov's distance, for large n.

    Examples
    --------
    >>> [round(kolmogorov_quantile(level), 2) for level in (0.90, 0.95, 0.99)]
    [1.22, 1.36, 1.63]
    """
    from scipy.special import kolmogi

    return float(kolmogi(1 - check_probability(level, "level")))
