"""Compare two JSON files by path, and two texts line by line."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError
from rocrepro.pipeline.compare_values import ABSENT, INTEGER, TOKEN, Judge, as_number


class Literal(str):
    """A JSON number as it is written."""

    __slots__ = ()


def read_json(path: Path) -> Any:
    """Read a JSON file with its numbers as they are written.

    Raises
    ------
    InputError
        The file is no JSON.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text, parse_float=Literal, parse_int=Literal, parse_constant=Literal)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as JSON: {error}") from error


def compare_json(old: Any, new: Any, judge: Judge, path: str = "") -> None:
    """Note every value that moved, by its path such as ``settings.alpha`` or ``claims[table3.dis].value``."""
    if isinstance(old, list) and isinstance(new, list):
        old, new = _by_name(old, new)
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            place = f"{path}{key}" if str(key).startswith("[") else f"{path}.{key}".lstrip(".")
            compare_json(old.get(key, _Missing), new.get(key, _Missing), judge, place)
    elif isinstance(old, Literal) and isinstance(new, Literal):
        judge.value("", path, old, new)
    elif isinstance(old, Literal) != isinstance(new, Literal) or old != new:
        judge.note("", path, _shown(old), _shown(new))


class _Missing:
    """Stand-in for a key that is not there."""


def _by_name(old: list[Any], new: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Lists as mappings: by the entries' ids or names where all have one of their own, else by position."""
    for name in ("id", "@id", "name"):
        both = [[entry.get(name) if isinstance(entry, dict) else None for entry in x] for x in (old, new)]
        if all(None not in ids and len(set(map(str, ids))) == len(ids) for ids in both):
            named = [
                {f"[{i}]": entry for i, entry in zip(ids, entries, strict=True)}
                for ids, entries in zip(both, (old, new), strict=True)
            ]
            return named[0], named[1]
    return {f"[{i}]": x for i, x in enumerate(old)}, {f"[{i}]": x for i, x in enumerate(new)}


def _shown(value: Any) -> str:
    if value is _Missing:
        return ABSENT
    return value if isinstance(value, Literal) else json.dumps(value, ensure_ascii=False)


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file.

    Raises
    ------
    InputError
        The file is no UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as text: {error}") from error


def compare_lines(old: list[str], new: list[str], judge: Judge, *, rounded: bool = False) -> None:
    """Note every line that moved.

    Parameters
    ----------
    old, new : list of str
        The lines.
    judge : Judge
        Keeps what moved.
    rounded : bool
        Whether the text prints numbers of a table that did not move. One unit in the last printed decimal is
        then no change: a value halfway between two roundings goes up on one processor and down on another.
    """
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for _, start, end, new_start, new_end in (block for block in blocks if block[0] != "equal"):
        paired = min(end - start, new_end - new_start)
        for i in range(paired):
            _compare_line(f"line {start + i + 1}", old[start + i], new[new_start + i], judge, rounded)
        for i in range(start + paired, end):
            judge.note(f"line {i + 1}", "", old[i], ABSENT)
        for j in range(new_start + paired, new_end):
            judge.note(f"line {j + 1}", "", ABSENT, new[j])


def _compare_line(row: str, old: str, new: str, judge: Judge, rounded: bool) -> None:
    """Compare number by number where the words are the same, else the lines as a whole."""
    if judge.tolerance == 0 or TOKEN.split(old) != TOKEN.split(new):
        judge.value(row, "", old, new)
        return
    for before, after in zip(TOKEN.findall(old), TOKEN.findall(new), strict=True):
        if not (rounded and _one_unit(before, after)):
            judge.value(row, "", before, after)


def _one_unit(old: str, new: str) -> bool:
    """Return whether two decimal numbers of one length differ by at most one in the last place."""
    if INTEGER.fullmatch(old) or INTEGER.fullmatch(new) or "e" in (old + new).lower():
        return False
    decimals = {len(text.partition(".")[2]) for text in (old, new)}
    a, b = as_number(old), as_number(new)
    if len(decimals) != 1 or a is None or b is None:
        return False
    return abs(a - b) < 1.5 * 10.0 ** -decimals.pop()
