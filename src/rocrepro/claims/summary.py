"""The ledger in words: a summary that a reviewer can paste, and the robustness table and figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rocrepro.claims.judge import (
    CONTRADICTED,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    VERDICTS,
    WITHIN_SPREAD,
)
from rocrepro.claims.ledger import by_chance
from rocrepro.claims.robustness import COLUMNS, counts
from rocrepro.claims.rows import LedgerRow, OtherChoice
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


def summary(rows: Sequence[LedgerRow]) -> str:
    """The ledger as Markdown: counts, what chance would bring, and every contradiction."""
    claims = len({row["id"] for row in rows})
    parts = [
        "# Claims of the papers",
        f"{claims} entries from {places(rows)} places in the papers, each measured and judged by code. A "
        "sentence on several data sets or learners has an entry for each, and so has every reading of one "
        "that can be read in several ways. What is said of learners is judged for each engine, which makes "
        f"{len(rows)} verdicts. The rows are in [claims.csv](claims.csv).",
        _counts(rows),
        _verdicts(),
        "## What chance would bring",
        _chance(by_chance(rows)),
        "## Contradicted",
        "By arithmetic, by the data files, or by the paper's own numbers.",
        _list(row for row in rows if row["verdict"] == CONTRADICTED),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def places(rows: Iterable[LedgerRow]) -> int:
    """How many places of the papers the ledger speaks of."""
    return len({(row["paper"], row["where"]) for row in rows})


def _counts(rows: Sequence[LedgerRow]) -> str:
    """Verdicts by paper and engine, as a Markdown table."""
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


def _verdicts() -> str:
    return (
        f"*{REPRODUCED}*: our value agrees by the claim's rule, at the default seed. *{WITHIN_SPREAD}*: it "
        "does not, but the printed value lies in the central 95 % of our seeds. "
        f"*{NOT_REPRODUCED}*: neither. *{CONTRADICTED}*: arithmetic, the data files or the paper's own "
        f"numbers say otherwise. *{NOT_TESTABLE}*: the reason stands in the row."
    )


def _chance(expected: Mapping[str, Mapping[str, float]]) -> str:
    ordered, spread, seeds = (expected[key] for key in ("orderings", "spread", "seeds"))
    rebuilt = expected["reconstruction"]
    return (
        f"{ordered['judged']} orderings were judged on paired resamples and {ordered['pass']} passed; if no "
        f"two sides differed, about {ordered['pass_by_chance']:.1f} would pass. {ordered['undecided']} more "
        "point the paper's way, but in too few resamples to decide. "
        f"{spread['judged']} printed values vary with the seed and {spread['fail']} lie outside the central "
        f"95 % of our seeds; about {spread['fail_by_chance']:.1f} would even if the paper's runs were like "
        f"ours. Of {seeds['judged']} claims that agree at some seeds and not at others {seeds['agree']} "
        f"do at the default seed, resamples left out, and {seeds['agree_at_any_seed']:.1f} would at a seed "
        f"picked blindly. {rebuilt['judged']} claims were measured on a reconstruction, which decides "
        f"nothing; {rebuilt['agree']} of them agree there."
    )


def _list(rows: Iterable[LedgerRow]) -> str:
    return "\n".join(
        f"* `{row['id']}` ({row['where']}"
        + (f"; {ENGINES.get(row['engine'], row['engine'])}" if row["engine"] else "")
        + f"): {row['says']} Found: {row['reason']}."
        for row in rows
    )


def robustness_table(rows: Sequence[OtherChoice]) -> Table:
    """Every claim under every other choice; the Markdown file shows those that change."""
    import pandas as pd

    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    tally = counts(rows)
    lines = [
        f"* {row['variant']}: of {row['agree_both'] + row['lost']} that agree {row['lost']} no longer do; of "
        f"{row['gained'] + row['disagree_both']} that do not {row['gained']} do"
        for row in tally.to_dict("records")
    ]
    return Table(
        frame,
        title="Which claims survive another choice?",
        notes=(
            "Each claim whose evidence depends on the level alpha, the confidence test, the reading of CAUC, "
            "the kind of curve (pooled out-of-fold scores or one curve a fold) or the engine, judged again "
            "with that choice alone changed, at the default seed. The rows above are those that change; the "
            "CSV has all.",
            "\n".join(lines),
        ),
        formats={"measured_base": ".4g", "measured": ".4g"},
        excerpt=frame["changed"].to_numpy(dtype=bool),
        keys=("id", "engine", "variant"),
        printed=(),
    )


def robustness_figure(rows: Sequence[OtherChoice]) -> tuple[Figure, Table]:
    """Bars of how many claims keep and change their side under each choice."""
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
    axes.set(xlabel="claims and engines")
    figure.legend(loc="outside upper center", ncols=4, fontsize=7.5)
    return figure, Table(tally)
