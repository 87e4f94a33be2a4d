"""Write the crate of a release: ``ro-crate-metadata.json`` in the folder of the project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rocrepro.config import load_yaml
from rocrepro.formats.files import read_json, sha256, write_json
from rocrepro.pipeline.crate import RUN, crate
from rocrepro.pipeline.publish_provenance import CITATION, WORKFLOW

# The manifest lists every artifact and not itself. The crate lists the manifest too: whoever trusts the
# digest of the one file ro-crate-metadata.json can check all others.
CRATE, MANIFEST = "ro-crate-metadata.json", "manifest.json"


def write_crate(folder: Path, root: Path = Path(), workflow: str = WORKFLOW) -> dict[str, str]:
    """Write the crate of a release to `folder`, or remove an old one if there is none to write.

    Everything in it is read from `folder` and `root`, so that a release can be described again without a run.

    Parameters
    ----------
    folder : Path
        The released folder, below `root`; complete, with its manifest.
    root : Path
        Folder of the project.
    workflow : str
        The workflow's file, by its path below `root`.

    Returns
    -------
    dict of str to str
        Path and SHA-256 of the crate. Empty where the project lacks the CITATION.cff or the workflow that a
        crate is made from, or where its crate was not written by this workflow: that one stays as it is.
    """
    path = root / CRATE
    if is_foreign(path):
        return {}
    content = described(folder, root, workflow)
    if content is None:
        path.unlink(missing_ok=True)
        return {}
    write_json(path, content)
    return {path.as_posix(): sha256(path)}


def described(folder: Path, root: Path, workflow: str = WORKFLOW) -> dict[str, Any] | None:
    """Return the content of the crate; None where there is nothing to make it from."""
    if not workflow or not all((root / name).is_file() for name in (CITATION, workflow)):
        return None
    manifest = read_json(folder / MANIFEST)
    below = folder.absolute().relative_to(root.absolute()).as_posix()
    citation = load_yaml(root / CITATION)
    return crate(root, below, manifest, citation, workflow=workflow, listing=MANIFEST)


def is_foreign(path: Path) -> bool:
    """Return whether `path` is a crate that this workflow did not write.

    A project that uses the workflow as a module may have a crate of its own. The text is searched and not
    parsed, since a merge in git can leave both versions of our crate in one file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return "@graph" in text and RUN not in text
