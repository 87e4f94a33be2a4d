"""What holds of each paper, in numbers, as README.md shows it."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

OUTCOMES = ("holds", "holds in part", "does not hold", "open")
SHOWN = {
    "hold": ("reproduced", "within spread"),
    "partly": ("partly",),
    "fail": ("not reproduced", "contradicted", "unsupported"),
    "not decided": ("undecided", "undefined", "not testable"),
}


def totals(results: Path) -> str:
    """A Markdown table: conclusions and statements of each paper, judged with Weka where learners count."""
    conclusions = by_weka(results / "conclusions.csv")
    statements = [
        row
        for row in by_weka(results / "statements.csv")
        if row["kind"] == "statement" and not row["same_as"]
    ]
    lines = [
        "| paper | conclusions hold | in part | do not | open | statements hold | "
        + " | ".join(list(SHOWN)[1:])
        + " |",
        "|---|" + "---:|" * 8,
    ]
    for paper in dict.fromkeys(row["paper"] for row in conclusions):
        own = Counter(row["verdict"] for row in conclusions if row["paper"] == paper)
        said = Counter(row["verdict"] for row in statements if row["paper"] == paper)
        cells = [own[outcome] for outcome in OUTCOMES]
        cells += [sum(said[verdict] for verdict in verdicts) for verdicts in SHOWN.values()]
        lines.append(f"| {paper} | " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def by_weka(path: Path) -> list[dict[str, str]]:
    """Rows of Weka, and of what Weka has no part in."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    weka = {row["id"] for row in rows if row["engine"] == "weka"}
    return [row for row in rows if row["engine"] == "weka" or row["id"] not in weka]
