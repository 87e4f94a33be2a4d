"""Names that have moved: the old ones work until the next release, with a warning that has the new one.

The library itself uses none of the old names (a test holds that), so that its packages need not know them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

MOVED = {
    "evaluation.struggle_readings": "rocrepro.papers.klement2009.struggle:struggle_readings",
    "evaluation.heights": "rocrepro.evaluation.vertical:tpr_at",
    "evaluation.bootstrap_heights": "rocrepro.evaluation.vertical:bootstrap_tpr",
}
"""Old names below ``rocrepro``, each with the module and the name of today."""


def moved(package: str, name: str) -> Any:
    """Return what was once `name` in `package`, for the package's ``__getattr__``.

    Raises
    ------
    AttributeError
        If there never was such a name.
    """
    old = f"{package}.{name}"
    if old.removeprefix("rocrepro.") not in MOVED:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return former(old, MOVED[old.removeprefix("rocrepro.")])


def former(what: str, place: str) -> Any:
    """Return the object at "module:name", and warn the user, three calls up, that it is what `what` was."""
    module, _, name = place.partition(":")
    text = f"{what} is now {module}.{name}; the old name will be removed in the next release"
    warnings.warn(text, DeprecationWarning, stacklevel=4)
    return getattr(import_module(module), name)


def renamed(**names: str) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Let a function take parameters by the names that they had before, with a warning.

    Parameters
    ----------
    **names : str
        The parameter's name of today, by its old one.
    """

    def decorate(function: Callable[Given, Found]) -> Callable[Given, Found]:
        @wraps(function)
        def call(*args: Given.args, **kwargs: Given.kwargs) -> Found:
            for old in names.keys() & kwargs.keys():
                new = names[old]
                if new in kwargs:
                    raise TypeError(f"{function.__name__}() got {new!r} and its former name {old!r}")
                text = (
                    f"{function.__name__}: {old} is now {new}; the old name will be removed in the next "
                    "release"
                )
                warnings.warn(text, DeprecationWarning, stacklevel=2)
                kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate
