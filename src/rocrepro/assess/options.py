"""The choices that the command line and ``config/datasets.yaml`` name."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

from rocrepro.study import Choices
from rocrepro.study.choices import NAMES, choices_of

__all__ = ["NAMES", "Options", "choices_of"]


def Options(*, seed: int = 1, **named: Any) -> Choices:
    """Return the choices by their former names; deprecated, use `rocrepro.study.Choices`."""
    warnings.warn("Options: use rocrepro.study.Choices instead", DeprecationWarning, stacklevel=2)
    return replace(choices_of(named), seed=seed)
