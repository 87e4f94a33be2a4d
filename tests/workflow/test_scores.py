"""Entries that bring their own scores: their jobs, their place in the report, and a missing file."""

import json

import pytest

ENTRY = """\
mine:
  title: my own
  scores:
    file: data/mine.csv
    label: outcome
    score: p
    positive: ill
    model: clf
    margin: 0.1
    prevalence: 0.02
    threshold: youden
"""


def write_scores(root):
    """Two models on 60 examples."""
    rows = ["outcome,p,clf"]
    for model, step in (("one", 7), ("two", 11)):
        for i in range(60):
            ill = i % 5 == 0
            rows.append(f"{'ill' if ill else 'well'},{(i * step % 60) / 120 + 0.4 * ill:.4f},{model}")
    (root / "data").mkdir(exist_ok=True)
    (root / "data/mine.csv").write_text("\n".join(rows) + "\n")


@pytest.fixture(scope="module")
def scored(fresh, tmp_path_factory):
    """A finished run of one entry without any paper, and the plans before and after a second entry."""
    project = fresh.copy(tmp_path_factory.mktemp("scored") / "project")
    project.keep("spect")
    project.edit("config/config.yaml", r"^papers: .*", "papers: []")
    project.edit("config/config.yaml", r"^engines: .*", "engines: [sklearn]")
    write_scores(project.root)
    project.add(ENTRY)
    project.plan = project.planned()
    result = project.run()
    assert result.returncode == 0, result.stdout
    return project


def test_an_entry_runs_its_own_job_and_the_page(scored, tmp_path):
    assert scored.plan["assess"] == 1
    assert "train" not in scored.plan
    assert scored.planned() == {}
    project = scored.copy(tmp_path / "p")
    project.add(ENTRY.replace("mine:", "other:"))
    assert project.planned() == {"assess": 1, "report": 1, "publish": 1, "all": 1}


def test_it_is_released_with_a_place_in_the_report(scored):
    made = scored.results()
    names = ("index.html", "summary.csv", "tables/points.csv", "figures/confident.svg")
    assert {f"scores/mine/{name}" for name in names} <= set(made)
    page = made["report/index.html"].decode()
    for words in ('id="scores-mine"', "my own", "../scores/mine/index.html", "Equivalence in accuracy"):
        assert words in page
    manifest = json.loads(made["manifest.json"])
    assert list(manifest["raw"]["mine"]) == ["mine.csv"]
    assert "scores/mine/tables/equivalence.csv" in manifest["artifacts"]


def test_without_its_file_it_is_a_gap(scored, tmp_path):
    project = scored.copy(tmp_path / "p")
    before = project.results()
    (project.root / "data/mine.csv").unlink()
    result = project.run()
    assert result.returncode == 0, result.stdout
    assert "rocrepro: missing: mine: scores.file: found no file data/mine.csv" in result.stdout
    assert project.results() == before
    page = (project.root / "build/partial/report/index.html").read_text()
    assert "Missing: scores.file: found no file data/mine.csv" in page
    assert not (project.root / "build/partial/scores/mine/index.html").exists()
    # The file comes back, and with it what was there.
    write_scores(project.root)
    assert project.run().returncode == 0
    assert project.results() == before


def test_a_missing_file_is_an_error_with_require_all(scored, tmp_path):
    project = scored.copy(tmp_path / "p")
    (project.root / "data/mine.csv").unlink()
    result = project.run("--config", "require_all=true")
    assert result.returncode == 1
    lines = [line for line in result.stdout.splitlines() if line.startswith("rocrepro: error: ")]
    assert lines[-1] == (
        "rocrepro: error: config/datasets.yaml: mine: scores.file: found no file data/mine.csv; "
        "expected a CSV or Parquet file"
    )
    assert "Traceback" not in result.stdout


def test_a_wrong_choice_is_one_line_before_the_run(fresh, tmp_path):
    project = fresh.copy(tmp_path / "p")
    project.add(ENTRY.replace("margin: 0.1", "margin: 2"))
    result = project.run("-n")
    assert result.returncode == 1
    assert "config/datasets.yaml" in result.stdout
    assert "margin" in result.stdout
    assert "Traceback" not in result.stdout
