"""Bootstrap intervals of CAUC and AveD, which the paper leaves for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.evaluation.resample import curve_measures, paired_resamples
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.paired import NAMING, Row, named, same_rows
from rocrepro.papers.elazmeh2006.tables import POOLED, gap_notes
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

N_RESAMPLES = 500
MEASURED = ("cauc", "aved")
COLUMNS = [*NAMING, "n_confident"]
COLUMNS += [f"{name}{end}" for name in MEASURED for end in ("", "_low", "_high", "_mean")]
COLUMNS += ["n_resamples", "n_without"]


def segment_intervals(evaluated: Evaluated) -> Table:
    """CAUC and AveD of every model at the default seed with percentile intervals."""
    import pandas as pd

    rows = [row for dataset in evaluated.datasets for row in _of_dataset(evaluated, dataset)]
    frame = pd.DataFrame(rows, columns=COLUMNS)
    for column in ("n_confident", "n_resamples", "n_without"):
        frame[column] = frame[column].astype("Int64")
    reading = evaluated.shown["cauc_reading"]
    notes = (
        f"cauc: area of the confident segment, reading {reading}; aved: mean of (fn - fp)/n over its points; "
        f"{evaluated.confident_by}. low, high: central {evaluated.level} of the measure over {N_RESAMPLES} "
        "resamples, and mean: their mean. A resample draws as many positive and as many negative test rows "
        "as there are, with replacement, the same rows for all models of a data set, and finds its own "
        "confident set.",
        "n_without: resamples without a confident point. Their area is 0; they have no aved, and its "
        "interval leaves them out.",
        "The interval is about another sample of test rows of the same sizes, for the same trained models. "
        "It is not one for endlessly many rows: the confident set shrinks as rows are added. "
        "Rows that are drawn twice share their score, so that the sets of resamples are thinner and their "
        "areas smaller than the data's; a value may lie above its own interval. In simulations the intervals "
        "held the mean over samples in 97 to 100 % at a nominal 95 % (docstring of cauc_interval).",
        *_summary(frame),
        POOLED,
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(COLUMNS[COLUMNS.index("cauc") : COLUMNS.index("n_resamples")], ".4f")
    title = f"Bootstrap intervals of CAUC ({reading}) and AveD at seed {evaluated.seed}"
    return Table(frame, title, notes, formats)


def _of_dataset(evaluated: Evaluated, dataset: str) -> list[Row]:
    """One row for each model of a data set; a bare one for a model without scores."""
    scored = same_rows(evaluated, dataset)
    test = evaluated.shown["confidence_test"]
    if not scored:
        return [named(evaluated, dataset, model) for model in evaluated.models(dataset)]
    label = next(iter(scored.values()))["label"].to_numpy()
    resampled = paired_resamples(
        label,
        {model: frame["score"].to_numpy() for model, frame in scored.items()},
        n_resamples=N_RESAMPLES,
        seed=generator(evaluated.seed, f"elazmeh2006/segment_intervals/{dataset}"),
        alpha=evaluated.alpha,
        test=test,
    )
    rows = []
    for model in evaluated.models(dataset):
        row = named(evaluated, dataset, model)
        if model in scored:
            points = roc_points(label, scored[model]["score"].to_numpy())
            value = curve_measures(confident_segment(points, alpha=evaluated.alpha, test=test))
            row["n_confident"] = value["n_confident"]
            for name in MEASURED:
                key = f"cauc_{evaluated.shown['cauc_reading']}" if name == "cauc" else name
                row |= {name: value[key]} | _interval(name, resampled[model][key], evaluated.alpha)
            row |= {"n_resamples": N_RESAMPLES, "n_without": int(np.isnan(resampled[model]["aved"]).sum())}
        rows.append(row)
    return rows


def _interval(name: str, samples: np.ndarray, alpha: float) -> Row:
    """Percentiles and mean of the samples that exist; nothing where none does."""
    kept = samples[~np.isnan(samples)]
    if len(kept) == 0:
        return {}
    low, high = np.quantile(kept, [alpha / 2, 1 - alpha / 2])
    return {f"{name}_low": low, f"{name}_high": high, f"{name}_mean": kept.mean()}


def _summary(frame: pd.DataFrame) -> list[str]:
    """How wide the intervals are, by engine."""
    notes = []
    for engine, of in frame[frame["n_confident"] > 0].groupby("engine", sort=False):
        area = of[of["cauc"] > 0]
        width = ((area["cauc_high"] - area["cauc_low"]) / area["cauc"]).median()
        outside = int(((of["cauc"] < of["cauc_low"]) | (of["cauc"] > of["cauc_high"])).sum())
        zero = int(((of["aved_low"] <= 0) & (of["aved_high"] >= 0)).sum())
        notes.append(
            f"{engine}, {len(of)} models with a confident point: the interval of an area above 0 is in the "
            f"median {width:.2f} times as wide as the area itself ({len(area)} models); {outside} areas lie "
            f"outside their own interval; the interval of AveD holds 0 for {zero}."
        )
    return notes
