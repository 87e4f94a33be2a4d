"""Files of the user with names that a shell or Snakemake could read as more than a name."""

import json

import numpy as np
import pandas as pd
import pytest
from markupsafe import escape

from tests.reliability import record

NAMES = (
    'it\'s "quoted" $(touch hit) `touch hit`.csv',
    "* ? [a]; touch hit # & | hit.csv",
    "back\\slash ~ %s %(x)s.csv",
    "-n Zürich 表.csv",
)
REFUSED = ("new\nline.csv", "{dataset}.csv", "{{x}}.csv", "> hit.csv", "<b>.csv")
DATA = """\
set_{number}:
  reader: csv
  files: {{data: {{sources: [{{file: {path}}}]}}}}
  target: outcome
  positive: ill
  protocol: cv
  folds: 2
  learners: [naive_bayes]
"""
SCORES = """\
scores_{number}:
  scores: {{file: {path}, label: outcome, score: p, positive: ill}}
"""


@pytest.fixture(scope="module")
def odd(fresh, tmp_path_factory):
    """A finished run of one data set and one file of scores for each name."""
    project = fresh.copy(tmp_path_factory.mktemp("odd") / "project")
    project.keep()
    project.edit("config/config.yaml", r"^papers: .*", "papers: []")
    project.edit("config/config.yaml", r"^engines: .*", "engines: [sklearn]")
    (project.root / "data").mkdir(exist_ok=True)
    rng = np.random.default_rng(1)
    for number, name in enumerate(NAMES):
        y = rng.permutation(np.arange(40) % 4 == 0)
        columns = {"outcome": np.where(y, "ill", "well"), "p": rng.normal(y).round(4)}
        pd.DataFrame(columns).to_csv(project.root / "data" / name, index=False)
        path = json.dumps(f"data/{name}")
        for entry in (DATA, SCORES):
            project.add(entry.format(number=number, path=path))
    project.made = project.run(*(f"build/study/set_{number}.points.parquet" for number in range(len(NAMES))))
    project.assessed = project.run()
    return project


def test_data_are_trained_on(odd):
    assert odd.made.returncode == 0, odd.made.stdout
    for number in range(len(NAMES)):
        points = pd.read_parquet(odd.root / f"build/study/set_{number}.points.parquet")
        assert points["tp"].max() == 10
    record("file names of data sets, through a whole run", len(NAMES))


def test_scores_are_assessed(odd):
    assert odd.assessed.returncode == 0, odd.assessed.stdout
    for number, name in enumerate(NAMES):
        made = odd.root / f"results/scores/scores_{number}"
        assert pd.read_csv(made / "summary.csv").loc[0, "n_pos"] == 10
        assert str(escape(name)) in (made / "index.html").read_text(), name
    record("file names of scores, through a whole run", len(NAMES))


def test_nothing_in_a_name_was_run(odd):
    assert not list(odd.root.rglob("hit*"))
    assert "Traceback" not in odd.made.stdout + odd.assessed.stdout


@pytest.mark.parametrize("entry", [DATA, SCORES], ids=["data", "scores"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_snakemake_reads_as_more_is_refused_in_one_line(odd, tmp_path, entry, name):
    project = odd.copy(tmp_path / "p")
    project.add(entry.format(number=99, path=json.dumps(name)))
    result = project.run("-n")
    assert result.returncode == 1
    (line,) = [line for line in result.stdout.splitlines() if "rocrepro: error: " in line]
    assert "config/datasets.yaml" in line
    assert "expected a file's path without braces" in line
    assert "Traceback" not in result.stdout
    record("file names that are refused")
