"""Differences between two results folders: moved numbers, labels and verdicts, and apart from them bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError
from rocrepro.formats.schema import NOTES
from rocrepro.pipeline.compare_tables import compare_sheets, read_sheet
from rocrepro.pipeline.compare_texts import (
    compare_json,
    compare_lines,
    read_json,
    read_lines,
)
from rocrepro.pipeline.compare_values import TOLERANCE, Change, Judge
from rocrepro.pipeline.index import INDEX, entries
from rocrepro.pipeline.publish_crate import MANIFEST
from rocrepro.pipeline.publish_repro import REPRO

PICTURES = frozenset({".svg", ".pdf", ".png", ".jpg", ".gif", ".webp", ".html", ".htm"})
TEXTS = frozenset({".md", ".txt", ".bib", ".cff", ".yaml", ".tex"})


@dataclass
class Comparison:
    """Two results folders beside each other.

    Attributes
    ----------
    changes : list of Change
        Values that moved beyond the tolerance, file by file.
    gone, come : list of str
        Files of the old folder alone, and of the new one alone.
    pictures : list of str
        Pictures and pages that differ in bytes; nothing is read from them.
    drifted : dict of str to float
        Other files that differ in bytes while no value moved, with the largest relative difference in them;
        in the schemas of tables, titles and notes are words and no values.
    equal : int
        How many files have equal bytes.
    """

    changes: list[Change] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    come: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    drifted: dict[str, float] = field(default_factory=dict)
    equal: int = 0

    @property
    def moved(self) -> bool:
        """True if anything but bytes moved."""
        return bool(self.changes or self.gone or self.come)

    def lines(self, limit: int | None = None) -> list[str]:
        """Return the report: one line a change, at most `limit` of them a file, then files; no `summary`."""
        lines = []
        for file in dict.fromkeys(change.file for change in self.changes):
            found = [str(change) for change in self.changes if change.file == file]
            lines += found[:limit]
            if limit is not None and len(found) > limit:
                lines.append(f"{file}: and {len(found) - limit} more")
        lines += [f"{name}: file: (present) -> (absent)" for name in self.gone]
        lines += [f"{name}: file: (absent) -> (present)" for name in self.come]
        for name, drift in self.drifted.items():
            words = "a title or a note was reworded" if name.endswith(".json") else "no value"
            size = f"numbers by at most {drift:.2g} relative" if drift else words
            lines.append(f"{name}: differs only in bytes: {size}")
        lines += [f"{name}: differs only in bytes: not read" for name in self.pictures]
        return lines

    def summary(self) -> str:
        """Return one line that counts all differences."""
        files = len({change.file for change in self.changes})
        parts = [
            f"{_count(len(self.changes), 'value')} changed in {_count(files, 'file')}",
            f"{_count(len(self.gone), 'file')} removed",
            f"{_count(len(self.come), 'file')} added",
            f"{_count(len(self.pictures) + len(self.drifted), 'file')} with only other bytes",
            f"{_count(self.equal, 'file')} equal",
        ]
        return "; ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def compare_folders(
    old: str | Path,
    new: str | Path,
    tolerance: float = TOLERANCE,
    *,
    exact: Collection[str] = (),
    skip: Collection[str] = (),
    names: Iterable[str] | None = None,
) -> Comparison:
    """Compare all files of two results folders.

    Parameters
    ----------
    old, new : paths
        The folders.
    tolerance : float
        Relative, for numbers that are no integers; 0 demands equal text.
    exact : collection of str
        Files that are compared at tolerance 0.
    skip : collection of str
        Files that are not compared.
    names : iterable of str, optional
        Files of the old folder, where not all of them count.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        A folder is not there, or a file cannot be read.

    Notes
    -----
    The manifest holds digests of the other files; those follow from the files and are left out. So are the
    cells that ``repro.yaml`` states. Of the index only the lines of artifacts that both folders have are
    compared.
    """
    old, new = Path(old), Path(new)
    mine, theirs = set(listed(old) if names is None else names) - set(skip), set(listed(new)) - set(skip)
    mine = {name for name in mine if (old / name).is_file()}
    result = Comparison(gone=sorted(mine - theirs), come=sorted(theirs - mine))
    if INDEX in mine & theirs:
        judge = Judge(INDEX, 0.0 if INDEX in exact else tolerance)
        apart = {*skip, *(mine ^ theirs)}
        before, after = (entries(read_lines(folder / INDEX), apart) for folder in (old, new))
        compare_lines(before, after, judge)
        _keep(judge, result, silent=True)
    for name in sorted((mine & theirs) - {INDEX, MANIFEST, REPRO}):
        if (old / name).read_bytes() == (new / name).read_bytes():
            result.equal += 1
        elif Path(name).suffix in PICTURES:
            result.pictures.append(name)
        else:
            rounded = Path(name).with_suffix(".csv").as_posix() not in _files(result) | set(exact)
            judge = Judge(name, 0.0 if name in exact else tolerance)
            compare_files(old / name, new / name, judge, rounded=rounded)
            _keep(judge, result)
    result.equal += REPRO in mine & theirs
    if MANIFEST in mine & theirs:
        judge = Judge(MANIFEST, tolerance)
        compare_json(_manifest(old, skip), _manifest(new, skip), judge)
        _keep(judge, result, silent=True)
    return result


def listed(folder: Path) -> list[str]:
    """Return the names of all files below a folder, hidden ones left out.

    Raises
    ------
    InputError
        The folder is not there.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: found no folder; expected one like results/")
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(p.as_posix() for p in paths if not any(part.startswith(".") for part in p.parts))


def compare_files(old: Path, new: Path, judge: Judge, *, rounded: bool = False) -> None:
    """Compare two files of one kind: tables by cell, JSON by path, texts by line, others by bytes.

    `rounded`: for a text, whether the table behind it stayed; see `compare_lines`. A text without a table
    beside it is never taken for rounded.
    """
    suffix = old.suffix
    if suffix == ".csv":
        compare_sheets(read_sheet(old), read_sheet(new), judge)
    elif suffix == ".json":
        compare_json(_content(old), _content(new), judge)
    elif suffix in TEXTS:
        rounded = rounded and old.with_suffix(".csv").is_file()
        compare_lines(read_lines(old), read_lines(new), judge, rounded=rounded)
    else:
        judge.note("", "bytes", f"{old.stat().st_size} bytes", f"{new.stat().st_size} others")


def _files(result: Comparison) -> set[str]:
    return {change.file for change in result.changes}


def _keep(judge: Judge, result: Comparison, *, silent: bool = False) -> None:
    """Add what the judge found; with `silent`, a mere difference in bytes is not reported for this file."""
    result.changes += judge.changes
    if not judge.changes:
        if silent:
            result.equal += 1
        else:
            result.drifted[judge.file] = judge.drift


def _content(path: Path) -> Any:
    """A JSON file; the schema of a table without its words, which stand in the Markdown file too."""
    content = read_json(path)
    if isinstance(content, dict) and path.with_suffix(".csv").is_file():
        return {name: value for name, value in content.items() if name not in ("title", NOTES)}
    return content


def _manifest(folder: Path, skip: Collection[str]) -> Any:
    """A manifest without what follows from the other files."""
    content = read_json(folder / MANIFEST)
    if not isinstance(content, dict):
        raise InputError(f"{folder / MANIFEST}: found no mapping; expected one")
    content.pop("artifacts", None)
    simulated = content.get("simulated_by")
    if isinstance(simulated, dict):
        content["simulated_by"] = {key: by for key, by in simulated.items() if key not in skip}
    return content
