"""``README.md`` of a folder of artifacts: what it is, and one line for each table and figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from rocrepro.formats.schema import schema_path
from rocrepro.pipeline.names import SIZES, origin_of, origins
from rocrepro.pipeline.trial import differences
from rocrepro.texts import load_texts

INDEX = "README.md"
ENTRY = "| ["
"""Beginning of the line of an artifact."""
FORMATS = {".md": "Markdown", ".html": "HTML", ".png": "PNG", ".svg": "SVG", ".pdf": "PDF", ".csv": "CSV"}
"""Names of the formats. The first one of an artifact is linked by its name, the others follow."""
LEVELS = ("conclusions", "findings", "statements", "claims")
"""Names of the ledger's files by level, the highest first."""
FOLDERS = ("report", *LEVELS, "tables", "figures", "scores")
"""Order of what belongs to no paper."""


APART = {"": "All papers together", "scores": "Scores of your own"}
"""Headings of what belongs to no paper."""


class Group(NamedTuple):
    """Files of one table, figure or folder of scores."""

    title: str
    text: str
    files: list[str]


def index(
    folder: Path,
    names: Iterable[str],
    *,
    about: Mapping[str, Mapping[str, Any]] | None = None,
    gaps: Mapping[str, str] | None = None,
    changed: Mapping[str, Sequence[Any]] | None = None,
) -> str:
    """Return the text of the index of a folder of artifacts.

    Parameters
    ----------
    folder : Path
        Holds the artifacts; the headings of tables without a description are read there.
    names : iterable of str
        Artifacts, as paths below `folder`.
    about : mapping, optional
        Title, authors, subject and terms of each paper, in the order of the index.
    gaps : mapping of str to str, optional
        What the run lacked, with the reason.
    changed : mapping, optional
        Settings in which the run is a trial, as `overridden` gives them.

    Returns
    -------
    str
        Markdown, the same for the same arguments. Descriptions come from ``texts/captions.yaml``.
    """
    about = about or {}
    papers = _by_paper(folder, names, load_texts("captions.yaml"))
    parts = [_head(gaps or {}, changed or {})]
    for paper in ["", *about, *sorted(set(papers) - {*APART, *about}), "scores"]:
        if paper in papers:
            parts += [_paper(paper, about.get(paper, {})), _table(papers[paper])]
    return "\n\n".join(parts) + "\n"


def _head(gaps: Mapping[str, str], changed: Mapping[str, Sequence[Any]]) -> str:
    """Say what the folder holds."""
    if changed:
        lines = [
            "# A trial",
            "",
            "The command line changed settings of `config/config.yaml` for this run, so `results/` was "
            "not changed. "
            + ("" if gaps else "`--config release=true` releases such a run anyway. ")
            + "The next trial replaces this folder.",
            "",
            *(f"* {line}" for line in differences(changed)),
        ]
    elif gaps:
        lines = [
            "# A run with gaps",
            "",
            "Some data sets or engines were not available to this run, so `results/` was not changed. "
            "The next complete run removes this folder.",
        ]
    else:
        lines = [
            "# Results",
            "",
            "All released tables and figures, and what each of them shows. The workflow writes this "
            "page, with descriptions from `src/rocrepro/texts/` and `config/claims/`. Start with the "
            "review page or `claims.md`, which say which conclusions hold. The CSV file of a figure has "
            "the values that it plots. The JSON file next to a CSV file is a Frictionless Table Schema: "
            "it describes the columns and says which of them identify a row. Names that end in `_full` "
            "belong to the larger simulations (`snakemake --config size=full`). `manifest.json` has all "
            "settings, and the SHA-256 digest of every artifact, raw file and configuration file.",
        ]
    if gaps:
        lines += ["", "Missing, and shown as gaps in tables and figures:", ""]
        lines += [f"* {name}: {reason}" for name, reason in gaps.items()]
    return "\n".join(lines)


def _paper(paper: str, about: Mapping[str, Any]) -> str:
    """Heading of a paper's part: who wrote it, what it is about, and the terms of its artifacts."""
    if paper in APART:
        return f"## {APART[paper]}"
    cited = f"{about['authors']}, *{about['title']}* ({about['source']})." if about else ""
    return "\n\n".join(filter(None, [f"## {paper}", cited, about.get("about"), about.get("terms")]))


def _by_paper(
    folder: Path, names: Iterable[str], captions: Mapping[str, Mapping[str, str]]
) -> dict[str, list[Group]]:
    """The artifacts of each paper in the order of its lists; those of none are under keys of `APART`."""
    files: dict[str, list[str]] = {}
    known = set(names)
    for name in sorted(known - {schema_path(name).as_posix() for name in known if name.endswith(".csv")}):
        path = PurePosixPath(name)
        scored = path.parts[0] == "scores" and len(path.parts) > 2
        stem = PurePosixPath(*path.parts[:2]) if scored else path.with_suffix("")
        files.setdefault(stem.as_posix(), []).append(name)
    order = list(origins())

    def place(stem: str) -> tuple[int, int, str]:
        kind = stem.partition("/")[0]
        rank = FOLDERS.index(kind) if kind in FOLDERS else len(FOLDERS)
        return order.index(stem) if stem in order else -1, rank, stem

    found: dict[str, list[Group]] = {}
    for key in sorted(files, key=place):
        origin = origin_of(key)
        scored = key.startswith("scores/")
        group = _scores(key, files[key]) if scored else _group(folder, key, files[key], captions)
        found.setdefault(origin.paper if origin else "scores" if scored else "", []).append(group)
    return found


def _scores(stem: str, files: list[str]) -> Group:
    """The assessment of an entry that brings its own scores: its page leads to all other files."""
    page = f"{stem}/index.html"
    entry = PurePosixPath(stem).name
    text = f"All tables and figures for the scores that `{entry}` in `config/datasets.yaml` names."
    return Group(entry, text, [page] if page in files else files)


def _group(folder: Path, stem: str, files: list[str], captions: Mapping[str, Mapping[str, str]]) -> Group:
    """One table or figure; the words are its description, else its title."""
    path, origin = PurePosixPath(stem), origin_of(stem)
    key = f"{origin.paper}_{origin.name}" if origin else path.name
    about = captions.get(key, captions.get(path.parent.name, {}))
    words = ("figure", "title") if path.parts[0] == "figures" else ("table", "shows")
    text = next((about[word] for word in words if word in about), _heading(folder, files) or path.name)
    if origin and origin.size != SIZES[0]:
        text = f"As `{path.name.removesuffix(f'_{origin.size}')}`, from the larger simulation."
    order = list(FORMATS)
    known = [name for name in files if PurePosixPath(name).suffix in order]
    known.sort(key=lambda name: order.index(PurePosixPath(name).suffix))
    return Group(about.get("name", path.name), text, known + [name for name in files if name not in known])


def _heading(folder: Path, files: Iterable[str]) -> str:
    """First heading of a table's Markdown file."""
    for name in files:
        if name.endswith(".md"):
            lines = (folder / name).read_text(encoding="utf-8").splitlines()
            return next((line[2:].strip() for line in lines if line.startswith("# ")), "")
    return ""


def _table(groups: Iterable[Group]) -> str:
    """One line for each group, with links to all of its files."""
    lines = ["| artifact | what it shows | other formats |", "|---|---|---|"]
    for title, text, (first, *others) in groups:
        links = ", ".join(f"[{FORMATS.get(PurePosixPath(name).suffix, name)}]({name})" for name in others)
        shown = " ".join(text.split()).replace("|", "\\|")
        lines.append(f"{ENTRY}{title}]({first}) | {shown} | {links} |")
    return "\n".join(lines)


def entries(lines: Iterable[str], ignored: Iterable[str]) -> list[str]:
    """Return the lines of artifacts in an index, without those that lead to `ignored` files."""
    skipped = [f"]({name})" for name in ignored]
    return [line for line in lines if line.startswith(ENTRY) and not any(link in line for link in skipped)]
