"""Places of statements on the page: beside the table or figure that they are about, or by the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rocrepro.report.artifacts import LATE, Shelf
from rocrepro.report.ledger import Entry, part_title
from rocrepro.report.words import slug

_NUMBERED = re.compile(r"(table|fig)(?:ure)?_?(\d+)[a-z]?")


@dataclass
class Group:
    """Statements about one part of a paper."""

    key: str
    title: str
    statements: list[Entry] = field(default_factory=list)


def arrange(statements: Iterable[Entry], shelf: Shelf) -> tuple[dict[str, list[Entry]], list[Group]]:
    """Divide the statements of a paper.

    A statement on a numbered table or figure stands beside it, any other one beside the first table or
    figure that decides it. Tables that hold quantities of all kinds do not count. What is left stands under
    its part of the paper.

    Returns
    -------
    dict
        Statements by the address of the table or figure.
    list of Group
        The others.
    """
    known = {view.href.removeprefix("../"): view.id for view in shelf.tables}
    known |= {view.links["data (CSV)"].removeprefix("../"): view.id for view in shelf.figures}
    ids = set(known.values())
    beside: dict[str, list[Entry]] = {}
    parts: dict[str, Group] = {}
    for one in statements:
        place = next((name for name in _places(one, known) if name in ids), None)
        if place is not None:
            beside.setdefault(place, []).append(one)
        else:
            key = f"{one.paper}-{slug(one.part)}"
            parts.setdefault(key, Group(key, part_title(one.part))).statements.append(one)
    return beside, list(parts.values())


def _places(one: Entry, known: dict[str, str]) -> Iterable[str]:
    """Addresses of tables and figures that a statement is about, the likeliest first."""
    numbered = _NUMBERED.fullmatch(one.part)
    if numbered:
        kind, number = numbered.groups()
        word = "figure" if kind == "fig" else kind
        yield from (f"{word}-{one.paper}_{kind}{number}", f"{word}-{kind}{number}")
    for row in one.rows:
        for path in filter(None, row["evidence"].split("; ")):
            place = known.get(path, "")
            if place.rpartition("_")[2] not in LATE:
                yield place
