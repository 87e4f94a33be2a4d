"""Cost curves: every ROC point as a line of expected cost over the class mix and costs in use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.hull import convex_hull
from rocrepro.evaluation.inputs import check_costs, check_probability
from rocrepro.evaluation.roc import RocPoints

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CostCurve:
    """The cost lines of a ROC curve's points, and their lower envelope.

    A line gives the normalized expected cost, fnr * pc + fpr * (1 - pc), at each probability cost pc.

    Attributes
    ----------
    points : RocPoints
        The whole curve.
    at_zero, at_one : ndarray of float64, shape (n_points,)
        Cost of each line at pc = 0, which is the point's fpr, and at pc = 1, its fnr. The first line, 0 to 1,
        predicts no row positive; the last, 1 to 0, every row.
    mask : ndarray of bool, shape (n_points,)
        Which of the points are confident.
    corners : ndarray of float64, shape (n_pieces + 1,)
        Ascending from 0 to 1: where the envelope passes from one line to the next.
    cost : ndarray of float64, shape (n_pieces + 1,)
        The envelope's cost at its corners.
    line : ndarray of int64, shape (n_pieces,)
        Which point's line is the envelope on each piece.

    See Also
    --------
    cost_curve
    probability_cost : a place on its axis.
    """

    points: RocPoints
    at_zero: Floats
    at_one: Floats
    mask: NDArray[np.bool_]
    corners: Floats
    cost: Floats
    line: NDArray[np.int64]

    @property
    def confident_pieces(self) -> NDArray[np.bool_]:
        """Mask of the pieces of the envelope on the line of a confident point, shape (n_pieces,)."""
        return self.mask[self.line]

    @property
    def area(self) -> float:
        """Area under the envelope: the mean cost of the best threshold when every pc is equally likely."""
        return float(np.sum(np.diff(self.corners) * (self.cost[1:] + self.cost[:-1])) / 2)

    def lines_at(self, probability_cost: ArrayLike, *, confident: bool = False) -> Floats:
        """Return the cost of every line, or of the confident points' lines only.

        The shape is the number of lines, followed by the shape of `probability_cost`, in [0, 1].
        """
        pc = _check_pc(probability_cost)
        kept = self.mask if confident else slice(None)
        return np.multiply.outer(self.at_one[kept], pc) + np.multiply.outer(self.at_zero[kept], 1 - pc)

    def best_at(self, probability_cost: ArrayLike, *, confident: bool = False) -> Floats:
        """Return the lowest cost at each probability cost, over all points or only the confident ones.

        Parameters
        ----------
        probability_cost : array-like of float
            In [0, 1].
        confident : bool
            Whether only confident points count. What that adds to the cost is what the restriction to equal
            error counts may cost.

        Returns
        -------
        ndarray of float64, of the same shape
            NaN when there is no confident point to choose from.
        """
        pc = _check_pc(probability_cost)
        if not confident:
            return np.interp(pc, self.corners, self.cost)
        if not self.mask.any():
            return np.full(pc.shape, np.nan)
        return np.asarray(self.lines_at(pc, confident=True).min(axis=0))


def cost_curve(points: RocPoints, *, alpha: float = 0.05, test: str = "tango") -> CostCurve:
    """Return the cost lines of a ROC curve's points, with their lower envelope.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    alpha, test
        Of the confident set, as in `confident_segment`.

    Returns
    -------
    CostCurve

    Raises
    ------
    InputError
        As in `confident_segment`.

    See Also
    --------
    probability_cost : the axis of the curve.
    operating_point : the best threshold at one cost.
    rocrepro.display.CostCurveDisplay : draws the curve.
    net_benefit : what acting at a probability is worth.

    Notes
    -----
    A point of ROC space is a line of cost space, and a line of ROC space is a point. The envelope's lines are
    the corners of the ROC curve's convex hull; two neighbours that lie dx and dy apart cost the same at
    pc = dx / (dx + dy). The hull's slopes fall, so these corners rise.

    References
    ----------
    Drummond & Holte (2006), Machine Learning 65:95-130.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> curve = cost_curve(roc_points([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> curve.corners.round(3).tolist(), curve.cost.tolist(), curve.line.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0], [1, 3])
    """
    return cost_lines(confident_segment(points, alpha=alpha, test=test))


def cost_lines(segment: ConfidentSegment) -> CostCurve:
    """Turn a ROC curve whose confident points are known into cost lines; see `cost_curve`."""
    points = segment.points
    hull = convex_hull(points)
    dx = np.diff(points.fp[hull]) / points.n_neg
    dy = np.diff(points.tp[hull]) / points.n_pos
    crossing = np.concatenate([[0.0], dx / (dx + dy), [1.0]])
    kept = np.diff(crossing) > 0  # a vertical first or a horizontal last edge leaves its end no piece
    line, corners = hull[kept], np.append(crossing[:-1][kept], 1.0)
    at_zero, at_one = points.fpr, points.fn / points.n_pos
    owner = np.append(line, line[-1])
    cost = at_one[owner] * corners + at_zero[owner] * (1 - corners)
    return CostCurve(points, at_zero, at_one, segment.mask, corners, cost, line)


def probability_cost(prevalence: float, *, cost_fn: float = 1.0, cost_fp: float = 1.0) -> float:
    """Return the position of a class mix and two costs on the horizontal axis of a cost curve.

    Parameters
    ----------
    prevalence : float
        Share of positive rows, in (0, 1).
    cost_fn, cost_fp : float
        Cost of a false negative and of a false positive, at least 0 and not both 0.

    Returns
    -------
    float
        prevalence cost_fn / (prevalence cost_fn + (1 - prevalence) cost_fp), from 0 to 1: the share that the
        positive rows have in the cost when everything is misclassified. With equal costs the prevalence.

    Raises
    ------
    InputError
        For values out of range.

    See Also
    --------
    cost_curve : the curve over this axis.

    References
    ----------
    Drummond & Holte (2006), Machine Learning 65:95-130.

    Examples
    --------
    >>> probability_cost(0.1, cost_fn=9), probability_cost(0.25)
    (0.5, 0.25)
    """
    check_probability(prevalence, "prevalence")
    check_costs(cost_fn, cost_fp)
    return prevalence * cost_fn / (prevalence * cost_fn + (1 - prevalence) * cost_fp)


def _check_pc(value: ArrayLike) -> Floats:
    pc = np.asarray(value, dtype=np.float64)
    if not np.all((pc >= 0) & (pc <= 1)):
        raise InputError("probability_cost: found a value outside [0, 1]; expected numbers from 0 to 1")
    return pc
