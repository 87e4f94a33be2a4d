"""Runs whose settings the command line changes: they take nothing away from results/."""

import json
import shutil

import pytest

from tests.workflow.conftest import ROOT


def our_lines(result):
    assert result.returncode == 0, result.stdout
    return [line for line in result.stdout.splitlines() if line.startswith("rocrepro: ")]


def test_trying_one_paper_with_two_seeds_in_a_clone_leaves_every_byte(fresh, tmp_path):
    """The command that once removed 166 files, the large simulations among them, and overwrote the others."""
    project = fresh.copy(tmp_path / "p")
    shutil.copy(ROOT / "config/config.yaml", project.root / "config/config.yaml")
    before = project.results()
    assert {"tables/klement2009_power_full.csv", "figures/elazmeh2006_fig5.png"} <= set(before)
    lines = our_lines(project.run("--config", "seeds=2", 'papers=["bradley1996"]'))
    assert project.results() == before
    assert lines[-7:-2] == [
        "rocrepro: this was a trial, because the command line changed settings of config/config.yaml:",
        "rocrepro:   papers: [elazmeh2006, hamel2008, klement2009, bradley1996] in config/config.yaml, "
        "[bradley1996] in this run",
        "rocrepro:   seeds: 25 in config/config.yaml, 2 in this run",
        "rocrepro: --config release=true writes such a run to results/ anyway",
        "rocrepro: results/ was not changed",
    ]
    trial = project.root / "build/trial"
    papers = {path.name.split("_")[0] for path in (trial / "figures").iterdir()}
    assert papers == {
        "bradley1996",
        *(f"robustness.{suffix}" for suffix in ("svg", "pdf", "png", "csv", "json")),
    }
    assert json.loads((trial / "manifest.json").read_text())["settings"]["seeds"] == 2
    assert project.planned("--config", "seeds=2", 'papers=["bradley1996"]') == {}


@pytest.fixture(scope="module")
def released(fresh, tmp_path_factory):
    """A small project after an ordinary run; do not run in it, copy it."""
    project = fresh.copy(tmp_path_factory.mktemp("released") / "project")
    project.keep("spect")
    project.edit("config/config.yaml", r"^papers: .*", "papers: [bradley1996]")
    project.edit("config/config.yaml", r"^engines: .*", "engines: [sklearn]")
    project.edit("config/datasets.yaml", r"^(  protocol: .*)", r"\1\n  learners: [stump, tree]")
    project.lines = our_lines(project.run())
    return project


def test_what_the_edited_config_file_no_longer_asks_for_is_removed_and_named(released):
    """The clone had the artifacts of four papers in both sizes."""
    made = released.results()
    assert not any("klement2009" in name or "band_coverage" in name for name in made)
    head = "rocrepro: removed from results/, because neither config/ nor the code asks for them any longer:"
    at = released.lines.index(head)
    named = released.lines[at + 1 : at + 13]
    assert named[0] == "rocrepro:   figures/band_coverage (csv, json, pdf, png, svg)"
    stamp = json.loads((released.root / "build/published.json").read_text())
    gone = {name.rpartition(".")[0] for name in stamp["removed"]}
    assert (
        released.lines[at + 13]
        == f"rocrepro:   and {len(gone) - 12} more; build/published.json lists all files"
    )
    assert {"tables/klement2009_power_full", "tables/engines"} <= gone


def test_an_ordinary_run_after_a_trial_gives_the_released_bytes_again(released, tmp_path):
    project = released.copy(tmp_path / "p")
    before = project.results()
    (project.root / "trial.yaml").write_text("seeds: 1\nalpha: 0.2\n")
    lines = our_lines(project.run("figures", "--configfile", "trial.yaml"))
    assert lines == ["rocrepro: this run released nothing; run snakemake without a target for results/"]
    assert not (project.root / "build/trial").exists()
    lines = our_lines(project.run("--configfile", "trial.yaml"))
    assert "rocrepro:   alpha: 0.05 in config/config.yaml, 0.2 in this run" in lines
    trial = project.root / "build/trial/figures/bradley1996_curves.csv"
    assert trial.read_bytes() != before["figures/bradley1996_curves.csv"]
    assert project.results() == before
    planned = project.planned()
    assert planned["train"] == 2
    assert {"evaluate", "table", "figure", "claims", "report", "publish"} <= set(planned)
    our_lines(project.run())
    assert project.results() == before
    assert project.planned() == {}
    assert trial.is_file()  # to compare with


def test_the_same_value_on_the_command_line_is_no_trial(released, tmp_path):
    project = released.copy(tmp_path / "p")
    assert project.planned("--config", "seeds=2", 'papers=["bradley1996"]', "alpha=0.05") == {}
    (project.root / "results/claims.csv").unlink()
    lines = our_lines(project.run("--config", "seeds=2", "require_all=true"))
    assert not any("trial" in line for line in lines)
    assert project.results() == released.results()


def test_release_true_releases_a_trial(released, tmp_path):
    project = released.copy(tmp_path / "p")
    lines = our_lines(project.run("--config", "papers=[]", "release=true"))
    assert any("figures of bradley1996 are those of an earlier release; the ledger" in line for line in lines)
    after, before = project.results(), released.results()
    assert json.loads(after["manifest.json"])["settings"]["papers"] == []
    kept = {name for name in before if "bradley1996" in name}
    assert kept <= set(json.loads(after["manifest.json"])["kept"])
    assert len(kept) > 20
    assert all(after[name] == before[name] for name in kept)
    assert not (project.root / "build/trial").exists()
