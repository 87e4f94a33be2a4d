"""A review as the terminal shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rocrepro.claims.rows import StatementRow
from rocrepro.claims.summary import counted
from rocrepro.claims.truth import REPRODUCED, VERDICTS
from rocrepro.review.judging import Reviewed


def printed(found: Reviewed) -> str:
    """Write the conclusions, how many statements have which verdict, and those that are not reproduced."""
    return "\n".join(_lines(found))


def _lines(found: Reviewed) -> Iterator[str]:
    judged = found.judged
    yield str(found.manuscript.ledger.about["title"])
    if judged.conclusions:
        yield from ("", "Conclusions")
        for row in judged.conclusions:
            yield f"  {row['verdict']}: {row['says']}"
    for title, rows in (("Statements", counted(judged.statements)), ("Findings", judged.findings)):
        if rows:
            yield from ("", f"{title}: {_counts(rows)}")
            for one in rows:
                if one["verdict"] != REPRODUCED:
                    yield f"  {one['verdict']}: {one['id'].partition('.')[2]}: {one['says']} {one['why']}"


def _counts(rows: list[StatementRow]) -> str:
    tally = Counter(row["verdict"] for row in rows)
    return ", ".join(f"{tally[verdict]} {verdict}" for verdict in VERDICTS if tally[verdict])
