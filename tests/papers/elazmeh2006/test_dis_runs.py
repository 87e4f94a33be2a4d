"""dis by cross-validation: which rows, and what is measured of each run."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.formats.tidy import NOMINAL, NUMERIC, Attribute, Dataset
from rocrepro.papers.elazmeh2006 import dis_runs, runs

ENTRIES = [{"key": key} for key in ("stump", "tree", "forest", "naive_bayes", "linear")]


@pytest.fixture
def shown(tmp_path):
    """A build folder with a small dis of six training and four test rows."""
    dis = Dataset(
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
    (tmp_path / "data").mkdir()
    dis.save(tmp_path / "data/dis.parquet", tmp_path / "data/dis.json")
    return {
        "build": str(tmp_path), "datasets": ["dis"], "learners": ENTRIES, "engines": ["weka"],
        "alpha": 0.05, "confidence_test": "tango",
    }  # fmt: skip


class Fake:
    """An engine whose scores are the attribute x, moved by the seed."""

    def __init__(self, reason=None):
        self.reason = reason

    def unavailable(self):
        return self.reason

    def score(self, dataset, entry, seeds, *, name):
        assert (dataset.protocol, dataset.folds, set(dataset.part)) == ("cv", 10, {"all"})
        made = {"label": dataset.y, "score": dataset.frame["x"] / 10}
        return pd.concat([pd.DataFrame({"seed": seed, **made}) for seed in seeds], ignore_index=True)


def test_the_training_rows_alone_and_all_rows(shown):
    small, whole = dis_runs.cross_validated(shown)
    assert (small.name, whole.name) == ("dis_cv2800", "dis_cv3772")
    assert small.frame["x"].tolist() == [0, 1, 2, 3, 4, 5]
    assert whole.frame["x"].tolist() == list(range(10))
    assert small.counts() == {"all": [3, 3]}
    assert small.label.tolist() == ["negative", "discordant"] * 3
    assert list(dis_runs.cross_validated(shown | {"datasets": ["sick"]})) == []


def test_one_row_a_protocol_learner_and_seed(shown, monkeypatch):
    monkeypatch.setattr(runs, "engine", lambda name: Fake())
    monkeypatch.setattr(dis_runs, "SEEDS", 3)
    made = dis_runs.dis_protocols(shown)
    assert len(made) == 2 * 4 * 3
    assert "linear" not in set(made["learner"])
    assert list(made.columns) == ["dataset", "learner", "seed", *dis_runs.MEASURES]
    first = made.iloc[0]
    assert first["auc"] == pytest.approx(6 / 9)  # 1, 3, 5 against 0, 2, 4
    assert first["n_points"] == 7


def test_without_weka_there_are_no_rows(shown, monkeypatch):
    monkeypatch.setattr(runs, "engine", lambda name: Fake("no Java"))
    assert dis_runs.dis_protocols(shown).empty
    assert dis_runs.dis_protocols(shown | {"engines": ["sklearn"]}).empty


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
