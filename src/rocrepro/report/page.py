"""The review page, and what its templates are given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rocrepro.claims.summary import counted
from rocrepro.claims.truth import OUTCOMES, VERDICTS
from rocrepro.errors import InputError
from rocrepro.report import ledger, plots
from rocrepro.report.artifacts import Shelf, shelves
from rocrepro.report.choices import Choice, choices, in_words, kinds
from rocrepro.report.evidence import Evidence
from rocrepro.report.facts import ENGINES
from rocrepro.report.html import embedded, render
from rocrepro.report.ledger import Entry
from rocrepro.report.methods import load_methods
from rocrepro.report.places import arrange
from rocrepro.report.scored import scored
from rocrepro.texts import load_texts

TITLE = "Which conclusions of four papers on ROC curves hold"
LEVELS = ("claims", "statements", "findings", "conclusions")


def build(
    artifacts: Iterable[str | Path],
    *,
    claims: str | Path,
    run: Mapping[str, Any],
    about: Mapping[str, Mapping[str, Any]] | None = None,
    folder: str | Path = "build/artifacts",
    assessed: Iterable[str | Path] = (),
    guide: str | Path | None = "docs/guide",
    title: str = TITLE,
) -> str:
    """Make the review page: one HTML file that loads nothing, the same for the same input.

    Parameters
    ----------
    artifacts : iterable of paths
        Files below `folder`. Tables are read from their CSV files with their schemas, and figures from their
        PNG files; other files are left out.
    claims : path
        The judged ledger, as `rocrepro.claims.ledger.evidence` gives it.
    run : mapping
        What was run, as `run_facts` gives it.
    about : mapping, optional
        Title, authors and so on of each paper, in the order of the page. A paper that it lacks has only its
        key.
    folder : path
        Where the artifacts are, in ``tables/``, ``figures/`` and ``scores/``.
    assessed : iterable of paths
        Records of the entries that bring their own scores, as `rocrepro.assess.record` writes them.
    guide : path
        Folder with the guide's pages, from which the section on the methods is made; None for a page without.
    title : str
        Heading of the page.

    Returns
    -------
    str
        The page. Its links lead to ``../tables/``, ``../figures/`` and ``../scores/``.

    Raises
    ------
    InputError
        Where the ledger is not what the judge writes.
    """
    judged, about = _judged(Path(claims)), about or {}
    names = [Path(artifact).relative_to(folder).as_posix() for artifact in artifacts]
    only = next(iter(about)) if len(about) == 1 else ""
    shelf = shelves(Path(folder), names, load_texts("captions.yaml"), run["renamed"], only)
    known = {row["paper"] for level in LEVELS for row in judged[level]} | set(shelf) - {""}
    keys = [name for name in about if name in known] + sorted(known - set(about))
    cases = _cases(judged["claims"])
    papers = [
        _paper(name, about.get(name, {}), judged, shelf.get(name, Shelf()), _short(cases, run))
        for name in keys
    ]
    figures = {view.key: view for some in shelf.values() for view in some.figures}
    tried = choices(judged)
    *lines, totals = ledger.count_table(judged["statements"], keys)
    return render(
        "page.html.jinja",
        script="page.js",
        data=_data(judged, cases, run, tried),
        title=title,
        run=run,
        papers=papers,
        overall=ledger.outcomes(ledger.entries(judged["conclusions"])),
        figures=figures,
        tables={view.id: view for some in shelf.values() for view in some.tables},
        statements={entry.id: entry for entry in ledger.entries(judged["statements"])},
        shared=shelf.get("", Shelf()),
        scored=scored(assessed, Path(folder)),
        all_conclusions=judged["conclusions"],
        n_statements=len({row["id"] for row in counted(judged["statements"])}),
        n_cases=len({row["id"] for row in judged["claims"]}),
        lines=lines,
        totals=totals,
        expected=judged.get("expected", {}),
        choices=kinds(tried),
        methods=load_methods(figures, Path(guide)) if guide is not None else [],
        **_given(),
    )


def _given() -> dict[str, Any]:
    """Return what is the same for every page: words, and functions of one entry or of several."""
    return {
        "verdicts": VERDICTS,
        "outcomes": OUTCOMES,
        "brief": ledger.BRIEF,
        "meaning": ledger.MEANING,
        "engines": ENGINES,
        "bar": plots.bar,
        "in_words": in_words,
        "tally": lambda some: ledger.tally(row for one in some for row in one.rows),
    }


def _judged(path: Path) -> dict[str, Any]:
    """Read the ledger as the judge wrote it."""
    try:
        judged: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        allowed = {level: OUTCOMES if level == "conclusions" else VERDICTS for level in LEVELS}
        unknown = {
            row["verdict"]: allowed[level]
            for level in LEVELS
            for row in judged[level]
            if row["verdict"] not in allowed[level]
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: found {error!r}; expected the ledger as the judge writes it") from None
    for verdict, words in sorted(unknown.items()):
        raise InputError(f"{path}: found the verdict {verdict!r}; expected one of {', '.join(words)}")
    return judged


def _cases(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Entry]]:
    """Cases by statement."""
    found: dict[str, list[Entry]] = {}
    for case in ledger.entries(rows):
        found.setdefault(case.statement, []).append(case)
    return found


def _short(cases: Mapping[str, Sequence[Entry]], run: Mapping[str, Any]) -> dict[str, str]:
    """Printed and measured values of the statements that have a single case."""
    evidence = Evidence(run)
    return {name: evidence.short(some[0]) for name, some in cases.items() if len(some) == 1}


def _paper(
    name: str,
    about: Mapping[str, Any],
    judged: Mapping[str, Any],
    shelf: Shelf,
    short: Mapping[str, str],
) -> dict[str, Any]:
    """One paper: who wrote it, its conclusions, findings, tables and figures, and the statements on these."""
    own = {level: [row for row in judged[level] if row["paper"] == name] for level in LEVELS}
    conclusions = ledger.entries(own["conclusions"])
    beside, groups = arrange(ledger.entries(own["statements"], short), shelf)
    return {
        "key": name,
        "short": about.get("short", name),
        "title": about.get("title", about.get("short", name)),
        "authors": about.get("authors", ""),
        "source": about.get("source", ""),
        "about": about.get("about", ""),
        "shelf": shelf,
        "conclusions": conclusions,
        "n_conclusions": len(conclusions),
        "outcomes": ledger.outcomes(conclusions),
        "engines": list(dict.fromkeys(row["engine"] for row in own["conclusions"] if row["engine"])),
        "links": {row["id"].partition(".")[2]: f"#{row['id']}" for row in own["statements"]},
        "findings": ledger.entries(own["findings"], short),
        "beside": beside,
        "groups": groups,
    }


def _data(
    judged: Mapping[str, Any],
    cases: Mapping[str, Sequence[Entry]],
    run: Mapping[str, Any],
    tried: Sequence[Choice],
) -> Markup:
    """Return the data of the page's script, as JSON that may stand in a script element."""
    evidence = Evidence(run)
    says = {row["id"]: row["says"] for level in ("statements", "findings") for row in judged[level]}
    data = {
        "cases": {
            name: [evidence.record(case, says.get(name, "")) for case in some] for name, some in cases.items()
        },
        "files": {name: entry["files"] for name, entry in run["datasets"].items()},
        "retired": judged.get("retired", {}),
        "turned": {choice.key: choice.turned for choice in tried},
        "engines": ENGINES,
    }
    return embedded(data)
