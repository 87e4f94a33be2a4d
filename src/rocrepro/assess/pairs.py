"""Every pair of models on the same rows: areas, confident sets, bands, accuracy."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from rocrepro.assess.bands import EDGES, apart
from rocrepro.assess.models import Model, cut_words
from rocrepro.assess.options import Options
from rocrepro.assess.resampling import GRID, Resampled, percentiles
from rocrepro.evaluation import Band, delong_test, equivalence_test, heights, permutation_test
from rocrepro.evaluation.difference_band import DifferenceBand, difference_band
from rocrepro.formats.table import Table
from rocrepro.randomness import generator

Differences = Mapping[tuple[str, str], DifferenceBand]


def comparisons_table(models: Sequence[Model], found: Mapping[str, Resampled], options: Options) -> Table:
    """Differences in area, with DeLong's interval and a permutation test, and in confident area."""
    import pandas as pd

    rows = [_compared(a, b, found, options) for a, b in combinations(models, 2)]
    numbers = ("auc_a", "auc_b", "difference", "low", "high", "cauc_difference", "cauc_low", "cauc_high")
    return Table(
        pd.DataFrame(rows),
        title="Differences between models",
        notes=(
            f"difference: AUC of a - AUC of b on the same examples, with DeLong's {options.level} interval; "
            f"p_permutation: {options.n_boot} permutations. cauc_difference: of the area of the confident "
            "segment (union), with the interval of paired resamples. With many pairs some differ by chance. "
            "Where low and high agree DeLong's variance is 0, which is no sign of certainty. "
            "An interval that holds zero does not say that two models are equally good.",
        ),
        formats=dict.fromkeys(numbers, ".4f") | dict.fromkeys(("p_delong", "p_permutation"), ".2g"),
    )


def _compared(a: Model, b: Model, found: Mapping[str, Resampled], options: Options) -> dict[str, Any]:
    """One pair in area and in confident area."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # intervals of no width, or none, show in the numbers
        delong = delong_test(a.label, a.score, b.score, alpha=options.alpha)
    stream = generator(options.seed, f"assess/permutation/{a.name}/{b.name}")
    permuted = permutation_test(a.label, a.score, b.score, n_permutations=options.n_boot, seed=stream)
    resamples = [found[model.name].measures["cauc_union"] for model in (a, b)]
    low, high, _ = percentiles(resamples[0] - resamples[1], options.alpha)
    return {
        "a": a.name,
        "b": b.name,
        "auc_a": delong.auc_a,
        "auc_b": delong.auc_b,
        "difference": delong.difference,
        "low": delong.lower,
        "high": delong.upper,
        "p_delong": delong.p_value,
        "p_permutation": permuted.p_value,
        "cauc_difference": a.segment.cauc("union") - b.segment.cauc("union"),
        "cauc_low": low,
        "cauc_high": high,
    }


def differences_of(models: Sequence[Model], found: Mapping[str, Resampled], options: Options) -> Differences:
    """Band of the difference in height of every pair of curves."""
    own = dict(zip([model.name for model in models], heights([m.curve for m in models], GRID), strict=True))
    return {
        (a.name, b.name): difference_band(
            own[a.name] - own[b.name],
            found[a.name].heights - found[b.name].heights,
            GRID,
            level=1 - options.alpha,
        )
        for a, b in combinations(models, 2)
    }


def band_comparisons_table(
    bands: Mapping[str, Mapping[str, Band | None]], differences: Differences, options: Options
) -> Table:
    """Where on the axis of false positive rates one curve lies above the other, by three kinds of bands."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    zero = np.zeros(len(GRID)), np.zeros(len(GRID))
    for (a, b), band in differences.items():
        fixed = [
            found.edges_at(EDGES) for found in (bands[a]["fixed_width"], bands[b]["fixed_width"]) if found
        ]
        for method, one, other in (
            ("fixed_width, each curve", fixed[0], fixed[1]),
            ("paired difference, simultaneous", (band.lower_simultaneous, band.upper_simultaneous), zero),
            ("paired difference, pointwise", (band.lower_pointwise, band.upper_pointwise), zero),
        ):
            above, below = apart(one, other)
            rows.append(
                {
                    "a": a,
                    "b": b,
                    "method": method,
                    "a_above": above,
                    "b_above": below,
                    "undecided": max(0.0, 1 - above - below),
                }
            )
    return Table(
        pd.DataFrame(rows),
        title="Bands of pairs",
        notes=(
            "Share of the false positive rates at which the curve of a lies above that of b, the other way "
            "round, and neither. fixed_width: the two curves' bands do not meet; two bands err together up "
            f"to twice as often as one. paired difference: the {options.level} band of the difference in "
            "true positive rate from paired resamples does not hold zero; it is narrower, as what makes a "
            "resample easy for both models cancels. Pointwise, some rates differ by chance. "
            "The bands are in difference_bands.csv.",
        ),
        formats=dict.fromkeys(("a_above", "b_above", "undecided"), ".2f"),
    )


def difference_edges_table(differences: Differences) -> Table:
    """The bands of differences, one row for each rate."""
    import pandas as pd

    names = [f"{edge}_{kind}" for kind in ("pointwise", "simultaneous") for edge in ("lower", "upper")]
    frames = [
        pd.DataFrame(
            {
                "a": a,
                "b": b,
                "fpr": band.grid,
                "difference": band.difference,
                **{name: getattr(band, name) for name in names},
            }
        )
        for (a, b), band in differences.items()
    ]
    return Table(pd.concat(frames, ignore_index=True), title="Bands of differences in true positive rate")


def equivalence_table(models: Sequence[Model], options: Options) -> Table | None:
    """Tango's equivalence test of every pair, at the thresholds in use."""
    import pandas as pd

    if options.margin is None:
        return None
    rows = [_equivalence(a, b, options.margin, options.alpha) for a, b in combinations(models, 2)]
    optimistic = isinstance(options.cut, str)
    late = (
        " As they were chosen on the rows that are tested, the p-values are too small." if optimistic else ""
    )
    return Table(
        pd.DataFrame(rows),
        title="Equivalence in accuracy",
        notes=(
            f"Predictions at the thresholds in use: {cut_words(options)}.{late} only_a, only_b: rows that "
            f"one model alone gets right. low, high: Tango's {100 * (1 - 2 * options.alpha):g} % interval of "
            f"the difference in accuracy. equivalent: it lies between -{options.margin:g} and "
            f"{options.margin:g}, that is, p_worse and p_better are below {options.alpha:g}. non_inferior: "
            "p_worse alone is.",
            "The margin is to be fixed before the data are seen. Where one class is rare, accuracy is mostly "
            "about the other one.",
        ),
        formats=dict.fromkeys(("accuracy_a", "accuracy_b", "difference", "low", "high"), ".4f")
        | dict.fromkeys(("threshold_a", "threshold_b", "margin"), ".4g")
        | dict.fromkeys(("p_worse", "p_better"), ".2g"),
    )


def _equivalence(a: Model, b: Model, margin: float, alpha: float) -> dict[str, Any]:
    """One pair at the thresholds in use."""
    test = equivalence_test(a.label, a.predicted, b.predicted, margin=margin, alpha=alpha)
    return {
        "a": a.name,
        "b": b.name,
        "threshold_a": a.cut,
        "threshold_b": b.cut,
        "accuracy_a": float(np.mean(a.label == a.predicted)),
        "accuracy_b": float(np.mean(b.label == b.predicted)),
        "only_a": test.only_a,
        "only_b": test.only_b,
        "n": test.n,
        "difference": test.difference,
        "low": test.lower,
        "high": test.upper,
        "margin": test.margin,
        "p_worse": test.p_worse,
        "p_better": test.p_better,
        "non_inferior": test.non_inferior,
        "equivalent": test.equivalent,
    }
