"""Everything that the evaluations say about the scores of one file, as tables."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.assess.options import Options
from rocrepro.assess.reading import Given
from rocrepro.evaluation import (
    Band,
    RocPoints,
    chi_square,
    confident_segment,
    delong_interval,
    delong_test,
    fixed_width_band,
    independence_test,
    operating_point,
    permutation_test,
    roc_points,
    sensibility,
    tango_interval,
)
from rocrepro.evaluation.confident import READINGS
from rocrepro.papers.artifact import Table
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Assessment:
    """What was found in the scores of one file.

    Attributes
    ----------
    given : Given
    options : Options
    bands : mapping of str to Band
        Fixed-width band of each model.
    tables : mapping of str to Table
        summary, points, operating_points, bands, and, where there is something to show, comparisons and
        seeds.
    """

    given: Given
    options: Options
    bands: Mapping[str, Band]
    tables: Mapping[str, Table]


def assess(given: Given, options: Options | None = None) -> Assessment:
    """Evaluate every model of a scores file.

    Parameters
    ----------
    given : Given
        Of `rocrepro.assess.reading.read_given`.
    options : Options, optional

    Returns
    -------
    Assessment

    Raises
    ------
    InputError
        For an option out of range.
    """
    options = options or Options()
    curves = {name: roc_points(label, score) for name, label, score in given.at_seed()}
    bands = {name: _band(name, label, score, options) for name, label, score in given.at_seed()}
    makers: dict[str, Callable[[], Table | None]] = {
        "summary": lambda: summary(given, options),
        "points": lambda: points_table(curves, options),
        "operating_points": lambda: operating_points_table(curves, options),
        "bands": lambda: bands_table(bands),
        "comparisons": lambda: comparisons(given, options),
        "seeds": lambda: seeds_table(given, options),
    }
    made = {name: make() for name, make in makers.items()}
    return Assessment(
        given, options, bands, {name: table for name, table in made.items() if table is not None}
    )


def are_probabilities(score: np.ndarray) -> bool:
    """Whether scores can be read as probabilities: sensibility is defined for nothing else."""
    return bool(((score >= 0) & (score <= 1)).all())


def measures(label: np.ndarray, score: np.ndarray, options: Options) -> dict[str, Any]:
    """One row of the summary."""
    curve = roc_points(label, score)
    auc, low, high = delong_interval(label, score, alpha=options.alpha)
    segment = confident_segment(curve, alpha=options.alpha, test=options.test)
    thresholds = segment.thresholds
    row: dict[str, Any] = {
        "n_pos": curve.n_pos,
        "n_neg": curve.n_neg,
        "auc": auc,
        "auc_low": low,
        "auc_high": high,
        "n_points": len(curve),
        "n_confident": segment.n_confident,
        "threshold_low": float(thresholds.min()) if len(thresholds) else math.nan,
        "threshold_high": float(thresholds.max()) if len(thresholds) else math.nan,
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{f"cauc_{reading}": segment.cauc(reading) for reading in READINGS},
        "midpoint": math.nan,
        "struggle_ratio": math.nan,
    }
    if are_probabilities(score):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # empty groups and midpoints above 1 show in the numbers
            result = sensibility(label, score)
        row |= {"midpoint": result.midpoint, "struggle_ratio": result.struggle_ratio}
    return row


def summary(given: Given, options: Options) -> Table:
    """One row a model, at the seed that curves show."""
    import pandas as pd

    rows = [{"model": name, **measures(label, score, options)} for name, label, score in given.at_seed()]
    level = f"{100 * (1 - options.alpha):g} %"
    return Table(
        pd.DataFrame(rows),
        title=f"Scores of {given.name}",
        notes=(
            f"Positive class: {given.positive}. auc_low, auc_high: DeLong's {level} interval. A point is "
            f"confident when the interval ({options.test}) of (fn - fp)/n holds zero; aved, aved_abs: mean "
            "of (fn - fp)/n and of its size over the confident points; cauc: area of the confident segment "
            "in four readings. midpoint, struggle_ratio: sensibility analysis, for scores from 0 to 1 alone.",
        ),
        formats=dict.fromkeys([column for column in rows[0] if column not in COUNTS], ".4g"),
    )


COUNTS = {"model", "n_pos", "n_neg", "n_points", "n_confident"}


def points_table(curves: Mapping[str, RocPoints], options: Options) -> Table:
    """Every point of every curve: counts, rates, interval, whether it is confident, and chi-square."""
    import pandas as pd

    frames = []
    for name, curve in curves.items():
        lower, upper = tango_interval(curve.fn, curve.fp, curve.n, alpha=options.alpha)
        columns: dict[str, Any] = {
            "model": name,
            "threshold": curve.threshold,
            **{key: getattr(curve, key) for key in ("tp", "fn", "fp", "tn", "fpr", "tpr", "difference")},
            "lower": lower,
            "upper": upper,
            "confident": confident_segment(curve, alpha=options.alpha, test=options.test).mask,
            "chi_square": chi_square(curve.fpr, curve.tpr, curve.n_pos, curve.n_neg),
        }
        frames.append(pd.DataFrame(columns))
    frame = pd.concat(frames, ignore_index=True)
    confident = frame["confident"].to_numpy(dtype=bool)
    return Table(
        frame,
        title="Points of the ROC curves",
        notes=("The page shows the confident points; the CSV has all.",),
        formats=dict.fromkeys(
            ("threshold", "fpr", "tpr", "difference", "lower", "upper", "chi_square"), ".4g"
        ),
        excerpt=confident,
    )


def choices(options: Options) -> dict[str, tuple[str, dict[str, float]]]:
    """Criterion and parameters of each operating point."""
    costs = {"cost_fn": options.cost_fn, "cost_fp": options.cost_fp}
    return {
        "chi_square": ("chi_square", {}),
        "accuracy": ("accuracy", {}),
        "youden": ("youden", {}),
        "distance": ("distance", {}),
        f"cost {options.cost_fn:g} fn + {options.cost_fp:g} fp": ("cost", costs),
        f"fpr at most {options.max_fpr:g}": ("neyman_pearson", {"max_fpr": options.max_fpr}),
    }


def operating_points_table(curves: Mapping[str, RocPoints], options: Options) -> Table:
    """The best point of every curve by every criterion."""
    import pandas as pd

    rows = []
    for name, curve in curves.items():
        mask = confident_segment(curve, alpha=options.alpha, test=options.test).mask
        for shown, (criterion, parameters) in choices(options).items():
            point = operating_point(curve, criterion, **parameters)
            test = independence_test(point.tp, point.fn, point.fp, point.tn)
            keys = ("threshold", "tp", "fn", "fp", "tn", "fpr", "tpr")
            rows.append(
                {
                    "model": name,
                    "criterion": shown,
                    **{key: getattr(point, key) for key in keys},
                    "accuracy": (point.tp + point.tn) / curve.n,
                    "chi_square": float(chi_square(point.fpr, point.tpr, curve.n_pos, curve.n_neg)),
                    "p_value": test.p_value,
                    "confident": bool(mask[point.index]),
                }
            )
    return Table(
        pd.DataFrame(rows),
        title="Operating points",
        notes=(
            "Predict positive where the score is at least the threshold. p_value: chi-square or Fisher's "
            "exact test of independence, for a threshold that was fixed beforehand; at the best of many "
            "thresholds it is too small.",
        ),
        formats={
            **dict.fromkeys(("fpr", "tpr", "accuracy"), ".3f"),
            **{"threshold": ".4g", "chi_square": ".1f", "p_value": ".1e"},
        },
    )


def _band(model: str, label: np.ndarray, score: np.ndarray, options: Options) -> Band:
    stream = generator(options.seed, f"assess/band/{model}")
    return fixed_width_band(label, score, level=1 - options.alpha, n_boot=options.n_boot, seed=stream)


def bands_table(bands: Mapping[str, Band]) -> Table:
    """Band of every curve, one row for each grid point."""
    import pandas as pd

    frames = [
        pd.DataFrame({"model": name, "method": band.method, "area": band.area, **band.columns()})
        for name, band in bands.items()
    ]
    frame = pd.concat(frames, ignore_index=True)
    first = ~frame.duplicated("model").to_numpy()
    return Table(
        frame,
        title="Bands of the ROC curves",
        notes=("area: share of ROC space that the band covers. The CSV has the whole band.",),
        formats={"area": ".3f"},
        excerpt=first,
    )


def comparisons(given: Given, options: Options) -> Table | None:
    """Every pair of models, where all scored the same examples."""
    import pandas as pd

    if len(given.models) < 2 or not given.paired:
        return None
    level = f"{100 * (1 - options.alpha):g} %"
    rows = []
    for (a, label, score_a), (b, _, score_b) in combinations(given.at_seed(), 2):
        delong = delong_test(label, score_a, score_b, alpha=options.alpha)
        stream = generator(options.seed, f"assess/permutation/{a}/{b}")
        permuted = permutation_test(label, score_a, score_b, n_permutations=options.n_boot, seed=stream)
        rows.append(
            {
                "a": a,
                "b": b,
                "auc_a": delong.auc_a,
                "auc_b": delong.auc_b,
                "difference": delong.difference,
                "low": delong.lower,
                "high": delong.upper,
                "p_delong": delong.p_value,
                "p_permutation": permuted.p_value,
            }
        )
    return Table(
        pd.DataFrame(rows),
        title="Differences between models",
        notes=(
            f"difference: AUC of a - AUC of b on the same examples, with DeLong's {level} "
            f"interval; p_permutation: {options.n_boot} permutations. With many pairs some differ by chance.",
        ),
        formats=dict.fromkeys(("auc_a", "auc_b", "difference", "low", "high"), ".4f")
        | dict.fromkeys(("p_delong", "p_permutation"), ".2g"),
    )


def seeds_table(given: Given, options: Options) -> Table | None:
    """Measures at every seed, where there are several."""
    import pandas as pd

    rows = [
        {"model": name, "seed": seed, **measures(part["label"].to_numpy(), part["score"].to_numpy(), options)}
        for name, frame in given.models.items()
        for seed, part in frame.groupby("seed", sort=True)
    ]
    if len(rows) == len(given.models):
        return None
    frame: pd.DataFrame = pd.DataFrame(rows)
    return Table(
        frame,
        title="Measures at every seed",
        formats=dict.fromkeys([column for column in rows[0] if column not in {*COUNTS, "seed"}], ".4g"),
    )
