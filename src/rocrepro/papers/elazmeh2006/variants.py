"""AUC and confident sets under other choices: another alpha, another test, a curve for each fold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.rows import frame_of, gap_notes
from rocrepro.study import Choices
from rocrepro.study.summary import other_choices

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

MEASURED = ["auc", "n_points", "n_confident", "share_confident", "threshold_low", "threshold_high"]
MEASURED += ["aved", "aved_abs", "cauc_vertical", "cauc_horizontal", "cauc_union", "cauc_concordant"]
COLUMNS = ["variant", "dataset", "engine", "learner", "seed", *MEASURED, "auc_low", "auc_high"]


def variants(evaluated: Evaluated) -> Table:
    """Every model under the config's choices, at every seed, and under each other choice at the default."""
    rows: list[dict[Any, Any]] = []
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            rows += evaluated.traced(_of_model, evaluated, dataset, engine, learner)
    frame = frame_of(rows, [*COLUMNS, USES])
    # Variants one below the other, each in the order of the data sets.
    order = {name: place for place, name in enumerate(["base", *choices(evaluated), "curve=per_fold"])}
    frame = frame.sort_values("variant", key=lambda names: names.map(order), kind="stable", ignore_index=True)
    excerpt = ((frame["variant"] == "base") & (frame["seed"] == evaluated.seed)).to_numpy(dtype=bool)
    title = f"AUC and confident sets at seed {evaluated.seed}; the CSV also has them under other choices"
    formats = {name: ".4f" for name in MEASURED if not name.startswith("n_")}
    return Table(frame, title, _notes(evaluated), formats, excerpt)


def _of_model(evaluated: Evaluated, dataset: str, engine: str, learner: str) -> Iterator[dict[Any, Any]]:
    """The rows of one model; a bare one where it is missing."""
    model = {"dataset": dataset, "engine": engine, "learner": learner, "seed": evaluated.seed}
    over = evaluated.over_seeds(dataset, learner, engine)
    over = over.assign(variant="base")
    yield from over[COLUMNS].to_dict("records") if len(over) else [{"variant": "base", **model}]
    for measured in _others(evaluated, dataset, engine, learner):
        yield {**measured, **model}


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    return (
        f"base: pooled scores, {evaluated.confident_by}; every seed is in the CSV. The other variants, at "
        f"seed {evaluated.seed}, change one choice each: {', '.join(choices(evaluated))}; curve=per_fold.",
        "curve=per_fold, for cross-validated sets: each fold has its own curve and confident set, and a "
        "cell is the mean over the folds (for aved and thresholds, over the folds with a confident "
        "point). There are no rows for the vertical average of the folds' curves: its area is the mean "
        "of the folds' areas, so its AUC is that of curve=per_fold, and its points are not confusion "
        "matrices.",
        "share_confident = n_confident / n_points; threshold_low, threshold_high: lowest and highest "
        "confident threshold. aved, aved_abs: mean of (fn - fp)/n and of its absolute value over the "
        "confident points. cauc_: area of the confident segment, by each reading of the paper's "
        "definition. auc_low, auc_high: DeLong's interval. An AUC that cannot depend on the choice is "
        "left out.",
        *gap_notes(evaluated),
    )


def choices(evaluated: Evaluated) -> list[str]:
    """Names of the variants: other levels, then other tests, than the config's."""
    chosen = Choices(alpha=evaluated.alpha, test=str(evaluated.shown["confidence_test"]))
    return list(other_choices(chosen))


def _others(evaluated: Evaluated, dataset: str, engine: str, learner: str) -> Iterator[dict[Any, Any]]:
    """The measures of one model at the default seed under each other choice."""
    model = dataset, learner, engine
    yield from evaluated.rows("variants", *model).to_dict("records")
    folds = evaluated.rows("folds", *model)
    folds = folds.dropna(subset=["auc"])  # a fold with one class alone has no curve
    if len(folds):
        yield {"variant": "curve=per_fold"} | {name: _mean(folds[name].tolist()) for name in MEASURED}


def _mean(values: list[float]) -> float:
    """Return the mean of the values that exist; NaN for none."""
    found = [value for value in values if not np.isnan(value)]
    return float(np.mean(found)) if found else float("nan")
