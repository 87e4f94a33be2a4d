"""Answers on which threshold to use, and what its errors cost, here and where the model is to be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.report.answers.cuts import benefit, chosen, rates, values
from rocrepro.report.answers.leaning import lean, one_class, others
from rocrepro.report.answers.parts import Answer, Digest, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import (
    NONE,
    count,
    decimal,
    defined,
    listed,
    percent,
    short,
    span,
)
from rocrepro.report.answers.weights import weighted_thresholds

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

THOUSAND = 1000
BENEFIT = (
    "the share of all rows that are found, minus the share that are wrongly flagged times the odds of "
    "the threshold; it is 0 if no row is flagged"
)
TERMS = (
    ("threshold", "rows whose score is at least this high are predicted positive"),
    ("sensitivity", "the share of positive rows that are found; also called true positive rate or recall"),
    ("specificity", "the share of negative rows that are not flagged; it is 1 minus the false positive rate"),
    (
        "lean",
        "whether the model misses more positive rows than it wrongly flags negative ones, or fewer; "
        "Tango's interval shows how uncertain that difference is",
    ),
)
DEFAULT = (
    "threshold in use",
    "no other was chosen (--threshold), so it is 0.5 for scores from 0 to 1 and 0 for other scores; "
    "where that would put every row in one class, it is the best threshold by Youden's index",
)
SHARES = {"sensitivity": ("tp", "fn"), "specificity": ("tn", "fp")}
"""Shares of a class that are predicted correctly, and the cells that count right and wrong."""
METHODS = {
    "wilson": "Wilson's",
    "clopper_pearson": "Clopper and Pearson's",
    "bootstrap of clusters": "cluster bootstrap",
}
"""Names of intervals as sentences have them."""


def which_threshold(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say what the threshold in use does, and which one is cheapest.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        operating_points, and what there is of prevalence, cut_measures, chosen_cuts, rates_at, net_benefit.
    """
    if "weighted_measures" in tables:
        return weighted_thresholds(facts, tables)
    points = rows_of(tables, "operating_points")
    order = by_area(rows_of(tables, "summary"))
    in_use = [row for row in points if row["criterion"] == "in use"]
    in_use.sort(key=lambda row: order[row["model"]])
    cheapest = {row["model"]: row for row in points if str(row["criterion"]).startswith("cost ")}
    stated = {row["model"]: row for row in rows_of(tables, "prevalence", mix="stated")}
    sentences = [Markup("No threshold is in use. Choose one below.")]
    if in_use:
        best = in_use[0]  # the model that ranks best; the table has what the others do and cost
        model = best["model"]
        parts = [
            [_in_use(best, facts, tables), *_where(model, cheapest, stated, facts)],
            [*_cheapest(best, cheapest, facts), *chosen(model, best["threshold"], facts, tables)],
            [*_stated(best, stated, facts)],
            [] if one_class(best) else [lean(best, facts.choices.level)],
            [*values(model, facts, tables)],
            [*benefit(best, tables)],
            [*rates(model, tables)],
            [*others(in_use[1:])],
        ]
        sentences = [Markup(" ").join(part) for part in parts if part]
    digest = _digest(in_use, cheapest, facts, tables) if in_use else None
    terms = [*TERMS, ("cost", _costs(facts))]
    if facts.choices.cut is None:
        terms.insert(1, DEFAULT)
    if "net_benefit" in tables:
        terms.append(("net benefit", BENEFIT))
    return Answer(sentences, digest, list(_cautions(facts, bool(cheapest))), terms)


def _costs(facts: Facts) -> str:
    """Say what a cost is here."""
    fn, fp = facts.choices.cost_fn, facts.choices.cost_fp
    return (
        f"{fn:g} for each positive row that is missed and {fp:g} for each negative row that is wrongly "
        "flagged (--cost-fn and --cost-fp), divided by the number of all rows"
    )


def cost_of(row: Row, facts: Facts) -> float:
    """Return the cost of the errors at a point, for each row."""
    n = row["tp"] + row["fn"] + row["fp"] + row["tn"]
    return float((facts.choices.cost_fn * row["fn"] + facts.choices.cost_fp * row["fp"]) / n)


def _in_use(row: Row, facts: Facts, tables: Mapping[str, Table]) -> Markup:
    """Errors at the threshold in use."""
    chosen = ", chosen on these rows" if row.get("chosen_here") is True else ""
    name, at = row["model"], facts.threshold(row["model"], row["threshold"]) + chosen
    tp, fn, fp, tn = (int(row[cell]) for cell in ("tp", "fn", "fp", "tn"))
    if every := one_class(row):
        return say(
            "At the threshold in use, {}, <b>{}</b> predicts every row {}. This threshold does not suit "
            "its scores, so results at it are not compared.",
            *(at, name, every),
        )
    level = facts.choices.level
    found, spared = (_limits(measure, row, facts, tables) for measure in SHARES)
    return say(
        "At the threshold in use, {}, <b>{}</b> finds {} of {} positive rows (sensitivity {}, {} interval "
        "{}) and wrongly flags {} of {} negative ones (specificity {}, {}).",
        *(at, name, count(tp), count(tp + fn), decimal(tp / (tp + fn)), level, span(*found)),
        *(count(fp), count(fp + tn), decimal(tn / (fp + tn)), span(*spared)),
    )


def _where(
    model: str, cheapest: Mapping[str, Row], stated: Mapping[str, Row], facts: Facts
) -> Iterator[Markup]:
    """Say where it would be cheapest to cut, on these rows and at the stated prevalence."""
    places = []
    if model in cheapest:
        places.append(("on these rows", cheapest[model]["threshold"]))
    if model in stated and defined(stated[model]["best_cost"]):
        at = f"at prevalence {percent(stated[model]['prevalence'])}"
        places.append((at, stated[model]["best_threshold"]))
    found = {where: facts.threshold(model, value) for where, value in places if defined(value)}
    none = [where for where, value in places if not defined(value)]
    told = []
    if found:
        told.append(f"its cheapest threshold is {listed([f'{at} {where}' for where, at in found.items()])}")
    if none:
        told.append(f"it is cheapest to flag no row {listed(none)}")
    if told:
        yield say("{}, {}.", _if_costs(facts), "; ".join(told))


def _if_costs(facts: Facts) -> str:
    """Return the condition that names the costs of errors."""
    fn, fp = facts.choices.cost_fn, facts.choices.cost_fp
    if fn == fp:
        return "If both kinds of error cost the same"
    return f"If a missed positive row costs {fn:g} and a wrongly flagged negative one {fp:g}"


def _limits(measure: str, row: Row, facts: Facts, tables: Mapping[str, Table]) -> tuple[float, float]:
    """Limits of a share at the threshold in use: those of the table of cuts, where there is one."""
    for one in rows_of(tables, "cut_measures", model=row["model"], criterion="in use", measure=measure):
        return float(one["low"]), float(one["high"])
    part, rest = (int(row[cell]) for cell in SHARES[measure])
    return wilson_limits(part, part + rest, level=1 - facts.choices.alpha)


def _caption(facts: Facts, tables: Mapping[str, Table]) -> str:
    """Say which intervals the shares have."""
    rows = rows_of(tables, "cut_measures", criterion="in use", measure="sensitivity")
    kinds = [METHODS.get(method, method) for method in dict.fromkeys(str(row["method"]) for row in rows)]
    shown = " or ".join(kinds or [METHODS["wilson"]])
    return f"At the thresholds in use, with {shown} {facts.choices.level} intervals"


def _cheapest(used: Row, cheapest: Mapping[str, Row], facts: Facts) -> Iterator[Markup]:
    """Say what the cheapest threshold saves on these rows."""
    if used["model"] not in cheapest:
        return
    best = cheapest[used["model"]]
    name, here, there = used["model"], cost_of(used, facts), cost_of(best, facts)
    if not defined(best["threshold"]):
        yield say(
            "On these rows it is cheapest to let {} flag no row: this costs {} per row.", name, short(there)
        )
    elif there < here:
        yield say(
            "On these rows the cheapest threshold of {} is {}. It costs {} per row, and the "
            "threshold in use costs {}.",
            *(name, facts.threshold(name, best["threshold"]), short(there), short(here)),
        )
    else:
        yield say(
            "On these rows no threshold of {} is cheaper than the one in use, which costs {} per row.",
            name,
            short(here),
        )


def cost_at(row: Row, share: float, facts: Facts) -> float:
    """Return the expected cost of a row at a prevalence, where a point keeps its rates."""
    choices = facts.choices
    missed, flagged = share * (1 - row["tpr"]), (1 - share) * row["fpr"]
    return float(choices.cost_fn * missed + choices.cost_fp * flagged)


def _stated(used: Row, stated: Mapping[str, Row], facts: Facts) -> Iterator[Markup]:
    """Say what the thresholds do where the model is to be used, in a thousand rows."""
    if used["model"] not in stated:
        return
    row = stated[used["model"]]
    share = float(row["prevalence"])
    missed, flagged = THOUSAND * share * (1 - used["tpr"]), THOUSAND * (1 - share) * used["fpr"]
    cost = cost_at(used, share, facts)
    yield say(
        "At prevalence {}, the threshold in use of {} would miss {} positive rows in 1,000 and wrongly "
        "flag {} (cost {} per row).",
        *(percent(share), used["model"], decimal(missed, 1), decimal(flagged, 1), short(cost)),
    )
    if not defined(row["best_cost"]):
        yield say("The cheapest threshold there is {}.", NONE)
    elif defined(row["best_threshold"]):
        at = facts.threshold(used["model"], row["best_threshold"])
        yield say("The cheapest threshold there is {} (cost {} per row).", at, short(row["best_cost"]))
    else:
        yield say("It would be cheapest to flag no row at all (cost {} per row).", short(row["best_cost"]))


def _digest(
    rows: list[Row], cheapest: Mapping[str, Row], facts: Facts, tables: Mapping[str, Table]
) -> Digest:
    """Counts, shares and costs at the threshold in use, and the cheapest threshold."""
    there = facts.choices.prevalence
    columns = [
        *("model", "threshold", "found", "wrongly flagged"),
        *("sensitivity", "specificity", "cost per row"),
        *([] if there is None else [f"at prevalence {percent(there)}"]),
        *(["cheapest threshold", "its cost"] if cheapest else []),
    ]
    lines = []
    for row in rows:
        tp, fn, fp, tn = (int(row[cell]) for cell in ("tp", "fn", "fp", "tn"))
        shares = [
            f"{decimal(part / n)} ({span(*_limits(measure, row, facts, tables))})"
            for measure, part, n in zip(SHARES, (tp, tn), (tp + fn, fp + tn), strict=True)
        ]
        costs = [cost_of(row, facts), *([] if there is None else [cost_at(row, there, facts)])]
        best = cheapest.get(row["model"])
        least = []
        if best is not None:
            least = [facts.threshold(row["model"], best["threshold"]), short(cost_of(best, facts))]
        at = facts.threshold(row["model"], row["threshold"])
        at += " (chosen on these rows)" if row.get("chosen_here") is True else ""
        counts = (f"{count(part)} of {count(n)}" for part, n in ((tp, tp + fn), (fp, fp + tn)))
        lines.append(
            [
                str(row["model"]),
                at,
                *counts,
                *shares,
                *map(short, costs),
                *least,
            ]
        )
    return Digest(_caption(facts, tables), columns, lines)


def _cautions(facts: Facts, cheapest: bool) -> Iterator[Markup]:
    chosen = isinstance(facts.choices.cut, str)
    if chosen:
        yield say(
            "The threshold in use is each model's best by {}, chosen on these same rows. Expect worse "
            "results on new rows.",
            facts.choices.cut,
        )
    if cheapest:
        yield Markup(
            "The cheapest threshold is chosen on the same rows on which its cost is measured. Expect a "
            "higher cost on new rows."
        )
    if facts.choices.prevalence is not None:
        yield Markup(
            "For another prevalence, only the class mix is assumed to change. Sensitivity and "
            "specificity stay as they are."
        )
