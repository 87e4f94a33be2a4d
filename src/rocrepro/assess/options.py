"""The choices that the command line and ``config/datasets.yaml`` name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from rocrepro.study import Choices

NAMES = {choice.name: choice.name for choice in fields(Choices) if choice.name != "seed"}
NAMES["n_resamples"] = "n_boot"
"""What users call each choice; `seed` names a column for them."""


def choices_of(entry: Mapping[str, Any]) -> Choices:
    """Return the choices that a mapping names, other keys left out."""
    return Choices(**{choice: entry[name] for choice, name in NAMES.items() if name in entry})


def Options(*, seed: int = 1, **named: Any) -> Choices:
    """Return the choices by their names of before; deprecated, use `rocrepro.study.Choices`."""
    warnings.warn("Options: use rocrepro.study.Choices instead", DeprecationWarning, stacklevel=2)
    return replace(choices_of(named), seed=seed)
