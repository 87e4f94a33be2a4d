"""The coverage simulation of the intervals as a table, with what it says of each method in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.interval_methods import ALPHA, CHOSEN, PREVALENCE, WITHIN_CLASSES
from rocrepro.papers.elazmeh2006.interval_probabilities import THRESHOLD
from rocrepro.papers.elazmeh2006.interval_resamples import N_BOOT, PARTIAL, SPECIFICITY
from rocrepro.papers.elazmeh2006.interval_scenarios import CLUSTERS, OVERCONFIDENT, SCENARIOS, Scenario
from rocrepro.papers.rows import with_share

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

LEVEL = 1 - ALPHA
COLUMNS = ["scenario", "n_pos", "n_neg", "measure", "method", "level", "covered", "runs", "coverage", "low"]
COLUMNS += ["high", "below", "above", "not_estimable", "mean_width", "bias"]
SLACK = 0.02
"""A method is said to miss its level where even the upper Monte Carlo limit is lower by more than this."""
LITTLE = 0.05
"""Share of runs without an interval from which on the runs are named."""
FEW = ("small", "rare", "near_perfect")
"""Scenarios in which a class has few rows, or few of the wrong ones."""
BY_MIX = ("average_precision", "f1", "mcc")
"""Measures of the curve that depend on the share of positive rows."""
OF_ALL_ROWS = ("ppv", "intercept", "in_the_large", "net_benefit", "brier", *BY_MIX)
"""Measures whose intervals are for rows that are drawn whatever their class."""
REASONS = {
    "clusters": "Rows of one cluster are treated as independent. Methods that take account of clusters are "
    "listed as well",
    "few_clusters": "Clusters are taken into account, but are too few for a normal or a percentile interval",
    "chosen": "The threshold was chosen on the same rows and looks too good there; the interval treats it as "
    "fixed",
    "mix": "The share of positive rows varies between samples, but resamples within each class keep it "
    "fixed; resamples of all rows do not",
    "few_events": "Very few rows have such a high probability, and resamples cannot show what a sample lacks",
    "steps": "With five levels of the score the curve has long steps, and the rate jumps from one step to "
    "the next",
    "weights": "The rows are not a representative sample of the population, and the weights that correct "
    "this are not used",
    "few_resampled": "A class has few rows, or few rows that are ranked wrongly: resamples vary less "
    "than new samples would, and the estimate itself may be biased",
    "few_normal": "A class has few rows, or few rows that are ranked wrongly: the estimate is skewed, "
    "and its variance is estimated from the same few rows",
    "scatter": "With few rows the curve and the bins follow the outcomes, so the variation seems too small",
    "": "The kind of scenario does not explain it, so the method itself should be examined",
}
"""Reasons why methods miss their level."""


def interval_coverage(evaluated: Evaluated) -> Table:
    """Tabulate how often each interval holds the true value, with the Monte Carlo error."""
    frame = with_intervals(evaluated.simulation("interval_coverage"))
    formats = dict.fromkeys(("coverage", "low", "high", "mean_width", "bias"), ".3f")
    title = "Coverage of intervals: how often each contains the true value, by scenario"
    return Table(frame, title, tuple(_notes(frame)), formats)


def with_intervals(found: pd.DataFrame) -> pd.DataFrame:
    """The rows by measure and method, with coverage, low and high: a share and its 95 % interval."""
    numbers = found.astype({"covered": "float64", "runs": "float64"})
    shares = with_share(numbers, "coverage", "covered", "runs")[["coverage", "low", "high"]]
    columns = [found[name].tolist() for name in ("measure", "method", "scenario")]
    # Each name where it comes first; methods of all measures are in one order.
    places = [{name: at for at, name in reversed(list(enumerate(names)))} for names in columns]
    keys = [
        tuple(of[name] for of, name in zip(places, row, strict=True)) for row in zip(*columns, strict=True)
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return found.assign(**shares)[COLUMNS].iloc[order].reset_index(drop=True)


def misses(frame: pd.DataFrame) -> pd.Series:
    """Mark the rows that miss their level by more than `SLACK`, whatever the Monte Carlo error."""
    return frame["high"] < frame["level"] - SLACK


def reason(row: pd.Series) -> str:
    """Return the key of `REASONS` for a row that misses its level."""
    measure, method, scenario = row["measure"], row["method"], row["scenario"]
    heeds = "cluster" in method or "obuchowski" in method
    if measure == CHOSEN:  # of clusters the correction may know, Wilson's limits do not
        return "clusters" if scenario == "clusters" else "chosen"
    if scenario == "clusters":
        return "few_clusters" if heeds else "clusters"
    if scenario == "weights" and "without" in method:
        return "weights"
    if measure in ("ece", "ici"):
        return "scatter"
    if scenario == "ties" and measure == "sensitivity_at_specificity":
        return "steps"
    if measure == "net_benefit" and scenario in FEW:
        return "few_events"
    if scenario == "cohort" and measure in BY_MIX and method == WITHIN_CLASSES:
        return "mix"
    if scenario in (*FEW, "cohort", "weights", "three_classes"):
        return "few_resampled" if "bootstrap" in method else "few_normal"
    return ""


def _notes(frame: pd.DataFrame) -> Iterator[str]:
    yield (
        "coverage: share of the runs with an interval in which it contains the true value; low, high: "
        "Wilson's 95 % interval, the Monte Carlo error. below, above: runs in which the truth lies below "
        "or above the interval. not_estimable: further runs, in which the method gives no interval. "
        f"bias: mean of the value minus the truth. Bootstrap intervals are based on {N_BOOT} resamples. "
        f"Slow methods have fewer runs. partial_auc is for false positive rates up to {PARTIAL[1]:g}, "
        f"sensitivity_at_specificity for a specificity of {SPECIFICITY:g}, ppv_at_prevalence for a "
        f"prevalence of {PREVALENCE:g}, net_benefit for the threshold {THRESHOLD:g}; differences are "
        "between two models, on the same rows (paired) or on different rows (unpaired)."
    )
    yield _scenarios()
    yield (
        "The truth is the same statistic of a population in which rows lie at equal steps of "
        f"probability; for {CHOSEN} it is the true sensitivity at the threshold that the sample's best "
        "Youden index chose. Scores are true probabilities, so calibration is perfect except in the "
        f"scenario {OVERCONFIDENT.name}. The library corrects {CHOSEN} without an interval; here Wilson's "
        "interval is put around the corrected value."
    )
    short = misses(frame)
    yield (
        "We say that a method misses its level if the upper Monte Carlo limit is below "
        f"{LEVEL - SLACK:.2f}, and that it is conservative if the lower limit is above {LEVEL:.2f}. This "
        f"is so in {int(short.sum())} and {int((frame['low'] > frame['level']).sum())} of {len(frame)} "
        "rows."
    )
    clusters = frame["scenario"] == "clusters"
    yield f"The level is kept in every scenario with independent rows by: {_kept(frame[~clusters])}."
    yield f"The level is kept where rows come in clusters by: {_kept(frame[clusters])}."
    keys = frame[short].apply(reason, axis=1) if short.any() else frame["scenario"][:0]
    for key, why in REASONS.items():
        of = frame[short][keys == key]
        if len(of):
            yield f"Misses: {why}. {_listed(of)}."
    yield from _remarks(frame)


def _kept(frame: pd.DataFrame) -> str:
    """Measures and methods that miss in no row, and how many they are of all."""
    names, short = frame["measure"] + " " + frame["method"], misses(frame)
    kept = [name for name in names.unique() if not short[names == name].any()]
    return f"{', '.join(kept) or 'none'} ({len(kept)} of {names.nunique()})"


def _scenarios() -> str:
    words = "; ".join(map(_words, (*SCENARIOS, OVERCONFIDENT)))
    return (
        f"Scenarios (positive + negative rows): {words}. There are two more: three_classes, with classes "
        "that are normal in the plane, and weights, a sample with too many rows from an easier half of "
        "the population."
    )


def _words(scenario: Scenario) -> str:
    drawn = {
        "classes": "",
        "cohort": ", each row's class drawn at random",
        "clusters": f", expected, in {CLUSTERS} clusters whose rows' scores are correlated",
    }[scenario.design]
    levels = " cut into five levels" if scenario.levels else ""
    stretched = f", log odds times {scenario.stretch:g}" if scenario.stretch != 1 else ""
    sizes = f"{scenario.n_pos} + {scenario.n_neg}"
    return f"{scenario.name} ({sizes}{drawn}; AUC {scenario.auc:g}{levels}{stretched})"


def _listed(frame: pd.DataFrame) -> str:
    """Measure and method with the coverage in each scenario."""
    found = []
    for (measure, method), of in frame.groupby(["measure", "method"], sort=False):
        shares = ", ".join(f"{row.coverage:.3f} ({row.scenario})" for row in of.itertuples())
        found.append(f"{measure} {method} {shares}")
    return "; ".join(found)


def _remarks(frame: pd.DataFrame) -> Iterator[str]:
    """Name what is cautious, what has no interval, and what is biased."""
    fixed = [one.name for one in (*SCENARIOS, OVERCONFIDENT) if one.design == "classes"]
    cautious = frame[frame["low"] > frame["level"]]
    by_mix = cautious["scenario"].isin(fixed) & cautious["measure"].isin(OF_ALL_ROWS)
    if by_mix.any():
        why = (
            "class sizes are fixed, and the interval includes a variation of the class mix that does not "
            "exist"
        )
        yield f"Conservative, because {why}: {_listed(cautious[by_mix])}."
    if not by_mix.all():
        why = "exact limits, rates of few rows, which have few possible values, and limits for the worst case"
        yield f"Conservative for other reasons ({why}): {_listed(cautious[~by_mix])}."
    runs = frame["runs"] + frame["not_estimable"]
    empty = frame.assign(all=runs)[frame["not_estimable"] / runs >= LITTLE]
    if len(empty):
        listed = (
            f"{row.measure} {row.method} {row.not_estimable} of {row.all} ({row.scenario})"
            for row in empty.itertuples()
        )
        yield f"Without an interval in at least {LITTLE:.0%} of the runs: {'; '.join(listed)}."
    yield _biases(frame, CHOSEN, "The sensitivity at the threshold that was chosen on the same rows")
    yield _biases(frame, "ece", "The expected calibration error")
    yield _biases(frame, "average_precision", "Average precision")


def _biases(frame: pd.DataFrame, measure: str, words: str) -> str:
    """Least and greatest bias of each method for a measure."""
    of = frame[frame["measure"] == measure]
    parts = [f"{method} {_range(part['bias'])}" for method, part in of.groupby("method", sort=False)]
    return f"{words} has an average error of: {'; '.join(parts)}."


def _range(values: Iterable[float]) -> str:
    least, most = f"{min(values):+.3f}", f"{max(values):+.3f}"
    return least if least == most else f"{least} to {most}"
