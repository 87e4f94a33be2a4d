"""The workflow as a module of another one: the example of docs/module.md, run."""

import json
import re
import shutil

import pytest

from rocrepro.formats.files import sha256
from rocrepro.pipeline.crate import content_uri
from tests.pipeline.validator import validated
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


@pytest.mark.xdist_group("workflow")
def test_a_release_by_a_module_is_described_as_the_outer_project(outer, fresh, finished):
    """The outer folder has a citation and neither a lock file nor, where one would expect it, a Snakefile."""
    shutil.copytree(
        finished.root / "build", outer.root / "build", ignore=shutil.ignore_patterns("published.json")
    )
    shutil.copy(ROOT / "CITATION.cff", outer.root / "CITATION.cff")
    (outer.root / "workflow").mkdir()
    (outer.root / "Snakefile").rename(outer.root / "workflow/Snakefile")
    words = ["rocrepro_all", "--cores", "2", "--rerun-triggers", "mtime"]
    result = outer.run(*words, PYTHONPATH=str(fresh.root / "src"))
    assert result.returncode == 0, result.stdout
    assert "rocrepro_table" not in result.stdout  # everything but the release was there
    found = validated(outer.root, "workflow-run-crate-0.5")
    assert (found.issues, found.not_executed) == ({}, set())
    crate = json.loads((outer.root / "ro-crate-metadata.json").read_text())
    entities = {entity["@id"]: entity for entity in crate["@graph"]}
    assert entities["./"]["mainEntity"] == {"@id": "workflow/Snakefile"}
    lock = content_uri(sha256(fresh.root / "requirements.lock"))
    assert entities[lock]["name"] == "requirements.lock"


def test_bad_settings_are_told_as_in_the_workflow_itself(outer):
    outer.edit("config/config.yaml", r"^seeds: .*", "seeds: none")
    result = outer.run("-n", "my_report")
    assert result.returncode == 1
    assert 'config/config.yaml: seeds: found "none"; expected' in result.stdout
    assert "Traceback" not in result.stdout
