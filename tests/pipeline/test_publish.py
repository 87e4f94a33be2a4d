"""Releasing artifacts: all or nothing, never over results/ with a gap."""

import json

import pytest

from rocrepro.pipeline.publish import closing_summary, publish, publish_token


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with two artifacts, a lock file and one fetch report."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "build/artifacts/tables/p_table1.csv": "a\n1\n",
        "build/artifacts/figures/p_fig1.svg": "<svg/>\n",
        "requirements.lock": "numpy==1\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report(tmp_path, "dis")
    return tmp_path


def report(root, dataset, missing=None):
    path = root / f"build/raw/{dataset}/source.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    files = {} if missing else {"train": {"file": "x.data", "sha256": "0" * 64}}
    status = {"status": "missing", "reason": missing} if missing else {"status": "ok"}
    path.write_text(json.dumps({"dataset": dataset, "files": files, **status}))


CITATION = """\
title: t
version: 0.1.0
date-released: 2026-11-28
license: BSD-3-Clause
authors: [{name: The developers}]
"""


def run(root, token="first"):
    artifacts = ["build/artifacts/tables/p_table1.csv", "build/artifacts/figures/p_fig1.svg"]
    reports = sorted(root.glob("build/raw/*/source.json"))
    stamp = publish(artifacts, reports, {"alpha": 0.05}) | {"token": token}
    (root / "build/published.json").write_text(json.dumps(stamp))
    return stamp


def test_a_complete_run_goes_to_results_with_its_digests(project):
    stamp = run(project)
    assert stamp["folder"] == "results"
    assert (project / "results/tables/p_table1.csv").read_text() == "a\n1\n"
    manifest = json.loads((project / "results/manifest.json").read_text())
    assert set(manifest["artifacts"]) == {"tables/p_table1.csv", "figures/p_fig1.svg"}
    assert manifest["raw"] == {"dis": {"x.data": "0" * 64}}
    assert "1 tables and 1 figures are in results/" in closing_summary("build/published.json")


def test_a_gap_leaves_results_alone_and_says_why(project):
    run(project)
    before = {p: p.read_bytes() for p in (project / "results").rglob("*") if p.is_file()}
    (project / "build/artifacts/tables/p_table1.csv").write_text("a\ngap\n")
    report(project, "sick", missing="no source served it")
    stamp = run(project)
    assert stamp["folder"] == "build/partial"
    assert {p: p.read_bytes() for p in (project / "results").rglob("*") if p.is_file()} == before
    assert (project / "build/partial/tables/p_table1.csv").read_text() == "a\ngap\n"
    assert json.loads((project / "build/partial/manifest.json").read_text())["missing"] == {
        "sick": "no source served it"
    }
    assert "missing: sick: no source served it" in closing_summary("build/published.json")


def test_the_next_complete_run_removes_the_partial_folder(project):
    report(project, "sick", missing="gone")
    run(project)
    report(project, "sick")
    run(project)
    assert not (project / "build/partial").exists()
    assert (project / "results/manifest.json").exists()


def test_stale_artifacts_go_and_foreign_files_stay(project):
    run(project)
    manifest = json.loads((project / "results/manifest.json").read_text())
    manifest["artifacts"] |= {"tables/old.csv": "0", "../escaped.txt": "0"}
    (project / "results/manifest.json").write_text(json.dumps(manifest))
    (project / "results/tables/old.csv").write_text("old")
    (project / "results/notes.md").write_text("mine")
    (project / "escaped.txt").write_text("mine")
    run(project)
    assert not (project / "results/tables/old.csv").exists()
    assert (project / "results/notes.md").read_text() == "mine"
    assert (project / "escaped.txt").read_text() == "mine"


def test_the_token_changes_once_when_a_result_is_touched_and_settles_again(project):
    assert publish_token("build/published.json") == "first"
    (project / "build/published.json").write_text("{}")
    assert publish_token("build/published.json") == "broken"
    run(project)
    assert publish_token("build/published.json") == "first"
    (project / "results/tables/p_table1.csv").write_text("tampered")
    spoiled = publish_token("build/published.json")
    assert spoiled != "first"
    run(project, token=spoiled)
    assert (project / "results/tables/p_table1.csv").read_text() == "a\n1\n"
    assert publish_token("build/published.json") == spoiled
    (project / "results/figures/p_fig1.svg").unlink()
    assert publish_token("build/published.json") not in {"first", spoiled}


def test_the_token_changes_when_the_crate_is_touched_and_settles_again(project):
    (project / "CITATION.cff").write_text(CITATION)
    (project / "Snakefile").write_text("rule all:\n")
    run(project)
    crate = project / "ro-crate-metadata.json"
    whole = crate.read_bytes()
    assert publish_token("build/published.json") == "first"
    crate.write_bytes(whole.replace(b"0.1.0", b"0.2.0"))
    spoiled = publish_token("build/published.json")
    assert spoiled != "first"
    run(project, token=spoiled)
    assert crate.read_bytes() == whole
    assert publish_token("build/published.json") == spoiled
    crate.unlink()
    assert publish_token("build/published.json") not in {"first", spoiled}


def test_files_that_are_as_they_should_be_are_not_rewritten(project):
    run(project)
    before = (project / "results/tables/p_table1.csv").stat().st_mtime_ns
    run(project)
    assert (project / "results/tables/p_table1.csv").stat().st_mtime_ns == before


def sized(root, size, other_digest):
    """A run with one size of the simulations; the other size's artifact stays."""
    names = {"ci": "tables/p_table1.csv", "full": "tables/p_table1_full.csv"}
    other = {"ci": "full", "full": "ci"}[size]
    return publish(
        ["build/artifacts/tables/p_table1.csv"],
        sorted(root.glob("build/raw/*/source.json")),
        {"alpha": 0.05},
        renamed={"tables/p_table1.csv": names[size]},
        sized={names[size]: "code 1"},
        other_size={names[other]: other_digest},
    )


def test_both_sizes_of_a_simulation_stay_whichever_ran_last(project):
    sized(project, "full", "code 1")
    (project / "build/artifacts/tables/p_table1.csv").write_text("a\n2\n")
    sized(project, "ci", "code 1")
    first = (project / "results/manifest.json").read_bytes()
    assert (project / "results/tables/p_table1_full.csv").read_text() == "a\n1\n"
    assert (project / "results/tables/p_table1.csv").read_text() == "a\n2\n"
    assert set(json.loads(first)["artifacts"]) == {"tables/p_table1.csv", "tables/p_table1_full.csv"}
    (project / "build/artifacts/tables/p_table1.csv").write_text("a\n1\n")
    assert sized(project, "full", "code 1")["behind"] == []
    assert (project / "results/manifest.json").read_bytes() == first


def test_the_other_size_is_named_when_its_code_has_changed(project):
    sized(project, "full", "code 1")
    stamp = sized(project, "ci", "code 2") | {"token": "first"}
    assert stamp["behind"] == ["tables/p_table1_full.csv"]
    (project / "build/published.json").write_text(json.dumps(stamp))
    assert "tables/p_table1_full.csv" in closing_summary("build/published.json")
