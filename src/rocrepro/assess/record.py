"""Record of an assessment for the pipeline: whether there is one, of what, and what its figures show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.figures import words_of
from rocrepro.formats.files import sha256


def record(name: str, entry: Mapping[str, Any], assessment: Assessment) -> dict[str, Any]:
    """Return the facts about an assessment, in the form of a fetch report.

    Parameters
    ----------
    name : str
        Key of the entry in ``config/datasets.yaml``.
    entry : mapping
        The entry.
    assessment : Assessment

    Returns
    -------
    dict
        Keys dataset, title, status ("ok"), files, positive, negative, models, paired, unpaired (why they
        are not compared), figures.
    """
    given, file = assessment.given, Path(entry["scores"]["file"])
    return {
        "dataset": name,
        "title": str(entry.get("title", name)),
        "status": "ok",
        "files": {"scores": {"file": file.name, "sha256": sha256(file)}},
        "positive": given.positive,
        "negative": given.negative,
        "models": list(given.models),
        "paired": given.paired,
        "unpaired": given.unpaired,
        "figures": words_of(assessment),
    }


def missing(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts where the file is not there: status "missing" and the reason."""
    file = entry["scores"]["file"]
    return {
        "dataset": name,
        "title": str(entry.get("title", name)),
        "status": "missing",
        "reason": f"scores.file: found no file {file}; expected a CSV or Parquet file",
    }
