"""The operating points of every model, by every criterion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.rows import NAMING, frame_of, gap_notes, named
from rocrepro.study.frames import rows_of
from rocrepro.study.operating import IN_USE, OperatingRow
from rocrepro.study.trained import BOUND, COST_FN

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

RULES = {
    "chi_square": "largest chi-square",
    "accuracy": "fewest errors",
    "youden": "largest tpr − fpr",
    "distance": "nearest to (0, 1)",
    "cost": f"smallest {COST_FN} fn + fp",
    "neyman_pearson_fpr": f"largest tpr with fpr ≤ {BOUND}",
    "neyman_pearson_fnr": f"smallest fpr with fnr ≤ {BOUND}",
}
COLUMNS = [
    *(*NAMING, "n_pos", "n_neg", "criterion", "rule"),
    *("threshold", "tp", "fn", "fp", "tn", "fpr", "tpr", "accuracy", "cost", "chi_square"),
    *("test", "p_value", "significant", "confident", "n_tied"),
]


def best_points(
    evaluated: Evaluated, dataset: str, learner: str, engine: str | None = None
) -> dict[str, OperatingRow]:
    """Return the best point of one curve by each criterion; empty without a curve."""
    found = rows_of(OperatingRow, evaluated.rows("operating_points", dataset, learner, engine))
    return {point.criterion: point for point in found if point.criterion != IN_USE}


def best_learner(evaluated: Evaluated, dataset: str) -> str | None:
    """Return the drawn engine's learner with the largest AUC at the default seed; the first of equals."""
    learners = [name for name in evaluated.learners_of(dataset) if evaluated.has(dataset, name)]
    return max(learners, key=lambda name: evaluated.auc(dataset, name), default=None)


def operating_points(evaluated: Evaluated) -> Table:
    """Tabulate all operating points, with what chi-square, accuracy and the confident set say of each."""
    rows, drawn = [], []
    for dataset in evaluated.datasets:
        best = best_learner(evaluated, dataset)
        for engine, learner in evaluated.models(dataset):
            added = evaluated.traced(_rows, evaluated, named(evaluated, dataset, (engine, learner)))
            rows += added
            drawn += [engine == evaluated.engine and best in (None, learner)] * len(added)
    whole = ("n_pos", "n_neg", "tp", "fn", "fp", "tn", "n_tied")
    frame = frame_of(rows, [*COLUMNS, USES], whole)
    notes = (
        "This page shows the learner with the largest AUC on each data set; the CSV has every model.",
        *_notes(evaluated),
        *gap_notes(evaluated),
    )
    formats = {"threshold": ".4g", "fpr": ".3f", "tpr": ".3f", "accuracy": ".3f", "chi_square": ".1f"}
    title = f"Operating points by every criterion, at seed {evaluated.seed}"
    excerpt = np.array(drawn, dtype=bool)
    return Table(frame, title, notes, formats | {"cost": ".0f", "p_value": ".1e"}, excerpt)


def _rows(evaluated: Evaluated, model: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a criterion, for a gap without values."""
    found = best_points(evaluated, model["dataset"], model["learner"], model["engine"])
    if not found:
        return [model | {"criterion": name, "rule": rule} for name, rule in RULES.items()]
    return [
        model
        | {name: value for name, value in vars(point).items() if name in COLUMNS}
        | {"n_pos": point.tp + point.fn, "n_neg": point.fp + point.tn, "rule": RULES[point.criterion]}
        | {"cost": COST_FN * point.fn + point.fp, "test": point.independence_test}
        | {"significant": point.p_value < evaluated.alpha}
        for point in found.values()
    ]


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    alpha, test = evaluated.alpha, evaluated.shown["confidence_test"]
    return (
        f"cost: {COST_FN} fn + fp, at every point. The costs and the bound {BOUND} are our choice; the "
        "paper names none. Youden's point has the lowest cost if an error on a positive row costs n_neg "
        "/ n_pos times an error on a negative row.",
        "n_tied: number of points that are equally good by the criterion. Of these, the point with the "
        "largest tpr − fpr is taken, and then the one with the highest threshold. A threshold of inf "
        "predicts no row positive.",
        "test: chi-square, or Fisher's exact test where an expected count is below 5; none where one "
        f"class is never predicted. significant: p below {alpha:g}; a p of 0 is below 1e-300. The p-value "
        "is valid for a threshold that was fixed in advance; at a point that was chosen on the same rows "
        "it is too small.",
        f"confident: {test} at alpha = {alpha:g} does not reject fn = fp.",
        "Scores are pooled: each seed has one curve over all its test rows, which are the "
        "out-of-fold rows under cross-validation.",
    )
