"""The power simulation as a table with a plain statement, and as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.datasets.flu import flu_domains
from rocrepro.display.axes import label_outside, panel_grid
from rocrepro.display.curves import draw_intervals
from rocrepro.display.house import PAGE, finish
from rocrepro.display.legend import legend_below
from rocrepro.formats.table import Table
from rocrepro.papers.klement2009.drift_statistics import METHODS
from rocrepro.papers.klement2009.power import PERMUTATIONS
from rocrepro.papers.klement2009.printed import calibrated, reconstruction
from rocrepro.papers.rows import with_share

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

DRIFTS: dict[str, dict[str, Any]] = {
    "none": {"title": "no drift (size)", "color": "0.55", "linestyle": ":", "marker": "x"},
    "DP": {"title": "DP", "color": "#0072B2", "linestyle": "-", "marker": "o"},
    "FC": {"title": "FC", "color": "#D55E00", "linestyle": "-", "marker": "s"},
    "label_shift": {"title": "label shift", "color": "#E69F00", "linestyle": (0, (4, 2)), "marker": "^"},
    "weak_rule": {"title": "weakened rule", "color": "black", "linestyle": (0, (4, 2)), "marker": "D"},
}
REACTS, MISSES = 0.5, 0.2  # lower limit of the power from which, upper limit up to which
SENSIBILITY = ("midpoint", "struggle", "sensibility", "capability")


def power_table(evaluated: Evaluated) -> Table:
    """Power and measured size of each method, for each domain, drift and size of the test sets."""
    frame = rates(evaluated.simulation("power"))
    flu = evaluated.shown["extra"]["flu"]
    n = largest(frame, flu["rows"])
    formats = dict.fromkeys(["power", "low", "high", "size", "size_low", "size_high"], ".3f")
    excerpt = ((frame["n"] == n) & (frame["domain"] == flu["default"])).to_numpy(dtype=bool)
    title = f"Power to detect drift with {n:,} rows in each test set; the CSV has every size and domain"
    return Table(frame, title, _notes(evaluated, frame, n), formats, excerpt)


def rates(found: pd.DataFrame) -> pd.DataFrame:
    """Rejection rates with Wilson's 95 % intervals, and beside each that under no drift."""
    frame = with_intervals(found)
    null = frame[frame["drift"] == "none"].set_index(["domain", "n", "method"])[["power", "low", "high"]]
    null.columns = ["size", "size_low", "size_high"]
    frame = frame[frame["drift"] != "none"].join(null, on=["domain", "n", "method"])
    columns = ["domain", "drift", "method", "n", "power", "low", "high", *null.columns, "repetitions"]
    return frame[columns].reset_index(drop=True)


def largest(frame: pd.DataFrame, rows: int) -> int:
    """The paper's number of rows if it was simulated, else the largest number."""
    sizes = [int(n) for n in frame["n"].unique()]
    return rows if rows in sizes else max(sizes)


def with_intervals(found: pd.DataFrame) -> pd.DataFrame:
    """Return the same rows with power, low and high: share of rejections and Wilson's 95 % interval."""
    return with_share(found, "power", "rejected", "repetitions")


def reactions(frame: pd.DataFrame, domain: str, n: int) -> dict[str, dict[str, list[str]]]:
    """For each method, the drifts that it reacts to, sees weakly, and misses, by rule.

    It reacts where the lower limit of the power is at least 0.5, and misses where the upper one is below 0.2.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for method in METHODS:
        sorted_: dict[str, list[str]] = {"reacts to": [], "sees weakly": [], "misses": []}
        of = frame[(frame["domain"] == domain) & (frame["n"] == n) & (frame["method"] == method)]
        for drift, low, high in zip(of["drift"], of["low"], of["high"], strict=True):
            kind = "reacts to" if low >= REACTS else "misses" if high < MISSES else "sees weakly"
            sorted_[kind].append(DRIFTS[drift]["title"])
        found[method] = sorted_
    return found


def _notes(evaluated: Evaluated, frame: pd.DataFrame, n: int) -> tuple[str, ...]:
    alpha, size = evaluated.alpha, evaluated.shown["size"]
    statements = []
    for domain in dict.fromkeys(frame["domain"]):
        lines = [
            f"- {METHODS[method]}: "
            + "; ".join(f"{kind} {', '.join(names)}" for kind, names in kinds.items() if names)
            for method, kinds in reactions(frame, domain, n).items()
        ]
        statements.append(f"**Domain {domain}, {n:,} rows:**\n\n" + "\n".join(lines))
        statements.append(_claim(frame, domain, n))
    off = frame[(frame["size_low"] > alpha) & (frame["drift"] == "FC")]
    above = ", ".join(f"{row.method} (domain {row.domain}, n {row.n})" for row in off.itertuples())
    cells = int((frame["drift"] == "FC").sum())
    return (
        reconstruction(flu_domains(evaluated.shown["extra"]["flu"]).values()),
        f"power: share of {int(frame['repetitions'].max())} repetitions in which the method rejects at "
        f"alpha = {alpha:g}; low, high: Wilson's 95 % interval, the Monte Carlo error. size: the same for "
        "two new NGP test sets. Each repetition trains on NGP, draws an NGP test set and a drifted test "
        f"set of n rows each, and compares them. Critical values come from {PERMUTATIONS[size]} "
        "permutations of set membership. auc_normal assumes instead that DeLong's statistic is normal.",
        "label_shift: the prevalence of FC with the scores of each class as in NGP. weak_rule: half the "
        "log-odds with the prevalence of NGP. prevalence: difference of the shares of positive rows, for "
        "comparison.",
        f"A method reacts to a drift if the interval lies above {REACTS:g}, misses it if the interval "
        f"lies below {MISSES:g}, and reacts weakly otherwise.",
        *statements,
        f"The size lies above alpha, beyond Monte Carlo error, in {len(off)} of {cells} cases (about "
        f"{0.025 * cells:.1f} are expected by chance)" + (f": {above}." if above else "."),
    )


def _claim(frame: pd.DataFrame, domain: str, n: int) -> str:
    """The paper's statement, that ROC misses FC and sensibility shows it, against the simulation."""
    of = frame[(frame["domain"] == domain) & (frame["n"] == n)].set_index(["method", "drift"])["power"]
    kinds = reactions(frame, domain, n)
    seen = [m for m in SENSIBILITY if DRIFTS["FC"]["title"] in kinds[m]["reacts to"]]
    missed = DRIFTS["FC"]["title"] in kinds["auc"]["misses"]
    holds = "holds" if missed and seen else "does not hold"
    blind = [m for m in SENSIBILITY if DRIFTS["weak_rule"]["title"] in kinds[m]["misses"]]
    words = (
        f"Domain {domain}: the statement that ROC misses FC and sensibility shows it {holds} by this rule: "
        f"AUC {of['auc', 'FC']:.2f}; "
        + ", ".join(f"{METHODS[m]} {of[m, 'FC']:.2f}" for m in SENSIBILITY)
        + ". The share of positive rows, which needs no scores, has a power of "
        f"{of['prevalence', 'FC']:.2f}. A weakened rule at equal prevalence: "
        f"AUC {of['auc', 'weak_rule']:.2f}; "
        + ", ".join(f"{METHODS[m]} {of[m, 'weak_rule']:.2f}" for m in SENSIBILITY)
    )
    return words + (f" (missed by: {', '.join(METHODS[m] for m in blind)})." if blind else ".")


def power_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Power against the size of the test sets, one panel a method, in the default domain."""
    found = evaluated.simulation("power")
    flu = evaluated.shown["extra"]["flu"]
    domain = flu["default"]
    shown = with_intervals(found[(found["domain"] == domain) & (found["method"] != "auc_normal")])
    methods = [method for method in METHODS if method != "auc_normal"]
    figure, axes, _ = panel_grid(len(methods), 3, row=PAGE * 0.95 / 3, sharex=True, sharey=True)
    for ax, method in zip(axes, methods, strict=True):
        _draw(ax, shown[shown["method"] == method], evaluated.alpha)
        ax.set_title(METHODS[method])
    label_outside(axes, 3, x="rows in each test set", y="share of rejections")
    words = f"domain {domain} was calibrated to {calibrated(flu_domains(flu)[domain])}"
    legend_below(figure, axes[0], ncols=len(DRIFTS), title=words, title_fontsize=7)
    finish(
        figure,
        f"Power to detect drift at alpha = {evaluated.alpha:g} (domain {domain}, a reconstruction)",
        f"naive Bayes, engine scikit-learn; seed {evaluated.seed}; {int(shown['repetitions'].max())} "
        "repetitions, bars: 95 % Monte Carlo error; horizontal line: alpha",
    )
    return figure, Table(shown.reset_index(drop=True))


def _draw(ax: Axes, values: pd.DataFrame, alpha: float) -> None:
    """One method: a line for each drift."""
    ax.axhline(alpha, color="0.8", linewidth=0.7, zorder=0)
    for drift, style in DRIFTS.items():
        of = values[values["drift"] == drift]
        look = {key: value for key, value in style.items() if key != "title"} | {"label": style["title"]}
        small = {"markersize": 3.2, "linewidth": 1, "elinewidth": 0.6}
        draw_intervals(ax, of["n"], of["power"], of["low"], of["high"], **small, **look)
    ax.set_xscale("log")
    sizes = sorted(values["n"].unique())
    ax.set_xticks(sizes, [f"{n:,}" for n in sizes])
    ax.minorticks_off()
    ax.set_ylim(-0.03, 1.03)
