"""Chi-square, accuracy and distance over ROC space for the paper's two class distributions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, chi_square_contour
from rocrepro.evaluation.isolines import accuracy
from rocrepro.papers.bradley1996.facts_null import all_tables, statistic
from rocrepro.papers.bradley1996.printed import DISTRIBUTIONS, RANDOM_ACCURACY, UNEVEN
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

STEPS = 200  # of each rate
RAYS = 720  # from the null point, half a degree apart
LEVELS = (5.0, 10.0, 20.0, 30.0, 40.0, 50.0)
TOLERANCE = 1e-9
DEVIATIONS = (0.5, 2 / 3, 1.0, 1.5, 2.0)  # of the positives there, that of the negatives being 1
SHIFTS = np.arange(2, 31) / 10  # of the positives' mean on a binormal curve
Floats = NDArray[np.float64]


def space_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of maxima, contours and directions, and on pairs of points."""
    high = float(evaluated.printed(RANDOM_ACCURACY))
    rows = []
    for name, sizes in DISTRIBUTIONS.items():
        found = [one for part in PARTS for one in part(*sizes)]
        rows += [one | {"classes": name} for one in [*found, _accurate(high, *sizes)]]
    return [*rows, *_spread(), *_between()]


def _square() -> tuple[Floats, Floats]:
    """(fpr, tpr) over the whole unit square."""
    rates = np.linspace(0.0, 1.0, STEPS + 1)
    x, y = np.meshgrid(rates, rates)
    return x, y


def scaled_distance(fpr: Floats, tpr: Floats, n_pos: int, n_neg: int) -> Floats:
    """Equation 18 in the rates: |tpr - fpr| times a constant of the class sizes."""
    d: Floats = np.abs(tpr - fpr) * np.hypot(n_pos, n_neg) / (n_pos + n_neg)
    return d


def _maxima(n_pos: int, n_neg: int) -> list[Row]:
    x, y = _square()
    rows = []
    for what, value in (
        ("chi_square", chi_square(x, y, n_pos, n_neg)),
        ("distance", scaled_distance(x, y, n_pos, n_neg)),
    ):
        rows += [
            row("on_diagonal", np.abs(value[x == y]).max(), what=what, n=STEPS + 1),
            row("above_corner", value.max() - value[-1, 0], what=what, n=x.size),
        ]
    corners = [float(chi_square(*at, n_pos, n_neg)) for at in ((0.0, 1.0), (1.0, 0.0))]
    return [*rows, row("other_corner", corners[0] - corners[1])]


def _contours(n_pos: int, n_neg: int) -> list[Row]:
    """Contours in closed form, as roots with the false positive rate held, and of ten times the counts."""
    fpr = np.linspace(0.0, 1.0, STEPS + 1)
    level_error, shape_error = 0.0, 0.0
    for level in LEVELS:
        line = chi_square_contour(level, n_pos, n_neg, fpr)
        inside = np.isfinite(line.upper)
        back = chi_square(fpr[inside], line.upper[inside], n_pos, n_neg)
        level_error = max(level_error, float(np.abs(back - level).max()))
        ten = chi_square_contour(10 * level, 10 * n_pos, 10 * n_neg, fpr)
        shape_error = max(shape_error, float(np.abs(ten.upper[inside] - line.upper[inside]).max()))
    return [
        row("contour_error", level_error),
        row("scaled_contour_error", shape_error),
    ]


def _centre(n_pos: int, n_neg: int) -> list[Row]:
    """Check where the contours are centred: equations 16 and 22 to 25 as a conic."""
    x, y = (grid.ravel()[1:-1] for grid in _square())  # chi-square is 0/0 at both ends of the diagonal
    value, n = chi_square(x, y, n_pos, n_neg), n_pos + n_neg
    # The share predicted positive is N/2 in the middle of the square, whatever the class sizes.
    off = n_pos * (y - 0.5) + n_neg * (x - 0.5)
    conic = (y - x) ** 2 + value * off**2 / (n * n_neg * n_pos) - value * n / (4 * n_neg * n_pos)
    return [row("centre_error", np.abs(conic).max(), n=x.size)]


def _radial(n_pos: int, n_neg: int) -> list[Row]:
    """Angle between the steepest rise of chi-square and the direction away from the null point."""
    x, y = (grid[1:-1, 1:-1] for grid in _square())
    above = y > x + TOLERANCE
    x, y = x[above], y[above]
    h, share = 1e-6, n_pos / (n_pos + n_neg)
    right = chi_square(x + h, y, n_pos, n_neg) - chi_square(x - h, y, n_pos, n_neg)
    up = chi_square(x, y + h, n_pos, n_neg) - chi_square(x, y - h, n_pos, n_neg)
    length = np.hypot(right, up) * np.hypot(x - share, y - share)
    angle = np.degrees(np.arccos(np.clip((right * (x - share) + up * (y - share)) / length, -1.0, 1.0)))
    return [row("radial_share", np.mean(angle <= 45), n=len(x))]


def _rays(n_pos: int, n_neg: int) -> list[Row]:
    """Rays from the null point to the border of the square along which chi-square never falls."""
    share = n_pos / (n_pos + n_neg)
    rising = rising_rays(lambda x, y: chi_square(x, y, n_pos, n_neg), share)
    return [row("rays", rising, n=RAYS)]


def rising_rays(measure: Callable[[Floats, Floats], Floats], share: float) -> float:
    """Share of the rays from (share, share) along which a measure of (fpr, tpr) never falls."""
    steps = np.linspace(0.0, 1.0, STEPS + 1)
    rising = 0
    for angle in 2 * np.pi * np.arange(RAYS) / RAYS:
        way = np.array([np.cos(angle), np.sin(angle)])
        # How far the border is, in either direction; none where the ray is parallel to it.
        with np.errstate(divide="ignore"):
            length = float((np.where(way > 0, 1 - share, share) / np.abs(way)).min())
        x, y = (np.clip(share + length * part * steps, 0.0, 1.0) for part in way)
        rising += bool((np.diff(measure(x, y)) >= -TOLERANCE).all())
    return rising / RAYS


def _upper_half() -> tuple[Floats, Floats]:
    """(fpr, tpr) over the square above the diagonal."""
    x, y = _square()
    above = y > x + TOLERANCE
    return x[above], y[above]


def _trends(n_pos: int, n_neg: int) -> list[Row]:
    """Rank correlations over the upper half of ROC space, and chi-square at one distance."""
    x, y = _upper_half()
    value = chi_square(x, y, n_pos, n_neg)
    beside = {"accuracy": accuracy(x, y, n_pos, n_neg), "distance": scaled_distance(x, y, n_pos, n_neg)}
    rows = [
        row("chi_square_trend", _ranks(value, other), what=what, n=len(x)) for what, other in beside.items()
    ]
    same = np.isclose(y - x, 0.3)
    return [*rows, row("chi_square_at_distance", np.ptp(value[same]), n=same.sum())]


def _accurate(high: float, n_pos: int, n_neg: int) -> Row:
    x, y = _upper_half()
    return row("accurate_area", np.mean(accuracy(x, y, n_pos, n_neg) >= high), n=len(x))


def _ranks(a: Floats, b: Floats) -> float:
    from scipy.stats import rankdata

    return float(np.corrcoef(rankdata(np.round(a, 9)), rankdata(np.round(b, 9)))[0, 1])


def _same_accuracy(n_pos: int, n_neg: int) -> list[Row]:
    """Count how often the larger chi-square is better otherwise, over pairs of tables of one accuracy."""
    tp, fp = (grid.ravel() for grid in all_tables(n_pos, n_neg))
    value = statistic(n_pos, n_neg).ravel()
    kept = (tp * n_neg > fp * n_pos) & (tp + fp > 0) & (tp + fp < n_pos + n_neg)
    tp, fp, value = tp[kept], fp[kept], value[kept]
    tn = n_neg - fp
    measures = {
        "sensitivity": tp / n_pos,
        "specificity": tn / n_neg,
        "ppv": tp / (tp + fp),
        "npv": tn / (n_pos + n_neg - tp - fp),
    }
    measures["mean"] = np.mean(list(measures.values()), axis=0)
    better: dict[str, list[Floats]] = {key: [] for key in measures}
    for correct in np.unique(tp + tn):
        at = np.flatnonzero(tp + tn == correct)
        first, second = (at[k] for k in np.triu_indices(len(at), 1))
        larger = np.where(value[first] > value[second], first, second)
        smaller = first + second - larger
        apart = np.abs(value[first] - value[second]) > TOLERANCE
        for key, measured in measures.items():
            better[key].append(np.sign(np.round(measured[larger] - measured[smaller], 12))[apart])
    signs = {key: np.concatenate(parts) for key, parts in better.items()}
    return [row("same_accuracy", np.mean(sign > 0), measure=key, n=len(sign)) for key, sign in signs.items()]


def _best(n_pos: int, n_neg: int) -> list[Row]:
    """Points of least error and of largest chi-square on binormal curves of unit variances."""
    apart, upper_left = _chosen(n_pos, n_neg, 1.0)
    return [
        row("best_points_apart", np.mean(apart), n=len(SHIFTS)),
        row("least_error_upper_left", np.mean(upper_left), n=len(SHIFTS)),
    ]


def _chosen(n_pos: int, n_neg: int, deviation: float) -> tuple[list[bool], list[bool]]:
    """Return, for each curve, whether both points are apart, and whether the least error is upper left."""
    from scipy.special import ndtr

    t = np.linspace(-6.0, 12.0, 1801)
    apart, upper_left = [], []
    for shift in SHIFTS:
        fpr, tpr = ndtr(-t), ndtr((shift - t) / deviation)
        best, right = (int(np.argmax(measure(fpr, tpr, n_pos, n_neg))) for measure in (chi_square, accuracy))
        apart.append(bool(abs(t[best] - t[right]) > 0.05))
        upper_left.append(bool(fpr[right] < 0.5 < tpr[right]))
    return apart, upper_left


def _spread() -> list[Row]:
    """Return rows on even classes, whose least error is the least sum of both, with other deviations."""
    found = {deviation: _chosen(30, 30, deviation) for deviation in DEVIATIONS}
    apart = [hit for deviation, (hits, _) in found.items() if deviation != 1 for hit in hits]
    upper_left = [hit for _, hits in found.values() for hit in hits]
    return [
        row("spread_points_apart", np.mean(apart), n=len(apart)),
        row("least_sum_upper_left", np.mean(upper_left), n=len(upper_left)),
    ]


def _between() -> list[Row]:
    """The two distributions against each other, and a point nearer to the corner that is less accurate."""
    fpr = np.linspace(0.0, 0.6, 61)
    lines = [chi_square_contour(10.0, *sizes, fpr).upper for sizes in DISTRIBUTIONS.values()]
    change = float(np.nanmax(np.abs(lines[0] - lines[1])))
    near, far = (0.2, 0.8), (0.0, 0.4)
    values = [[float(f(*p, *UNEVEN)) for p in (near, far)] for f in (accuracy, chi_square)]
    closer = np.hypot(near[0], 1 - near[1]) < np.hypot(far[0], 1 - far[1])
    both = closer and all(pair[1] > pair[0] for pair in values)
    return [row("contours_apart", change), row("near_corner_worse", both)]


PARTS = (_maxima, _contours, _centre, _radial, _rays, _trends, _same_accuracy, _best)
