"""What the page says of clusters, groups, weights and several classes."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from rocrepro.formats.table import Table
from rocrepro.report.answers import Facts
from rocrepro.report.answers.designs import (
    clusters,
    groups,
    several_classes,
    weighted_pairs,
    weighted_thresholds,
)
from rocrepro.report.answers.how_sure import how_sure
from rocrepro.report.answers.which_model import which_model
from rocrepro.report.answers.which_threshold import which_threshold
from rocrepro.study import Choices

FACTS = Facts("f.csv", "ill", "well", ["a", "b"], "", (), Choices())
NAN = math.nan


def tables(**frames):
    return {name: Table(pd.DataFrame(rows)) for name, rows in frames.items()}


def test_clusters_are_worth_fewer_rows():
    row = {"model": "a", "n_rows": 240, "n_clusters": 60, "design_effect": 2.0}
    (sentence,) = clusters(tables(clusters=[row]))
    assert sentence == (
        "The 240 rows of a come from 60 clusters: the variance of the AUC is 2.00 times that of independent "
        "rows, so that they are worth about 120."
    )
    (sentence,) = clusters(tables(clusters=[row | {"design_effect": NAN}]))
    assert sentence.endswith("is not estimable.")


def difference(**more):
    row = {"model": "a", "group_a": "f", "group_b": "<m>", "measure": "sensitivity", "difference": -0.2}
    return row | {"low": -0.3, "high": -0.1, "p_holm": 0.001} | more


def test_groups_that_differ_by_more_than_chance():
    found = list(groups(FACTS, tables(group_differences=[difference(), difference(p_holm=0.2)])))
    assert found == [
        "The sensitivity of a is 0.200 higher for &lt;m&gt; than for f (95 % interval 0.100 to 0.300; "
        "adjusted p = 0.001)."
    ]


@pytest.mark.parametrize("more", [{"p_holm": 0.2}, {"p_holm": NAN}, {"low": NAN, "high": NAN}])
def test_no_difference_is_not_equality(more):
    (sentence,) = groups(FACTS, tables(group_differences=[difference(**more)]))
    assert "no difference that is larger than chance" in sentence
    assert "does not say that all groups are treated alike" in sentence


def test_a_group_of_one_class_is_said():
    rows = [{"model": "a", "group": "x", "measure": "auc", "value": NAN}]
    assert list(groups(FACTS, tables(groups=rows))) == ["Rows of one class only, and so no AUC, has x."]


def test_several_classes_together():
    rows = [
        {"model": "m", "n_classes": 3, "measure": name, "value": 0.9, "low": 0.8, "high": high}
        for name, high in (("macro", 0.95), ("hand_till", NAN))
    ]
    (sentence,) = several_classes(FACTS, tables(multiclass=rows))
    assert "one class against the rest is 0.900 (95 % interval 0.800 to 0.950)" in sentence
    assert sentence.endswith("Hand and Till&#39;s M 0.900 (interval not estimable).") or sentence.endswith(
        "Hand and Till's M 0.900 (interval not estimable)."
    )


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
    assert "higher than that of b by more than chance explains" in answer.sentences[0]
    assert any("p = 0.02" in sentence for sentence in answer.sentences)


def test_thresholds_and_sureness_of_weighted_rows(weighted):
    answer = which_threshold(FACTS, weighted)
    assert answer == weighted_thresholds(FACTS, weighted)
    assert answer.sentences[0].startswith(
        "At the threshold in use, 0.5, and by weight, <b>a</b> has sensitivity"
    )
    assert "left out" in answer.cautions[0]
    assert len(how_sure(FACTS, weighted).sentences) == 2
