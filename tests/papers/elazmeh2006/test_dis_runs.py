"""dis by cross-validation: which rows, and what is measured of each run."""

import json

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.tidy import NOMINAL, NUMERIC, Attribute, Dataset, save_missing
from rocrepro.papers.elazmeh2006 import dis_runs, runs

ENTRIES = [{"key": key} for key in ("stump", "tree", "forest", "naive_bayes", "linear")]


@pytest.fixture
def dis():
    """A small dis of six training and four test rows."""
    return Dataset(
        name="dis",
        title="dis",
        frame=pd.DataFrame({"x": np.arange(10.0), "sex": list("FMFMFMFMFM")}),
        label=np.array(["negative", "discordant"] * 5),
        part=np.array(["train"] * 6 + ["test"] * 4),
        attributes=(Attribute("x", NUMERIC), Attribute("sex", NOMINAL, ("F", "M"))),
        classes=("discordant", "negative"),
        positive="discordant",
        target="class",
        class_index=2,
        protocol="split",
        folds=0,
    )


@pytest.fixture
def shown(dis, tmp_path):
    """What a job of the simulation has: dis, and the report of an engine that works."""
    for folder in ("data", "engines"):
        (tmp_path / folder).mkdir()
    dis.save(tmp_path / "data/dis.parquet", tmp_path / "data/dis.json")
    reported(tmp_path, "")
    return {
        "inputs": Inputs.below(tmp_path), "datasets": ["dis"], "learners": ENTRIES, "engines": ["weka"],
        "alpha": 0.05, "confidence_test": "tango",
    }  # fmt: skip


def reported(folder, reason):
    """Write why Weka could not be used."""
    (folder / "engines/weka.json").write_text(json.dumps({"engine": "weka", "reason": reason}))


class Fake:
    """An engine whose scores are the attribute x."""

    def score(self, dataset, entry, seeds, *, name):
        assert (dataset.protocol, dataset.folds, set(dataset.part)) == ("cv", 10, {"all"})
        made = {"label": dataset.y, "score": dataset.frame["x"] / 10}
        return pd.concat([pd.DataFrame({"seed": seed, **made}) for seed in seeds], ignore_index=True)


@pytest.fixture
def made(shown, monkeypatch):
    """Run the simulation with three seeds, with changes to what is shown."""
    monkeypatch.setattr(runs, "engine", lambda name: Fake())
    monkeypatch.setattr(dis_runs, "SEEDS", 3)
    return lambda **changed: dis_runs.dis_protocols(shown | changed)


def test_the_training_rows_alone_and_all_rows(dis):
    small, whole = (dis_runs.cross_validated(dis, part) for part in dis_runs.PARTS)
    assert (small.name, whole.name) == ("dis_cv2800", "dis_cv3772")
    assert small.frame["x"].tolist() == [0, 1, 2, 3, 4, 5]
    assert whole.frame["x"].tolist() == list(range(10))
    assert small.counts() == {"all": [3, 3]}
    assert small.label.tolist() == ["negative", "discordant"] * 3
    assert dis_runs.cross_validated(None, "dis_cv2800") is None


def test_one_row_a_protocol_learner_and_seed(made):
    frame = made()
    assert len(frame) == 2 * 4 * 3
    assert "linear" not in set(frame["learner"])
    assert list(frame.columns) == ["dataset", "learner", "seed", *dis_runs.MEASURES, "uses"]
    assert set(frame["uses"]) == {"dis; engine weka"}
    first = frame.iloc[0]
    assert first["auc"] == pytest.approx(6 / 9)  # 1, 3, 5 against 0, 2, 4
    assert first["n_points"] == 7


def assert_bare(frame):
    """One row a protocol and learner, which names what it would be computed from and has no value."""
    assert len(frame) == 2 * 4
    assert set(frame["dataset"]) == set(dis_runs.PARTS)
    assert set(frame["seed"]) == {1}
    assert set(frame["uses"]) == {"dis; engine weka"}
    assert frame[list(dis_runs.MEASURES)].isna().all(axis=None)


def test_without_weka_each_model_has_a_row_without_values(made, tmp_path):
    reported(tmp_path, "no Java")
    assert_bare(made())


def test_without_dis_each_model_has_a_row_without_values(made, tmp_path):
    paths = (tmp_path / "data/dis.parquet", tmp_path / "data/dis.json")
    save_missing("dis", {"protocol": "split"}, "no source served it", *paths)
    assert_bare(made())


def test_what_is_not_configured_has_no_rows(made):
    assert made(engines=["sklearn"]).empty
    assert made(datasets=["sick"]).empty


def test_a_job_that_does_not_declare_dis_stops(made, tmp_path):
    with pytest.raises(LookupError, match=r"data/dis\.parquet is read by a job that does not declare it"):
        made(inputs=Inputs([tmp_path / "engines/weka.json"]))


def test_measures_by_hand():
    label, score = [1] * 10 + [0] * 10, [0.9] * 4 + [0.5] * 4 + [0.1] * 2 + [0.9] + [0.5] * 3 + [0.1] * 6
    segment = confident_segment(roc_points(label, score), alpha=0.05, test="tango")
    found = dict(zip(dis_runs.MEASURES, dis_runs.measured(segment), strict=True))
    # At 0.9: b = 6, c = 1, and 5 <= 1.96 sqrt(7); at 0.5: b = 2, c = 4; at 0.1: b = 0, c = 10: too far.
    assert (found["n_points"], found["n_confident"]) == (4, 2)
    assert (found["threshold_low"], found["threshold_high"]) == (0.5, 0.9)
    assert (found["confident_tpr_max"], found["confident_fpr_max"]) == (0.8, 0.4)
    assert found["aved_abs"] == pytest.approx((5 / 20 + 2 / 20) / 2)
    assert found["difference_range"] == pytest.approx(7 / 20)
    assert found["interval_low"] < -2 / 20 < 5 / 20 < found["interval_high"]
    assert found["auc"] == pytest.approx((4 * (9 + 0.5) + 4 * (6 + 3 / 2) + 2 * 6 / 2) / 100)


def test_an_empty_set_has_no_thresholds():
    segment = confident_segment(roc_points([1] * 10 + [0] * 10, [0.5] * 20), alpha=0.05, test="tango")
    found = dict(zip(dis_runs.MEASURES, dis_runs.measured(segment), strict=True))
    assert (found["n_confident"], found["auc"]) == (0, 0.5)
    assert all(np.isnan(found[name]) for name in dis_runs.MEASURES[3:])
