"""What a paper's sub-package declares is what it runs."""

import ast
from pathlib import Path

import pytest

import rocrepro
from rocrepro.papers import CATALOG

PACKAGE = Path(rocrepro.__file__).parent


def imported(path):
    """Modules of this package that a file imports when it runs, type hints left out."""
    found = set()
    waiting = [ast.parse(path.read_text())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module.startswith("rocrepro."):
            found |= set(places(node))
        waiting += ast.iter_child_nodes(node)
    return found


def places(node):
    """Files that one import statement names; a sub-package itself counts as all of its files."""
    target = PACKAGE.joinpath(*node.module.split(".")[1:])
    if target.is_dir():
        below = [target / f"{alias.name}.py" for alias in node.names]
        return below if all(path.is_file() for path in below) else [target]
    return [target.with_suffix(".py")]


@pytest.mark.parametrize(
    ("paper", "name"), [(paper, name) for paper, module in CATALOG.items() for name in module.SIMULATIONS]
)
def test_a_simulation_runs_again_when_any_code_of_it_changes(paper, name):
    covered = [PACKAGE / place for place in CATALOG[paper].SIMULATION_CODE[name]]
    module = CATALOG[paper].SIMULATIONS[name].split(":")[0]
    waiting = [PACKAGE / "papers" / paper / f"{module}.py"]
    seen = set()
    while waiting:
        path = waiting.pop()
        if path in seen or path.name in {"errors.py", "artifact.py"}:
            continue
        seen.add(path)
        assert any(path.is_relative_to(place) for place in covered), path
        if path.is_file():
            waiting += imported(path)


@pytest.mark.parametrize("module", CATALOG.values(), ids=CATALOG)
def test_what_has_two_sizes_or_a_plain_name_exists(module):
    assert set(module.SIZED) <= {*module.TABLES, *module.FIGURES} & set(module.SIMULATIONS)
    assert set(module.PLAIN) <= set(module.TABLES)
