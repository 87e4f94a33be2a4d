"""Find what Python source imports, without running it.

Every job of the workflow reads the package's source when it starts, and parsing all of it would take half a
second. So import statements of the usual form are found by a pattern, in a tenth of that time. Where the word
"import" stands anywhere else, the file is parsed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

Imported = tuple[str, tuple[str, ...]]
"""A module, and the names that are taken from it; none where the module itself is imported."""

# Imports for type checkers only: they never run.
TYPE_ONLY = re.compile(r"^if TYPE_CHECKING:\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)
# A whole line that imports, names in brackets with the lines that follow; or a line of an example.
STATEMENT = re.compile(
    r"[ \t]*(?:>>> .*"
    r"|from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+(?:\((?P<block>[^()]*)\)|(?P<names>[\w \t,]+?))"
    r"|import[ \t]+(?P<modules>[\w. \t,]+?))[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
# A boundary in front would make the search slow: a file with a word that merely ends like this is parsed.
WORD = re.compile(r"import\b")


def imports(text: str) -> list[Imported]:
    """List what Python source imports when it runs, inside functions too.

    Parameters
    ----------
    text : str
        The source.

    Returns
    -------
    list of (str, tuple of str)
        Each module as the statement has it, and the names that are taken from it.
    """
    running = TYPE_ONLY.sub("", text)
    found: list[Imported] = []
    end = 0
    for word in WORD.finditer(running):
        if word.start() < end:
            continue
        begin = running.rfind("\n", 0, word.start()) + 1
        statement = STATEMENT.match(running, begin)
        if statement is None or running.endswith("\\\n", 0, begin):
            return parsed_imports(text)
        end = statement.end()
        if statement["module"]:
            found.append((statement["module"], _names(statement["block"] or statement["names"])))
        elif statement["modules"]:
            found += [(module, ()) for module in _names(statement["modules"])]
    return found


def _names(text: str) -> tuple[str, ...]:
    """Names of a list with commas, without comments and without the names that they get here."""
    pieces = re.sub(r"#.*", "", text).split(",")
    return tuple(piece.split()[0] for piece in pieces if piece.strip())


def parsed_imports(text: str) -> list[Imported]:
    """List what Python source imports by parsing it, whatever form the statements have."""
    return [item for node in _running(ast.parse(text)) for item in _imported(node)]


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those for type checkers only."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


def _imported(node: ast.AST) -> list[Imported]:
    """Return what one node imports."""
    if isinstance(node, ast.Import):
        return [(alias.name, ()) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        return [(module, tuple(alias.name for alias in node.names))]
    return []


# Classes whose instances hold values: making one has no effect.
VALUES = frozenset({"Paper", "Simulation"})


def passed_on(text: str) -> dict[str, Imported] | None:
    """Return where a package's names come from, if its ``__init__.py`` only imports names and sets constants.

    Such a file has no effect on code that imports a module of the package, and a name that is imported from
    the package might as well be imported from the module that defines it.

    Parameters
    ----------
    text : str
        Source of the ``__init__.py``.

    Returns
    -------
    dict of str to (str, tuple of str) or None
        Module and name behind each imported name; None if the file does anything else.
    """
    found: dict[str, Imported] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {alias.asname or alias.name: (node.module, (alias.name,)) for alias in node.names}
        elif not (_docstring(node) or _constant(node) or _former_names(node)):
            return None
    return None if "*" in found else found


def _docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _former_names(node: ast.stmt) -> bool:
    """Return whether a statement only serves names that have moved; no code of ours asks for one."""
    if not isinstance(node, ast.If) or ast.unparse(node.test) != "not TYPE_CHECKING":
        return False
    return all(isinstance(part, ast.FunctionDef) and part.name == "__getattr__" for part in node.body)


def _constant(node: ast.stmt) -> bool:
    """Return whether a statement gives values to names and calls nothing but `VALUES`."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    calls = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    return all(isinstance(target, ast.Name) for target in targets) and all(
        isinstance(called, ast.Name) and called.id in VALUES for called in calls
    )
