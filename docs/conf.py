"""Sphinx configuration: ``sphinx-build -W --keep-going -n docs build/docs``.

Everything is made from this checkout. Nothing is fetched, and the pages load nothing from elsewhere.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from api import with_names
from docutils.nodes import SkipNode
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

import rocrepro
from examples import with_results

LOGGER = logging.getLogger(__name__)
DOCS = Path(__file__).resolve().parent
QUOTED = re.compile(r"(`+[^`]*`+)")
OUTSIDE = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<path>(\.\./)+[^)\s#]+)\)")

project = "rocrepro"
author = "The rocrepro developers"
copyright = "the rocrepro developers, BSD-3-Clause"
version = release = rocrepro.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
exclude_patterns = ["_ext"]
nitpicky = True
# Names that exist (`autolink` makes no other a link) and are no part of the reference.
nitpick_ignore_regex = [("py:obj", r"(math|numpy|pandas|sklearn|rocrepro)\..*")]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

default_role = "autolink"  # `name` in a docstring: a link where there is such a name, else plain
autosummary_generate = False
autodoc_typehints = "none"  # the docstrings say more
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
add_module_names = False

html_theme = "furo"
html_title = f"rocrepro {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_math_renderer = "mathml"
pygments_style = "friendly"


def prepare(app: Sphinx, docname: str, source: list[str]) -> None:
    """Fill in the results of the examples and the reference, before the page is parsed."""
    path = Path(app.env.doc2path(docname))
    scratch = Path(app.doctreedir) / "examples" / docname
    shutil.rmtree(scratch, ignore_errors=True)
    folder, pictures = scratch / "run", scratch / "pictures"
    folder.mkdir(parents=True)
    text = with_results(source[0], path, folder, pictures)
    source[0] = OUTSIDE.sub(lambda match: _mentioned(match, path), with_names(text))


def plain_underscores(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Keep "vertical_" and |fn - fp| in a docstring from being read as links and substitutions."""
    for i, line in enumerate(lines):
        parts = QUOTED.split(line)
        parts[::2] = [re.sub(r"(?<=\w)_(?!\w)", r"\_", part).replace("|", r"\|") for part in parts[::2]]
        lines[i] = "".join(parts)


def _mentioned(match: re.Match[str], path: Path) -> str:
    """A link to a file of the repository as its path: the built pages may lie anywhere."""
    target = (path.parent / match["path"]).resolve()
    if target.is_relative_to(DOCS) or target.suffix in {".svg", ".png"}:
        return match[0]
    return f"{match['text']} (`{target.relative_to(DOCS.parent).as_posix()}`)"


def _inline_math(translator: Any, node: Any) -> None:
    _math(translator, node, block=False)


def _block_math(translator: Any, node: Any) -> None:
    _math(translator, node, block=True)


def _math(translator: Any, node: Any, *, block: bool) -> None:
    """Write a formula as MathML, which browsers show without a script."""
    try:
        formula = tex2mathml(node.astext(), as_block=block)
    except MathError as error:
        LOGGER.warning("formula: %s", error, location=node)
        formula = node.astext()
    translator.body.append(f'<div class="math">{formula}</div>' if block else formula)
    raise SkipNode


def setup(app: Sphinx) -> None:
    """Connect the examples and the formulas."""
    app.connect("source-read", prepare)
    app.connect("autodoc-process-docstring", plain_underscores, priority=100)  # before numpydoc
    app.add_html_math_renderer("mathml", (_inline_math, None), (_block_math, None))
