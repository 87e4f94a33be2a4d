"""The crate is one: by the validator of its profiles, and as another library reads it."""

import json
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from rocrate.rocrate import ROCrate

from rocrepro.formats.files import json_text, sha256
from rocrepro.pipeline.crate import content_uri
from rocrepro.pipeline.publish import publish
from rocrepro.pipeline.publish_crate import CRATE, described, write_crate
from tests.pipeline.validator import CONTEXT, validated

ROOT = Path(__file__).resolve().parents[2]
PROFILE = "workflow-run-crate-0.5"
BELOW = {
    "ro-crate-1.1",
    "process-run-crate-0.5",
    "workflow-ro-crate-1.0",
}  # their checks are done with its own
CHECKS = 57  # of roc-validator 0.13.0 at the level REQUIRED; one that stops early does fewer
MAIN_WORKFLOW_EXISTS = "workflow-ro-crate-1.0_4.1"
CITATION = """\
title: t
version: 0.1.0
date-released: 2026-11-28
license: BSD-3-Clause
authors: [{name: The developers}]
"""
ARTIFACTS = ["build/artifacts/tables", "build/artifacts/scores"]


def assert_valid(folder):
    found = validated(folder, PROFILE)
    assert found.issues == {}
    assert found.not_executed == set()
    assert len(found.executed) >= CHECKS
    assert {check.rpartition("_")[0] for check in found.executed} >= BELOW
    assert found.asked == {CONTEXT}


def files_of(crate):
    """The files of the project that a crate lists, by their ids."""
    graph = json.loads(crate.read_text(encoding="utf-8"))["@graph"]
    return {
        entity["@id"]: entity
        for entity in graph
        if "File" in entity["@type"] and not entity["@id"].startswith("ni:")
    }


def test_the_projects_crate_passes_every_required_check():
    assert_valid(ROOT)


def test_the_projects_crate_is_what_describes_the_tracked_results():
    assert (ROOT / CRATE).read_text(encoding="utf-8") == json_text(described(ROOT / "results", ROOT))


def test_every_digest_in_the_projects_crate_is_that_of_the_file():
    listed = files_of(ROOT / CRATE)
    assert {"results/manifest.json", "config/config.yaml", "requirements.lock"} <= set(listed)
    without = {name for name, file in listed.items() if "sha256" not in file}
    assert without == {"Snakefile"}
    stale = {
        name for name, file in listed.items() if name not in without and file["sha256"] != sha256(ROOT / name)
    }
    assert stale == set(), "edited since the last run; `make reproduce` releases anew"


def test_the_folder_that_is_not_ours_has_its_own_licence():
    crate = ROCrate(ROOT)
    folder = crate.dereference("resources/thyroid-disease/")
    assert folder["license"].id == "https://spdx.org/licenses/CC-BY-4.0"
    assert folder["isBasedOn"]["name"] == "Thyroid Disease"
    assert crate.root_dataset["license"].id == "https://spdx.org/licenses/BSD-3-Clause"


def test_the_library_rocrate_finds_every_file_of_the_projects_crate():
    crate = ROCrate(ROOT)
    assert (crate.mainEntity.id, crate.mainEntity["programmingLanguage"]["name"]) == (
        "Snakefile",
        "Snakemake",
    )
    assert str(crate.root_dataset["datePublished"]) == "2026-11-28"
    parts = [part for part in crate.root_dataset["hasPart"] if not part.id.startswith("ni:")]
    assert len(parts) > 200
    assert all(Path(part.source).exists() for part in parts)
    made = {part.id for part in crate.root_dataset["mentions"]["result"]}
    assert {"results/claims.csv", "results/manifest.json"} <= made
    assert all(name.startswith("results/") for name in made)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A released project whose names need encoding; what runs it is a file of another name and place."""
    root = tmp_path / "project"
    for name, text in {
        "build/artifacts/tables/table 1 é.csv": "a\n1\n",
        "build/artifacts/scores/100%:50#.csv": "a\n1\n",
        "config/config.yaml": "alpha: 0.05\n",
        "config/my claims.yaml": "[]\n",
        "CITATION.cff": CITATION,
        "workflow/my rules.smk": "rule all:\n",
        "elsewhere.lock": "numpy==1\n",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    release(root, monkeypatch)
    return root


def release(root, monkeypatch):
    monkeypatch.chdir(root)
    settings = {"alpha": 0.05, "seeds": 2}
    return publish(ARTIFACTS, [], settings, lock="elsewhere.lock", workflow="workflow/my rules.smk")


def test_a_crate_of_odd_names_and_of_another_workflows_file_passes(project):
    assert_valid(project)
    listed = files_of(project / CRATE)
    assert {
        "results/tables/table%201%20%C3%A9.csv",
        "results/scores/100%25%3A50%23.csv",
        "config/my%20claims.yaml",
        "workflow/my%20rules.smk",
    } <= set(listed)
    assert all((project / unquote(name)).is_file() for name in listed)


def test_what_an_earlier_run_made_is_a_part_and_no_result_of_this_run(project):
    path = project / "results/manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"kept": ["tables/table 1 é.csv"]}))
    write_crate(project / "results", project, "workflow/my rules.smk")
    assert_valid(project)
    crate = ROCrate(project)
    kept = crate.dereference("results/tables/table%201%20%C3%A9.csv")
    assert kept in crate.root_dataset["hasPart"]
    [run] = crate.get_by_type("CreateAction")
    made = {part.id for part in run["result"]}
    assert "results/scores/100%25%3A50%23.csv" in made
    assert kept.id not in made


def test_a_folder_with_a_space_changes_no_byte(project, tmp_path, monkeypatch):
    """The validator itself cannot open such a folder, so that the bytes must do."""
    before = (project / CRATE).read_bytes()
    other = shutil.copytree(project, tmp_path / "a folder", ignore=shutil.ignore_patterns(CRATE, "results"))
    release(other, monkeypatch)
    assert (other / CRATE).read_bytes() == before
    release(other, monkeypatch)
    assert (other / CRATE).read_bytes() == before


@pytest.mark.parametrize("profile", ["workflow-ro-crate-1.0", PROFILE])
def test_a_main_workflow_that_is_no_file_of_the_crate_fails(project, profile):
    """As it was while the crate lay in results/ and named the workflow by its content."""
    text = (project / CRATE).read_text()
    other = content_uri(sha256(project / "workflow/my rules.smk"))
    (project / CRATE).write_text(text.replace('"workflow/my%20rules.smk"', f'"{other}"'))
    assert set(validated(project, profile).issues) == {MAIN_WORKFLOW_EXISTS}


def test_a_listed_file_that_is_not_there_fails(project):
    (project / "config/my claims.yaml").unlink()
    [message] = validated(project, PROFILE).issues.values()
    assert "does not include the Data Entity 'config/my%20claims.yaml'" in message


def test_a_workflow_outside_the_folder_makes_no_crate(project):
    stamp = publish(ARTIFACTS, [], {}, lock="elsewhere.lock", workflow="")
    assert stamp["crate"] == {}
    assert not (project / CRATE).exists()
