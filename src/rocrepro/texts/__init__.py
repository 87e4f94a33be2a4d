"""Texts on the papers, their artifacts and the methods, which the page and the index of artifacts show."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def load_texts(name: str) -> dict[str, Any]:
    """Read one of the package's files of texts, for example "captions.yaml"."""
    import yaml

    loaded: dict[str, Any] = yaml.safe_load((files(__name__) / name).read_text(encoding="utf-8"))
    return loaded
