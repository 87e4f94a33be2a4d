"""Releasing artifacts: all or nothing, never over results/ with a gap or in a trial."""

import json
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.formats.table import Table
from rocrepro.pipeline.closing import closing_summary, modified
from rocrepro.pipeline.publish import publish, publish_token

SCHEMA = Path(__file__).resolve().parents[2] / "config/schemas/claims.schema.json"


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


ARTIFACTS = ("tables/p_table1.csv", "figures/p_fig1.svg")
CITATION = """\
title: t
version: 0.1.0
date-released: 2026-11-28
license: BSD-3-Clause
authors: [{name: The developers}]
"""


def run(root, token="first", artifacts=ARTIFACTS, **words):
    reports = sorted(root.glob("build/raw/*/source.json"))
    made = [f"build/artifacts/{name}" for name in artifacts]
    stamp = publish(made, reports, {"alpha": 0.05}, **words) | {"token": token}
    (root / "build/published.json").write_text(json.dumps(stamp))
    return stamp


def content(folder):
    """Every file below a folder, hidden ones included."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_complete_run_goes_to_results_with_its_digests(project):
    stamp = run(project)
    assert stamp["folder"] == "results"
    assert (project / "results/tables/p_table1.csv").read_text() == "a\n1\n"
    manifest = json.loads((project / "results/manifest.json").read_text())
    assert set(manifest["artifacts"]) == {"README.md", "tables/p_table1.csv", "figures/p_fig1.svg"}
    assert manifest["raw"] == {"dis": {"x.data": "0" * 64}}
    assert "1 tables and 1 figures are in results/" in closing_summary("build/published.json")


def test_a_gap_leaves_results_alone_and_says_why(project):
    run(project)
    before = content(project / "results")
    (project / "build/artifacts/tables/p_table1.csv").write_text("a\ngap\n")
    report(project, "sick", missing="no source served it")
    stamp = run(project)
    assert stamp["folder"] == "build/partial"
    assert content(project / "results") == before
    assert (project / "build/partial/tables/p_table1.csv").read_text() == "a\ngap\n"
    assert json.loads((project / "build/partial/manifest.json").read_text())["missing"] == {
        "sick": "no source served it"
    }
    assert "missing: sick: no source served it" in closing_summary("build/published.json")


def test_a_folder_of_artifacts_counts_with_the_folders_in_it(project):
    inside = project / "build/artifacts/scores/mine/tables"
    inside.mkdir(parents=True)
    (inside / "points.csv").write_text("a\n1\n")
    (inside.parent / "index.html").write_text("<p>")
    stamp = run(project, artifacts=[*ARTIFACTS, "scores/mine"])
    assert {"scores/mine/index.html", "scores/mine/tables/points.csv"} <= {*stamp["files"]}
    assert (project / "results/scores/mine/tables/points.csv").read_text() == "a\n1\n"


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
    assert run(project)["removed"] == ["tables/old.csv"]
    assert "rocrepro:   tables/old (csv)" in closing_summary("build/published.json")
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
    both = {"tables/p_table1.csv", "tables/p_table1_full.csv"}
    assert set(json.loads(first)["artifacts"]) == {"README.md", *both}
    (project / "build/artifacts/tables/p_table1.csv").write_text("a\n1\n")
    assert sized(project, "full", "code 1")["behind"] == []
    assert (project / "results/manifest.json").read_bytes() == first


def test_the_other_size_is_named_when_its_code_has_changed(project):
    sized(project, "full", "code 1")
    stamp = sized(project, "ci", "code 2") | {"token": "first"}
    assert stamp["behind"] == ["tables/p_table1_full.csv"]
    (project / "build/published.json").write_text(json.dumps(stamp))
    assert "tables/p_table1_full.csv" in closing_summary("build/published.json")


TRIAL = {"seeds": [25, 2], "papers": [["elazmeh2006", "bradley1996"], ["bradley1996"]]}
OWN = ("tables/bradley1996_null.csv", "figures/bradley1996_fig1.svg")
OTHERS = (
    "tables/elazmeh2006_table1.csv",
    "tables/elazmeh2006_engines.csv",
    "tables/elazmeh2006_band_coverage.csv",
    "figures/elazmeh2006_fig1.svg",
)
PLAIN = {"tables/elazmeh2006_engines.csv": "tables/engines.csv"}
SMALL = PLAIN | {"tables/elazmeh2006_band_coverage.csv": "tables/band_coverage.csv"}
LARGE = PLAIN | {"tables/elazmeh2006_band_coverage.csv": "tables/band_coverage_full.csv"}


def write(root, names, text):
    for name in names:
        path = root / "build/artifacts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def papers(project):
    """A release of two papers with both sizes of the simulations; then the artifacts of one are remade."""
    full, small = "tables/band_coverage_full.csv", "tables/band_coverage.csv"
    write(project, [*OWN, *OTHERS], "large\n")
    run(project, artifacts=[*OWN, *OTHERS], renamed=LARGE, sized={full: "c"}, other_size={small: "c"})
    write(project, [*OWN, *OTHERS], "25 seeds\n")
    run(project, artifacts=[*OWN, *OTHERS], renamed=SMALL, sized={small: "c"}, other_size={full: "c"})
    write(project, OWN, "2 seeds\n")
    return project


def test_a_trial_leaves_every_byte_of_the_release(papers):
    """`snakemake --config seeds=2 papers='["bradley1996"]'` once removed 166 files."""
    before = content(papers / "results")
    assert {"tables/band_coverage_full.csv", "figures/elazmeh2006_fig1.svg"} <= set(before)
    stamp = run(papers, artifacts=OWN, changed=TRIAL)
    assert stamp["folder"] == "build/trial"
    assert stamp["removed"] == stamp["kept"] == []
    assert content(papers / "results") == before
    made = content(papers / "build/trial")
    assert set(made) == {*OWN, "README.md", "manifest.json"}  # nothing left over of the other paper
    assert made[OWN[0]] == b"2 seeds\n"
    assert json.loads(made["manifest.json"])["trial"] == TRIAL
    assert made["README.md"].startswith(b"# A trial\n")
    assert b"* seeds: 25 in config/config.yaml, 2 in this run\n" in made["README.md"]


def test_the_last_lines_say_that_it_was_a_trial(papers):
    run(papers, artifacts=OWN, changed=TRIAL)
    lines = closing_summary("build/published.json").splitlines()
    assert lines[-7:] == [
        "rocrepro: this was a trial, because the command line changed settings of config/config.yaml:",
        "rocrepro:   seeds: 25 in config/config.yaml, 2 in this run",
        "rocrepro:   papers: [elazmeh2006, bradley1996] in config/config.yaml, [bradley1996] in this run",
        "rocrepro: --config release=true writes such a run to results/ anyway",
        "rocrepro: results/ was not changed",
        "rocrepro: start at build/trial/README.md, build/trial/tables/, build/trial/figures/;",
        "rocrepro: digests are in build/trial/manifest.json, sources in build/sources.json",
    ]


def test_the_last_lines_repeat_what_was_noted_about_data_sets(papers):
    run(papers, artifacts=OWN)
    facts = papers / "noted.json"
    facts.write_text('{"name": "mine", "notes": ["config/datasets.yaml: mine: column id"]}')
    given = [facts, papers / "never.json"]
    line = "rocrepro: note: config/datasets.yaml: mine: column id"
    assert line in closing_summary("build/published.json", facts=given).splitlines()
    before = modified("build/published.json")
    assert line in closing_summary("build/published.json", before=before, facts=given).splitlines()


def test_a_run_that_releases_nothing_names_its_gaps_and_no_artifacts(papers):
    """A target such as `figures`: what the last release was is not what this run did."""
    run(papers, artifacts=OWN, changed=TRIAL)
    before = modified("build/published.json")
    report(papers, "sick", missing="no source served it")
    reports = ["build/raw/sick/source.json", "build/raw/never_asked/source.json"]
    assert closing_summary("build/published.json", before=before, reports=reports).splitlines() == [
        "rocrepro: this run released nothing; run snakemake without a target for results/",
        "rocrepro: missing: sick: no source served it",
    ]
    assert "released nothing" in closing_summary("build/never.json")


def test_the_next_trial_replaces_the_folder_as_a_whole(papers):
    run(papers, artifacts=OWN, changed=TRIAL)
    (papers / "build/trial/notes.md").write_text("of the first trial")
    run(papers, artifacts=OWN[:1], changed=TRIAL)
    assert set(content(papers / "build/trial")) == {OWN[0], "README.md", "manifest.json"}


def test_a_trial_that_fails_leaves_the_last_one(papers):
    run(papers, artifacts=OWN, changed=TRIAL)
    before = content(papers / "build/trial")
    with pytest.raises(FileNotFoundError):
        run(papers, artifacts=[*OWN, "tables/bradley1996_gone.csv"], changed=TRIAL)
    assert content(papers / "build/trial") == before
    assert [path.name for path in (papers / "build").glob(".*")] == []


def test_a_trial_with_gaps_goes_to_the_trial_folder_and_names_both(papers):
    run(papers, artifacts=OWN)  # a release of the one paper
    report(papers, "sick", missing="no source served it")
    run(papers, artifacts=OWN)
    before = content(papers / "results"), content(papers / "build/partial")
    assert before[1]["README.md"].startswith(b"# A run with gaps\n")
    stamp = run(papers, artifacts=OWN, changed=TRIAL)
    assert stamp["folder"] == "build/trial"
    assert (content(papers / "results"), content(papers / "build/partial")) == before
    made = content(papers / "build/trial")
    assert json.loads(made["manifest.json"])["missing"] == {"sick": "no source served it"}
    assert b"* sick: no source served it\n" in made["README.md"]
    printed = closing_summary("build/published.json")
    assert "missing: sick: no source served it" in printed
    assert "this was a trial" in printed
    assert "results/ was not changed; tables and figures show the gaps" in printed
    assert "a run with gaps is not released, not even with --config release=true" in printed
    assert b"release=true" not in made["README.md"]


def test_an_ordinary_run_after_a_trial_releases_and_leaves_the_trial(papers):
    run(papers, artifacts=OWN, changed=TRIAL)
    trial = content(papers / "build/trial")
    stamp = run(papers, artifacts=OWN, changed={})
    assert stamp["folder"] == "results"
    assert content(papers / "build/trial") == trial
    assert "trial" not in json.loads((papers / "results/manifest.json").read_text())


def test_a_trial_is_released_on_demand_and_removes_nothing(papers):
    before = content(papers / "results")
    stamp = run(papers, artifacts=OWN, changed=TRIAL, release=True)
    after = content(papers / "results")
    assert (stamp["folder"], stamp["removed"]) == ("results", [])
    assert after[OWN[0]] == b"2 seeds\n"
    others = set(before) - {*OWN, "README.md", "manifest.json"}
    assert {name: after[name] for name in others} == {name: before[name] for name in others}
    assert stamp["kept"] == json.loads(after["manifest.json"])["kept"] == sorted(others)
    manifest, earlier = json.loads(after["manifest.json"]), json.loads(before["manifest.json"])
    assert set(manifest["artifacts"]) == set(earlier["artifacts"])
    assert manifest["simulated_by"] == earlier["simulated_by"]
    printed = closing_summary("build/published.json")
    assert "released with settings other than those in config/config.yaml, as release=true asks" in printed
    assert "tables and figures of elazmeh2006 are those of an earlier release" in printed


def test_a_gap_is_never_released(papers):
    before = content(papers / "results")
    report(papers, "sick", missing="gone")
    stamp = run(papers, artifacts=OWN, changed=TRIAL, release=True)
    assert stamp["folder"] == "build/partial"
    assert content(papers / "results") == before


def test_what_the_config_files_no_longer_ask_for_is_removed_and_named(papers):
    """The user took a paper out of config/config.yaml: no setting is overridden."""
    stamp = run(papers, artifacts=OWN)
    gone = ["figures/elazmeh2006_fig1.svg", "tables/band_coverage.csv", "tables/band_coverage_full.csv"]
    gone += ["tables/elazmeh2006_table1.csv", "tables/engines.csv"]
    assert stamp["removed"] == gone
    assert set(content(papers / "results")) == {*OWN, "README.md", "manifest.json"}
    printed = closing_summary("build/published.json")
    assert "removed from results/, because neither config/ nor the code asks for them any longer:" in printed
    for name in ("figures/elazmeh2006_fig1 (svg)", "tables/band_coverage_full (csv)", "tables/engines (csv)"):
        assert f"rocrepro:   {name}\n" in printed


def test_many_removed_artifacts_are_counted(papers):
    names = [f"figures/elazmeh2006_old{i:02}.{suffix}" for i in range(15) for suffix in ("png", "svg")]
    write(papers, names, "old")
    run(papers, artifacts=[*OWN, *names])
    assert len(run(papers, artifacts=OWN)["removed"]) == 30
    lines = closing_summary("build/published.json").splitlines()
    assert "rocrepro:   figures/elazmeh2006_old11 (png, svg)" in lines
    assert "rocrepro:   and 3 more; build/published.json lists all files" in lines


def test_with_ledgers_the_measured_cells_are_released_too(project):
    """Under the names that the tables have in the release, and gone again in a run that judges nothing."""
    frame = pd.DataFrame({"learner": ["a", "b"], "auc": [0.25, 0.75]})
    Table(frame).save(project / "build/artifacts/tables/p_table1.csv")
    paper = project / "config/claims/p"
    paper.mkdir(parents=True)
    (paper / "paper.yaml").write_text("title: T")
    (paper / "claims.yaml").write_text(
        "- {id: x, says: So., kind: range, basis: run, rule: {at_least: 0}, "
        "measure: {name: cell, table: p_table1, column: auc}}"
    )
    ledger = load_ledger(paper, SCHEMA)
    renamed = {"tables/p_table1.csv": "tables/one.csv"}
    run(project, renamed=renamed, ledgers=[ledger])
    text = (project / "results/repro.yaml").read_text()
    assert '"artifact": "tables/one.csv"' in text
    assert '"where": {"learner": "b"}, "reported": "0.75"' in text
    manifest = json.loads((project / "results/manifest.json").read_text())
    assert "repro.yaml" in manifest["artifacts"]
    assert "repro.yaml" in (project / "results/README.md").read_text()
    run(project, renamed=renamed, other_size={"repro.yaml": "judged"})
    assert (project / "results/repro.yaml").read_text() == text
    run(project, renamed=renamed)
    assert not (project / "results/repro.yaml").exists()
