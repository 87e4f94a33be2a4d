"""A released project as an RO-Crate: what is in it, which workflow made it, and from which files.

The crate follows RO-Crate 1.1 and the profiles Workflow RO-Crate 1.0, Process Run Crate 0.5 and Workflow Run
Crate 0.5, with two things left out on purpose: when the run started and ended. They would change the bytes of
every release, and say nothing on where a number comes from. ``datePublished`` is the date in CITATION.cff.

The crate's folder is the project's. What the run made, its configuration and the lock file are listed with
the digests of the manifest. The workflow and the library are listed without: they change with every commit,
and a digest of each would be out of date until the next run. Raw files are not part of the project and may
have come from anywhere. Each is named by its content, with the URI that RFC 6920 gives to a SHA-256 digest.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.formats.files import sha256
from rocrepro.pipeline.crate_people import add, agents, compact, licence, works
from rocrepro.pipeline.publish_provenance import LOCK

if TYPE_CHECKING:
    from rocrate.model import Entity
    from rocrate.rocrate import ROCrate

PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}
# The one term of the profiles that RO-Crate 1.1 itself lacks.
TERMS = {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}
RUN = "#rocrepro-run"
FOLDERS = {
    "workflow/rules/": "The workflow's rules",
    "workflow/scripts/": "The scripts that the rules run; each calls one library function",
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
    """Return the URI of any content with this hexadecimal SHA-256 digest (RFC 6920)."""
    return "ni:///sha-256;" + base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")


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
    from rocrate.rocrate import ROCrate

    for key in ("title", "version", "date-released", "license", "authors"):
        if not citation.get(key):
            raise InputError(f"CITATION.cff: {key}: found nothing; expected what a release is cited by")
    made = ROCrate(version="1.1")
    made.metadata.extra_terms |= TERMS
    people, version = agents(made, citation["authors"]), str(citation["version"])
    by = {"author": compact(people), "license": licence(made, citation)}
    main = _workflow(made, workflow, by | {"version": version})
    _root(made, citation, people, by | {"citation": compact(works(made, citation))})
    for name, text in FOLDERS.items():
        if (root / name).is_dir():
            _folder(made, name, text)
    results = _results(made, root, folder, manifest, listing)
    inputs = [*_raw(made, manifest["raw"]), *_settings(made, root, manifest)]
    values, main["input"] = _parameters(made, manifest["settings"])
    main["softwareRequirements"] = [
        add(made, f"#{name}", "SoftwareApplication", name=name, softwareVersion=pinned)
        for name, pinned in manifest["versions"].items()
    ]
    made.root_dataset["mentions"] = made.add_action(
        main,
        RUN,
        object=[*inputs, *values],
        result=results,
        properties={
            "name": f"Run of {workflow} that made release {version}",
            "description": "Times are left out, so every run of a release gives the same bytes.",
            "actionStatus": "http://schema.org/CompletedActionStatus",
            "agent": compact(people),
        },
    )
    content: dict[str, Any] = made.metadata.generate()
    return content


def _root(made: ROCrate, citation: Mapping[str, Any], people: list[Entity], more: Mapping[str, Any]) -> None:
    """Describe the project; the library by itself would say that it was published now."""
    about = {
        "name": str(citation["title"]),
        "description": f"Tables, figures and judged claims of release {citation['version']}, the workflow "
        "that made them, its configuration and the versions of the packages that it ran with.",
        "version": str(citation["version"]),
        "datePublished": str(citation["date-released"]),
        "conformsTo": [
            add(made, url, "CreativeWork", name=name, version=version)
            for url, (name, version) in PROFILES.items()
        ],
    }
    if houses := [agent for agent in people if agent.type == "Organization"]:
        about["publisher"] = compact(houses)
    for key, value in {**about, **more}.items():
        made.root_dataset[key] = value


def _workflow(made: ROCrate, name: str, more: Mapping[str, Any]) -> Entity:
    about = {
        "name": name,
        "description": "The workflow: its first file, which includes the others",
        "encodingFormat": "text/plain",
        "conformsTo": {"@id": "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"},
    }
    return made.add_workflow(dest_path=name, main=True, lang="snakemake", properties={**about, **more})


def _folder(made: ROCrate, name: str, text: str) -> None:
    folder = made.add_dataset(dest_path=name, properties={"name": name, "description": text})
    origin = made.get(ORIGINS[name]) if name in ORIGINS else None
    if origin and "license" in origin:
        folder["license"], folder["isBasedOn"] = origin["license"], origin


def _file(made: ROCrate, name: str, digest: str, source: str | None = None, **more: str) -> Entity:
    """A file of the project by its path, or another by the URI of its content."""
    about = {"name": name, "sha256": digest, **more}
    if kind := FORMATS.get(Path(name).suffix, "text/plain" if source else ""):
        about["encodingFormat"] = kind
    return made.add_file(source, None if source else name, properties=about)


def _results(
    made: ROCrate, root: Path, folder: str, manifest: Mapping[str, Any], listing: str
) -> list[Entity]:
    """The manifest and what it lists; only what this run made, the manifest included, is returned."""
    kept = set(manifest.get("kept", ()))
    digests = {**manifest["artifacts"], listing: sha256(root / folder / listing)}
    notes = dict.fromkeys(kept, "Made by an earlier run")
    notes[listing] = "SHA-256 of every artifact and raw file, and all settings"
    files = {}
    for name, digest in digests.items():
        path = f"{folder}/{name}"
        files[name] = _file(made, path, digest, contentSize=str((root / path).stat().st_size))
        if name in notes:
            files[name]["description"] = notes[name]
    return [file for name, file in files.items() if name not in kept]


def _raw(made: ROCrate, raw: Mapping[str, Mapping[str, str]]) -> list[Entity]:
    """Raw files; one that several data sets share is one entity."""
    sets: dict[str, dict[str, str]] = {}
    for dataset, files in raw.items():
        for name, digest in files.items():
            sets.setdefault(digest, {})[dataset] = name
    return [
        _file(
            made,
            next(iter(names.values())),
            digest,
            content_uri(digest),
            description=f"Raw file of the data set {', '.join(names)}",
        )
        for digest, names in sets.items()
    ]


def _settings(made: ROCrate, root: Path, manifest: Mapping[str, Any]) -> list[Entity]:
    """The configuration and the lock file, which belongs to the workflow and may lie in another project."""
    config = [_file(made, name, digest) for name, digest in manifest["config"].items()]
    digest = manifest["lock"]
    within = (root / LOCK).is_file() and sha256(root / LOCK) == digest
    return [*config, _file(made, LOCK, digest, None if within else content_uri(digest))]


def _parameters(made: ROCrate, settings: Mapping[str, Any]) -> tuple[list[Entity], list[Entity]]:
    """Settings of the run, and the workflow's parameters that they are values of; no digests."""
    values, formal = [], []
    for name, value in settings.items():
        if type(value) not in KINDS or name.endswith("_sha256"):
            continue
        kind, text = KINDS[type(value)], ", ".join(map(str, value)) if isinstance(value, list) else value
        slot = made.add_formal_parameter(name, kind, f"#parameter-{name}", valueRequired=True)
        setting = add(made, f"#setting-{name}", "PropertyValue", name=name, value=text, exampleOfWork=slot)
        slot["workExample"] = setting
        values.append(setting)
        formal.append(slot)
    return values, formal
