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


REPORT = "build/raw/dis/source.json"


def test_the_raw_files_that_come_along_are_found_from_another_folder(outer, fresh, tmp_path):
    """resources/ is looked for in the outer workflow's folder first, and then in the module's."""
    inner = fresh.copy(tmp_path / "inner")
    outer.edit("Snakefile", re.escape(fresh.root.as_posix()), inner.root.as_posix())
    outer.add(Project(ROOT).entries()["dis"])
    files = "resources/thyroid-disease"

    def fetched(status=0):
        words = (REPORT, "--cores", "1", "--config", "offline=true")
        result = outer.run(*words, PYTHONPATH=str(inner.root / "src"))
        assert result.returncode == status, result.stdout
        return result.stdout, json.loads((outer.root / REPORT).read_text()) if status == 0 else None

    _, report = fetched()
    assert report["files"]["train"]["source"] == f"file {files}/dis.data"
    assert not (outer.root / "resources").exists()
    assert "Nothing to be done" in fetched()[0]

    # A change is read again, since the files are inputs; wrong bytes from the only source are an error.
    (inner.root / files / "dis.data").write_text("changed\n")
    (outer.root / "build/raw/dis/dis.data").unlink()
    assert "config/datasets.yaml: dis.files.train.sha256: found " in fetched(status=1)[0]

    shutil.copytree(ROOT / files, outer.root / files)
    assert fetched()[1]["status"] == "ok"

    # Where neither folder has them, the set is a gap.
    shutil.rmtree(outer.root / "resources")
    shutil.rmtree(inner.root / "resources")
    shutil.rmtree(outer.root / "build/raw/dis")
    assert fetched()[1]["reason"] == "no source served dis.names and 2 more"
    reason = json.loads((outer.root / REPORT).with_name("attempt.json").read_text())["reason"]
    assert reason.startswith(
        "dis.names and 2 more: mirror: no mirror is set; url: not asked: offline; file: "
    )
    assert reason.endswith(f"{files}/dis.names is not there")


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
