"""Simulation of the coverage of each interval of the library, by scenario.

An interval's level is a promise about the true value, which is known where the scores' distribution in each
class is.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import (
    brier_score,
    cut_measures,
    expected_calibration_error,
    net_benefit,
    operating_point,
    partial_auc,
    roc_auc,
    roc_points,
    smooth_calibration,
)
from rocrepro.papers.elazmeh2006.interval_designs import DESIGNS
from rocrepro.papers.elazmeh2006.interval_methods import (
    ALPHA,
    PREVALENCE,
    Found,
    areas,
    counts_at,
    curve_statistics,
    cuts,
    resamples,
    sensitivities,
)
from rocrepro.papers.elazmeh2006.interval_probabilities import THRESHOLD, distances, probabilities, profiles
from rocrepro.papers.elazmeh2006.interval_resamples import PARTIAL
from rocrepro.papers.elazmeh2006.interval_scenarios import OVERCONFIDENT, SCENARIOS, Sample, Scenario
from rocrepro.papers.rows import frame_of
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

RUNS = {"ci": 160, "full": 1000}
SPARSE = 4
"""One run in so many makes the slow intervals."""
STEP = 50
"""One row in so many of the population, still at equal steps, is taken for the slow smooth curve."""
DIGITS = 10
TINY = 1e-9  # rounding of a truth and of a limit that are the same
COLUMNS = ["scenario", "n_pos", "n_neg", "measure", "method", "level", "covered", "runs"]
COLUMNS += ["below", "above", "not_estimable", "mean_width", "bias"]
WHOLE = ["n_pos", "n_neg", "covered", "runs", "below", "above", "not_estimable"]

Family = Callable[[Scenario, Sample, Sample, np.random.Generator], Iterator[Found]]
CALIBRATION: dict[str, Family] = {
    "probabilities": probabilities,
    "profiles": profiles,
    "distances": distances,
}
FAMILIES: dict[str, Family] = {
    "areas": areas,
    "cuts": cuts,
    "sensitivities": sensitivities,
    "resamples": resamples,
    **CALIBRATION,
}
"""Families of methods, each with a random stream of its own, so that one more changes no other number."""
SLOW = ("profiles", "distances")


def interval_coverage(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Simulate how often each interval holds the true value.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`: the keys size and seed.

    Returns
    -------
    pandas.DataFrame
        One row for each scenario, measure and method, with the columns of `COLUMNS`: runs with an interval,
        in how many of them it held the truth, and in how many the truth lay below or above it; runs without
        an interval; the mean width; and bias, the mean of the value less the truth over all runs.
    """
    runs, seed = RUNS[shown["size"]], shown["seed"]
    rows: list[dict[str, Any]] = []
    with warnings.catch_warnings(action="ignore"):  # a limit that is NaN counts
        for scenario in SCENARIOS:
            rows += _rows(_known(scenario), _simulated(scenario, FAMILIES, runs, seed), truths(scenario))
        rows += _rows(
            _known(OVERCONFIDENT),
            _simulated(OVERCONFIDENT, CALIBRATION, runs, seed),
            truths(OVERCONFIDENT),
        )
        for design in DESIGNS:
            rng = generator(seed, f"interval_coverage/{design.name}")
            found = (one for _ in range(runs // SPARSE) for one in design.intervals(rng))
            rows += _rows({"scenario": design.name}, found, design.truths)
    return frame_of(rows, COLUMNS, WHOLE)


def truths(scenario: Scenario) -> dict[str, float]:
    """Return the true values: the same statistics of the scenario's population."""
    rows, a, cut = scenario.population, scenario.curve, scenario.share
    b = roc_points(rows.positive, rows.b)
    of_cut = cut_measures(*counts_at(a, cut), prevalence=PREVALENCE)
    other = cut_measures(*counts_at(b, cut))["sensitivity"].value
    return {
        **{name: of(a) for name, of in curve_statistics(cut).items()},
        **{name: of_cut[name].value for name in ("sensitivity", "ppv", "ppv_at_prevalence", "lr_positive")},
        "chosen_threshold": operating_point(a, "youden").threshold,
        "auc_difference": roc_auc(a) - roc_auc(b),
        "partial_auc_difference": partial_auc(a, fpr=PARTIAL) - partial_auc(b, fpr=PARTIAL),
        "sensitivity_difference": of_cut["sensitivity"].value - other,
        "brier": brier_score(rows.positive, rows.a).score,
        "net_benefit": float(net_benefit(a, thresholds=[THRESHOLD]).net_benefit[0]),
        **calibration_truths(scenario),
    }


def calibration_truths(scenario: Scenario) -> dict[str, float]:
    """Return the true values of calibration, which is perfect but for the factor on the log odds."""
    found = {"slope": 1 / scenario.stretch, "intercept": 0.0, "in_the_large": 0.0, "ece": 0.0, "ici": 0.0}
    if scenario.stretch != 1:
        # With as many rows in each class everything is symmetric about even odds: the intercepts stay 0.
        assert scenario.n_pos == scenario.n_neg
        label, score = scenario.population.positive, scenario.population.a
        found["ece"] = expected_calibration_error(label, score)
        found["ici"] = smooth_calibration(label[::STEP], score[::STEP]).ici
    return found


def _known(scenario: Scenario) -> dict[str, Any]:
    return {"scenario": scenario.name, "n_pos": scenario.n_pos, "n_neg": scenario.n_neg}


def _simulated(scenario: Scenario, families: Mapping[str, Family], runs: int, seed: int) -> Iterator[Found]:
    """All intervals of all runs."""
    streams = {
        name: generator(seed, f"interval_coverage/{scenario.name}/{name}") for name in ("rows", *families)
    }
    for run in range(runs):
        rows, other = (scenario.draw(streams["rows"]) for _ in range(2))
        for name, family in families.items():
            if name not in SLOW or run % SPARSE == 0:
                yield from family(scenario, rows, other, streams[name])


def _rows(
    known: Mapping[str, Any], found: Iterable[Found], truth: Mapping[str, float]
) -> Iterator[dict[str, Any]]:
    """One row a measure and method."""
    gathered: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for one in found:
        true = truth[one.measure] if math.isnan(one.truth) else one.truth
        gathered.setdefault((one.measure, one.method), []).append((true, one.value, one.low, one.high))
    for (measure, method), runs in gathered.items():
        yield {**known, "measure": measure, "method": method, "level": 1 - ALPHA, **judge(np.array(runs))}


def judge(runs: np.ndarray) -> dict[str, float]:
    """Count hits and misses.

    Parameters
    ----------
    runs : ndarray of float64, shape (n_runs, 4)
        The truth, the value, and both limits of each run; an interval without width is none.
    """
    true, value, low, high = runs.T
    kept = low < high
    below, above = (true < low - TINY) & kept, (true > high + TINY) & kept
    width = (high - low)[kept]
    off = (value - true)[~np.isnan(value)]
    return {
        "covered": int((kept & ~below & ~above).sum()),
        "runs": int(kept.sum()),
        "below": int(below.sum()),
        "above": int(above.sum()),
        "not_estimable": int((~kept).sum()),
        "mean_width": _mean(width),
        "bias": _mean(off),
    }


def _mean(values: np.ndarray) -> float:
    """The mean, rounded: sums of products differ in their last digits from processor to processor."""
    return round(float(values.mean()), DIGITS) if len(values) else math.nan
