"""Tango's equivalence test between classifiers, which the paper names as a basis for later work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rocrepro.formats.table import Table
from rocrepro.papers.rows import Row, frame_of, gap_notes
from rocrepro.study.equivalence import ALL_NEGATIVE, BALANCED

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

VERDICTS = ("equivalent", "different", "undecided")
COLUMNS = ["dataset", "protocol", "seed", "rule", "engine", "a", "engine_b", "b", "n", "only_a", "only_b"]
COLUMNS += ["accuracy_a", "accuracy_b", "difference", "lower", "upper", "p_value", "margin"]
COLUMNS += ["verdict", "differs"]


def equivalence(evaluated: Evaluated) -> Table:
    """Every pair of classifiers that predict the same rows: equivalent, different or undecided."""
    rows: list[Row] = []
    for dataset in evaluated.datasets:
        known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset), "seed": evaluated.seed}
        found = list(_pairs(evaluated, dataset))
        rows += [known | row for row in found or [{"engine": evaluated.engine}]]
    frame = frame_of(rows, COLUMNS, whole=("n", "only_a", "only_b"))
    own = frame["engine_b"].isna() | (frame["engine_b"] == frame["engine"]) | (frame["engine_b"] == "")
    excerpt = (
        (frame["engine"] == evaluated.engine) & own & (frame["rule"].isna() | (frame["rule"] == BALANCED))
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
    """One row for each rule and pair: learners of one engine, one learner in both, and with all_negative."""
    for of in evaluated.pairs("equivalence", dataset).to_dict("records"):
        alone = of["learner_b"] == ALL_NEGATIVE
        verdict = "equivalent" if of["equivalent"] else "different" if of["differs"] else "undecided"
        if of["engine_a"] == of["engine_b"] or of["learner_a"] == of["learner_b"] or alone:
            yield {
                **{name: of[name] for name in COLUMNS if name in of},
                **{"engine": of["engine_a"], "a": of["learner_a"]},
                **{"engine_b": of["engine_b"], "b": of["learner_b"]},
                **{"lower": of["low"], "upper": of["high"]},
                "verdict": verdict,
            }
