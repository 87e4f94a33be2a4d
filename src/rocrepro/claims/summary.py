"""The ledger in words: a summary that a reviewer can paste, and the robustness table and figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rocrepro.claims.ledger import Judged, by_chance
from rocrepro.claims.robustness import COLUMNS, counts
from rocrepro.claims.rows import ConclusionRow, OtherChoice, StatementRow
from rocrepro.claims.truth import CONTRADICTED, VERDICTS
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BARS: dict[str, tuple[str, dict[str, Any]]] = {
    "agree_both": ("agrees with both", {"color": "#0072B2", "edgecolor": "white"}),
    "lost": ("no longer agrees", {"color": "#D55E00", "hatch": "//////", "edgecolor": "white"}),
    "gained": ("agrees now", {"color": "#56B4E9", "hatch": "......", "edgecolor": "white"}),
    "disagree_both": ("agrees with neither", {"color": "0.85", "edgecolor": "white"}),
}
NUMBERED = 0.04  # share of the longest bar that a part needs to have its number in it
ENGINES = {"": "no learner", "weka": "Weka", "sklearn": "scikit-learn"}


def summary(judged: Judged) -> str:
    """Write the ledger as Markdown: conclusions, findings, counts of statements, and every contradiction."""
    parts = [
        "# Which conclusions of the papers hold",
        _extent(judged),
        "## Conclusions",
        *(_conclusions(paper, rows) for paper, rows in _by_paper(judged.conclusions).items()),
        "## Findings of the replication",
        "These results are not in the papers. Each is a statement of ours with a rule, and is judged "
        "like the statements of the papers.",
        _list(judged.findings, verdicts=True),
        "## Statements",
        _counts(judged.statements),
        _meaning(),
        "## What to expect by chance",
        _chance(by_chance(judged.cases)),
        "## Contradicted",
        "These statements are contradicted by arithmetic, by the data files, or by the paper's own words "
        "and numbers, under each reading of the words that we could defend.",
        _list(row for row in judged.statements if row["verdict"] == CONTRADICTED and not row["same_as"]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def counted(rows: Iterable[StatementRow]) -> list[StatementRow]:
    """Return the statements that totals count: no definitions, and none that repeats another."""
    return [row for row in rows if row["kind"] == "statement" and not row["same_as"]]


def _extent(judged: Judged) -> str:
    """Say how much was judged."""
    statements = {row["id"] for row in counted(judged.statements)}
    cases = {row["id"] for row in judged.cases}
    conclusions = {row["id"] for row in judged.conclusions}
    return (
        f"{len(conclusions)} conclusions, {len(statements)} statements and {len(cases)} cases were judged "
        "by code. Statements about learners are judged for each engine. "
        "The rows are in [conclusions.csv](conclusions.csv), [statements.csv](statements.csv), "
        "[findings.csv](findings.csv) and, case by case, in [claims.csv](claims.csv)."
    )


def _by_paper(rows: Iterable[ConclusionRow]) -> dict[str, list[ConclusionRow]]:
    found: dict[str, list[ConclusionRow]] = {}
    for row in rows:
        found.setdefault(row["paper"], []).append(row)
    return found


def _conclusions(paper: str, rows: Sequence[ConclusionRow]) -> str:
    """Conclusions of one paper, the engines side by side where they differ."""
    lines = []
    for name in dict.fromkeys(row["id"] for row in rows):
        own = [row for row in rows if row["id"] == name]
        lines.append(f"* {own[0]['says']} **{_verdicts(own)}**. {own[0]['why']}.")
    return f"### {paper}\n\n" + "\n".join(lines)


def _verdicts(rows: Sequence[ConclusionRow]) -> str:
    """One verdict where all engines agree, else one an engine."""
    if len({row["verdict"] for row in rows}) == 1:
        return rows[0]["verdict"].capitalize()
    return "; ".join(f"{ENGINES.get(row['engine'], row['engine'])}: {row['verdict']}" for row in rows)


def _counts(statements: Sequence[StatementRow]) -> str:
    """Verdicts of statements by paper and engine, as a Markdown table."""
    rows = counted(statements)
    groups = list(dict.fromkeys((row["paper"], row["engine"]) for row in rows))
    tally = Counter((row["paper"], row["engine"], row["verdict"]) for row in rows)
    lines = [
        "| paper | engine | " + " | ".join(VERDICTS) + " | all |",
        "|---|---|" + "---:|" * (len(VERDICTS) + 1),
    ]
    for paper, engine in groups:
        numbers = [tally[paper, engine, verdict] for verdict in VERDICTS]
        cells = " | ".join(str(number) for number in [*numbers, sum(numbers)])
        lines.append(f"| {paper} | {ENGINES.get(engine, engine)} | {cells} |")
    totals = [sum(row["verdict"] == verdict for row in rows) for verdict in VERDICTS]
    lines.append("| all | | " + " | ".join(str(number) for number in [*totals, len(rows)]) + " |")
    return "\n".join(lines)


def _meaning() -> str:
    """Say where the verdicts are explained, and what is not counted."""
    return (
        "A sentence, a table or a caption is one statement, however many cases it has. Definitions, and "
        "sentences that repeat another one, are not counted. *partly*: the statement holds for some of "
        "its cases, but for fewer than it says. *undecided*: too few cases or resamples are decisive. "
        "*unsupported*: the paper says that something may be so, and the evidence does not support it. "
        "The other verdicts, and the truth tables, are explained in `docs/ledger.md`."
    )


def _chance(expected: Mapping[str, Mapping[str, float]]) -> str:
    ordered, spread, seeds = (expected[key] for key in ("orderings", "spread", "seeds"))
    return (
        f"{ordered['judged']} cases are orderings that are judged on paired resamples, and "
        f"{ordered['pass']} of them hold. About {ordered['pass_by_chance']:.1f} would hold by chance if "
        f"there were no differences. Another {ordered['undecided']} have the direction that the paper "
        f"states, but in too few resamples to decide. {spread['judged']} printed values vary with the "
        f"seed, and {spread['fail']} lie outside the central 95 % of our seeds. About "
        f"{spread['fail_by_chance']:.1f} would do so by chance if the paper's runs were like ours. "
        f"{seeds['judged']} cases agree at some seeds and not at others; {seeds['agree']} of them agree "
        f"at half of the seeds or more. At a randomly chosen seed, about {seeds['agree_at_any_seed']:.1f} "
        "would agree."
    )


def _list(rows: Iterable[StatementRow], *, verdicts: bool = False) -> str:
    """Statements with their reasons and notes, one a line; engines that agree share a reason."""
    by_id: dict[str, list[StatementRow]] = {}
    for row in rows:
        by_id.setdefault(row["id"], []).append(row)
    return "\n".join(_line(own, verdicts) for own in by_id.values())


def _line(rows: Sequence[StatementRow], verdicts: bool) -> str:
    """One statement, under the engines of its rows."""
    said: dict[str, list[str]] = {}
    for row in rows:
        verdict = f"**{row['verdict'].capitalize()}**" if verdicts else "Found"
        others = f" Other readings: {row['others']}." if row["others"] else ""
        said.setdefault(f"{verdict}: {row['why']}.{others}", []).append(row["engine"])
    found = " ".join(
        text if len(said) == 1 else f"{' and '.join(ENGINES.get(name, name) for name in engines)}: {text}"
        for text, engines in said.items()
    )
    first = rows[0]
    where = f" ({first['where']})" if first["where"] else ""
    note = f" Note: {first['note']}" if first["note"] else ""
    return f"* `{first['id']}`{where}: {first['says']} {found}{note}"


def robustness_table(rows: Sequence[OtherChoice]) -> Table:
    """Make the table of every case under every other choice; the Markdown file shows those that change."""
    import pandas as pd

    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    tally = counts(rows)
    lines = [
        f"* {row['variant']}: of {row['agree_both'] + row['lost']} cases that agree, {row['lost']} no "
        f"longer agree; of {row['gained'] + row['disagree_both']} that do not agree, {row['gained']} now "
        "do"
        for row in tally.to_dict("records")
    ]
    return Table(
        frame,
        title="Which cases survive another choice?",
        notes=(
            "Each case whose evidence depends on the level alpha, the confidence test, the definition of "
            "CAUC, the kind of curve (pooled out-of-fold scores or one curve per fold) or the engine was "
            "judged again with only that choice changed. The rows above are those that change; the CSV "
            "has all rows. The slope of fixed-width bands is not such a choice: both slopes are readings "
            "of the statements on bands.",
            "\n".join(lines),
        ),
        formats={"measured_base": ".4g", "measured": ".4g"},
        excerpt=frame["changed"].to_numpy(dtype=bool),
        keys=("id", "engine", "variant"),
        printed=(),
    )


def robustness_figure(rows: Sequence[OtherChoice]) -> tuple[Figure, Table]:
    """Draw bars of how many cases keep and change their side under each choice."""
    from rocrepro.display.axes import panel_grid
    from rocrepro.display.house import apply_style

    apply_style()
    tally = counts(rows)
    figure, (axes,), _ = panel_grid(1, 1, row=0.26 * max(1, len(tally)), extra=0.9)
    left = 0.0 * tally["lost"]
    most = max(1, tally[list(BARS)].sum(axis=1).max())
    for kind, (label, style) in BARS.items():
        axes.barh(tally["variant"], tally[kind], left=left, height=0.7, label=label, linewidth=0.4, **style)
        for place, (start, number) in enumerate(zip(left, tally[kind], strict=True)):
            if number >= NUMBERED * most:
                box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
                axes.text(
                    start + number / 2, place, str(number), ha="center", va="center", fontsize=7, bbox=box
                )
        left = left + tally[kind]
    axes.invert_yaxis()
    axes.set(xlabel="cases and engines")
    figure.legend(loc="outside upper center", ncols=4, fontsize=7.5)
    return figure, Table(tally)
