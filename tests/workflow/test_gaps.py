"""A data set that no source serves."""

import shutil

import pandas as pd
import pytest

from tests.workflow.conftest import ROOT, Project


@pytest.fixture(scope="module")
def gap(fresh, tmp_path_factory):
    """A finished run in which dis could not be had."""
    project = fresh.copy(tmp_path_factory.mktemp("gap") / "project")
    entries = fresh.entries()
    project.keep("spect")
    # The entry as shipped: without the files that come along it has no source offline.
    project.add(Project(ROOT).entries()["dis"])
    shutil.rmtree(project.root / "resources")
    assert "dis" not in entries
    project.fresh, project.before = fresh, project.results()
    result = project.run("--config", "offline=true")
    assert result.returncode == 0, result.stdout
    project.printed = result.stdout
    return project


def test_results_are_left_alone_and_the_partial_folder_says_why(gap):
    assert gap.results() == gap.before
    crate = "ro-crate-metadata.json"
    assert (gap.root / crate).read_bytes() == (gap.fresh.root / crate).read_bytes()
    assert not (gap.root / "build/partial" / crate).exists()
    partial = gap.root / "build/partial"
    assert (partial / "manifest.json").exists()
    assert "**Missing:** dis:" in (partial / "tables/elazmeh2006_table3.md").read_text()
    assert (
        "no data" in (partial / "figures/elazmeh2006_fig5.svg").read_text()
        or (partial / "figures/elazmeh2006_fig5.svg").exists()
    )


def test_tables_show_the_gap(gap):
    table = pd.read_csv(gap.root / "build/partial/tables/elazmeh2006_table3.csv")
    dis = table[table["dataset"] == "dis"]
    assert len(dis) == 8
    assert dis["auc"].isna().all()
    assert dis["paper"].notna().all()
    confident = pd.read_csv(gap.root / "build/partial/tables/elazmeh2006_confident.csv")
    assert confident[confident["dataset"] == "dis"]["n_points"].isna().all()
    assert confident[confident["dataset"] == "spect"]["n_points"].notna().all()


def test_the_summary_names_the_missing_set_and_where_to_look(gap):
    assert "rocrepro: missing: dis: " in gap.printed
    assert "build/partial/" in gap.printed


def test_the_same_gap_costs_one_attempt_and_a_source_that_answers_makes_the_rest(gap, tmp_path):
    project = gap.copy(tmp_path / "p")
    again = project.run("--config", "offline=true")
    assert again.returncode == 0, again.stdout
    assert project.executed(again.stdout) == {"fetch": 1, "publish": 1}
    assert "rocrepro: nothing has changed: gaps and artifacts are those of the last run" in again.stdout
    assert "rocrepro: missing: dis: dis.names and 2 more: " in again.stdout
    assert project.results() == gap.before
    shutil.copytree(ROOT / "resources", project.root / "resources")
    whole = project.run("--config", "offline=true")
    assert whole.returncode == 0, whole.stdout
    executed = project.executed(whole.stdout)
    assert executed["fetch"] == executed["prepare"] == executed["evaluate"] == 1  # those of dis
    assert executed["train"] == 8
    assert executed["table"] == gap.executed(gap.printed)["table"]
    assert "missing" not in whole.stdout
    table = pd.read_csv(project.root / "results/tables/elazmeh2006_table3.csv")
    assert table["auc"].notna().all()


def test_a_missing_set_is_an_error_with_require_all(gap, tmp_path):
    project = gap.copy(tmp_path / "p")
    result = project.run("--config", "offline=true", "require_all=true")
    assert result.returncode == 1
    lines = [line for line in result.stdout.splitlines() if line.startswith("rocrepro: error: ")]
    assert any("config/datasets.yaml: dis: " in line for line in lines)
    assert "Traceback" not in result.stdout
    assert project.results() == gap.before


def test_without_java_scikit_learn_goes_on_alone(fresh, tmp_path):
    """The engine is a gap, as a data set without a source is."""
    project = fresh.copy(tmp_path / "p")
    project.keep("spect")
    before = project.results()
    hidden = {"ROCREPRO_JAVA_HOME": str(tmp_path / "no java here")}
    result = project.run(**hidden)
    assert result.returncode == 0, result.stdout
    assert "rocrepro: missing: engine weka: no Java in" in result.stdout
    assert project.results() == before
    table = pd.read_csv(project.root / "build/partial/tables/elazmeh2006_table3.csv").set_index("engine")
    assert table.loc["sklearn", "auc"].notna().all()
    assert table.loc["weka", "auc"].isna().all()
    assert "engine scikit-learn" in (project.root / "build/partial/figures/elazmeh2006_fig5.svg").read_text()
    again = project.run(**hidden)
    assert project.executed(again.stdout) == {"engine": 1, "publish": 1}
    assert project.planned()["engine"] == 1  # the next run, with Java, trains what is missing
