"""Read the ledger of one paper from the files of its folder, families of cases written out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rocrepro.claims.kinds import check
from rocrepro.claims.model import Claim, Conclusion, PaperLedger, Reading, Retired, Scope, Sentence, Statement
from rocrepro.config import load_yaml, validate
from rocrepro.errors import InputError

PLACEHOLDER = re.compile(r"\{([a-z_0-9]+)\}")
NAME = re.compile(r"[a-z0-9_.]+")
UNIVERSAL = {"each", "most", "general"}
FATES = ("unit test", "left out")
INHERITED = ("says", "kind", "basis", "printed", "measure", "rule", "bound", "about", "cases")
"""Keys of a test that a statement gives for all of its tests."""


def load_ledger(folder: str | Path, schema: str | Path, *, paper: str = "paper") -> PaperLedger:
    """Read the ledger of one paper.

    Parameters
    ----------
    folder : str or Path
        Holds ``paper.yaml`` and ``claims.yaml``, and perhaps ``findings.yaml``, ``retired.yaml``,
        ``sentences.yaml`` and ``quantities.yaml``; its name is the paper's.
    schema : str or Path
        JSON schema of the files, each under its name in ``$defs``.
    paper : str
        Name of the definition for ``paper.yaml``, where it is another.

    Raises
    ------
    InputError
        One line for the first entry that is wrong.
    """
    folder = Path(folder)
    about = _load(folder / "paper.yaml", schema, part=paper)
    statements = _statements(folder / "claims.yaml", schema, "")
    findings = _statements(folder / "findings.yaml", schema, "findings.")
    ledger = PaperLedger(
        folder.name,
        {key: value for key, value in about.items() if key != "conclusions"},
        tuple(statements),
        tuple(findings),
        tuple(_conclusion(entry, folder.name) for entry in about.get("conclusions", ())),
        tuple(_retired(folder / "retired.yaml", schema)),
        tuple(_sentences(folder / "sentences.yaml", schema)),
        _load(folder / "quantities.yaml", schema, needed=False) or {},
    )
    _check_references(ledger, folder)
    return ledger


def _load(path: Path, schema: str | Path, *, needed: bool = True, part: str = "") -> Any:
    """Content of one file, checked; None where it need not be there and is not."""
    if not needed and not path.is_file():
        return None
    entries = load_yaml(path)
    validate(entries, schema, path, name=_id, part=part or path.stem)
    return entries


def _id(value: Any, key: str | int) -> str:
    """An entry by its id, case or place, which a reader finds, and not by its number."""
    if isinstance(value, dict):
        return str(key)
    entry = value[key] if isinstance(value[key], dict) else {}
    named = next((entry[name] for name in ("id", "case", "place") if isinstance(entry.get(name), str)), None)
    return named or f"entry {int(key) + 1}"


def _statements(path: Path, schema: str | Path, prefix: str) -> list[Statement]:
    """Read the statements of one file, `prefix` before their ids; none without a file of findings."""
    entries = _load(path, schema, needed=not prefix) or []
    statements: dict[str, Statement] = {}
    cases: set[str] = set()
    for entry in entries:
        statement = _statement(entry, path, prefix)
        if statement.id in statements:
            raise InputError(f"{path}: {entry['id']}: found this id twice; expected it once")
        for claim in statement.claims:
            if claim.id in cases:
                raise InputError(f"{claim.place}: found this id twice; expected it once")
            cases.add(claim.id)
        statements[statement.id] = statement
    return list(statements.values())


def _statement(entry: Mapping[str, Any], path: Path, prefix: str) -> Statement:
    paper, place = path.parent.name, f"{path}: {entry['id']}"
    if not NAME.fullmatch(entry["id"]):
        raise InputError(f"{place}: found this id; expected letters a to z, digits, dots and underscores")
    scope = entry.get("scope", "each")
    word, number = next(iter(scope.items())) if isinstance(scope, Mapping) else (scope, 0)
    readings = [Reading(key, **value) for key, value in entry.get("readings", {}).items()]
    statement = Statement(
        id=f"{paper}.{prefix}{entry['id']}",
        paper=paper,
        where=entry.get("where", ""),
        says=entry["says"],
        words=entry.get("words", ""),
        scope=Scope(word, number),
        hedged=entry.get("hedged", False),
        describes=entry.get("sentence", "infers") == "describes",
        kind=entry.get("class", "statement"),
        same_as=f"{paper}.{entry['same_as']}" if "same_as" in entry else "",
        reason=entry.get("reason", ""),
        note=entry.get("note", ""),
        readings=tuple(readings),
    )
    if PLACEHOLDER.search(statement.says):
        raise InputError(f"{place}: says: found {statement.says!r}; expected no placeholder")
    claims = tuple(_claims(entry, statement, path, prefix))
    if sum((bool(claims), bool(statement.same_as), bool(statement.reason))) != 1:
        raise InputError(f"{place}: expected tests, or same_as, or a reason, and only one of these")
    _check_readings(statement, claims, place)
    most = max(Counter(claim.reading for claim in claims).values(), default=number)
    if number > most:
        raise InputError(f"{place}: scope: found {number} of {most} cases; expected no more than there are")
    return replace(statement, claims=claims)


def _check_readings(statement: Statement, claims: tuple[Claim, ...], place: str) -> None:
    """Check that each reading has cases, and each case a reading if the statement has readings."""
    known, used = {one.key for one in statement.readings}, {claim.reading for claim in claims}
    if not known and used <= {""}:
        return
    for name in sorted(known ^ used):
        raise InputError(f"{place}: readings: found {name!r} on one side only; expected it in both")


def _claims(entry: Mapping[str, Any], statement: Statement, path: Path, prefix: str) -> Iterator[Claim]:
    """The cases of a statement: those of its tests, or of the statement itself."""
    own = {key: entry[key] for key in INHERITED if key in entry}
    tests = entry.get("tests", [{"case": entry.get("case", entry["id"])}] if "measure" in entry else [])
    for number, test in enumerate(tests):
        place = f"{path}: {entry['id']}: tests.{number}"
        for case in _cases({**own, **test}, place):
            yield _claim(case, statement, path, prefix)


def _cases(test: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """A test once for each of its cases, placeholders filled in."""
    template = {key: value for key, value in test.items() if key != "cases"}
    if "cases" not in test:
        return [template]
    columns, rows = test["cases"]["columns"], test["cases"]["rows"]
    filled = []
    for number, row in enumerate(rows):
        if len(row) != len(columns):
            found = f"found {len(row)} values; expected {len(columns)}, one for each column"
            raise InputError(f"{place}.cases.rows.{number}: {found}")
        case = dict(zip(columns, row, strict=True))
        filled.append({key: _fill(value, case, place) for key, value in template.items()})
    return filled


def _fill(value: Any, case: Mapping[str, Any], place: str) -> Any:
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


def _claim(case: Mapping[str, Any], statement: Statement, path: Path, prefix: str) -> Claim:
    """One case as a `Claim`, its values checked beyond what a schema of templates can."""
    place = f"{path}: {case['case']}"
    if not isinstance(case["case"], str) or not NAME.fullmatch(case["case"]):
        raise InputError(f"{place}: found this id; expected letters a to z, digits, dots and underscores")
    if ("measure" in case) == ("reason" in case):
        raise InputError(f"{place}: expected either a measure or a reason why there is none")
    for key in ("kind", "basis") if "measure" in case else ():
        if key not in case:
            raise InputError(f"{place}: found no {key}; expected one beside the measure")
    claim = Claim(
        id=f"{statement.paper}.{prefix}{case['case']}",
        paper=statement.paper,
        where=statement.where,
        says=str(case.get("says", statement.says)),
        kind=case.get("kind", ""),
        basis=case.get("basis", ""),
        printed=case.get("printed"),
        measure=case.get("measure"),
        rule=case.get("rule", {}),
        reason=case.get("reason", ""),
        note=case.get("note", ""),
        file=path.as_posix(),
        statement=statement.id,
        reading=case.get("reading", ""),
        describes=statement.describes,
        universal=statement.scope.word in UNIVERSAL,
        lenient=statement.hedged or case.get("bound") == "ours",
        general=case.get("about", "general") == "general",
    )
    if claim.measure is not None:
        check(claim)
    return claim


def _conclusion(entry: Mapping[str, Any], paper: str) -> Conclusion:
    ids = tuple(f"{paper}.{name}" for name in entry["statements"])
    return Conclusion(f"{paper}.{entry['id']}", paper, entry["says"], entry["rule"], ids, entry["evidence"])


def _retired(path: Path, schema: str | Path) -> Iterator[Retired]:
    """Yield the cases that the ledger once had, with what became of them."""
    paper = path.parent.name
    for entry in _load(path, schema, needed=False) or []:
        for case in _cases(entry, f"{path}: {entry['case']}"):
            became = case["became"] if case["became"] in FATES else f"{paper}.{case['became']}"
            yield Retired(f"{paper}.{case['case']}", paper, became, case["why"])


def _sentences(path: Path, schema: str | Path) -> Iterator[Sentence]:
    """The sentences of a paper's text."""
    for entry in _load(path, schema, needed=False) or []:
        ids = tuple(f"{path.parent.name}.{name}" for name in entry.get("statements", ()))
        yield Sentence(entry["place"], entry["begins"], ids, entry.get("left_out", ""))


def _check_references(ledger: PaperLedger, folder: Path) -> None:
    """Check that every id that an entry names exists, and that no retired case is alive."""
    known = {one.id for one in (*ledger.statements, *ledger.findings)}
    cases = {claim.id for claim in ledger.claims}
    # What a statement repeats, a conclusion rests on, and a retired case became.
    named = [
        *(("claims", one.id, one.same_as) for one in ledger.statements if one.same_as),
        *(("paper", one.id, name) for one in ledger.conclusions for name in one.statements),
        *(("sentences", f".{one.place}", name) for one in ledger.sentences for name in one.statements),
        *(("retired", one.id, one.became) for one in ledger.retired if one.became not in FATES),
    ]
    repeats = {one.id for one in ledger.statements if one.same_as}
    for file, source, name in named:
        short, place = name.partition(".")[2], f"{folder / file}.yaml: {source.partition('.')[2]}"
        if name not in known:
            raise InputError(f"{place}: found {short!r}; expected the id of a statement")
        if file == "claims" and name in repeats:
            raise InputError(f"{place}: same_as: found {short!r}, which repeats another; expected the first")
    taken = set(known)
    for conclusion in ledger.conclusions:
        if conclusion.id in taken:
            short = conclusion.id.partition(".")[2]
            raise InputError(f"{folder}/paper.yaml: {short}: found this id twice; expected it once")
        taken.add(conclusion.id)
    for retired in ledger.retired:
        if retired.id in cases:
            short = retired.id.partition(".")[2]
            raise InputError(
                f"{folder}/retired.yaml: {short}: found this case in the ledger; expected a removed case"
            )
