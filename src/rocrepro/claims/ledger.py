"""The ledger of a paper: its cases, statements and conclusions judged, as rows and as tables."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import Verdict, judge, missing
from rocrepro.claims.kinds import KINDS, describe
from rocrepro.claims.lacking import take
from rocrepro.claims.measures import Measured
from rocrepro.claims.model import Claim, PaperLedger, Retired
from rocrepro.claims.robustness import other_choices
from rocrepro.claims.rollup import conclusion_rows, statement_rows, statement_verdicts
from rocrepro.claims.rows import ConclusionRow, LedgerRow, OtherChoice, StatementRow
from rocrepro.claims.rules import quantile
from rocrepro.claims.truth import AGREE, NOT_TESTABLE, OUTCOMES, REPRODUCED, UNDECIDED, VERDICTS
from rocrepro.formats.table import Table

COLUMNS = (
    *("id", "paper", "engine", "kind", "basis", "where", "says", "printed", "measured", "low", "high"),
    *("share", "n_seeds", "rule", "verdict", "reason", "evidence"),
    *("seeds_low", "seeds_high", "resample_share", "note", "statement", "reading", "cell"),
)
Released = Callable[[str], str]


@dataclass(frozen=True)
class Judged:
    """Ledgers with their verdicts, one after the other.

    Attributes
    ----------
    cases, statements, findings, conclusions : list
        Rows, as `rocrepro.claims.rows` describes them.
    others : list of OtherChoice
        The cases under other choices.
    retired : list of Retired
    """

    cases: list[LedgerRow] = field(default_factory=list)
    statements: list[StatementRow] = field(default_factory=list)
    findings: list[StatementRow] = field(default_factory=list)
    conclusions: list[ConclusionRow] = field(default_factory=list)
    others: list[OtherChoice] = field(default_factory=list)
    retired: list[Retired] = field(default_factory=list)

    def __add__(self, other: Judged) -> Judged:
        """Put the rows of another ledger behind these."""
        return Judged(**{name: [*getattr(self, name), *getattr(other, name)] for name in vars(self)})


def judge_ledger(
    ledger: PaperLedger, artifacts: Artifacts, gaps: Mapping[str, str], *, released: Released = str
) -> Judged:
    """Judge all that the ledger of one paper holds.

    Parameters
    ----------
    ledger : PaperLedger
    artifacts : Artifacts
    gaps : mapping of str to str
        Data sets, learners and engines that the run lacks, with the reason: a claim whose measure read
        anything of them cannot be tested in this run.
    released : callable
        From an artifact's name to the path below ``results/``.

    Raises
    ------
    InputError
        With the claim's id, where a measure, an artifact, a column or a row does not exist.
    """
    claims = list(ledger.claims)
    cases = judge_claims(claims, artifacts, gaps, released=released)
    others = other_choices(claims, artifacts, cases, gaps)
    choices: dict[str, dict[tuple[str, str], str]] = {}
    for other in others:
        choices.setdefault(other["variant"], {})[other["id"], other["engine"]] = other["verdict"]
    choices = {name: verdicts for name, verdicts in choices.items() if not name.startswith("engine=")}
    statements = statement_rows(ledger.statements, cases, choices)

    def under(verdicts: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], str]:
        return statement_verdicts(ledger.statements, cases, verdicts, backed=True)

    turned = {name: under(verdicts) for name, verdicts in choices.items()}
    seeds = [under(verdicts) for verdicts in _at_seeds(claims, cases)]
    return Judged(
        cases,
        statements,
        statement_rows(ledger.findings, cases, choices),
        conclusion_rows(ledger.conclusions, statements, turned, seeds),
        others,
        list(ledger.retired),
    )


def judge_claims(
    claims: Iterable[Claim], artifacts: Artifacts, gaps: Mapping[str, str], *, released: Released = str
) -> list[LedgerRow]:
    """Judge cases, each once for every engine that it concerns; see `judge_ledger`."""
    rows = []
    for claim in claims:
        if claim.measure is None:
            rows.append(_row(claim, Measured("", ()), missing(claim, claim.reason), released))
            continue
        for measured, lacking in take(claim, artifacts, gaps):
            why = f"this run lacks {_listed(lacking)}"
            verdict = missing(claim, why) if lacking else judge(claim, measured)
            rows.append(_row(claim, measured, verdict, released, lacking))
    return rows


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    *others, last = [name.replace("engine ", "the engine ") for name in names] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _row(
    claim: Claim, measured: Measured, verdict: Verdict, released: Released, lacking: Sequence[str] = ()
) -> LedgerRow:
    value = measured.values[0] if len(measured.values) == 1 else math.nan
    tested = claim.measure is not None
    return {
        "id": claim.id,
        "paper": claim.paper,
        "engine": measured.engine,
        "kind": claim.kind,
        "basis": claim.basis,
        "where": claim.where,
        "says": claim.says,
        "printed": claim.printed,
        "measured": list(measured.values) if len(measured.values) > 1 else value,
        "low": measured.low,
        "high": measured.high,
        "share": verdict.share,
        "n_seeds": measured.n_seeds if tested else 0,
        "rule": describe(claim) if tested else "",
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "evidence": released(measured.evidence) if measured.evidence else "",
        "seeds_low": verdict.seeds_low,
        "seeds_high": verdict.seeds_high,
        "resample_share": measured.resample_share,
        "note": claim.note,
        "statement": claim.statement,
        "reading": claim.reading,
        "replicates": list(measured.seeds),
        "cell": dict(measured.cell),
        "pass_by_chance": _by_chance(claim),
        "lacking": list(lacking),
    }


def _by_chance(claim: Claim) -> float:
    """Return the share of claims of this kind that agree by chance, with nothing behind them; else NaN."""
    ordered = claim.kind == "ordering" and claim.measure is not None and not claim.describes
    return 1 - quantile(claim) if ordered else math.nan


def _at_seeds(claims: Iterable[Claim], rows: Sequence[LedgerRow]) -> list[dict[tuple[str, str], str]]:
    """Verdicts of the cases that depend on the seed, at each seed."""
    by_id = {claim.id: claim for claim in claims}
    random = [row for row in rows if row["replicates"]]
    n_seeds = max((len(row["replicates"]) for row in random), default=0)
    full = [row for row in random if len(row["replicates"]) == n_seeds]

    def at(row: LedgerRow, seed: int) -> str:
        value = row["replicates"][seed]
        one = Measured(row["engine"], (value,), resample_share=row["resample_share"])
        return judge(by_id[row["id"]], one).verdict

    return [{(row["id"], row["engine"]): at(row, seed) for row in full} for seed in range(n_seeds)]


def by_chance(rows: Iterable[LedgerRow]) -> dict[str, Any]:
    """Count the verdicts of cases that chance would bring by itself.

    Returns
    -------
    dict
        ``orderings``: cases judged on paired resamples, how many of them would pass if the two sides did not
        differ at all, and how many point the paper's way without enough resamples to say so. ``spread``:
        numbers that vary with the seed, and how many would fall outside the central 95 % although the
        paper's run was one like ours. ``seeds``: cases that agree at some seeds and not at others, how many
        agree at half of them or more, and how many do at a seed picked blindly.
    """
    rows = list(rows)
    resampled = [row for row in rows if not math.isnan(row["resample_share"])]
    ordered = [row for row in resampled if not math.isnan(row["pass_by_chance"])]
    random = [row for row in rows if row["n_seeds"] > 1 and not math.isnan(row["share"])]
    either = [row for row in random if 0 < row["share"] < 1 and row["verdict"] != NOT_TESTABLE]
    numbers = [row for row in random if row["kind"] in KINDS and KINDS[row["kind"]].numeric]
    return {
        "orderings": {
            "judged": len(ordered),
            "pass": sum(row["verdict"] == REPRODUCED for row in ordered),
            "pass_by_chance": math.fsum(row["pass_by_chance"] for row in ordered),
            "undecided": sum(row["verdict"] == UNDECIDED for row in ordered),
        },
        "spread": {
            "judged": len(numbers),
            "fail": sum(row["verdict"] not in AGREE for row in numbers),
            "fail_by_chance": 0.05 * len(numbers),
        },
        "seeds": {
            "judged": len(either),
            "agree": sum(row["share"] >= 0.5 for row in either),
            "agree_at_any_seed": math.fsum(row["share"] for row in either),
        },
    }


class _Ledger(Table):
    def csv(self) -> str:
        """The table as CSV, in which whole numbers have no decimal point."""
        return self.frame.to_csv(index=False, lineterminator="\n", float_format=_text)


def cases_table(judged: Judged) -> Table:
    """Make the table of all cases, and of those that once were; what may have several values is text."""
    import pandas as pd

    gone = [
        {"id": one.id, "paper": one.paper, "engine": "", "reason": one.why, "statement": one.became}
        for one in judged.retired
    ]
    frame = pd.DataFrame([*judged.cases, *gone], columns=list(COLUMNS))
    texts = [name for name in COLUMNS if name not in NUMBERS]
    frame = frame.assign(**{name: frame[name].map(_text) for name in texts})
    frame = frame.astype({"n_seeds": "Int64"})
    return _Ledger(frame, "Cases of the papers' statements", keys=("id", "engine"), printed=("printed",))


NUMBERS = ("low", "high", "share", "n_seeds", "seeds_low", "seeds_high", "resample_share")


def level_tables(judged: Judged) -> dict[str, Table]:
    """Make the tables above the cases, by name."""
    return {
        "conclusions": _level(judged.conclusions, ConclusionRow, "Conclusions of the papers"),
        "statements": _level(judged.statements, StatementRow, "Statements of the papers"),
        "findings": _level(judged.findings, StatementRow, "What the replication found"),
    }


def _level(rows: Sequence[Mapping[str, Any]], row: type, title: str) -> Table:
    import pandas as pd

    frame = pd.DataFrame(list(rows), columns=list(row.__annotations__))
    return _Ledger(frame, title, keys=("id", "engine"), printed=())


def _text(value: Any) -> str:
    """A cell: the fewest digits that give the same double back; nothing for NaN and None."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(_text(part) for part in value)
    if isinstance(value, Mapping):
        return json.dumps(_plain(value)) if value else ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def evidence(judged: Judged) -> dict[str, Any]:
    """Return the ledger as plain JSON values, NaN as null, and what chance would bring."""
    return {
        "claims": _plain(judged.cases),
        "statements": _plain(judged.statements),
        "findings": _plain(judged.findings),
        "conclusions": _plain(judged.conclusions),
        "expected": by_chance(judged.cases),
        "choices": sorted({other["variant"] for other in judged.others}),
        "retired": {one.id: one.became for one in judged.retired},
        "verdicts": list(VERDICTS),
        "outcomes": list(OUTCOMES),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
