"""What the page says of rows with weights."""

from __future__ import annotations

import pandas as pd
import pytest

from rocrepro.formats.table import Table
from rocrepro.report.answers import Facts
from rocrepro.report.answers.how_sure import how_sure
from rocrepro.report.answers.weights import weighted_pairs, weighted_thresholds
from rocrepro.report.answers.which_model import which_model
from rocrepro.report.answers.which_threshold import which_threshold
from rocrepro.study import Choices

FACTS = Facts("f.csv", "ill", "well", ["a", "b"], "", (), Choices())


def tables(**frames):
    return {name: Table(pd.DataFrame(rows)) for name, rows in frames.items()}


@pytest.fixture
def weighted():
    names = ("auc", "sensitivity", "specificity")
    measures = dict.fromkeys(names, 0.8) | {f"{name}_low": 0.7 for name in names}
    measures |= {f"{name}_high": 0.9 for name in names} | {"threshold": 0.5, "n_pos": 20, "n_neg": 30}
    rows = [{"model": "a", **measures}, {"model": "b", **measures, "auc": 0.75}]
    pair = {"a": "a", "b": "b", "measure": "auc", "value": 0.05, "low": 0.01, "high": 0.09, "p_value": 0.02}
    return tables(
        summary=rows,
        weighted_measures=[{"model": "a"}],
        weighted_differences=[pair, pair | {"measure": "npv"}],
    )


def test_models_on_weighted_rows_are_compared(weighted):
    (pair,) = weighted_pairs(weighted)
    assert (pair["difference"], pair["p_delong"]) == (0.05, 0.02)
    answer = which_model(FACTS, weighted)
    assert "higher than that of b by more than chance would explain" in answer.sentences[0]
    assert any("p = 0.02" in sentence for sentence in answer.sentences)


def test_thresholds_and_sureness_of_weighted_rows(weighted):
    answer = which_threshold(FACTS, weighted)
    assert answer == weighted_thresholds(FACTS, weighted)
    assert answer.sentences[0].startswith(
        "At the threshold in use, 0.5, the weighted sensitivity of <b>a</b> is 0.800"
    )
    assert "left out" in answer.cautions[0]
    both = "0.800 (95 % interval 0.700 to 0.900)"
    assert answer.digest.rows == [["a", "0.5", both, both], ["b", "0.5", both, both]]
    assert [row[0] for row in how_sure(FACTS, weighted).digest.rows] == ["a", "b"]
