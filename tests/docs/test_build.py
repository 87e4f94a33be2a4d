"""The built documentation: without warnings, complete, and without anything from elsewhere."""

import re
import subprocess
import sys

import pytest

from tests.docs.conftest import DOCS, ROOT

for needed in ("sphinx", "myst_parser", "numpydoc", "furo"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: pip install rocrepro[docs]")

LOADED = re.compile(r"""<(?:link|script|img|iframe|source)\b[^>]*\b(?:src|href)=["'](?:https?:)?//""")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The HTML, from a build in which warnings are errors."""
    import os

    out = tmp_path_factory.mktemp("docs")
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    words = [
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-n",
        "-q",
        "-d",
        str(out / "cache"),
        str(DOCS),
        str(out / "html"),
    ]
    result = subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return out / "html"


def test_every_page_is_there(built):
    for page in DOCS.rglob("*.md"):
        assert (built / page.relative_to(DOCS).with_suffix(".html")).is_file(), page


def test_nothing_is_loaded_from_elsewhere(built):
    for page in built.rglob("*.html"):
        assert not LOADED.search(page.read_text(encoding="utf-8")), page
    for sheet in built.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", sheet.read_text(encoding="utf-8")), (
            sheet
        )


def test_no_page_tells_where_it_was_built(built):
    for page in built.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert str(ROOT) not in text, page
        assert str(built.parent) not in text, page


def test_formulas_are_mathml(built):
    page = (built / "guide/confident_set.html").read_text(encoding="utf-8")
    assert page.count("<math") >= 5
    assert "$$" not in page


def test_the_reference_has_every_public_name(built):
    from importlib import import_module

    for package in ("evaluation", "display", "assess"):
        page = (built / f"api/{package}.html").read_text(encoding="utf-8")
        for name in import_module(f"rocrepro.{package}").__all__:
            assert f'id="rocrepro.{package}.{name}"' in page, name


def test_what_an_example_prints_and_draws_stands_below_it(built):
    page = (built / "guide/tango.html").read_text(encoding="utf-8")
    assert "own example: -0.027 to 0.390" in page
    assert re.search(r'<img alt="Intervals[^>]*src="\.\./_images/tango-tango\.svg"', page)
