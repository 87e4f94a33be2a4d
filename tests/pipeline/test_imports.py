"""What Python source imports, by the pattern and by parsing."""

import pytest

from rocrepro.pipeline.digest import PACKAGE
from rocrepro.pipeline.imports import imports, parsed_imports, passed_on


@pytest.mark.parametrize(
    "file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.relative_to(PACKAGE).as_posix()
)
def test_the_pattern_finds_what_parsing_finds(file):
    text = file.read_text(encoding="utf-8")
    assert sorted(imports(text)) == sorted(parsed_imports(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a.b", [("a.b", ())]),
        ("import a, b.c as d", [("a", ()), ("b.c", ())]),
        ("from a.b import c", [("a.b", ("c",))]),
        ("from a import b as c, d  # e, f", [("a", ("b", "d"))]),
        ("from a import (\n    b,  # the import of c\n    d as e,\n)\n", [("a", ("b", "d"))]),
        ("def f():\n    from a import b\n", [("a", ("b",))]),
        ("x = 1; import a", [("a", ())]),
        ("import a; import b", [("a", ()), ("b", ())]),
        ("try: import a\nexcept ImportError: pass", [("a", ())]),
        ("from a import b, \\\n    c\n", [("a", ("b", "c"))]),
        ("from a \\\n    import b\n", [("a", ("b",))]),
        ("from a import *", [("a", ("*",))]),
        ("from . import a", [(".", ("a",))]),
        ("from ..a import b", [("..a", ("b",))]),
        ("from a import (b)  # (c)", [("a", ("b",))]),
        ("from a import (b, # (\nc)", [("a", ("b", "c"))]),
        ('"""What an import costs."""\nfrom a import b', [("a", ("b",))]),
        ('"""Text.\n\n>>> from a import b\n"""\nimport c', [("c", ())]),
        ("# import a\nimport b", [("b", ())]),
        ("if TYPE_CHECKING:\n    import a\n\n    from b import c\n\nimport d\n", [("d", ())]),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b\n", [("b", ())]),
        ("if TYPE_CHECKING: import a\nimport b", [("b", ())]),
        ("def f():\n    if TYPE_CHECKING:\n        pass\n    import a\n", [("a", ())]),
        ("reimport = 1\nimport a", [("a", ())]),
        ("import_module('a')", []),
    ],
)
def test_imports_of_every_form_are_found(text, expected):
    assert sorted(imports(text)) == expected
    assert sorted(parsed_imports(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Only a text."""', {}),
        ('__version__ = "1"', {}),
        ('from a.b import c as d\n\n__all__ = ["d"]', {"d": ("a.b", ("c",))}),
        ("from a.paper import Paper\n\nPAPER = Paper(tables={})", {"Paper": ("a.paper", ("Paper",))}),
        ("if not TYPE_CHECKING:\n    def __getattr__(name): return moved(name)", {}),
    ],
)
def test_a_file_that_only_imports_names_and_sets_constants_has_no_effect(text, expected):
    assert passed_on(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "import a.registers",
        "from a import *",
        "from . import a",
        "register(1)",
        "X = register(1)",
        "TABLE['x'] = 1",
        "other.X = 1",
        "for i in []: pass",
        "def f(): pass",
        "if TYPE_CHECKING:\n    from a import b",
        "if not TYPE_CHECKING:\n    register(1)",
        "def __getattr__(name): return moved(name)",
    ],
)
def test_a_file_that_does_more_has_an_effect(text):
    assert passed_on(text) is None
