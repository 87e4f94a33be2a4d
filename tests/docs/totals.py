"""What holds of each paper, in numbers, as README.md shows it."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

OUTCOMES = ("holds", "holds in part", "does not hold", "open")
SHOWN = {
    "statements that hold": ("reproduced", "within spread"),
    "hold in part": ("partly",),
    "do not hold": ("not reproduced", "contradicted", "unsupported"),
    "not decided": ("undecided", "undefined", "not testable"),
}
COMPARED = ("dis", "hypothyroid", "sick", "sick_euthyroid", "spect", "spectf_cv80")
"""The data sets of the statement s5.more_reliable of elazmeh2006, each with six pairs of learners."""


def totals(results: Path) -> str:
    """A Markdown table: conclusions and statements of each paper, judged with Weka where learners count."""
    conclusions = by_weka(results / "conclusions.csv")
    statements = [
        row
        for row in by_weka(results / "statements.csv")
        if row["kind"] == "statement" and not row["same_as"]
    ]
    lines = [
        f"| paper | conclusions that hold | hold in part | do not hold | open | {' | '.join(SHOWN)} |",
        "|---|" + "---:|" * 8,
    ]
    for paper in dict.fromkeys(row["paper"] for row in conclusions):
        own = Counter(row["verdict"] for row in conclusions if row["paper"] == paper)
        said = Counter(row["verdict"] for row in statements if row["paper"] == paper)
        cells = [own[outcome] for outcome in OUTCOMES]
        cells += [sum(said[verdict] for verdict in verdicts) for verdicts in SHOWN.values()]
        lines.append(f"| {paper} | " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def numbers(results: Path) -> list[str]:
    """Return the numbers in README.md's sentences on the papers, each with the words around it."""
    elazmeh, hamel, klement, bradley = (
        Facts(results / f"tables/{paper}_facts.csv")
        for paper in ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")
    )
    apart = [elazmeh.one("bands_apart", dataset="dis", slope=slope) for slope in ("ks", "inverse")]
    cauc, auc = (
        sum(elazmeh.one("pairs_decided", what=what, dataset=name)["value"] for name in COMPARED)
        for what in ("cauc", "auc")
    )
    change = max(abs(row["value"]) for row in hamel.all("skew_auc_change"))
    rise = hamel.one("same_point_change", engine="", metric="accuracy")["value"]
    lower = -hamel.one("printed_gain", engine="", criterion="accuracy")["value"]
    overlap = hamel.one("overlap_significant")
    absent = klement.one("domains_absent", engine="", change="FC", figure="roc")
    visible = klement.one("domains_visible", engine="", change="FC", figure="sensibility")
    differ = bradley.one("run_best_apart")
    (table,) = (row for row in by_weka(results / "statements.csv") if row["id"] == "elazmeh2006.table3")
    (random,) = (
        row
        for row in rows(results / "tables/bradley1996_null.csv")
        if row["n_neg"] == "55" and row["classifier"] == "at random, positive as often as it occurs"
    )
    pairs = apart[0]["n"]
    conclusions = Counter(row["verdict"] for row in by_weka(results / "conclusions.csv"))
    holds, partly, fails, open_ = (conclusions[outcome] for outcome in OUTCOMES)
    return [
        f"Of {conclusions.total()} conclusions, {holds} hold, {partly} hold in part, {fails} do not hold, "
        f"and {open_} is open",
        f"{table['n_agree']} of the {table['n_decided']} printed AUCs",
        f"separate {max(row['value'] for row in apart):.0f} of {pairs:.0f} pairs",
        f"for {cauc:.0f} of {pairs * len(COMPARED):.0f} pairs of learners",
        f"the AUC did so for {auc:.0f} pairs",
        f"changes by more than {change:.2f}",
        f"accuracy at a fixed point of the curve rises by {rise:.2f}",
        f"accuracy is lower by {lower:.3f}",
        f"{overlap['n'] * overlap['value']:.0f} of {overlap['n']:.0f} pairs",
        f"shows no change in {absent['n'] * absent['value']:.0f} of the {absent['n']:.0f} domains",
        f"the values of the scores, shows a change in {visible['n'] * visible['value']:.0f}",
        f"{differ['value']:.0f} of {differ['n']:.0f} models",
        f"{100 * float(random['paper_accuracy']):.0f} % for random prediction",
        f"{100 * float(random['accuracy']):.1f} %",
    ]


class Facts:
    """A paper's table of facts."""

    def __init__(self, path: Path):
        self.rows = rows(path)

    def all(self, fact: str, engine: str = "weka", **where: str) -> list[dict[str, float]]:
        """Return the value and the number of cases of each row of a fact, by default those of Weka."""
        wanted = {"fact": fact, "engine": engine} | where
        return [
            {name: float(row[name] or "nan") for name in ("value", "n")}
            for row in self.rows
            if wanted.items() <= row.items()
        ]

    def one(self, fact: str, engine: str = "weka", **where: str) -> dict[str, float]:
        """Return the only such row."""
        (row,) = self.all(fact, engine, **where)
        return row


def by_weka(path: Path) -> list[dict[str, str]]:
    """Rows of Weka, and of what Weka has no part in."""
    found = rows(path)
    weka = {row["id"] for row in found if row["engine"] == "weka"}
    return [row for row in found if row["engine"] == "weka" or row["id"] not in weka]


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
