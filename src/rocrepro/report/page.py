"""The review page: what its templates are given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rocrepro.claims.summary import places
from rocrepro.claims.truth import VERDICTS
from rocrepro.errors import InputError
from rocrepro.report import ledger, plots
from rocrepro.report.artifacts import Shelf, shelves
from rocrepro.report.evidence import Evidence
from rocrepro.report.facts import ENGINES
from rocrepro.report.html import render
from rocrepro.report.methods import load_methods
from rocrepro.report.scored import scored
from rocrepro.texts import load_texts

TITLE = "What holds of four papers on ROC curves"


def build(
    artifacts: Iterable[str | Path],
    *,
    claims: str | Path,
    run: Mapping[str, Any],
    folder: str | Path = "build/artifacts",
    assessed: Iterable[str | Path] = (),
    guide: str | Path = "docs/guide",
    title: str = TITLE,
) -> str:
    """Make the review page: one HTML file that loads nothing, the same for the same input.

    Parameters
    ----------
    artifacts : iterable of paths
        Files below `folder`. Tables are read from their CSV files with their schemas, and figures from their
        PNG files; other files are left out.
    claims : path
        The judged claims, as `rocrepro.claims.ledger.evidence` gives them.
    run : mapping
        What was run, as `run_facts` gives it.
    folder : path
        Where the artifacts are, in ``tables/``, ``figures/`` and ``scores/``.
    assessed : iterable of paths
        Records of the entries that bring their own scores, as `rocrepro.assess.record` writes them.
    guide : path
        Folder with the guide's pages, from which the section on the methods is made.
    title : str
        Heading of the page.

    Returns
    -------
    str
        The page. Its links lead to ``../tables/``, ``../figures/`` and ``../scores/``.

    Raises
    ------
    InputError
        Where the judged claims are not what the judge writes.
    """
    judged = _judged(Path(claims))
    about = load_texts("papers.yaml")
    names = [Path(artifact).relative_to(folder).as_posix() for artifact in artifacts]
    shelf = shelves(Path(folder), names, load_texts("captions.yaml"), run["renamed"])
    known = {row["paper"] for row in judged["claims"]} | set(shelf) - {""}
    papers = [name for name in about if name in known] + sorted(known - set(about))
    joined = ledger.claims_of(judged["claims"])
    return render(
        "page.html.jinja",
        script="page.js",
        title=title,
        run=run,
        papers=[_paper(name, about.get(name, {}), joined, shelf.get(name, Shelf())) for name in papers],
        shared=shelf.get("", Shelf()),
        scored=scored(assessed, Path(folder)),
        rows=judged["claims"],
        n_claims=len(joined),
        n_places=places(judged["claims"]),
        first=ledger.findings(joined, papers),
        lines=ledger.count_table(judged["claims"], papers),
        totals=ledger.totals(judged["claims"]),
        expected=judged.get("expected", {}),
        kinds=sorted({str(claim.kind) for claim in joined}),
        methods=load_methods(
            {view.key: view for some in shelf.values() for view in some.figures}, Path(guide)
        ),
        evidence=Evidence(run),
        verdicts=VERDICTS,
        meaning=ledger.MEANING,
        engines=ENGINES,
        bar=plots.bar,
        strip=plots.strip,
    )


def _judged(path: Path) -> dict[str, Any]:
    """What the judge wrote."""
    try:
        judged: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        unknown = {row["verdict"] for row in judged["claims"]} - set(VERDICTS)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: found {error!r}; expected the claims as the judge writes them") from None
    if unknown:
        raise InputError(f"{path}: found the verdict {min(unknown)!r}; expected one of {', '.join(VERDICTS)}")
    return judged


def _paper(
    name: str, about: Mapping[str, Any], claims: Sequence[ledger.Judged], shelf: Shelf
) -> dict[str, Any]:
    """One paper: who wrote it, its tables and figures, its claims by part."""
    own = [claim for claim in claims if claim.paper == name]
    return {
        "key": name,
        "short": about.get("short", name),
        "title": about.get("title", ""),
        "authors": about.get("authors", ""),
        "source": about.get("source", ""),
        "about": about.get("about", ""),
        "shelf": shelf,
        "groups": ledger.groups(own),
        "n_claims": len(own),
        "counts": ledger.tally(row for claim in own for row in claim.rows),
    }
