"""Table 2: class counts, ours and the paper's, with a computed reason for each difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.elazmeh2006.printed import ROWS, Counts, printed_counts, row_of
from rocrepro.papers.rows import frame_of, gap_notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rocrepro.papers.evaluated import Evaluated

COLUMNS = ["paper_row", "dataset", "part", "paper_pos", "paper_neg", "pos", "neg", "difference", "flag"]
COUNTED = COLUMNS[3:-1]


def table2(evaluated: Evaluated) -> Table:
    """Table 2: positive and negative rows of each part, beside the printed counts."""
    names = evaluated.datasets
    rows = [row for dataset in names for row in evaluated.traced(_of_dataset, evaluated, dataset)]
    frame = frame_of(rows, [*COLUMNS, USES], whole=COUNTED)
    notes = [
        "difference: rows by which our counts and the printed counts differ, both classes together; "
        "cross-validated sets have only a training part.",
        *gap_notes(evaluated),
    ]
    return Table(frame, "Table 2: data sets and class counts", tuple(notes))


def _of_dataset(evaluated: Evaluated, dataset: str) -> Iterator[dict[str, Any]]:
    """The parts of one data set."""
    ours, row = _counts(evaluated, dataset), row_of(dataset)
    cross_validated = evaluated.protocol(dataset) != "split"
    for part in ("train", "test"):
        printed = printed_counts(evaluated, row, part)
        if printed or part == "train" or not cross_validated:
            values = (row, dataset, part, *_compare(evaluated, row, part, printed, ours))
            yield dict(zip(COLUMNS, values, strict=True))


def _counts(evaluated: Evaluated, dataset: str) -> dict[str, Counts]:
    """(positive, negative) of each part; nothing for a gap."""
    if evaluated.gap(dataset) is not None:
        return {}
    counts = evaluated.described(dataset)["counts"]
    return {("train" if part == "all" else part): (c[0], c[1]) for part, c in counts.items()}


def _compare(
    evaluated: Evaluated, row: str | None, part: str, printed: Counts | None, ours: dict[str, Counts]
) -> tuple[int | None, int | None, int | None, int | None, int | None, str]:
    """Printed and own counts, the difference, and why they differ."""
    mine = ours.get(part)
    paper_pos, paper_neg = printed or (None, None)
    pos, neg = mine or (None, None)
    if printed is None:
        return (
            paper_pos,
            paper_neg,
            pos,
            neg,
            None,
            "not in the paper" if row is None else "no such part in the paper",
        )
    if mine is None:
        reason = "this entry has no test part" if ours else "no data"
        return paper_pos, paper_neg, pos, neg, None, reason
    difference = abs(mine[0] - printed[0]) + abs(mine[1] - printed[1])
    flag = _reason(evaluated, row or "", part, printed, mine) if difference else ""
    return paper_pos, paper_neg, pos, neg, difference, flag


def _reason(evaluated: Evaluated, row: str, part: str, printed: Counts, mine: Counts) -> str:
    """Say why printed counts differ from the file's, as far as the paper's table and the data show it."""
    reasons = []
    if printed[0] == mine[0] and sum(printed) != sum(mine):
        reasons.append(f"printed {printed[0]} + {printed[1]} = {sum(printed)} rows, the file has {sum(mine)}")
    for other in ROWS:
        cell = printed_counts(evaluated, other, part)
        if other != row and cell == printed:
            reasons.append(f"the printed cell repeats the row {other}")
        elif other != row and cell is not None and cell[1] == printed[1]:
            reasons.append(f"the printed negatives repeat the row {other}")
    for entry in ROWS[row]:
        if _counts(evaluated, entry).get(part) == printed:
            reasons.append(f"the printed counts are those of {entry}")
    return "; ".join(reasons) or "differs, no reason found"
