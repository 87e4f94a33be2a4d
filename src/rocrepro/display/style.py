"""Keywords of scikit-learn's displays: those that the displays here take, and those that they refuse."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.evaluation.roc import index_at

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

REFUSED = {
    "sample_weight": (
        None,
        "every row counts once, because intervals and tests are based on whole counts of errors; "
        "WeightedRocDisplay accepts weights",
    ),
    "drop_intermediate": (False, "every point is kept, because each has its own counts and may be confident"),
}
"""Keywords of scikit-learn that would change the counts, each with the value that would not, and why."""


@dataclass(frozen=True)
class Style:
    """Style of a display.

    Attributes
    ----------
    line : dict
        For ``Axes.plot``, by the full names of the properties.
    chance : dict or None
        The same for the chance level; None where it is not asked for.
    despine : bool
        Whether the borders at the top and on the right go.
    threshold : float or None
        The score whose point on the curve is marked.
    """

    line: dict[str, Any]
    chance: dict[str, Any] | None
    despine: bool
    threshold: float | None = None

    def chance_level(self, ax: Axes) -> Line2D | None:
        """Draw the diagonal of ROC space, where it is asked for."""
        if self.chance is None:
            return None
        default = {"label": "Chance level (AUC = 0.5)", "color": "k", "linestyle": "--"}
        return ax.plot((0, 1), (0, 1), **{**default, **self.chance})[0]

    def threshold_mark(self, ax: Axes, curve: Any, x: Any, y: Any) -> Line2D | None:
        """Mark the point of a curve, drawn at x and y, that the threshold gives, where one is asked for."""
        if self.threshold is None:
            return None
        at = index_at(curve, self.threshold)
        look: dict[str, Any] = {"marker": "D", "markersize": 6, "color": "black", "markerfacecolor": "white"}
        words = f"threshold in use, {self.threshold:.3g}"
        return ax.plot([x[at]], [y[at]], linestyle="none", zorder=4, label=words, **look)[0]

    def trim(self, ax: Axes, *, square: bool = True) -> None:
        """Remove the borders, where that is asked for; those of the unit square end at 0 and 1."""
        if self.despine:
            ax.spines[["top", "right"]].set_visible(False)
            if square:
                for side in ("bottom", "left"):
                    ax.spines[side].set_bounds(0, 1)


def style_of(given: Mapping[str, Any], *, chance: bool = True, marks: bool = True) -> Style:
    """Split the keywords of ``plot`` into scikit-learn's and those of a line.

    Parameters
    ----------
    given : mapping
        curve_kwargs, plot_chance_level, chance_level_kw (or chance_level_kwargs) and despine, as in
        `sklearn.metrics.RocCurveDisplay`; threshold, a score; all others are properties of the line.
    chance, marks : bool
        Whether the display has a chance level, and whether it marks a threshold.

    Returns
    -------
    Style

    Raises
    ------
    InputError
        For sample_weight and drop_intermediate, for a chance level or a threshold where there is none, for a
        threshold that is no number, and for the properties of more than one curve.
    """
    rest = dict(given)
    for name, (none, reason) in REFUSED.items():
        if rest.pop(name, none) is not none:
            raise InputError(f"{name}: found a value; expected {none}: {reason}")
    plotted = rest.pop("plot_chance_level", False)
    looks = [rest.pop(name, None) or {} for name in ("chance_level_kw", "chance_level_kwargs")]
    if plotted and not chance:
        raise InputError("plot_chance_level: found True; expected False: this display has no chance level")
    threshold = _threshold(rest.pop("threshold", None), marks)
    despine = bool(rest.pop("despine", False))
    line = {**_of_one_curve(rest.pop("curve_kwargs", None)), **_full_names(rest)}
    return Style(line, _full_names(looks[0] | looks[1]) if plotted else None, despine, threshold)


def _threshold(given: Any, marks: bool) -> float | None:
    """The score whose point is to be marked, as a number."""
    if given is None:
        return None
    if not marks:
        raise InputError("threshold: found a value; expected None: this display marks no threshold")
    try:
        threshold = float(given)
    except (TypeError, ValueError):
        threshold = math.nan
    if math.isnan(threshold):
        only = "; only from_estimator knows an estimator's predictions" if str(given) == "predict" else ""
        raise InputError(f"threshold: found {given!r}; expected a score{only}")
    return threshold


def _of_one_curve(given: Any) -> dict[str, Any]:
    """The properties of the line; a list has one entry for each curve, and there is one curve."""
    if isinstance(given, list | tuple):
        if len(given) != 1:
            raise InputError(
                f"curve_kwargs: found {len(given)} entries; expected one, as all folds make one curve"
            )
        given = given[0]
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"curve_kwargs: found {type(given).__name__}; expected a mapping of line properties")
    return _full_names(given or {})


def _full_names(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties of a line by their full names, so that ``lw`` replaces our ``linewidth``."""
    from matplotlib.cbook import normalize_kwargs
    from matplotlib.lines import Line2D

    return dict(normalize_kwargs(dict(properties), Line2D))
