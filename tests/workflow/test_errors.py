"""What a user can get wrong: one line that says what to mend, exit status 1, nothing half-written."""

import pandas as pd
import pytest

ENTRY = """\
mine:
  reader: csv
  files: {data: {sources: [{file: data/mine.csv}]}}
  target: outcome
  positive: bad
  protocol: cv
  folds: 2
"""
ROWS = ["x,outcome", "1,good", "2,bad", "3,good", "4,bad", "5,good"]


@pytest.fixture
def project(fresh, tmp_path):
    copy = fresh.copy(tmp_path / "p")
    (copy.root / "data").mkdir()
    (copy.root / "data/mine.csv").write_text("\n".join(ROWS) + "\n")
    copy.add(ENTRY)
    return copy


def our_lines(result):
    assert result.returncode == 1, result.stdout
    assert "Traceback" not in result.stdout
    return [line for line in result.stdout.splitlines() if line.startswith("rocrepro: error: ")]


@pytest.mark.parametrize(
    ("file", "pattern", "replacement", "words"),
    [
        ("config/config.yaml", r"^alpha:", "alhpa:", ["unknown key 'alhpa'"]),
        ("config/config.yaml", r"^seeds: \d+", "seeds: [", ["line"]),
        ("config/datasets.yaml", r"^  protocol: cv\n  folds: 2", "  protokol: cv", ["mine", "protokol"]),
        ("config/learners.yaml", r"^  letter: F", "  leter: F", ["forest", "leter"]),
    ],
)
def test_a_config_error_is_exactly_one_line(project, file, pattern, replacement, words):
    project.edit(file, pattern, replacement)
    result = project.run()
    (line,) = our_lines(result)
    assert line.startswith(f"rocrepro: error: {file}: ")
    for word in words:
        assert word in line
    others = [text for text in result.stdout.splitlines() if text and text != line]
    assert all(text.startswith("Using workflow specific profile") for text in others)
    assert not (project.root / "build").exists()


def check_job_error(project, target, words):
    """The job's line is printed, and again as the last of ours; the target is not half-written."""
    result = project.run(target)
    lines = our_lines(result)
    assert len(lines) >= 2
    assert len(set(lines)) == 1
    for word in words:
        assert word in lines[0]
    assert not (project.root / target).exists()
    left = [path for path in (project.root / "build").rglob("*") if ".part" in path.name]
    assert left == []


@pytest.mark.parametrize(
    ("pattern", "replacement", "words"),
    [
        (r"positive: bad", "positive: awful", ["mine.positive", "'awful'", "bad"]),
        (r"target: outcome", "target: result", ["mine.target", "result"]),
        (r"folds: 2", "folds: 2\n  counts: {data: [4, 1]}", ["mine.counts", "[2, 3]", "[4, 1]"]),
        (r"data/mine.csv}\]", "data/mine.csv}], sha256: '" + "a" * 64 + "'", ["mine.files.data", "a" * 64]),
    ],
)
def test_an_entry_that_does_not_fit_its_data(project, pattern, replacement, words):
    project.edit("config/datasets.yaml", pattern, replacement)
    check_job_error(project, "build/data/mine.parquet", ["config/datasets.yaml", *words])


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*ROWS, "6,good,surplus"], ["mine.csv", "7", "3", "2"]),
        (["x,outcome", "1,bad", "2,bad"], ["mine", "bad"]),
        (["x,outcome"], ["mine.csv"]),
        ([], ["mine.csv"]),
    ],
)
def test_data_that_cannot_be_used(project, rows, words):
    (project.root / "data/mine.csv").write_text("".join(f"{row}\n" for row in rows))
    check_job_error(project, "build/data/mine.parquet", words)


def test_a_learner_that_does_not_exist(project):
    project.edit("config/learners.yaml", r"sklearn.ensemble.RandomForestClassifier", "sklearn.ensemble.Wood")
    target = "build/scores/mine.sklearn.forest.parquet"
    check_job_error(project, target, ["config/learners.yaml", "forest", "Wood"])


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_score_that_is_no_number(finished, tmp_path, bad):
    project = finished.copy(tmp_path / "p")
    path = "build/scores/spect.sklearn.tree.parquet"
    scores = pd.read_parquet(project.root / path)
    scores.loc[3, "score"] = bad
    scores.to_parquet(project.root / path, index=False)
    check_job_error(project, "build/study/spect.summary.parquet", [path, "row 4", str(bad)])


def test_a_mended_local_file_is_read_again(project):
    """The message names the user's own file, and mending it is all that it takes."""
    path = project.root / "data/mine.csv"
    path.write_text("\n".join([*ROWS, "6,good,surplus"]) + "\n")
    check_job_error(project, "build/data/mine.parquet", ["data/mine.csv"])
    path.write_text("\n".join([*ROWS, "6,good"]) + "\n")
    result = project.run("build/data/mine.parquet")
    assert result.returncode == 0, result.stdout
    assert len(pd.read_parquet(project.root / "build/data/mine.parquet")) == 6
    path.write_text("\n".join(ROWS) + "\n")
    assert project.run("build/data/mine.parquet").returncode == 0
    assert len(pd.read_parquet(project.root / "build/data/mine.parquet")) == 5
    path.unlink()
    check_job_error(project, "build/raw/mine/source.json", ["mine.files.data", "data/mine.csv is not there"])


def test_a_damaged_raw_file_is_fetched_again(finished, tmp_path):
    project = finished.copy(tmp_path / "p")
    (project.root / "build/raw/spect/SPECT.train").write_text("damaged")
    assert project.planned("build/data/spect.parquet")["fetch"] == 1
    assert project.run("build/data/spect.parquet").returncode == 0
    assert project.planned("build/data/spect.parquet") == {}
