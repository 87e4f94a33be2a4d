"""People, licence, papers and data of a release, from CITATION.cff."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rocrate.model import Entity
    from rocrate.rocrate import ROCrate


def add(crate: ROCrate, uri: str, kind: str, /, **properties: Any) -> Entity:
    """Add an entity that is no file; properties without a value are left out."""
    from rocrate.model import ContextEntity

    given = {key: value for key, value in properties.items() if value not in (None, "", [])}
    return crate.add(ContextEntity(crate, uri, {"@type": kind, **given}))


def compact(entities: Sequence[Entity]) -> Any:
    """Return entities as a value; a single one is not put into a list."""
    return entities[0] if len(entities) == 1 else list(entities)


def agents(crate: ROCrate, named: Iterable[Mapping[str, Any]]) -> list[Entity]:
    """Add persons, and organizations, which have a name only."""
    return [_agent(crate, one) for one in named]


def licence(crate: ROCrate, citation: Mapping[str, Any]) -> Entity:
    """Add licences by the addresses that SPDX gives them; the first is the one that holds."""
    named = citation["license"]
    names = named if isinstance(named, list) else [named]
    urls = {name: f"https://spdx.org/licenses/{name}" for name in names}
    added = [
        add(crate, url, "CreativeWork", name=name, identifier=name, url={"@id": url})
        for name, url in urls.items()
    ]
    return added[0]


def works(crate: ROCrate, citation: Mapping[str, Any]) -> list[Entity]:
    """Add the papers and data sets that the release cites, by DOI where they have one."""
    return [_work(crate, work) for work in citation.get("references", [])]


def _work(crate: ROCrate, work: Mapping[str, Any]) -> Entity:
    """A work with its authors, the journal of a paper, and publisher and licence of a data set."""
    writers = agents(crate, work.get("authors", []))
    first = str(writers[0].get("familyName") or writers[0]["name"]) if writers else str(work["title"])
    doi, year = work.get("doi"), str(work.get("year", ""))
    venue, publisher = work.get("journal") or work.get("collection-title"), work.get("publisher")
    return add(
        crate,
        f"https://doi.org/{doi}" if doi else f"#{_slug(first + year)}",
        # No "Dataset": in a crate that is a folder of its own.
        "CreativeWork" if work.get("type") == "data" else "ScholarlyArticle",
        name=str(work["title"]),
        author=compact(writers),
        datePublished=year,
        isPartOf=venue and add(crate, f"#{_slug(venue)}", "CreativeWork", name=str(venue)),
        publisher=publisher and _agent(crate, publisher),
        license=work.get("license") and licence(crate, work),
    )


def _agent(crate: ROCrate, author: Mapping[str, Any]) -> Entity:
    if "name" in author:
        name = str(author["name"])
        return add(crate, author.get("website") or f"#{_slug(name)}", "Organization", name=name)
    given, family = str(author.get("given-names", "")), str(author["family-names"])
    name = f"{given} {family}".strip()
    uri = author.get("orcid") or f"#{_slug(name)}"
    return add(crate, uri, "Person", name=name, givenName=given, familyName=family)


def _slug(text: Any) -> str:
    """Small letters, digits and hyphens of a text."""
    plain = unicodedata.normalize("NFKD", str(text)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
