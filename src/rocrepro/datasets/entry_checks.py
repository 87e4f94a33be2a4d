"""Checks of a data set's entry beyond its JSON schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rocrepro.datasets.columns import check_columns
from rocrepro.datasets.kinds import KINDS
from rocrepro.datasets.read_csv import expand
from rocrepro.datasets.readers import OPTIONS, READERS
from rocrepro.datasets.sources import ATTEMPT_NAME, REPORT_NAME, raw_name
from rocrepro.datasets.text_files import is_encoding
from rocrepro.errors import InputError
from rocrepro.formats.number_text import check_signs

SPLIT = ["train", "test"]


def parts_of(entry: dict[str, Any]) -> list[str]:
    """Return the roles of the files that have an entry's rows, in the order of the rows.

    What is cross-validated is one file, or the rows of a training and a test file together.
    """
    both = set(SPLIT) <= set(entry["files"]) and "data" not in entry["files"]
    return SPLIT if both or entry["protocol"] == "split" else ["data"]


def check_entry(entry: dict[str, Any], place: str) -> None:
    """Refuse an entry whose keys do not go together.

    Parameters
    ----------
    entry : dict
        An entry that fits the schema.
    place : str
        Config file and data set, for messages.

    Raises
    ------
    InputError
    """
    _check_files(entry, place)
    _check_sources(entry, place)
    _check_options(entry, place)


def _check_files(entry: dict[str, Any], place: str) -> None:
    """Check that each protocol and reader has its files, under different names."""
    files, parts = entry["files"], parts_of(entry)
    needed = parts + list(READERS[entry["reader"]].roles)
    why = f"protocol {entry['protocol']}, reader {entry['reader']}"
    for role in needed:
        if role not in files:
            raise InputError(f"{place}.files: found no {role}; expected {', '.join(needed)} ({why})")
    for role in files:
        if role not in needed and role != "names":
            raise InputError(f"{place}.files: found {role}; expected {', '.join(needed)} ({why})")
    if "counts" in entry and set(entry["counts"]) != set(parts):
        found = ", ".join(entry["counts"])
        raise InputError(f"{place}.counts: found {found}; expected {', '.join(parts)}, as in files")


def _check_sources(entry: dict[str, Any], place: str) -> None:
    """Check that each source is of one kind, with only that kind's keys, and that raw files' names differ."""
    taken = {REPORT_NAME: "the report", ATTEMPT_NAME: "the record of the last attempt"}
    for role, file in entry["files"].items():
        for position, source in enumerate(file["sources"]):
            _check_source(source, f"{place}.files.{role}.sources.{position}")
        raw = raw_name(role, file)
        if raw in taken:
            raise InputError(
                f"{place}.files.{role}: found the file name {raw}, which is that of {taken[raw]}; "
                "expected another (give it a name)"
            )
        taken[raw] = role


def _check_source(source: dict[str, Any], place: str) -> None:
    kinds = [key for key in source if key in KINDS]
    if len(kinds) != 1:
        found = " and ".join(kinds) or ", ".join(source) or "nothing"
        raise InputError(f"{place}: found {found}; expected one of {', '.join(KINDS)}")
    kind = KINDS[kinds[0]]
    for key in kind.needs:
        if key not in source:
            raise InputError(f"{place}: the key {key!r} is missing; expected it beside {kinds[0]}")
    if "openml" in source and isinstance(source["openml"], str) != ("version" in source):
        raise InputError(
            f"{place}.openml: found {source.get('openml')!r}; expected a number, or a name and a version"
        )
    for key in source:
        if key not in (kinds[0], *kind.needs, *kind.allows):
            raise InputError(f"{place}: found {key} beside {kinds[0]}; expected no such key there")
    if "version" in source and isinstance(source["version"], str) != ("pypi" in source):
        expected = 'a release in quotes, such as "1.0.2"' if "pypi" in source else "a whole number"
        raise InputError(f"{place}.version: found {source['version']!r}; expected {expected}")


def _check_options(entry: dict[str, Any], place: str) -> None:
    """Check that options belong to the reader and the protocol."""
    reader = READERS[entry["reader"]]
    for key in entry:
        if key in OPTIONS and key not in reader.options:
            known = ", ".join(sorted(reader.options))
            raise InputError(f"{place}.{key}: found it with reader {entry['reader']}; expected only {known}")
    if entry["protocol"] == "split" and "folds" in entry:
        raise InputError(f"{place}.folds: found it with protocol split; expected it with cv only")
    if str(entry.get("negative")) == str(entry["positive"]):
        raise InputError(f"{place}.negative: found the positive class; expected another")
    _check_text(entry, place)
    if entry["reader"] != "csv":
        return
    if entry.get("header", True) and "columns" in entry:
        raise InputError(f"{place}.columns: found it for files with a header; expected header: false")
    if not entry.get("header", True) and "columns" not in entry:
        raise InputError(f"{place}: the key 'columns' is missing; expected it with header: false")
    check_columns(Path(f"{place}.columns"), expand(entry.get("columns", []), f"{place}.columns"))


def _check_text(entry: dict[str, Any], place: str) -> None:
    """Check that the signs in numbers are two different ones, and that Python knows the encoding."""
    try:
        check_signs(entry.get("decimal", "."), entry.get("thousands", ""))
    except InputError as error:
        raise InputError(f"{place}.{error}") from None
    if not is_encoding(encoding := entry.get("encoding", "utf-8")):
        raise InputError(
            f"{place}.encoding: found {encoding!r}; expected one such as utf-8, cp1252 or utf-16"
        )
