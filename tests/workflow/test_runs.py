"""What a run does, and what it does not do again."""

import json
import re

import pandas as pd
import pytest

from rocrepro.papers import CATALOG
from rocrepro.pipeline.names import released_name
from rocrepro.pipeline.publish_crate import CRATE
from tests.faults.conftest import SOAK
from tests.pipeline.validator import validated
from tests.workflow.conftest import KEPT, ROOT

PAPER = CATALOG["elazmeh2006"]
TABLES, FIGURES = (
    {name: at for name, at in made.items() if name in KEPT} for made in (PAPER.tables, PAPER.figures)
)

AGGREGATES = {"simulation", "table", "figure", "claims", "report", "publish", "sources", "engine", "all"}


def test_a_fresh_clone_makes_everything_although_results_are_there(finished):
    made = finished.results()
    kinds = {
        "tables": (TABLES, ("csv", "md")),
        "figures": (FIGURES, ("svg", "pdf", "png", "csv")),
    }
    for folder, (names, suffixes) in kinds.items():
        for name in names:
            artifacts = [f"{folder}/elazmeh2006_{name}.{suffix}" for suffix in suffixes]
            assert {released_name(artifact, "ci") for artifact in artifacts} <= set(made)
    assert made["tables/elazmeh2006_table1.csv"] != b"stale\n"
    manifest = json.loads(made["manifest.json"])
    assert set(manifest["artifacts"]) == set(made) - {"manifest.json"}
    assert set(manifest["raw"]) == {"spect", "spectf_cv80"}


def test_a_run_describes_what_it_released_and_validates(finished):
    path = finished.root / CRATE
    assert path.read_bytes() != (ROOT / CRATE).read_bytes()
    found = validated(finished.root, "workflow-run-crate-0.5")
    assert (found.issues, found.not_executed) == ({}, set())
    listed = {entity["@id"] for entity in json.loads(path.read_text())["@graph"]}
    assert {f"results/{name}" for name in finished.results()} <= listed


def test_progress_and_a_closing_summary_are_shown(finished):
    assert re.search(r"\d+ of \d+ steps \(\d+%\) done", finished.printed)
    assert "train forest (weka) on spect" in finished.printed
    summary = finished.printed[finished.printed.index("rocrepro: ") :]
    assert re.search(r"\d+ tables and \d+ figures are in results/", summary)
    assert "results/" in summary


def test_the_second_run_does_nothing(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    assert project.planned() == {}


def test_editing_a_figure_module_redraws_its_figures_and_trains_nothing(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    with (project.root / "src/rocrepro/papers/elazmeh2006/roc_figures.py").open("a") as stream:
        stream.write("\n# edited\n")
    planned = project.planned()
    assert set(planned) == {"figure", "claims", "report", "publish", "all"}
    drawn = [place for place in FIGURES.values() if place.startswith("roc_figures:")]
    assert planned["figure"] == len(drawn) == 3


@pytest.mark.parametrize(
    ("file", "redone"),
    [
        ("src/rocrepro/evaluation/tango.py", {"evaluate"}),
        ("src/rocrepro/learners/folds.py", {"train", "evaluate"}),
        ("src/rocrepro/pipeline/publish.py", {"publish"}),
    ],
)
def test_editing_code_redoes_what_runs_it(finished, tmp_path, file, redone):
    project = finished.copy(tmp_path / "p")
    with (project.root / file).open("a") as stream:
        stream.write("\n# edited\n")
    planned = set(project.planned())
    assert redone <= planned
    assert planned - redone <= AGGREGATES


def test_a_changed_learner_trains_only_itself(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    project.edit("config/learners.yaml", r"n_estimators: 10", "n_estimators: 11")
    planned = project.planned()
    assert planned["train"] == 2  # the forest on both data sets
    assert "fetch" not in planned


def test_a_touched_result_is_restored_and_then_nothing_is_left_to_do(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    before = project.results()
    (project.root / "results/tables/elazmeh2006_table3.csv").write_text("tampered")
    (project.root / "results/figures/elazmeh2006_fig5.png").unlink()
    (project.root / CRATE).write_text("tampered")
    assert project.planned() == {"publish": 1, "all": 1}
    assert project.run().returncode == 0
    assert project.results() == before
    assert (project.root / CRATE).read_bytes() == (finished.root / CRATE).read_bytes()
    assert project.planned() == {}


ENTRY = """\
credit:
  title: credit
  reader: csv
  files:
    data:
      sources: [{file: data/credit.csv}]
  target: outcome
  positive: bad
  protocol: cv
  folds: 5
"""


def write_credit(root):
    """A small data set of a user's own, with a nominal column and missing values."""
    rows = ["income,home,age,outcome"]
    for i in range(60):
        bad = i % 4 == 0
        income = "" if i % 13 == 0 else f"{20 + (7 * i) % 31 - 9 * bad}"
        rows.append(f"{income},{('rent', 'own', '?')[i % 3]},{25 + i % 40},{'bad' if bad else 'good'}")
    (root / "data").mkdir()
    (root / "data/credit.csv").write_text("\n".join(rows) + "\n")


def test_a_new_data_set_is_one_entry_and_runs_only_its_own_jobs(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    write_credit(project.root)
    project.add(ENTRY)
    planned = project.planned()
    assert planned == {
        "fetch": 1,
        "prepare": 1,
        "train": 8,
        "evaluate": 1,
        "sources": 1,
        "simulation": 1,  # scikit-learn on Weka's folds
        "table": len(TABLES),
        "figure": len(FIGURES),
        "claims": 1,
        "report": 1,
        "publish": 1,
        "all": 1,
    }
    result = project.run()
    assert result.returncode == 0, result.stdout
    table = pd.read_csv(project.root / "results/tables/elazmeh2006_table3.csv")
    mine = table[table["dataset"] == "credit"]
    assert list(mine["learner"]) == 2 * ["stump", "tree", "forest", "naive_bayes"]
    assert mine["paper"].isna().all()
    assert mine["auc"].between(0, 1).all()
    assert (mine["protocol"] == "5-fold CV").all()
    for name in ("fig5", "fig6", "confident_region"):
        plotted = pd.read_csv(project.root / f"results/figures/elazmeh2006_{name}.csv")
        assert "credit" in set(plotted["dataset"])
    assert "credit" in set(pd.read_csv(project.root / "results/tables/elazmeh2006_bands.csv")["dataset"])


@pytest.mark.skipif(not SOAK, reason="with make soak; tests/faults/test_machines.py tries more on one paper")
def test_another_folder_with_a_space_and_one_core_gives_the_same_bytes(finished, fresh, tmp_path):
    project = fresh.copy(tmp_path / "somewhere else")
    result = project.run("--cores", "1", PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C")
    assert result.returncode == 0, result.stdout
    assert project.results() == finished.results()
    assert (project.root / CRATE).read_bytes() == (finished.root / CRATE).read_bytes()


def test_the_readmes_entry_is_a_valid_data_set(fresh, tmp_path):
    text = (ROOT / "README.md").read_text()
    entry = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1]
    assert len(entry.splitlines()) <= 10
    project = fresh.copy(tmp_path / "p")
    write_credit(project.root)
    project.add(entry)
    result = project.run("build/data/credit.parquet")
    assert result.returncode == 0, result.stdout
    assert len(pd.read_parquet(project.root / "build/data/credit.parquet")) == 60
