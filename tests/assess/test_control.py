"""What the threshold control is given: exact counts, named points, and a bound on its size."""

import json
import math

import numpy as np
import pytest

from rocrepro.assess.control import IN_ALL, MOST, Drawn, control_data
from rocrepro.evaluation import RocPoints, roc_points
from rocrepro.study import Choices
from rocrepro.study.cut import index_of


@pytest.fixture
def data(assessment):
    models = [Drawn(model.label_text, model.curve, len(model.curve)) for model in assessment.study.models]
    return control_data(models, assessment.tables, assessment.choices)


def test_a_short_curve_has_all_its_points(data, by_name):
    for one in data["models"]:
        curve = roc_points(*by_name[one["name"]])
        assert one["off"] == 0
        assert one["n_points"] == len(one["threshold"]) == len(curve)
        assert one["threshold"][0] is None
        assert one["threshold"][1:] == curve.threshold[1:].tolist()
        assert (one["tp"], one["fp"]) == (curve.tp.tolist(), curve.fp.tolist())
    assert [one["probabilities"] for one in data["models"]] == [True, True, False]
    assert data["clusters"] is False
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_named_points_are_those_of_the_table(data, assessment):
    rows = assessment.tables["operating_points"].frame.to_dict("records")
    for one in data["models"]:
        assert set(one["go"]) == {"in use", "cheapest", "Youden's"}
        for word, start in {"in use": "in use", "cheapest": "cost", "Youden's": "youden"}.items():
            row = next(r for r in rows if r["model"] == one["name"] and r["criterion"].startswith(start))
            at = one["go"][word]
            assert (one["tp"][at], one["fp"][at]) == (row["tp"], row["fp"])
        # The threshold in use lies between the scores of its point and of the next one.
        at = one["go"]["in use"]
        assert one["threshold"][at + 1] < one["in_use"] <= (one["threshold"][at] or math.inf)


def test_long_curves_are_thinned_and_every_count_is_exact():
    rng = np.random.default_rng(2)
    label = (rng.random(30_000) < 0.02).astype(int)
    curve = roc_points(label, 1 / (1 + np.exp(-(rng.normal(size=30_000) + 2 * label - 4))))
    data = control_data([Drawn(str(at), curve, len(curve)) for at in range(40)], {}, Choices())
    assert len(json.dumps(data)) < 60 * IN_ALL
    for one in data["models"][:1]:
        assert len(one["threshold"]) <= MOST
        assert 0 < one["off"] < 0.05
        for t, tp, fp in list(zip(one["threshold"], one["tp"], one["fp"], strict=True))[::7]:
            at = index_of(curve, math.inf if t is None else t)
            assert (tp, fp) == (curve.tp[at], curve.fp[at])


def test_a_named_point_that_a_curve_from_disk_lacks_has_no_button(assessment):
    model = assessment.study.models[0]
    ends = RocPoints(
        *(part[[0, -1]] for part in (model.curve.threshold, model.curve.tp, model.curve.fp)), 20, 60
    )
    data = control_data([Drawn(model.label_text, ends, len(model.curve), 0.25)], assessment.tables, Choices())
    assert data["models"][0]["go"] == {}
    assert data["models"][0]["off"] == 0.25


def test_it_begins_with_the_model_of_which_the_sentences_speak(data, assessment):
    areas = assessment.tables["summary"].frame.set_index("model")["auc"]
    assert data["models"][data["first"]]["name"] == areas.idxmax()
    models = [Drawn(model.label_text, model.curve, len(model.curve)) for model in assessment.study.models]
    turned = control_data(models[::-1], assessment.tables, assessment.choices)
    assert turned["first"] == len(models) - 1 - data["first"]
    assert control_data(models, {}, assessment.choices)["first"] == 0
