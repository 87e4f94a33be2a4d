"""Claims as they stand in ``config/claims/<paper>.yaml``, families written out case by case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.config import load_yaml, validate
from rocrepro.errors import InputError

PLACEHOLDER = re.compile(r"\{([a-z_0-9]+)\}")
NAME = re.compile(r"[a-z0-9_.]+")


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, and how it is tested.

    Attributes
    ----------
    id : str
        "<paper>.<id in its file>".
    paper, where, says : str
        The paper's short name, the place in it, and the statement in our words.
    kind, basis : str
        What is stated, and what it rests on: of the words that ``claims.schema.json`` allows.
    printed : float, bool, list of two floats, or None
        What the paper prints; None where the statement has no value of its own.
    measure : mapping, or None
        Name of a registered measure with its parameters; None: it cannot be tested, and `reason` says why.
    rule : mapping
        When the measured value agrees with the statement.
    reason, note : str
        Why there is no measure; a remark for the reader.
    file : str
        The file that it came from, for messages.
    """

    id: str
    paper: str
    where: str
    says: str
    kind: str
    basis: str
    printed: float | bool | list[float] | None
    measure: Mapping[str, Any] | None
    rule: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    note: str = ""
    file: str = ""

    @property
    def place(self) -> str:
        """File and id, the beginning of every message about this claim."""
        return f"{self.file}: {self.id.partition('.')[2]}"


def load_claims(path: str | Path, schema: str | Path) -> list[Claim]:
    """Read the claims of one paper.

    Parameters
    ----------
    path : str or Path
        ``<paper>.yaml``; its name is the paper's.
    schema : str or Path
        JSON schema of the entries.

    Raises
    ------
    InputError
        One line for the first entry that is wrong.
    """
    path = Path(path)
    entries = load_yaml(path)
    validate(entries, schema, path, name=_id)
    claims: dict[str, Claim] = {}
    for number, entry in enumerate(entries):
        for case in _cases(entry, f"{path}: {number}.cases"):
            claim = _claim(case, path)
            if claim.id in claims:
                raise InputError(f"{claim.place}: found this id twice; expected it once")
            claims[claim.id] = claim
    return list(claims.values())


def _id(value: Any, key: str | int) -> str:
    """An entry by its id, which a reader finds, and not by its number."""
    entry = value[key]
    known = isinstance(entry, dict) and isinstance(entry.get("id"), str)
    return str(entry["id"]) if known else f"entry {int(key) + 1}"


def _cases(entry: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """An entry once for each of its cases, placeholders filled in."""
    template = {key: value for key, value in entry.items() if key != "cases"}
    if "cases" not in entry:
        return [template]
    columns, rows = entry["cases"]["columns"], entry["cases"]["rows"]
    filled = []
    for number, row in enumerate(rows):
        if len(row) != len(columns):
            found = f"found {len(row)} values; expected {len(columns)}, one for each column"
            raise InputError(f"{place}.rows.{number}: {found}")
        case = dict(zip(columns, row, strict=True))
        filled.append({key: _fill(value, case, place) for key, value in template.items()})
    return filled


def _fill(value: Any, case: dict[str, Any], place: str) -> Any:
    """Replace placeholders; a text that is nothing but one becomes the cell itself, with its type."""
    if isinstance(value, dict):
        return {key: _fill(part, case, place) for key, part in value.items()}
    if isinstance(value, list):
        return [_fill(part, case, place) for part in value]
    if not isinstance(value, str):
        return value
    for name in PLACEHOLDER.findall(value):
        if name not in case:
            raise InputError(f"{place}: found the placeholder {{{name}}}; expected one of {', '.join(case)}")
    whole = PLACEHOLDER.fullmatch(value)
    if whole:
        return case[whole[1]]
    return PLACEHOLDER.sub(lambda match: str(case[match[1]]), value)


def _claim(case: dict[str, Any], path: Path) -> Claim:
    """One entry as a `Claim`, its values checked beyond what a schema of templates can."""
    paper, place = path.stem, f"{path}: {case['id']}"
    if not isinstance(case["id"], str) or not NAME.fullmatch(case["id"]):
        raise InputError(f"{place}: found this id; expected letters a to z, digits, dots and underscores")
    measure, printed = case["measure"], case.get("printed")
    tested = measure != "none"
    if tested == bool(case.get("reason")):
        raise InputError(f"{place}: expected a reason exactly where the measure is none")
    if tested:
        _check_printed(case["kind"], printed, case.get("rule", {}), place)
    return Claim(
        id=f"{paper}.{case['id']}",
        paper=paper,
        where=str(case["where"]),
        says=str(case["says"]),
        kind=case["kind"],
        basis=case["basis"],
        printed=printed,
        measure=measure if tested else None,
        rule=case.get("rule", {}),
        reason=case.get("reason", ""),
        note=case.get("note", ""),
        file=path.as_posix(),
    )


def _check_printed(kind: str, printed: Any, rule: Mapping[str, Any], place: str) -> None:
    """Check that a kind has the printed value and the rule that its judgement needs."""
    number = isinstance(printed, (int, float)) and not isinstance(printed, bool)
    bounded = not rule.keys().isdisjoint({"at_least", "at_most", "above", "below"})
    expected = {
        "number": "a number" if not number else "",
        "definition": "a number" if not number else "",
        "count": "a number" if not number else "",
        "presence": "" if isinstance(printed, bool) or bounded else "true or false",
        "range": "" if bounded or (isinstance(printed, list) and len(printed) == 2) else "[low, high]",
        "ordering": "" if printed is None else "none (an ordering has no value)",
        "trend": "" if printed is None else "none (a trend has no value)",
        "identity": "" if printed in (None, 0) else "none (an identity's error is 0)",
    }[kind]
    if expected:
        raise InputError(f"{place}: printed: found {printed!r}; expected {expected} for the kind {kind}")
    needed = {
        "number": {"decimals", "tolerance", "relative"},
        "definition": {"decimals", "tolerance", "relative"},
        "ordering": {"direction"},
        "trend": {"direction"},
        "identity": {"tolerance"},
    }.get(kind)
    if needed and rule.keys().isdisjoint(needed):
        raise InputError(
            f"{place}: rule: found {dict(rule)}; expected {' or '.join(sorted(needed))} for the kind {kind}"
        )
