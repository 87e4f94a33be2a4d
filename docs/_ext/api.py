"""The reference of a package: its public names by the module that defines them.

A line ``<!-- names of PACKAGE -->`` stands for them, so that a new name in ``__all__`` is in the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass

MARK = re.compile(r"^<!-- names of (?P<package>[a-z.]+) -->$", re.MULTILINE)


def with_names(text: str) -> str:
    """The page's text with the reference in place of each mark."""
    return MARK.sub(lambda match: "\n".join(_reference(match["package"])), text)


def names(package: str) -> dict[str, list[str]]:
    """Public names of a package by the module that defines them, in the order of `__all__`."""
    module = import_module(package)
    found: dict[str, list[str]] = {}
    for name in module.__all__:
        found.setdefault(getattr(module, name).__module__, []).append(name)
    return dict(sorted(found.items()))


def _reference(package: str) -> Iterator[str]:
    for module, defined in names(package).items():
        title = (import_module_of(module).__doc__ or module).strip().splitlines()[0].rstrip(".")
        yield from (f"## {title}", "", "```{eval-rst}", f".. currentmodule:: {package}", "")
        yield from (".. autosummary::", "", *(f"   {name}" for name in defined), "")
        for name in defined:
            thing = getattr(import_module(package), name)
            if isclass(thing):
                yield from (f".. autoclass:: {name}", "   :members:", "   :inherited-members:", "")
            else:
                yield from (f".. autofunction:: {name}", "")
        yield from ("```", "")


def import_module_of(name: str) -> object:
    """A module by name, even where the package has a function of that name."""
    import sys

    import_module(name)
    return sys.modules[name]
