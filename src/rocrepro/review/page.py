"""The page of a review, made by the builder of the papers' page."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rocrepro import __version__
from rocrepro.report import build
from rocrepro.review.manuscript import OWN, Manuscript

LIBRARIES = ("numpy", "pandas", "scipy", "scikit-learn", "matplotlib")


def page_of(manuscript: Manuscript, evidence: Path, folder: Path) -> str:
    """Make the page of a review from its folder and the ledger as JSON."""
    ledger = manuscript.ledger
    about = {key: value for key, value in ledger.about.items() if key not in OWN}
    files = sorted(path for kind in ("tables", "figures") for path in (folder / kind).glob("*"))
    return build(
        files,
        claims=evidence,
        run=_facts(),
        about={ledger.paper: about},
        folder=folder,
        guide=None,
        title=f"Which conclusions of {about.get('short', about['title'])} hold",
    )


def _facts() -> dict[str, Any]:
    """Return what the page says of the run: nothing was fetched and nothing trained."""
    return {
        **{"datasets": {}, "papers": {}, "engines": [], "seeds": 1, "seed": 1, "settings": {}, "gaps": {}},
        "versions": {"rocrepro": __version__} | {name: _version(name) for name in LIBRARIES},
        "lock": "",
        "renamed": {},
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "–"
