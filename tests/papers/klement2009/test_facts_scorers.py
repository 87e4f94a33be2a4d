"""Quantities of any scorer, against rows counted one by one."""

import math

import numpy as np
import pytest

from rocrepro.evaluation import roc_points, sensibility
from rocrepro.papers.klement2009 import facts_scorers


def measured(label, score):
    rows = facts_scorers.measured(roc_points(label, score))
    return {one.get("figure", one["fact"]): one["value"] for one in rows}


@pytest.mark.parametrize("seed", range(4))
def test_as_counted_row_by_row(seed):
    rng = np.random.default_rng(seed)
    label = rng.permutation([0, 1] * 20)
    score = np.round(rng.beta(1 + label, 2), 1)
    found = measured(label, score)
    result = sensibility(label, score)
    assert found["sensibility"] == pytest.approx(float(result.sensibility_at(0.5)))
    assert found["capability"] == pytest.approx(float(result.capability_at(0.5)))
    z = abs(score.sum() - label.sum()) / math.sqrt((score * (1 - score)).sum())
    assert found["calibration_z"] == pytest.approx(z)


def test_calibrated_scores_are_off_by_chance_alone():
    rng = np.random.default_rng(1)
    beyond = []
    for _ in range(400):
        score = rng.random(200)
        label = (rng.random(200) < score).astype(int)
        beyond.append(measured(label, score)["calibration_z"] > 1.96)
    assert np.mean(beyond) == pytest.approx(0.05, abs=0.03)


def test_nothing_to_measure_is_undefined():
    found = measured([1, 0], [1.0, 0.0])
    assert math.isnan(found["calibration_z"])
    assert math.isnan(found["capability"])
    assert found["sensibility"] == 1
