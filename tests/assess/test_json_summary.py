"""``rocrepro evaluate --json``: one document, with the numbers of the tables."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from rocrepro.assess import large_files
from rocrepro.assess.json_summary import json_summary, plain
from rocrepro.cli import main

DOCS = Path(__file__).parents[2] / "docs/api/assess.md"


def refuse(name):
    raise ValueError(name)


def test_it_has_the_numbers_of_the_tables_and_is_plain_json(assessment):
    found = json_summary(assessment, "out")
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    summary = assessment.tables["summary"].frame.set_index("model")
    assert [one["model"] for one in found["models"]] == list(summary.index)
    for one in found["models"]:
        row, auc = summary.loc[one["model"]], one["measures"]["auc"]
        assert [auc["value"], auc["low"], auc["high"]] == list(row[["auc", "auc_low", "auc_high"]])
        assert (one["n"], one["n_pos"], one["n_neg"]) == (80, 20, 60)
        assert set(one["measures"]["n_points"]) == {"value"}
        assert "threshold_low" in one["measures"]  # an end of a range, and of no measure
    assert found["models"][2]["measures"]["midpoint"] == {"value": None}  # its scores are no probabilities
    assert len(found["comparisons"]) == 3
    delong = assessment.tables["comparisons"].frame["p_delong"].tolist()
    assert [row["p_delong"] for row in found["comparisons"]] == delong
    assert found["operating_points"][0]["criterion"] == "in use"
    assert found["choices"]["margin"] == 0.2
    assert found["choices"]["cost_fn"] == 3
    assert found["files"]["tables"]["equivalence"] == "tables/equivalence.csv"
    assert {"bands", "folds", "equivalence", "prevalence"} <= set(found["tables"])


def test_every_field_is_described(assessment):
    text = DOCS.read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE))
    assert described == set(json_summary(assessment, "out"))


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        *((np.float64("nan"), None), (np.float64("inf"), "inf"), (-np.inf, "-inf"), (np.int64(3), 3)),
        *((np.bool_(True), True), (0.5, 0.5), ("a", "a"), (None, None)),
    ],
)
def test_values_are_plain(value, wanted):
    assert plain(value) == wanted
    assert type(plain(value)) is type(wanted)


@pytest.mark.parametrize("limit", [1, 1000])
def test_nothing_else_is_on_standard_output(tmp_path, monkeypatch, capsys, limit):
    monkeypatch.setattr(large_files, "LIMIT", limit)
    monkeypatch.chdir(tmp_path)
    import pandas as pd

    pd.DataFrame({"label": [1, 0, 1, 0], "score": [1.0, -1, 1, -1]}).to_parquet("own.parquet")
    assert main(["evaluate", "own.parquet", "--n-boot", "40", "--json", "-o", "out"]) == 0
    out, error = capsys.readouterr()
    found = json.loads(out, parse_constant=refuse)
    assert found["format"] == "rocrepro evaluate/1"
    assert found["models"][0]["measures"]["auc"] == {"value": 1, "low": None, "high": None}
    (line,) = found["notes"]
    assert error == f"rocrepro: note: {line}\n"
    assert (tmp_path / found["files"]["folder"] / found["files"]["page"]).is_file()
