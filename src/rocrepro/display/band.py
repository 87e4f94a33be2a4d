"""A ROC curve with a confidence band."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from rocrepro.deprecated import renamed
from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.inputs import check_option
from rocrepro.evaluation.joint_band import simultaneous_joint_band
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.threshold_average import threshold_average_band
from rocrepro.evaluation.vertical import vertical_average_band
from rocrepro.evaluation.working_hotelling import working_hotelling_band

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIMULTANEOUS = ("fixed_width", "simultaneous_joint", "working_hotelling")
POINTWISE = (
    "vertical_normal",
    "vertical_wilson",
    "vertical_quantile",
    "threshold_normal",
    "threshold_wilson",
)
METHODS = (*SIMULTANEOUS, *POINTWISE)


def band_of(
    y_true: ArrayLike,
    y_score: ArrayLike,
    method: str,
    *,
    level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 1,
    pos_label: Any = None,
) -> Band:
    """Compute one band by the name of its method; parameters as in `RocBandDisplay.from_predictions`."""
    check_option("method", method, METHODS)
    common: dict[str, Any] = {"level": level, "pos_label": pos_label}
    family, _, interval = method.partition("_")
    if method == "fixed_width":
        return fixed_width_band(y_true, y_score, n_resamples=n_resamples, seed=seed, **common)
    if method == "simultaneous_joint":
        return simultaneous_joint_band(y_true, y_score, **common)
    if method == "working_hotelling":
        return working_hotelling_band(y_true, y_score, **common)
    if family == "threshold":
        return threshold_average_band(y_true, y_score, interval=interval, **common)
    return vertical_average_band(
        y_true, y_score, interval=interval, n_resamples=n_resamples, seed=seed, **common
    )


@dataclass(kw_only=True, eq=False, repr=False)
class RocBandDisplay(ScoreDisplay):
    """ROC curve with a band; the legend says whether its level is that of the whole curve or of a point.

    Parameters
    ----------
    points : RocPoints
        The curve.
    band : Band
        Of any method.
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The curve.
    band_ : matplotlib artist
        The band.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.

    See Also
    --------
    rocrepro.evaluation.fixed_width_band : the band by default.
    ConfidentRocDisplay : the curve with the points at which errors balance.
    FoldAverageDisplay : the folds of a cross-validation, without a confidence level.

    References
    ----------
    Macskassy and Provost (2004), ROCAI workshop.

    Examples
    --------
    >>> y, score = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]
    >>> display = RocBandDisplay.from_predictions(y, score, n_resamples=50, seed=1)
    >>> display.band.kind
    'simultaneous'
    """

    points: RocPoints
    band: Band

    @classmethod
    @renamed(n_boot="n_resamples")
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        method: str = "fixed_width",
        level: float = 0.95,
        n_resamples: int = 1000,
        seed: int = 1,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw curve and band of labels and scores.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        method : str
            For the whole curve: "fixed_width", "simultaneous_joint" or "working_hotelling". For each rate or
            threshold by itself: "vertical_" with "normal", "wilson" or "quantile", "threshold_" with "normal"
            or "wilson".
        level : float, in (0, 1)
            Nominal level.
        n_resamples : int
            Bootstrap curves.
        seed : int
            Source of the random numbers.
        **line
            Passed on to ``Axes.plot`` for the curve, but for threshold, as in
            `ConfidentRocDisplay.from_predictions`, and for curve_kwargs, plot_chance_level, chance_level_kw
            and despine, which are as in `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            For an unknown method, or labels or scores that make no ROC curve.
        """
        points = roc_points(y_true, y_score, pos_label=pos_label)
        options: dict[str, Any] = {
            "level": level,
            "n_resamples": n_resamples,
            "seed": seed,
            "pos_label": pos_label,
        }
        band = band_of(y_true, y_score, method, **options)
        return cls(points=points, band=band, pos_label=pos_label, name=name).plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line)
        self.line_ = draw_curve(ax, self.points, **{"label": curve_label(self.points, shown), **look.line})
        words = self.band.label if self.band.has_width else f"{self.band.label}: not estimable"
        tint: dict[str, Any] = {"color": self.line_.get_color(), "alpha": 0.2, "label": words}
        self.band_ = draw_band(ax, self.band.grid, self.band.lower, self.band.upper, **tint)
        return self._end_in_roc_space(ax, look, self.points)
