"""Resamples and the intervals that they give, against the library with the same generators."""

import numpy as np
import pytest

from rocrepro.evaluation import paired_resamples
from rocrepro.evaluation.resample import MEASURES, curve_measures, percentiles
from rocrepro.randomness import generator
from rocrepro.study import KINDS
from rocrepro.study.intervals import OF_SEGMENT
from tests.studies import quick_study
from tests.study.conftest import made_up, of_model

N = 12


def drawn(by_model, stream):
    """All models on the same resamples."""
    label = next(iter(by_model.values()))[0]
    scores = {model: score for model, (_, score) in by_model.items()}
    return paired_resamples(label, scores, n_resamples=N, seed=generator(1, stream))


def test_resamples_are_paired(study, by_model):
    frame = study.get(KINDS["resamples"])
    for model, measures in drawn(by_model, "paired_resamples/made_up").items():
        of = of_model(frame, model)
        assert of["resample"].tolist() == list(range(1, N + 1))
        for name in MEASURES:
            np.testing.assert_array_equal(of[name], measures[name])


def test_intervals_are_percentiles_of_resamples_of_their_own(study, indexed, by_model):
    frame = indexed("intervals", "measure")
    own = {model.name: curve_measures(model.segment) for model in study.models}
    for model, measures in drawn(by_model, "elazmeh2006/segment_intervals/made_up").items():
        assert list(frame.loc[model].index) == sorted(OF_SEGMENT)
        for name in OF_SEGMENT:
            row = frame.loc[(*model, name)]
            assert tuple(row[["low", "high", "n_undefined"]]) == percentiles(measures[name], 0.05)
            assert row["value"] == own[model][name]
            assert row["mean"] == np.nanmean(measures[name])
            assert row["n_resamples"] == N


@pytest.mark.parametrize("digits", [0])
def test_resamples_without_a_confident_point_are_counted(digits):
    """Two scores: on some resamples no threshold is confident, which has no difference and no area."""
    scores = made_up(0.5, digits, (1,), 4)
    study = quick_study({("sklearn", "stump"): scores}, "x", 200)
    frame = study.get(KINDS["intervals"]).set_index("measure")
    measures = study.resampled_for_intervals["sklearn", "stump"].measures
    lost = int(np.isnan(measures["aved"]).sum())
    assert 0 < lost < 200
    assert frame.loc["aved", "n_undefined"] == frame.loc["aved_abs", "n_undefined"] == lost
    assert frame.loc["cauc_union", "n_undefined"] == 0
    assert frame.loc["aved", "mean"] == measures["aved"][~np.isnan(measures["aved"])].mean()
