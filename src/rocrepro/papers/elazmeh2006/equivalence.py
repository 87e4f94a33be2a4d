"""Tango's equivalence test between classifiers, which the paper names as a basis for later work."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import equivalence_from_counts, roc_points, tango_interval
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.paired import Model, Row, balanced, same_rows
from rocrepro.papers.elazmeh2006.tables import gap_notes

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Bools = NDArray[np.bool_]

RULES = ("balanced", "half")
TRIVIAL: Model = ("", "all_negative")
VERDICTS = ("equivalent", "different", "undecided")
COLUMNS = ["dataset", "protocol", "seed", "rule", "engine", "a", "engine_b", "b", "n", "only_a", "only_b"]
COLUMNS += ["accuracy_a", "accuracy_b", "difference", "lower", "upper", "p_value", "margin"]
COLUMNS += ["verdict", "differs"]


def equivalence(evaluated: Evaluated) -> Table:
    """Every pair of classifiers that predict the same rows: equivalent, different or undecided."""
    import pandas as pd

    rows: list[Row] = []
    for dataset in evaluated.datasets:
        known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset), "seed": evaluated.seed}
        found = list(_pairs(evaluated, dataset))
        rows += [known | row for row in found or [{"engine": evaluated.engine}]]
    frame = pd.DataFrame(rows, columns=COLUMNS)
    for column in ("n", "only_a", "only_b"):
        frame[column] = frame[column].astype("Int64")
    own = frame["engine_b"].isna() | (frame["engine_b"] == frame["engine"]) | (frame["engine_b"] == "")
    excerpt = (
        (frame["engine"] == evaluated.engine) & own & (frame["rule"].isna() | (frame["rule"] == RULES[0]))
    )
    formats = dict.fromkeys(["accuracy_a", "accuracy_b", "difference", "lower", "upper", "p_value"], ".4f")
    title = (
        f"Tango's equivalence test, margin {evaluated.shown['equivalence_margin']:g}: engine "
        f"{evaluated.engine} at balanced thresholds; the CSV has all pairs"
    )
    notes = (*_notes(evaluated), *_summary(frame), *gap_notes(evaluated))
    return Table(frame, title, notes, formats, excerpt.to_numpy(dtype=bool))


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    alpha = evaluated.alpha
    return (
        "Two classifiers predict the same test rows. only_a, only_b: rows that one alone predicts rightly; "
        "difference: accuracy of a less that of b, (only_a - only_b)/n; lower, upper: Tango's "
        f"{100 * (1 - 2 * alpha):g}% interval of it, and p_value the larger one of the two one-sided tests.",
        f"equivalent: the interval lies within the margin of {evaluated.shown['equivalence_margin']:g} "
        "(equivalence_margin in config.yaml, to be set before results are seen). different: not "
        f"equivalent, and Tango's {evaluated.level} interval leaves out 0. undecided: neither is shown. "
        f"differs: whether that {evaluated.level} interval leaves out 0; a pair can differ and be "
        "equivalent, by less than the margin.",
        "rule says where the scores are cut. balanced: at the point of each curve where fn and fp are "
        "closest (ties: fewest errors), as the paper's framework recommends; it is chosen on the rows "
        "that are then compared. half: at a score of 0.5, which needs no rows; left out for scores that "
        "are no probabilities. b = all_negative predicts no row positive. Pairs are the learners of one "
        "engine, and one learner in both engines.",
        "The test is about accuracy: where positive rows are fewer than the margin, whoever predicts few "
        "rows positive is equivalent to all_negative. Pairs are tested one by one, without correction "
        "for their number.",
    )


def _summary(frame: pd.DataFrame) -> list[str]:
    """Number of pairs with each verdict, by rule and engine, and for all_negative apart."""
    notes = []
    there = frame.dropna(subset=["verdict"])
    kinds = {
        "between learners": there["engine_b"] == there["engine"],
        "of one learner in two engines": ~there["engine_b"].isin([""])
        & (there["engine_b"] != there["engine"]),
        "with all_negative": there["engine_b"] == "",
    }
    for rule, of in there.groupby("rule", sort=False):
        for kind, chosen in kinds.items():
            counts = of[chosen.loc[of.index]]["verdict"].value_counts()
            words = ", ".join(f"{counts.get(verdict, 0)} {verdict}" for verdict in VERDICTS)
            notes.append(f"Rule {rule}, pairs {kind}, all data sets and engines: {words}.")
    return notes


def _pairs(evaluated: Evaluated, dataset: str) -> Iterator[Row]:
    """One row for each rule and pair of a data set."""
    scored = same_rows(evaluated, dataset)
    if not scored:
        return
    positive = next(iter(scored.values()))["label"].to_numpy() == 1
    for rule in RULES:
        right: dict[Model, Bools] = {}
        for model, frame in scored.items():
            score = frame["score"].to_numpy()
            cut = threshold(rule, positive, score)
            if cut is not None:
                right[model] = (score >= cut) == positive
        right[TRIVIAL] = ~positive
        for a, b in combinations(right, 2):
            if a[0] == b[0] or a[1] == b[1] or b == TRIVIAL:
                row: Row = {"rule": rule, "engine": a[0], "a": a[1], "engine_b": b[0], "b": b[1]}
                yield row | compare(
                    right[a], right[b], evaluated.shown["equivalence_margin"], evaluated.alpha
                )


def threshold(rule: str, positive: Bools, score: NDArray[np.float64]) -> float | None:
    """Where a model's scores are cut; None where the rule does not apply."""
    if rule == "balanced":
        points = roc_points(positive, score)
        return float(points.threshold[balanced(points)])
    return 0.5 if score.min() >= -1e-9 and score.max() <= 1 + 1e-9 else None


def compare(right_a: Bools, right_b: Bools, margin: float, alpha: float) -> Row:
    """The test of two classifiers from the rows that each predicts rightly."""
    n, only_a, only_b = len(right_a), int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())
    test = equivalence_from_counts(only_a, only_b, n, margin=margin, alpha=alpha)
    low, high = tango_interval(only_a, only_b, n, alpha=alpha)
    differs = bool(low > 0 or high < 0)
    shared = ("difference", "lower", "upper", "p_value", "margin", "only_a", "only_b", "n")
    return {name: getattr(test, name) for name in shared} | {
        "accuracy_a": float(right_a.mean()),
        "accuracy_b": float(right_b.mean()),
        "verdict": "equivalent" if test.equivalent else "different" if differs else "undecided",
        "differs": differs,
    }
