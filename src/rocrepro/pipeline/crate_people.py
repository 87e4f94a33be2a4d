"""Who made a release, under which licence, and which papers and data it rests on: from CITATION.cff."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

Entity = dict[str, Any]


def authors(citation: Mapping[str, Any]) -> list[Entity]:
    """Authors of the release."""
    return [_agent(author) for author in citation["authors"]]


def licence(citation: Mapping[str, Any]) -> list[Entity]:
    """Licences, by the addresses that SPDX gives them; the first is the one that holds."""
    named = citation["license"]
    names = named if isinstance(named, list) else [named]
    urls = {name: f"https://spdx.org/licenses/{name}" for name in names}
    return [
        {"@id": url, "@type": "CreativeWork", "name": name, "identifier": name, "url": {"@id": url}}
        for name, url in urls.items()
    ]


def works(citation: Mapping[str, Any]) -> tuple[list[Entity], list[Entity]]:
    """Papers and data sets that the release cites, by DOI where they have one, and what they refer to.

    The latter are authors, the journals that papers are part of, and publishers and licences of data sets.
    """
    found: list[Entity] = []
    others: list[Entity] = []
    for work in citation.get("references", []):
        writers = [_agent(author) for author in work.get("authors", [])]
        first = str(writers[0].get("familyName") or writers[0]["name"]) if writers else str(work["title"])
        doi, year = work.get("doi"), str(work.get("year", ""))
        entity: Entity = {
            "@id": f"https://doi.org/{doi}" if doi else f"#{_slug(first + year)}",
            # No "Dataset": in a crate that is a folder of its own.
            "@type": "CreativeWork" if work.get("type") == "data" else "ScholarlyArticle",
            "name": str(work["title"]),
        }
        if writers:
            names = [{"@id": writer["@id"]} for writer in writers]
            entity["author"] = names if len(names) > 1 else names[0]
        if year:
            entity["datePublished"] = year
        if venue := work.get("journal") or work.get("collection-title"):
            entity["isPartOf"] = {"@id": f"#{_slug(venue)}"}
            others.append({"@id": f"#{_slug(venue)}", "@type": "CreativeWork", "name": str(venue)})
        if publisher := work.get("publisher"):
            others.append(_agent(publisher))
            entity["publisher"] = {"@id": others[-1]["@id"]}
        if work.get("license"):
            others += licence(work)
            entity["license"] = {"@id": others[-1]["@id"]}
        found.append(entity)
        others += writers
    return found, others


def _agent(author: Mapping[str, Any]) -> Entity:
    """A person, or what has a name alone: an organization."""
    if "name" in author:
        name = str(author["name"])
        home = author.get("website")
        return {"@id": home or f"#{_slug(name)}", "@type": "Organization", "name": name}
    given, family = str(author.get("given-names", "")), str(author["family-names"])
    name = f"{given} {family}".strip()
    person = {"@id": author.get("orcid") or f"#{_slug(name)}", "@type": "Person", "name": name}
    return person | ({"givenName": given} if given else {}) | {"familyName": family}


def _slug(text: Any) -> str:
    """Small letters, digits and hyphens of a text."""
    plain = unicodedata.normalize("NFKD", str(text)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
