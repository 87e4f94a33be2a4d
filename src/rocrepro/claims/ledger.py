"""The ledger: every claim judged, as rows, a summary to paste, and the evidence for the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import rocrepro.claims.takes  # noqa: F401  (registers the measures)
from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import (
    NOT_TESTABLE,
    REPRODUCED,
    VERDICTS,
    WITHIN_SPREAD,
    Verdict,
    judge,
    undecided,
)
from rocrepro.claims.lacking import take
from rocrepro.claims.measures import Measured
from rocrepro.claims.model import Claim
from rocrepro.claims.rows import LedgerRow
from rocrepro.claims.rules import agrees, describe, quantile
from rocrepro.formats.table import Table

COLUMNS = (
    *("id", "paper", "engine", "kind", "basis", "where", "says", "printed", "measured", "low", "high"),
    *("share", "n_seeds", "rule", "verdict", "reason", "evidence"),
    *("seeds_low", "seeds_high", "resample_share", "note"),
)


def judge_claims(
    claims: Iterable[Claim],
    artifacts: Artifacts,
    gaps: Mapping[str, str],
    *,
    released: Callable[[str], str] = str,
) -> list[LedgerRow]:
    """Judge claims, each once for every engine that it concerns.

    Parameters
    ----------
    claims : iterable of Claim
    artifacts : Artifacts
    gaps : mapping of str to str
        Data sets, learners and engines that the run lacks, with the reason: a claim whose measure read
        anything of them cannot be tested in this run.
    released : callable
        From an artifact's name to the path below ``results/``.

    Returns
    -------
    list of LedgerRow

    Raises
    ------
    InputError
        With the claim's id, where a measure, an artifact, a column or a row does not exist.
    """
    rows = []
    for claim in claims:
        if claim.measure is None:
            rows.append(_row(claim, Measured("", ()), Verdict(NOT_TESTABLE, claim.reason), released))
            continue
        for measured, lacking in take(claim, artifacts, gaps):
            why = f"this run lacks {_listed(lacking)}"
            verdict = Verdict(NOT_TESTABLE, why) if lacking else judge(claim, measured)
            rows.append(_row(claim, measured, verdict, released, lacking))
    return rows


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    *others, last = [name.replace("engine ", "the engine ") for name in names] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _row(
    claim: Claim,
    measured: Measured,
    verdict: Verdict,
    released: Callable[[str], str],
    lacking: Sequence[str] = (),
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
        "replicates": list(measured.seeds),
        "cell": dict(measured.cell),
        "pass_by_chance": _by_chance(claim),
        "agrees_alone": tested and agrees(claim, measured.values),
        "undecided": tested and undecided(claim, measured),
        "lacking": list(lacking),
    }


def _by_chance(claim: Claim) -> float:
    """How many of 100 claims of this kind agree although nothing is behind them, as a share; else NaN."""
    return 1 - quantile(claim) if claim.kind == "ordering" and claim.measure is not None else math.nan


def by_chance(rows: Iterable[LedgerRow]) -> dict[str, Any]:
    """How many verdicts chance alone would bring.

    Returns
    -------
    dict
        ``orderings``: claims judged on paired resamples, how many of them would pass if the two sides
        did not differ at all, and how many point the paper's way without enough resamples to say so.
        ``spread``: claims whose value varies with the seed, and how many would fall outside the central 95 %
        although the paper's run was one like ours. ``seeds``: claims that agree at some seeds and not at
        others, how many agree at the default one (resamples left out), and how many do at a seed picked
        blindly. ``reconstruction``: claims measured on a reconstruction, and how many agree there.
    """
    rows = list(rows)
    ordered = [row for row in rows if row["kind"] == "ordering" and not math.isnan(row["resample_share"])]
    random = [row for row in rows if row["n_seeds"] > 1 and not math.isnan(row["share"])]
    either = [row for row in random if 0 < row["share"] < 1 and row["verdict"] != NOT_TESTABLE]
    rebuilt = [row for row in rows if row["basis"] == "reconstruction" and row["rule"]]
    numbers = [row for row in random if row["kind"] in ("number", "count", "definition")]
    return {
        "orderings": {
            "judged": len(ordered),
            "pass": sum(row["verdict"] == REPRODUCED for row in ordered),
            "pass_by_chance": math.fsum(row["pass_by_chance"] for row in ordered),
            "undecided": sum(row["undecided"] for row in ordered),
        },
        "spread": {
            "judged": len(numbers),
            "fail": sum(row["verdict"] not in (REPRODUCED, WITHIN_SPREAD) for row in numbers),
            "fail_by_chance": 0.05 * len(numbers),
        },
        "seeds": {
            "judged": len(either),
            "agree": sum(row["agrees_alone"] for row in either),
            "agree_at_any_seed": math.fsum(row["share"] for row in either),
        },
        "reconstruction": {
            "judged": len(rebuilt),
            "agree": sum(row["agrees_alone"] for row in rebuilt),
        },
    }


class _Ledger(Table):
    def csv(self) -> str:
        """The table as CSV, in which whole numbers have no decimal point."""
        return self.frame.to_csv(index=False, lineterminator="\n", float_format=_text)


def ledger_table(rows: Iterable[LedgerRow]) -> Table:
    """The ledger, one row a claim and engine; what may have several values is text."""
    import pandas as pd

    frame = pd.DataFrame(list(rows), columns=list(COLUMNS))
    frame = frame.assign(**{name: frame[name].map(_text) for name in ("printed", "measured")})
    return _Ledger(frame, "Claims of the papers", keys=("id", "engine"), printed=("printed",))


def _text(value: Any) -> str:
    """A cell: the fewest digits that give the same double back; nothing for NaN and None."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(_text(part) for part in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def evidence(rows: Iterable[LedgerRow]) -> dict[str, Any]:
    """The ledger with replicates as plain JSON values, NaN as null, and what chance would bring."""
    rows = list(rows)
    return {"claims": [_plain(row) for row in rows], "expected": by_chance(rows), "verdicts": list(VERDICTS)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
