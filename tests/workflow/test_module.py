"""The workflow as a module of another one: the example of docs/module.md, run."""

import json
import re
import shutil

import pytest

from tests.workflow.conftest import ROOT, Project

EXAMPLE = re.compile(r"^```\n# Snakefile\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def outer(fresh, tmp_path):
    """A folder that holds what docs/module.md asks for and nothing else."""
    root = tmp_path / "outer"
    root.mkdir()
    shutil.copytree(fresh.root / "config", root / "config", ignore=shutil.ignore_patterns("schemas"))
    (text,) = EXAMPLE.findall((ROOT / "docs/module.md").read_text(encoding="utf-8"))
    (root / "Snakefile").write_text(text.replace("path/to/rocrepro", fresh.root.as_posix()))
    return Project(root)


def test_another_workflow_builds_on_the_curves(outer, fresh):
    result = outer.run("my_report", "--cores", "2", PYTHONPATH=str(fresh.root / "src"))
    assert result.returncode == 0, result.stdout
    first, *rows = (outer.root / "my_report.csv").read_text().splitlines()
    assert first.startswith("engine,learner")
    assert "sklearn" in {row.split(",")[0] for row in rows}


def test_every_target_of_the_module_can_be_planned(outer):
    for target in ("rocrepro_all", "rocrepro_claims", "rocrepro_tables"):
        assert outer.planned(target)["rocrepro_evaluate"] == 2


def test_bad_settings_are_told_as_in_the_workflow_itself(outer):
    outer.edit("config/config.yaml", r"^seeds: .*", "seeds: none")
    result = outer.run("-n", "my_report")
    assert result.returncode == 1
    assert 'config/config.yaml: seeds: found "none"; expected' in result.stdout
    assert "Traceback" not in result.stdout


def test_the_configuration_that_is_handed_over_is_released_and_the_command_line_makes_a_trial(outer, fresh):
    outer.edit("config/config.yaml", r"^papers: .*", "papers: []")
    outer.edit("Snakefile", r"^        config$", '        config | {"seeds": 3}')
    words, source = ("rocrepro_publish", "--cores", "2"), (fresh.root / "src").as_posix()
    result = outer.run(*words, PYTHONPATH=source)
    assert result.returncode == 0, result.stdout
    released = outer.results()
    assert json.loads(released["manifest.json"])["settings"]["seeds"] == 3
    result = outer.run(*words, "--config", "alpha=0.1", PYTHONPATH=source)
    assert result.returncode == 0, result.stdout
    assert outer.results() == released
    trial = json.loads((outer.root / "build/trial/manifest.json").read_text())
    assert trial["trial"] == {"alpha": [0.05, 0.1]}
