"""The confident set of a ROC curve: the points with no sign of unequal error counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.inputs import check_option, two_sided_z
from rocrepro.evaluation.metrics import twice_trapezoids
from rocrepro.evaluation.roc import RocPoints

Reading = Literal["vertical", "horizontal", "union", "concordant"]
READINGS: tuple[str, ...] = get_args(Reading)


@dataclass(frozen=True, eq=False)
class ConfidentSegment:
    """The confident points of one ROC curve.

    Attributes
    ----------
    points : RocPoints
        The whole curve.
    mask : ndarray of bool, shape (n_points,)
        Which of the points are confident.
    alpha : float
        Significance level of the test.
    test : str
        Name of the test.

    See Also
    --------
    confident_segment
    RocPoints : the points among which it chooses.
    """

    points: RocPoints
    mask: NDArray[np.bool_]
    alpha: float
    test: str

    @property
    def n_confident(self) -> int:
        """Number of confident points."""
        return int(self.mask.sum())

    @property
    def thresholds(self) -> NDArray[np.float64]:
        """Thresholds of the confident points, descending, shape (n_confident,).

        The first is infinity when the all-negative point is confident (3 positive rows or fewer at alpha
        0.05 under Tango).
        """
        return self.points.threshold[self.mask]

    @property
    def aved(self) -> float:
        """Mean of (fn - fp) / n over the confident points; NaN when there are none."""
        return self._mean_difference(self.points.fn - self.points.fp)

    @property
    def aved_abs(self) -> float:
        """Mean of abs(fn - fp) / n over the confident points; NaN when there are none."""
        return self._mean_difference(np.abs(self.points.fn - self.points.fp))

    def _mean_difference(self, difference: NDArray[np.int64]) -> float:
        if self.n_confident == 0:
            return float("nan")
        return int(difference[self.mask].sum()) / (self.n_confident * self.points.n)

    def cauc(self, reading: str = "union") -> float:
        """Return the area of the confident segment (CAUC) as a share of the unit square.

        The paper speaks of a vertical true-positive area and a horizontal false-positive area and does not
        say how they make one number. With the segment running from (x1, y1) to (x2, y2), x = fpr and
        y = tpr:

        - vertical: integral of y dx, the area below the segment;
        - horizontal: integral of (1 - x) dy, the area to the right of it;
        - union: the area of the two regions together;
        - concordant: half the sum of vertical and horizontal.

        Parameters
        ----------
        reading : {"union", "vertical", "horizontal", "concordant"}

        Returns
        -------
        float
            0 for an empty set and for one point alone. Every reading of a whole curve is its AUC.

        Raises
        ------
        InputError
            For an unknown reading.

        Notes
        -----
        The curve rises from left to right, so the part of the vertical region at heights from y1 to y2
        lies to the right of the segment, inside the horizontal region. What the vertical region adds is the
        rectangle below y1: union = horizontal + (x2 - x1) y1.

        Were a set to fall into several runs, their areas would be added, and each rectangle would reach
        down over the heights that no earlier run spans.

        References
        ----------
        Elazmeh, Japkowicz & Matwin (2006), figures 2 and 3; Carrington et al. (2020), BMC Medical Informatics
        and Decision Making 20:4 (concordant partial area).
        """
        check_option("reading", reading, READINGS)
        return self._twice_areas[reading] / (2 * self.points.n_pos * self.points.n_neg)

    @cached_property
    def _twice_areas(self) -> dict[str, float]:
        """Twice the area under each reading, in counts."""
        points, runs = self.points, self._runs()
        vertical = sum(twice_trapezoids(points.fp[run], points.tp[run]) for run in runs)
        horizontal = sum(twice_trapezoids(points.tp[run], points.tn[run]) for run in runs)
        return {
            "vertical": vertical,
            "horizontal": horizontal,
            "union": horizontal + self._twice_added(runs),
            "concordant": (vertical + horizontal) / 2,
        }

    def _runs(self) -> list[slice]:
        """The unbroken runs of confident points."""
        edges = np.flatnonzero(np.diff(np.concatenate([[False], self.mask, [False]])))
        return [slice(start, stop) for start, stop in edges.reshape(-1, 2).tolist()]

    def _twice_added(self, runs: list[slice]) -> int:
        """Twice the area that lies below the runs but not to the right of any, in counts."""
        added = spanned = 0
        for run in runs:
            fp, tp = self.points.fp[run], self.points.tp[run]
            added += 2 * (int(fp[-1]) - int(fp[0])) * (int(tp[0]) - spanned)
            spanned += int(tp[-1]) - int(tp[0])
        return added


def confident_segment(points: RocPoints, *, alpha: float = 0.05, test: str = "tango") -> ConfidentSegment:
    """Find the points of a ROC curve whose numbers of false negatives and false positives may be equal.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    alpha : float
        Significance level; 1 minus the confidence level of the interval that must contain zero.
    test : {"tango", "mcnemar_exact", "wald", "newcombe"}
        The test of `contains_zero`.

    Returns
    -------
    ConfidentSegment

    Raises
    ------
    InputError
        For points that are no RocPoints, an unknown test or an alpha outside (0, 1).

    See Also
    --------
    tango_interval : the interval behind the default test.
    confident_region : where in ROC space a point is confident, whatever the scores.
    cauc_interval, aved_interval : how far the set's measures vary.
    rocrepro.display.ConfidentRocDisplay : draws the set on its curve.

    Notes
    -----
    The confident points are one unbroken run of thresholds. Call a point high when fn > fp and the test
    rejects. Suppose that a high point stays high when fn grows or fp falls. From a point to the next stricter
    threshold fn never falls and fp never grows, so every point stricter than a high one is high. In the same
    way every point more lenient than a low one (fp > fn, rejected) is low. What is left, between the two, is
    one run.

    The supposition holds for

    - tango: a point with d = fn - fp > 0 is rejected when d^2 > z^2 (d + 2 fp), that is when
      d > z^2/2 + sqrt(z^4/4 + 2 z^2 fp). The left side grows with fn and falls with fp, the right side grows
      with fp alone.
    - wald: rejects when d^2 (1 + z^2/n) > z^2 (fn + fp), Tango's rule with a smaller z.
    - mcnemar_exact: the tail P(Bin(fn + fp, 1/2) <= fp) falls when fn grows, and when fp falls by one: fp - 1
      successes at most in one trial fewer imply fp at most in all.

    For newcombe, which also uses tp and tn, it is not proved. It was checked on every table with up to 44
    rows of each class at alpha 0.5, 0.2, 0.05 and 0.01.

    References
    ----------
    Elazmeh, Japkowicz & Matwin (2006), figure 2.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> y = [1] * 10 + [0] * 10
    >>> segment = confident_segment(roc_points(y, range(20, 0, -1)))
    >>> segment.n_confident, segment.cauc("vertical"), segment.cauc("union")
    (7, 0.3, 0.51)
    """
    if not isinstance(points, RocPoints):
        found = type(points).__name__
        raise InputError(f"points: found {found}; expected RocPoints, as from roc_points(y_true, y_score)")
    near = _near_balance(points, alpha) if test == "tango" else slice(None)
    counts = (getattr(points, cell)[near] for cell in ("tp", "fn", "fp", "tn"))
    mask = np.zeros(len(points), dtype=np.bool_)
    mask[near] = contains_zero(*counts, alpha=alpha, test=test)
    return ConfidentSegment(points=points, mask=mask, alpha=alpha, test=test)


def _near_balance(points: RocPoints, alpha: float) -> slice:
    """Return the run of points with |fn - fp| <= z sqrt(n).

    Tango's rule holds nowhere else, as fn + fp <= n; the run is unbroken, as fn - fp falls.
    """
    most = two_sided_z(alpha) * points.n**0.5 + 1

    def excess(index: int) -> int:
        return int(points.tp[index]) + int(points.fp[index]) - points.n_pos  # fp - fn

    index = range(len(points))
    return slice(bisect_left(index, -most, key=excess), bisect_right(index, most, key=excess))
