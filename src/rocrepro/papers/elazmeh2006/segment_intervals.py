"""Bootstrap intervals of CAUC and AveD, which the paper leaves for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, named
from rocrepro.study.steps import PAIRED

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

MEASURED = ("cauc", "aved")
COLUMNS = [*NAMING, "n_confident"]
COLUMNS += [f"{name}{end}" for name in MEASURED for end in ("", "_low", "_high", "_mean")]
COLUMNS += ["n_resamples", "n_without"]


def segment_intervals(evaluated: Evaluated) -> Table:
    """CAUC and AveD of every model at the default seed with percentile intervals."""
    rows = [
        _of_model(evaluated, dataset, model)
        for dataset in evaluated.datasets
        for model in evaluated.models(dataset)
    ]
    frame = frame_of(rows, COLUMNS, whole=("n_confident", "n_resamples", "n_without"))
    reading = evaluated.shown["cauc_reading"]
    notes = (
        f"cauc: area of the confident segment by the definition {reading}; aved: mean of (fn - fp)/n over "
        f"its points; {evaluated.confident_by}. low, high: central {evaluated.level} of the measure over "
        f"{PAIRED} resamples; mean: their mean. A resample draws as many positive and as many negative "
        "test rows as there are, with replacement and the same rows for all models of a data set. It has "
        "its own confident set.",
        "n_without: resamples without a confident point. Their area is 0. They have no aved and are left "
        "out of its interval.",
        "The interval is for another sample of test rows of the same sizes, for the same trained models. "
        "It is not an interval for the limit of many rows, because the confident set shrinks as rows are "
        "added. Rows that are drawn twice share their score, so the sets of resamples are thinner and "
        "their areas smaller than those of the data, and a value may lie above its own interval. In "
        "simulations the intervals contained the mean over samples in 97 to 100 % of runs at a nominal "
        "95 % (docstring of cauc_interval).",
        *_summary(frame),
        POOLED,
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(COLUMNS[COLUMNS.index("cauc") : COLUMNS.index("n_resamples")], ".4f")
    title = f"Bootstrap intervals of CAUC ({reading}) and AveD at seed {evaluated.seed}"
    return Table(frame, title, notes, formats)


def _of_model(evaluated: Evaluated, dataset: str, model: Model) -> Row:
    """The row of one model; a bare one for a model without scores."""
    engine, learner = model
    row = named(evaluated, dataset, model)
    found = evaluated.rows("intervals", dataset, learner, engine).set_index("measure")
    if found.empty:
        return row
    over = evaluated.over_seeds(dataset, learner, engine).set_index("seed")
    row["n_confident"] = over.loc[evaluated.seed, "n_confident"]
    for name in MEASURED:
        of = found.loc[f"cauc_{evaluated.shown['cauc_reading']}" if name == "cauc" else name]
        row |= {name: of["value"]} | {f"{name}_{end}": of[end] for end in ("low", "high", "mean")}
    of = found.loc["aved"]
    return row | {"n_resamples": of["n_resamples"], "n_without": of["n_undefined"]}


def _summary(frame: pd.DataFrame) -> list[str]:
    """Say how wide the intervals are, by engine."""
    notes = []
    for engine, of in frame[frame["n_confident"] > 0].groupby("engine", sort=False):
        area = of[of["cauc"] > 0]
        width = ((area["cauc_high"] - area["cauc_low"]) / area["cauc"]).median()
        outside = int(((of["cauc"] < of["cauc_low"]) | (of["cauc"] > of["cauc_high"])).sum())
        zero = int(((of["aved_low"] <= 0) & (of["aved_high"] >= 0)).sum())
        notes.append(
            f"{engine}, {len(of)} models with a confident point: the median ratio of the width of the "
            f"interval to the area is {width:.2f} ({len(area)} models with an area above 0); {outside} "
            f"areas lie outside their own interval; the interval of AveD contains 0 for {zero} models."
        )
    return notes
