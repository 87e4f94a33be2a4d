"""Tango's equivalence test between classifiers, which the paper names as a basis for later work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES, engine_use, joined
from rocrepro.papers.rows import Row, frame_of, gap_notes
from rocrepro.study.equivalence import ALL_NEGATIVE, BALANCED, HALF

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

VERDICTS = ("equivalent", "different", "undecided")
VALUES = ["n", "only_a", "only_b", "accuracy_a", "accuracy_b", "difference", "lower", "upper", "p_value"]
VALUES += ["margin", "verdict", "differs"]
COLUMNS = ["dataset", "protocol", "seed", "rule", "engine", "a", "engine_b", "b", *VALUES]


def equivalence(evaluated: Evaluated) -> Table:
    """Compare every pair of classifiers that predict the same rows: equivalent, different or undecided."""
    rows: list[Row] = []
    for dataset in evaluated.datasets:
        known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset), "seed": evaluated.seed}
        rows += [known | row for row in _pairs(evaluated, dataset)]
    frame = frame_of(rows, [*COLUMNS, USES], whole=("n", "only_a", "only_b"))
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
        "Two classifiers predict the same test rows. only_a, only_b: rows that only one of them predicts "
        "correctly; difference: accuracy of a minus that of b, (only_a - only_b)/n; lower, upper: "
        f"Tango's {100 * (1 - 2 * alpha):g}% interval of the difference; p_value: the larger p-value of "
        "the two one-sided tests.",
        f"equivalent: the interval lies within the margin of {evaluated.shown['equivalence_margin']:g} "
        "(equivalence_margin in config.yaml, to be set before results are seen). different: not "
        f"equivalent, and Tango's {evaluated.level} interval excludes 0. undecided: neither is shown. "
        f"differs: whether that {evaluated.level} interval excludes 0; a pair can both differ and be "
        "equivalent if the difference is smaller than the margin.",
        "rule: how the threshold is set. balanced: at the point of each curve where fn and fp are "
        "closest (ties: fewest errors), as the paper's framework recommends; it is chosen on the same "
        "rows that are compared. half: at a score of 0.5, which needs no rows; left out for scores that "
        "are not probabilities. b = all_negative predicts no row positive. Pairs are two learners of one "
        "engine, or one learner in both engines.",
        "The test is about accuracy: where the share of positive rows is smaller than the margin, a "
        "classifier that predicts few rows positive is equivalent to all_negative. Pairs are tested one "
        "by one, without correction for their number.",
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
    """One row for each rule and pair: learners of one engine, one learner in both, and with all_negative.

    A pair of which one model is missing has a row without values.
    """
    models = evaluated.models(dataset)
    missing = {model for model in models if evaluated.curve(dataset, *model[::-1]).empty}
    names = ("rule", "engine_a", "learner_a", "engine_b", "learner_b")
    pairs = evaluated.pairs("equivalence", dataset).to_dict("records")
    found = {tuple(of[name] for name in names): of for of in pairs}
    for rule in (BALANCED, HALF):
        for place, one in enumerate(models):
            others = [two for two in models[place + 1 :] if one[0] == two[0] or one[1] == two[1]]
            for two in [*others, ("", ALL_NEGATIVE)]:
                of = found.get((rule, *one, *two))
                if of or missing & {one, two}:
                    uses = joined([dataset, *(engine_use(by) for by in (one[0], two[0]) if by)])
                    key = {"rule": rule, "engine": one[0], "a": one[1], "engine_b": two[0], "b": two[1]}
                    yield key | {USES: uses} | (_compared(of) if of else {})


def _compared(of: Mapping[Any, Any]) -> Row:
    """Return the values of one pair."""
    verdict = "equivalent" if of["equivalent"] else "different" if of["differs"] else "undecided"
    values = {name: of[name] for name in VALUES if name in of}
    return values | {"lower": of["low"], "upper": of["high"], "verdict": verdict}
