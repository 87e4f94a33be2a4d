"""repro.yaml: every cell that the ledger's measures read, read again by a program that nobody here wrote."""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.loading import load_ledger
from rocrepro.config import load_yaml
from rocrepro.formats.files import sha256
from rocrepro.formats.table import Table
from rocrepro.pipeline.publish_repro import REPRO, repro_manifest

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "config/schemas/claims.schema.json"
CLAIMS = """
- id: auc
  where: Table 1
  says: 'The "forest" has an area of 0.82: so it is.'
  kind: number
  basis: run
  printed: 0.82
  rule: {decimals: 2}
  measure: {name: cell, table: p2000_aucs, where: {learner: forest}, column: auc}
- id: errors
  says: The forest makes fewer errors.
  kind: ordering
  basis: data
  rule: {direction: less}
  measure:
    name: compare
    left: {table: p2000_counts, where: {learner: forest}, column: errors}
    right: {table: p2000_counts, where: {learner: stump}, column: errors}
    how: difference
- id: all
  says: The learners make 40 errors.
  kind: count
  basis: data
  printed: 40
  measure: {name: aggregate, table: p2000_counts, column: errors, how: sum}
- id: curve
  says: All rates lie above 0.
  kind: range
  basis: run
  rule: {at_least: 0}
  measure: {name: cell, figure: p2000_fig1, column: tpr}
- id: best
  says: The forest is the best.
  kind: presence
  basis: data
  printed: true
  measure: {name: cell, table: p2000_counts, where: {learner: forest}, column: best}
- id: sum
  says: The rows are 10.
  kind: count
  basis: paper
  printed: 10
  measure: {name: printed, values: [4, 6], how: sum}
- id: none
  says: Nobody knows.
  reason: nothing tells
"""
TABLES = {
    "tables/p2000_aucs.csv": {
        "learner": ["stump", "forest", "forest"],
        "seed": [1, 1, 2],
        "auc": [0.5, 0.8216666666666667, 1e-7],
    },
    "tables/p2000_counts.csv": {
        "learner": ["stump", "forest"],
        "errors": [23, 17],
        "share": [0.5, None],
        "best": [False, True],
    },
    "figures/p2000_fig1.csv": {"tpr": [0.0, 0.5, 0.5, 1.0]},
}
FOUND = ("match", "authoritative")
RENAMED = {"tables/p2000_counts.csv": "tables/counts.csv"}


@pytest.fixture
def results(tmp_path):
    """A folder with the tables under their released names, and the file."""
    made, folder = tmp_path / "made", tmp_path / "results"
    for name, columns in TABLES.items():
        Table(pd.DataFrame(columns)).save(made / name)
        target = folder / RENAMED.get(name, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made / name, target)
    paper = tmp_path / "p2000"
    paper.mkdir()
    (paper / "claims.yaml").write_text(CLAIMS)
    (paper / "paper.yaml").write_text("title: T")
    text = repro_manifest([load_ledger(paper, SCHEMA)], Artifacts(made), RENAMED)
    (folder / REPRO).write_text(text)
    return folder


def verified(folder):
    """Exit status of claims-cli for the file in a folder, and what it says of each cell and of its file."""
    pytest.importorskip("claims", reason="claims-cli is not installed: pip install rocrepro[dev]")
    words = ["-m", "claims", "verify", REPRO, "--format", "json"]
    found = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    claims = json.loads(found.stdout)["report"]["claims"]
    decided = [one for claim in claims for one in claim["decisions"]]
    return found.returncode, [(one["comparison"], one["validity"]) for one in decided]


def cells(folder):
    """Claim, file, column and value of every stated cell, and what the CSV has there, read by hand."""
    stated = load_yaml(folder / REPRO)
    for claim in stated["claims"]:
        for one in claim["evidence"]:
            with (folder / one["artifact"]).open(newline="") as stream:
                rows = list(csv.DictReader(stream))
            if "row" in one:
                (row,) = [rows[one["row"]]]
            else:
                (row,) = [r for r in rows if all(r[name] == value for name, value in one["where"].items())]
            yield claim["id"], one["artifact"], one["column"], one["reported"], row[one["column"]]


def test_every_measured_number_is_stated_with_its_place(results):
    found = list(cells(results))
    assert [cell[:4] for cell in found] == [
        ("p2000.auc", "tables/p2000_aucs.csv", "auc", "0.8216666666666667"),
        ("p2000.auc", "tables/p2000_aucs.csv", "auc", "1e-07"),
        ("p2000.errors", "tables/counts.csv", "errors", "17"),
        ("p2000.errors", "tables/counts.csv", "errors", "23"),
        ("p2000.all", "tables/counts.csv", "errors", "23"),
        ("p2000.all", "tables/counts.csv", "errors", "17"),
        *(("p2000.curve", "figures/p2000_fig1.csv", "tpr", value) for value in ("0", "0.5", "0.5", "1")),
    ]
    assert all(float(stated) == float(there) for *_, stated, there in found)


def test_files_are_pinned_by_their_digests(results):
    stated = load_yaml(results / REPRO)
    assert stated["schema_version"] == "repro/1"
    assert {one["path"]: one["digest"]["value"] for one in stated["artifacts"]} == {
        name: sha256(results / name)
        for name in ("figures/p2000_fig1.csv", "tables/counts.csv", "tables/p2000_aucs.csv")
    }


def test_without_a_measure_nothing_is_stated(tmp_path):
    assert repro_manifest([], Artifacts(tmp_path)) == "schema_version: repro/1\nproject: rocrepro\n"


def test_another_program_finds_every_cell(results):
    assert verified(results) == (0, [FOUND] * len(list(cells(results))))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (REPRO, '"reported": "17"', '"reported": "18"'),
        (REPRO, '"learner": "stump"', '"learner": "stumps"'),
        ("tables/counts.csv", "forest,17", "forest,16"),
        ("tables/counts.csv", "share", "part"),  # no value moved, but the bytes are others
    ],
)
def test_it_says_so_where_a_cell_is_another_one(results, file, old, new):
    text = (results / file).read_text()
    assert old in text
    (results / file).write_text(text.replace(old, new))
    status, decided = verified(results)
    assert status == 1
    assert set(decided) != {FOUND}


def test_it_finds_every_cell_of_the_release(tmp_path):
    """A scratch copy: the program keeps a record of its checks in the repository that it runs in."""
    listed = json.loads((ROOT / "results/manifest.json").read_text())["artifacts"]
    if REPRO not in listed:
        pytest.skip("the release was made before it had the file")
    for name in listed:
        if name == REPRO or name.endswith(".csv"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "results" / name, tmp_path / name)
    status, decided = verified(tmp_path)
    assert (status, set(decided)) == (0, {FOUND})
    assert len(decided) > 1000
