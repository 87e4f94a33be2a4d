"""The docstrings of public names: their sections, and the related names that they lead to."""

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

SECTIONS = (
    *("Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns"),
    *("See Also", "Notes", "References", "Examples"),
)
"""Of a docstring, in numpydoc's order."""
PACKAGES = ("rocrepro.evaluation", "rocrepro.display", "rocrepro.assess")
PUBLIC = [(package, name) for package in PACKAGES for name in import_module(package).__all__]


@pytest.mark.parametrize(("package", "name"), PUBLIC)
def test_a_docstring_leads_to_related_names(package, name):
    text = inspect.getdoc(getattr(import_module(package), name)) or ""
    sections = re.findall(r"^(\w[\w ]*)\n-+$", text, re.MULTILINE)
    assert "See Also" in sections
    order = [SECTIONS.index(section) for section in sections if section != "Warns"]
    assert order == sorted(order), sections
    (related,) = re.findall(r"^See Also\n-+\n((?:.+\n?)+)", text, re.MULTILINE)
    listed = [word for line in related.splitlines() for word in line.partition(" : ")[0].split(", ")]
    assert name not in listed
    assert len(set(listed)) == len(listed)
    for other in listed:
        pkgutil.resolve_name(other if "." in other else f"{package}.{other}")
