"""What resamples or simulates for the table of facts, against plain ways to the same numbers."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, roc_auc, roc_points
from rocrepro.papers.elazmeh2006 import containment, reliability
from rocrepro.randomness import generator
from tests.papers.lacking import without

MODEL = ["dataset", "engine", "learner"]


def again(evaluated):
    """Run the simulation on what an `Evaluated` has."""
    return reliability.reliability(evaluated.shown | {"inputs": evaluated.inputs})


def test_the_scatter_is_that_of_rows_drawn_one_at_a_time(evaluated, all_scores):
    frame = evaluated.simulations["reliability"].set_index(MODEL)
    learners = ("stump", "tree", "forest", "naive_bayes")
    own = {name: all_scores["spect"]["weka", name].query("seed == 1") for name in learners}
    label = own["tree"]["label"].to_numpy()
    drawn = []
    streams = generator(1, "elazmeh2006_facts/reliability/spect/weka").spawn(2)
    for value, stream in zip((1, 0), streams, strict=True):
        rows = np.flatnonzero(label == value)
        drawn.append(rows[stream.integers(len(rows), size=(reliability.RESAMPLED, len(rows)))])
    for name, scores in own.items():
        segments = [
            confident_segment(roc_points(label[rows], scores["score"].to_numpy()[rows]))
            for rows in np.hstack(drawn)
        ]
        values = np.array([[roc_auc(s.points), s.cauc("union")] for s in segments]).T
        auc, cauc = (v.std(ddof=1) / v.mean() if v.mean() > 0 else np.nan for v in values)
        assert frame.loc[("spect", "weka", name), "scatter"] == pytest.approx(auc - cauc, nan_ok=True)
    assert (frame["marginal_error"].dropna() == 0).all()


@pytest.mark.parametrize("missing", [(), ("spect",), ("engine weka",), ("spectf_cv80", "engine sklearn")])
def test_models_that_are_missing_have_a_row_without_values(evaluated, tmp_path, missing):
    """What other tests take for a run that lacks something is what the simulation gives there."""
    lacking = without(evaluated, missing, tmp_path)
    found = again(lacking)
    pd.testing.assert_frame_equal(found, lacking.simulations["reliability"].reset_index(drop=True))
    assert len(found) == 3 * 2 * 4
    gone = found["dataset"].isin(["dis", *missing]) | ("engine " + found["engine"]).isin(missing)
    assert found.loc[gone, ["scatter", "n_resamples", "marginal_error"]].isna().all(axis=None)
    assert found.loc[~gone, ["n_resamples", "marginal_error"]].notna().all(axis=None)


def test_a_margin_that_is_wrong_shows():
    label = np.array([1, 1, 0, 0])
    assert reliability.marginal_error(label, np.array([0.9, 0.4, 0.4, 0.1])) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reliability, "roc_points", lambda y, s: roc_points(y, -s))
        assert reliability.marginal_error(label, np.array([0.9, 0.4, 0.4, 0.1])) > 0


def test_containment_grows_with_the_level():
    (wide,) = containment.contained(20, 40, 0.05, 10, 40)
    (narrow,) = containment.contained(20, 40, 0.9, 10, 40)
    assert 0 <= narrow < wide <= 1


def test_with_balanced_classes_both_slopes_are_one():
    one, other = containment.contained(30, 30, 0.05, 20, 40, containment.SLOPES)
    assert one == other


def test_each_slope_sees_the_same_samples():
    of = (5, 60, 0.5, 40, 40)
    together = containment.contained(*of, containment.SLOPES)
    apart = [containment.contained(*of, [slope])[0] for slope in containment.SLOPES]
    assert together == apart
    assert len(set(apart)) == 2


def test_containment_says_what_was_simulated(evaluated):
    frame = evaluated.simulations["containment"].set_index("fact")
    frame = frame[frame["slope"] == "ks"]
    severe, balanced = (
        containment.contained(*counts, 0.05, containment.SIMULATED, containment.CURVES)[0]
        for counts in ((13, 959), (486, 486))
    )
    row, loss = frame.loc["band_containment"], frame.loc["band_containment_loss"]
    assert row["value"] == severe
    assert row["low"] <= row["value"] <= row["high"]
    assert row["n"] == loss["n"] == containment.SIMULATED
    assert loss["value"] == balanced - severe
    assert loss["low"] <= loss["value"] <= loss["high"]
    assert loss["n_resamples"] == 1000
