"""A released project as an RO-Crate: what is in it, which workflow made it, and from which files.

The crate follows RO-Crate 1.1 and the profiles Workflow RO-Crate 1.0, Process Run Crate 0.5 and Workflow Run
Crate 0.5, with two things left out on purpose: when the run started and ended. They would change the bytes of
every release, and say nothing on where a number comes from. ``datePublished`` is the date in CITATION.cff.

The crate's folder is the project's. What the run made, its configuration and the lock file are listed with
the digests of the manifest. The workflow and the library are listed without: they change with every commit,
and a digest of each would be out of date until the next run. Raw files are not part of the project and may
have come from anywhere. Each is named by its content, with the URI that RFC 6920 gives to a SHA-256 digest.

The library `rocrate` does not write it. Its entities are made from the same mappings that are written here,
so that it would save no more than the descriptor and the list of parts. It also puts in the current time,
and every run would depend on it. The tests read the crate with it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rocrepro.errors import InputError
from rocrepro.formats.files import sha256
from rocrepro.pipeline.crate_people import authors, licence, works
from rocrepro.pipeline.publish_provenance import LOCK

Entity = dict[str, Any]

CRATE_1_1 = "https://w3id.org/ro/crate/1.1"
# The one term of the profiles that RO-Crate 1.1 itself lacks.
CONTEXT = [f"{CRATE_1_1}/context", {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}]
WORKFLOW_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    WORKFLOW_CRATE: ("Workflow RO-Crate", "1.0"),
}
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
RUN = "#rocrepro-run"
FOLDERS = {
    "workflow/rules/": "The workflow's rules",
    "workflow/scripts/": "What the rules run: one call of the library each",
    "src/rocrepro/": "The library that computes everything",
    "resources/thyroid-disease/": "Raw files that come with the project, unchanged",
}
# Folders that are not ours, and the work in CITATION.cff that they are from: its licence holds there.
ORIGINS = {"resources/thyroid-disease/": "https://doi.org/10.24432/C5D010"}
FORMATS = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".lock": "text/plain",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".yaml": "application/yaml",
}
KINDS = {bool: "Boolean", int: "Integer", float: "Float", str: "Text", list: "Text"}


def content_uri(digest: str) -> str:
    """The URI of whatever has this hexadecimal SHA-256 digest (RFC 6920)."""
    return "ni:///sha-256;" + base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")


def reference(*entities: Mapping[str, Any]) -> Any:
    """References to entities, each once, in their order; one alone is not put into a list."""
    found = [{"@id": name} for name in dict.fromkeys(entity["@id"] for entity in entities)]
    return found[0] if len(found) == 1 else found


def path_uri(name: str) -> str:
    """The relative URI of a file or folder of the project: its path with what is not plain encoded."""
    return quote(name)


def crate(
    root: Path,
    folder: str,
    manifest: Mapping[str, Any],
    citation: Mapping[str, Any],
    *,
    workflow: str,
    listing: str,
) -> dict[str, Any]:
    """Describe a project and what its workflow has released.

    Parameters
    ----------
    root : Path
        Folder of the project.
    folder : str
        The released folder, by its path below `root`; complete.
    manifest : mapping
        Content of its manifest.
    citation : mapping
        Content of CITATION.cff.
    workflow : str
        The workflow's file, by its path below `root`.
    listing : str
        Name of the manifest below `folder`.

    Returns
    -------
    dict
        Content of ``ro-crate-metadata.json``. The same arguments and bytes give the same content.

    Raises
    ------
    InputError
        CITATION.cff lacks something that a crate needs.
    """
    for key in ("title", "version", "date-released", "license", "authors"):
        if not citation.get(key):
            raise InputError(f"CITATION.cff: {key}: found nothing; expected what a release is cited by")
    kept = set(manifest.get("kept", ()))
    parts = {
        name: _artifact(root, f"{folder}/{name}", digest) for name, digest in manifest["artifacts"].items()
    }
    earlier = [parts[name] | {"description": "Made by an earlier run"} for name in parts if name in kept]
    made = [part for name, part in parts.items() if name not in kept]
    made.append(_artifact(root, f"{folder}/{listing}", sha256(root / folder / listing)))
    made[-1]["description"] = "SHA-256 of every artifact and raw file, and all settings"
    inputs = [*_raw(manifest["raw"]), *_settings(root, manifest)]
    values, formal = _parameters(manifest["settings"])
    packages = _packages(manifest["versions"])
    people, licences = authors(citation), licence(citation)
    cited, cited_people = works(citation)
    folders = [_folder(name, text, cited) for name, text in FOLDERS.items() if (root / name).is_dir()]
    by = {"author": reference(*people), "license": reference(licences[0])}
    main = _workflow(workflow, citation) | by
    main |= {"softwareRequirements": reference(*packages), "input": reference(*formal)}
    whole = _root(citation) | by
    if houses := [agent for agent in people if agent["@type"] == "Organization"]:
        whole["publisher"] = reference(*houses)
    whole |= {"citation": reference(*cited), "hasPart": reference(main, *folders, *made, *earlier, *inputs)}
    whole |= {"mainEntity": {"@id": main["@id"]}, "mentions": {"@id": RUN}}
    run = _run(workflow, citation) | {
        "agent": reference(*people),
        "instrument": {"@id": main["@id"]},
        "object": reference(*inputs, *values),
        "result": reference(*made),
    }
    graph: list[Entity] = [_descriptor(), whole, main, run, _language(), *_profiles(), *folders, *made]
    graph += [*earlier, *inputs, *values, *formal, *packages, *people, *licences, *cited, *cited_people]
    return {"@context": CONTEXT, "@graph": _each_once(graph)}


def _each_once(graph: Iterable[Entity]) -> list[Entity]:
    """Entities without those that came before under the same id (an author of two papers)."""
    return list({entity["@id"]: entity for entity in reversed(list(graph))}.values())[::-1]


def _descriptor() -> Entity:
    return {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": [{"@id": CRATE_1_1}, {"@id": WORKFLOW_CRATE}],
    }


def _root(citation: Mapping[str, Any]) -> Entity:
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": str(citation["title"]),
        "description": f"Tables, figures and judged claims of release {citation['version']}, the workflow "
        "that made them, its configuration and the versions of the packages that it ran with.",
        "version": str(citation["version"]),
        "datePublished": str(citation["date-released"]),
        "conformsTo": [{"@id": profile} for profile in PROFILES],
    }


def _run(workflow: str, citation: Mapping[str, Any]) -> Entity:
    return {
        "@id": RUN,
        "@type": "CreateAction",
        "name": f"Run of {workflow} that made release {citation['version']}",
        "description": "Times are left out, so that every run of a release gives the same bytes.",
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }


def _profiles() -> list[Entity]:
    return [
        {"@id": url, "@type": "CreativeWork", "name": name, "version": version}
        for url, (name, version) in PROFILES.items()
    ]


def _language() -> Entity:
    home = {"@id": "https://snakemake.readthedocs.io"}
    return {
        "@id": SNAKEMAKE,
        "@type": "ComputerLanguage",
        "name": "Snakemake",
        "identifier": home,
        "url": home,
    }


def _file(uri: str, name: str, digest: str) -> Entity:
    file = {"@id": uri, "@type": "File", "name": name, "sha256": digest}
    kind = FORMATS.get(Path(name).suffix, "")
    return file | ({"encodingFormat": kind} if kind else {})


def _artifact(root: Path, name: str, digest: str) -> Entity:
    return _file(path_uri(name), name, digest) | {"contentSize": str((root / name).stat().st_size)}


def _folder(name: str, text: str, cited: Iterable[Entity]) -> Entity:
    folder = {"@id": path_uri(name), "@type": "Dataset", "name": name, "description": text}
    for work in cited:
        if work["@id"] == ORIGINS.get(name) and "license" in work:
            folder |= {"license": work["license"], "isBasedOn": reference(work)}
    return folder


def _raw(raw: Mapping[str, Mapping[str, str]]) -> list[Entity]:
    """Raw files; one that several data sets share is one entity."""
    sets: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for dataset, files in raw.items():
        for name, digest in files.items():
            sets.setdefault(digest, []).append(dataset)
            names.setdefault(digest, name)
    return [
        _file(content_uri(digest), name, digest)
        | {"encodingFormat": FORMATS.get(Path(name).suffix, "text/plain")}
        | {"description": f"Raw file of the data set {', '.join(dict.fromkeys(sets[digest]))}"}
        for digest, name in names.items()
    ]


def _settings(root: Path, manifest: Mapping[str, Any]) -> list[Entity]:
    """The configuration and the lock file, which belongs to the workflow and may lie in another project."""
    config = [_file(path_uri(name), name, digest) for name, digest in manifest["config"].items()]
    digest = manifest["lock"]
    within = (root / LOCK).is_file() and sha256(root / LOCK) == digest
    return [*config, _file(path_uri(LOCK) if within else content_uri(digest), LOCK, digest)]


def _workflow(name: str, citation: Mapping[str, Any]) -> Entity:
    return {
        "@id": path_uri(name),
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"],
        "name": name,
        "description": "The workflow: its first file, which includes the others",
        "encodingFormat": "text/plain",
        "version": str(citation["version"]),
        "programmingLanguage": {"@id": SNAKEMAKE},
        "conformsTo": {"@id": "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"},
    }


def _parameters(settings: Mapping[str, Any]) -> tuple[list[Entity], list[Entity]]:
    """Settings of the run, and the workflow's parameters that they are values of; no digests."""
    values, formal = [], []
    for name, value in settings.items():
        if type(value) not in KINDS or name.endswith("_sha256"):
            continue
        text = ", ".join(map(str, value)) if isinstance(value, list) else value
        values.append(
            {
                "@id": f"#setting-{name}",
                "@type": "PropertyValue",
                "name": name,
                "value": text,
                "exampleOfWork": {"@id": f"#parameter-{name}"},
            }
        )
        formal.append(
            {
                "@id": f"#parameter-{name}",
                "@type": "FormalParameter",
                "name": name,
                "additionalType": KINDS[type(value)],
                "conformsTo": {"@id": "https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE"},
                "workExample": {"@id": f"#setting-{name}"},
            }
        )
    return values, formal


def _packages(versions: Mapping[str, str]) -> list[Entity]:
    return [
        {"@id": f"#{name}", "@type": "SoftwareApplication", "name": name, "softwareVersion": version}
        for name, version in versions.items()
    ]
