"""The intervals of ranking, of cuts and of differences between models, for one sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from rocrepro.evaluation import (
    Estimate,
    average_precision,
    clustered_auc_interval,
    clustered_auc_test,
    cut_measures,
    delong_interval,
    delong_test,
    delong_unpaired_test,
    mcnemar_from_counts,
    operating_point,
    partial_auc,
    rate_at,
    roc_auc,
    roc_points,
)
from rocrepro.evaluation.chosen_cut import chosen_from
from rocrepro.evaluation.cluster_codes import single_unit
from rocrepro.evaluation.curve_intervals import difference_estimate, percentile_estimate
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.evaluation.proportion import PROPORTIONS
from rocrepro.evaluation.rate_difference import rate_difference
from rocrepro.evaluation.roc import RocPoints, index_at
from rocrepro.evaluation.wilson import wilson_centre, wilson_limits
from rocrepro.papers.elazmeh2006.interval_resamples import (
    PARTIAL,
    SPECIFICITY,
    chosen_samples,
    curves_of,
    drawn_rows,
    partial_areas,
    statistics,
)
from rocrepro.papers.elazmeh2006.interval_scenarios import Ints, Sample, Scenario

ALPHA = 0.05
PREVALENCE = 0.1
"""Prevalence at which the positive predictive value is asked for."""
CHOSEN = "chosen_sensitivity"
WITHIN_CLASSES = "bootstrap_within_classes"


@dataclass(frozen=True)
class Found:
    """One interval of one sample; the truth is NaN where it is that of the scenario."""

    measure: str
    method: str
    value: float
    low: float
    high: float
    truth: float = np.nan


def curve_statistics(cut: float) -> dict[str, Callable[[RocPoints], float]]:
    """Return the functions of a curve that are resampled, by name; F1 and MCC belong to `cut`."""

    def at_cut(name: str, points: RocPoints) -> float:
        return cut_measures(*counts_at(points, cut))[name].value

    return {
        "auc": roc_auc,
        "partial_auc": partial(partial_auc, fpr=PARTIAL),
        "partial_auc_mcclish": partial(partial_auc, fpr=PARTIAL, standardized=True),
        "average_precision": average_precision,
        "sensitivity_at_specificity": lambda points: rate_at(points, specificity=SPECIFICITY).rate,
        "f1": partial(at_cut, "f1"),
        "mcc": partial(at_cut, "mcc"),
    }


def counts_at(points: RocPoints, cut: float) -> tuple[int, int, int, int]:
    """Return (tp, fn, fp, tn) where scores from the cut upwards are predicted positive."""
    at = int(index_at(points, cut))
    return int(points.tp[at]), int(points.fn[at]), int(points.fp[at]), int(points.tn[at])


def areas(_: Scenario, rows: Sample, other: Sample, __: np.random.Generator) -> Iterator[Found]:
    """Yield DeLong's intervals, and those of Obuchowski where rows come in clusters."""
    yield Found("auc", "delong", *delong_interval(rows.positive, rows.a, alpha=ALPHA))
    paired = delong_test(rows.positive, rows.a, rows.b, alpha=ALPHA)
    yield Found("auc_difference", "delong_paired", paired.difference, paired.lower, paired.upper)
    apart = delong_unpaired_test(rows.positive, rows.a, other.positive, other.b, alpha=ALPHA)
    yield Found("auc_difference", "delong_unpaired", apart.difference, apart.lower, apart.upper)
    if rows.cluster is not None:
        found = clustered_auc_interval(rows.positive, rows.a, rows.cluster, alpha=ALPHA)
        yield Found("auc", "obuchowski", *found)
        paired = clustered_auc_test(rows.positive, rows.a, rows.b, rows.cluster, alpha=ALPHA)
        yield Found("auc_difference", "obuchowski_paired", paired.difference, paired.lower, paired.upper)


def cuts(scenario: Scenario, rows: Sample, _: Sample, __: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of measures at a threshold that was fixed beforehand."""
    at = counts_at(roc_points(rows.positive, rows.a), scenario.share)
    for proportion in PROPORTIONS:
        found = cut_measures(*at, alpha=ALPHA, proportion=proportion, prevalence=PREVALENCE)
        for name in ("sensitivity", "ppv"):
            yield _of(name, found[name])
    for name in ("ppv_at_prevalence", "lr_positive"):
        yield _of(name, found[name])


def sensitivities(scenario: Scenario, rows: Sample, other: Sample, _: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of differences in sensitivity, on the same rows and on others."""
    name, cut = "sensitivity_difference", scenario.share
    a, b = (score[rows.positive] >= cut for score in (rows.a, rows.b))
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    tango = mcnemar_from_counts(only_a, only_b, len(a), alpha=ALPHA)
    yield Found(name, "tango_paired", tango.difference, tango.lower, tango.upper)
    hits = other.b[other.positive] >= cut
    apart = rate_difference(int(a.sum()), len(a), int(hits.sum()), len(hits), alpha=ALPHA)
    yield Found(name, "newcombe_unpaired", apart.difference, apart.lower, apart.upper)


def resamples(scenario: Scenario, rows: Sample, _: Sample, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the percentile intervals of all drawings of rows that the scenario asks for."""
    yield from _resampled(scenario, rows, "bootstrap", drawn_rows(rows.positive, rng))
    if rows.cluster is not None:
        counts = drawn_rows(rows.positive, rng, rows.cluster)
        yield from _resampled(scenario, rows, "cluster_bootstrap", counts, rows.cluster)
    elif scenario.design == "cohort":
        counts = drawn_rows(rows.positive, rng, stratified=True)
        yield from _resampled(scenario, rows, WITHIN_CLASSES, counts)


def _of(measure: str, one: Estimate, method: str = "") -> Found:
    return Found(measure, method or one.method, one.value, one.low, one.high)


def _resampled(
    scenario: Scenario, rows: Sample, method: str, counts: Ints, cluster: Ints | None = None
) -> Iterator[Found]:
    """Functions of the curve, a difference between models, and a cut that is chosen on the rows."""
    curves, other = (curves_of(rows.positive, score, counts) for score in (rows.a, rows.b))
    points, cut = curves.points, scenario.share
    single = single_unit(rows.positive, cluster)
    sampled, second = statistics(curves, cut), partial_areas(other)
    for name, of in curve_statistics(cut).items():
        yield _of(name, percentile_estimate(of(points), sampled[name], ALPHA, single), method)
    values = partial_auc(points, fpr=PARTIAL), partial_auc(other.points, fpr=PARTIAL)
    apart = difference_estimate(values, sampled["partial_auc"], second, ALPHA, single)
    yield Found("partial_auc_difference", f"{method}_paired", apart.difference, apart.low, apart.high)
    chosen = chosen_from(points, operating_point(points, "youden"), chosen_samples(curves), ALPHA, {})
    yield _of("chosen_threshold", chosen.threshold, method)
    # The sensitivity of the very cut on other rows is what the one on these rows is taken for.
    truth = float(scenario.curve.tpr[int(index_at(scenario.curve, chosen.point.threshold))])
    if method == "bootstrap":
        limits = wilson_limits(chosen.point.tp, points.n_pos)
        yield Found(CHOSEN, "wilson", chosen.sensitivity, *limits, truth)
    corrected = chosen.sensitivity_corrected
    centre, half = wilson_centre(np.array(corrected), points.n_pos, two_sided_z(ALPHA))
    low, high = float(centre - half), float(centre + half)
    yield Found(CHOSEN, f"wilson_corrected_by_{method}", corrected, low, high, truth)
