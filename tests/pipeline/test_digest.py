"""The digest of a rule's code changes when code that the rule runs changes, and with nothing else."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rocrepro.papers import CATALOG
from rocrepro.papers.catalog import full_name
from rocrepro.pipeline.digest import PACKAGE, Code
from rocrepro.pipeline.imports import passed_on
from tests.pipeline import loading

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = {path.stem: path for path in sorted((ROOT / "workflow/scripts").glob("*.py"))}
ARTIFACTS = {
    f"{kind} {paper}.{name}": (SCRIPTS[kind], full_name(paper, function))
    for paper, declared in CATALOG.items()
    for kind, functions in {
        "table": declared.tables,
        "figure": declared.figures,
        "simulation": {name: simulation.function for name, simulation in declared.simulations.items()},
    }.items()
    for name, function in functions.items()
}
RULES = {name: (script,) for name, script in SCRIPTS.items()} | ARTIFACTS
FEW = {(name.split(".")[0] if name in ARTIFACTS else name): name for name in RULES}  # one a kind and paper
SIMULATIONS = [name for name in RULES if name.startswith("simulation ")]
EVALUATION = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob("evaluation/*.py"))


@pytest.fixture(scope="module")
def code():
    return Code()


@pytest.fixture
def package(tmp_path):
    """A copy of the package, to edit."""
    shutil.copytree(PACKAGE, tmp_path / "rocrepro", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "rocrepro"


def edit(file):
    with file.open("a", encoding="utf-8") as stream:
        stream.write("\n# edited\n")


def files_of(package):
    return {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}


def test_every_rule_with_a_script_has_the_digest_of_that_script():
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "workflow/rules").glob("*.smk"))
    function = r'^def (\w+_code)\(wildcards\):\n(?:    .*\n)*?    return code_of\("(\w+)"'
    by_function = dict(re.findall(function, text, re.MULTILINE))
    found = {}
    for rule in re.split(r"^(?:rule|checkpoint) (?=\w+:)", text, flags=re.MULTILINE)[1:]:
        if script := re.search(r'script:\n\s+"\.\./scripts/(\w+)\.py"', rule):
            given = re.search(r'code=(?:code_of\("(\w+)"\)|(\w+)),', rule)
            assert given, rule.splitlines()[0]
            found[script[1]] = given[1] or by_function[given[2]]
    assert found == {name: name for name in SCRIPTS}


@pytest.mark.parametrize("rule", FEW.values())
def test_an_edit_inside_the_closure_changes_the_digest_and_no_other_edit_does(code, package, rule):
    before = code.digest(*RULES[rule])
    inside = code.closure(*RULES[rule])
    outside = files_of(package) - inside
    assert inside
    assert outside
    for place in outside:
        edit(package / place)
    assert Code(package).digest(*RULES[rule]) == before
    digests = {before}
    for place in sorted(inside):
        edit(package / place)
        digests.add(Code(package).digest(*RULES[rule]))
    assert len(digests) == len(inside) + 1


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("prepare", "formats/parquet.py"),
        ("prepare", "config.py"),
        ("prepare", "datasets/read_arff.py"),
        ("fetch", "datasets/openml_source.py"),
        ("fetch", "datasets/ringnorm.py"),
        ("claims", "config.py"),
        ("claims", "claims/takes.py"),
        ("claims", "claims/kinds.py"),
        ("claims", "claims/rules.py"),
        ("claims", "claims/truth.py"),
        ("claims", "display/house.py"),
        ("report", "display/house.py"),
        ("report", "formats/table.py"),
        ("report", "report/templates/page.html.jinja"),
        ("report", "report/templates/page.js"),
        *((rule, "texts/captions.yaml") for rule in ("report", "publish")),
        ("assess", "report/templates/page.css"),
        ("assess", "evaluation/tango.py"),
        ("train", "learners/sklearn_engine.py"),
        ("train", "learners/weka_engine.py"),
        ("engine", "learners/java.py"),
        ("publish", "__init__.py"),  # the version goes into the manifest
        ("evaluate", "evaluation/tango.py"),
        ("sources", "pipeline/jobs.py"),
        ("table elazmeh2006.table1", "papers/evaluated.py"),
        ("figure elazmeh2006.fig5", "display/house.py"),
        ("simulation elazmeh2006.same_folds", "learners/sklearn_engine.py"),
        ("simulation klement2009.draws", "datasets/flu.py"),
    ],
)
def test_code_that_a_rule_runs_counts(code, rule, place):
    assert place in code.closure(*RULES[rule])


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        *((rule, EVALUATION) for rule in ("fetch", "prepare", "engine", "train", "sources", "claims")),
        ("evaluate", ["papers/__init__.py", "papers/catalog.py", "learners/__init__.py"]),
        ("evaluate", ["__init__.py", "evaluation/__init__.py"]),
        ("report", ["assess/output.py"]),
        ("assess", ["report/page.py", "claims/judge.py"]),
        ("table hamel2008.sweep", ["papers/hamel2008/shapes.py", "display/house.py"]),
        ("table hamel2008.facts", [f"papers/{paper}/__init__.py" for paper in CATALOG]),
        *((rule, ["papers/evaluated.py", "formats/table.py", "display/house.py"]) for rule in SIMULATIONS),
    ],
)
def test_code_that_a_rule_does_not_run_does_not_count(code, rule, places):
    assert set(places) <= files_of(PACKAGE)
    assert code.closure(*RULES[rule]).isdisjoint(places)


def test_which_function_is_called_counts(code):
    places = [full_name("elazmeh2006", f"tables:{name}") for name in ("table1", "table2")]
    assert code.closure(places[0]) == code.closure(places[1])
    assert code.digest(places[0]) != code.digest(places[1])


def test_the_script_itself_counts(code, tmp_path):
    script = tmp_path / "fetch.py"
    shutil.copy(SCRIPTS["fetch"], script)
    assert code.digest(script) == code.digest(SCRIPTS["fetch"])
    edit(script)
    assert Code().digest(script) != code.digest(SCRIPTS["fetch"])


def test_a_class_that_the_configuration_names_counts(code):
    given = json.dumps({"sklearn": {"class": "rocrepro.learners.naive_bayes.MixedNB"}})
    more = code.closure(SCRIPTS["train"], given=given) - code.closure(SCRIPTS["train"])
    assert "learners/naive_bayes.py" in more
    assert code.closure(SCRIPTS["train"], given='{"class": "sklearn.tree.DecisionTreeClassifier"}') == (
        code.closure(SCRIPTS["train"])
    )


def test_a_declaration_that_does_more_counts_for_all_papers(package):
    rule = RULES["table hamel2008.facts"]
    declared = package / "papers/elazmeh2006/__init__.py"
    assert "papers/elazmeh2006/__init__.py" not in Code(package).closure(*rule)
    declared.write_text(declared.read_text() + "\nimport rocrepro.evaluation.roc as roc\nroc.AREA = None\n")
    assert "papers/elazmeh2006/__init__.py" in Code(package).closure(*rule)


def test_a_new_artifact_of_a_paper_redoes_no_other(code, package):
    declared = package / "papers/hamel2008/__init__.py"
    text = declared.read_text()
    declared.write_text(text.replace("tables={", 'tables={\n        "new": "sweeps:new",'))
    assert declared.read_text() != text
    (package / "papers/newpaper2030").mkdir()
    (package / "papers/newpaper2030/__init__.py").write_text(text)
    edited = Code(package)
    assert [rule for rule, entries in RULES.items() if edited.digest(*entries) != code.digest(*entries)] == []


def test_files_of_a_paper_that_are_no_python_count_for_its_artifacts(package):
    (package / "papers/hamel2008/printed.csv").write_text("a,b\n")
    assert "papers/hamel2008/printed.csv" in Code(package).closure(*RULES["table hamel2008.facts"])
    assert "papers/hamel2008/printed.csv" not in Code(package).closure(*RULES["table bradley1996.facts"])


def test_caches_and_hidden_files_do_not_count(code, package):
    for name in ("report/templates/.page.css.swp", "report/.DS_Store", "report/__pycache__/page.cpython.pyc"):
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text("x")
    assert Code(package).digest(SCRIPTS["report"]) == code.digest(SCRIPTS["report"])


def test_relative_imports_and_packages_count(package):
    (package / "evaluation/lift.py").write_text("from . import roc\nfrom ..formats.tidy import load\n")
    found = Code(package).closure("rocrepro.evaluation.lift")
    assert {"evaluation/lift.py", "evaluation/roc.py", "formats/tidy.py"} <= found


def test_a_constant_that_is_taken_from_a_package_counts(package):
    (package / "evaluation/lift.py").write_text("from rocrepro import __version__\n")
    assert "__init__.py" in Code(package).closure("rocrepro.evaluation.lift")


def test_code_that_is_not_there_is_an_error(code):
    with pytest.raises(FileNotFoundError, match=r"rocrepro\.papers\.nowhere: found no such module"):
        code.digest("rocrepro.papers.nowhere:table1")
    with pytest.raises(FileNotFoundError, match=r"nowhere\.py"):
        code.digest(Path("nowhere.py"))


@pytest.fixture(scope="module")
def loaded():
    """Python's own answer for each script and each module that a paper names."""
    inits = {path: passed_on(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("__init__.py")}
    deferred = {
        ".".join(["rocrepro", *path.parent.relative_to(PACKAGE).parts]): (str(path), names)
        for path, names in inits.items()
        if names is not None
    }
    modules = {entry.partition(":")[0] for _, entry in ARTIFACTS.values()}
    entries = sorted([*map(str, SCRIPTS.values()), *modules])
    files = sorted(map(str, PACKAGE.rglob("*.py")))
    given = json.dumps({"entries": entries, "deferred": deferred, "files": files})
    done = subprocess.run(
        [sys.executable, loading.__file__], input=given, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(PACKAGE.parent), "MPLBACKEND": "agg"},
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == len(entries), done.stderr
    return {
        entry: {Path(file).relative_to(PACKAGE).as_posix() for file in json.loads(line)}
        for entry, line in zip(entries, lines, strict=True)
    }


@pytest.mark.parametrize("script", SCRIPTS)
def test_python_loads_for_a_script_what_the_closure_has(code, loaded, script):
    closure = _python(code.closure(SCRIPTS[script]))
    assert loaded[str(SCRIPTS[script])] - DECLARATIONS == closure


@pytest.mark.parametrize("module", sorted({entry.partition(":")[0] for _, entry in ARTIFACTS.values()}))
def test_python_loads_for_an_artifact_what_the_closure_has(code, loaded, module):
    assert loaded[module] == _python(code.closure(module))


def _python(places):
    return {place for place in places if place.endswith(".py")}


# The catalog runs these; what they declare is in the digest, as the function that is called.
DECLARATIONS = {f"papers/{paper}/__init__.py" for paper in CATALOG}


# Calls at the start of a line that give a value and change nothing.
PURE = {
    *("re.compile", "frozenset", "set", "tuple", "get_args", "TypeVar", "ParamSpec", "ContextVar"),
    *("np.array", "np.arange", "np.finfo", "np.linspace", "np.uint64"),
    *("dict.fromkeys", "floats", "name.startswith", "OperatingRow.columns", "OperatingRow.columns().index"),
}
DECORATORS = {"overload", "dataclass", "contextmanager", "cache", "lru_cache", "renamed"}
CATALOG_MODULE = "papers/catalog.py"  # imports the papers, whose declarations have no effect
REGISTERS = {"claims/takes.py": "claims/measures.py"}  # what is registered in a module by another


def test_modules_behind_a_package_without_effect_only_define(code):
    """Or leaving them out, where only their package's ``__init__.py`` imports them, would be wrong."""
    behind = set()
    for init in PACKAGE.rglob("__init__.py"):
        names = passed_on(init.read_text(encoding="utf-8")) or {}
        modules = {module for module, _ in names.values() if module.startswith("rocrepro.")}
        behind |= {place for module in modules for place in _python(code.closure(module))}
    assert {f"evaluation/{name}.py" for name in ("bands", "cost_curves", "tango")} <= behind
    others = sorted(behind - {CATALOG_MODULE, *REGISTERS})
    assert {place: found for place in others if (found := _effects(PACKAGE / place))} == {}


@pytest.mark.parametrize("rule", RULES)
def test_what_is_registered_on_import_counts_wherever_it_can_be_used(code, rule):
    found = code.closure(*RULES[rule])
    assert [by for by, where in REGISTERS.items() if where in found and by not in found] == []


def _effects(file):
    """Top-level statements of a file that might do more than define names."""
    found = []
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            used = [getattr(each, "func", each) for each in node.decorator_list]
            found += [ast.unparse(each) for each in used if ast.unparse(each) not in DECORATORS]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += sorted({ast.unparse(call.func) for call in _calls(node)} - PURE)
            found += [
                ast.unparse(target) for target in targets if not isinstance(target, ast.Name | ast.Tuple)
            ]
        elif not isinstance(node, ast.Import | ast.ImportFrom) and not (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ) and not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):  # fmt: skip
            found.append(ast.unparse(node)[:80])
    return found


def _calls(node):
    """Calls that a statement makes at once: not those in a lambda."""
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield node
    for below in ast.iter_child_nodes(node):
        yield from _calls(below)


# What can run code or read files of the package without an import statement, and where that is accounted for.
DYNAMIC = {
    # deprecated.py: only for users; a test of the project says so.
    "import_module": {
        *("cli.py", "deprecated.py", "learners/__init__.py", "learners/sklearn_engine.py", CATALOG_MODULE)
    },
    "iter_modules": {CATALOG_MODULE},
    # large_files.py: what it runs is a text in it, and imports nothing of the package. helper.py: a job of
    # the workflow has one thread, and so no second process, which imports the modules of what it unpickles.
    "executable": {
        *("assess/helper.py", "assess/large_files.py", "datasets/wheels.py"),
        *("pipeline/run_command.py", "pipeline/verify.py"),
    },
    "pickle": {"assess/helper.py"},
    # manuscript.py: no script of the workflow uses it.
    "__file__": {"pipeline/digest.py", "review/manuscript.py", CATALOG_MODULE},
    "resources": {"report/html.py", "texts/__init__.py"},
    "PackageLoader": {"report/html.py"},
}
FORBIDDEN = {
    *("__import__", "exec", "eval", "runpy", "spec_from_file_location", "exec_module", "walk_packages"),
    *("import_string", "load_source", "multiprocessing", "ProcessPoolExecutor"),
}


def _names_in(file):
    """Identifiers that a file uses: names, attributes, and what is imported."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from node.module.split(".")


def test_nothing_else_runs_code_or_reads_files_of_the_package_by_name():
    found = {}
    for path in PACKAGE.rglob("*.py"):
        used = set(_names_in(path))
        place = path.relative_to(PACKAGE).as_posix()
        assert used.isdisjoint(FORBIDDEN), place
        for name in used & set(DYNAMIC):
            found.setdefault(name, set()).add(place)
    assert found == DYNAMIC
