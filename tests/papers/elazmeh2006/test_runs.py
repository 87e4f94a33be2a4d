"""Trainings beyond the common ones: which rows they give, and what of them is missing."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset, save_missing
from rocrepro.papers.elazmeh2006 import runs

SPECTF = ("spectf_cv80", "spectf_withdrawn", "spectf")
ENTRIES = [
    {"key": key, "sklearn": {"model": key}} for key in ("stump", "tree", "forest", "naive_bayes", "own")
]


def dataset(name):
    """Twelve rows, cross-validated or in two parts."""
    part = np.full(12, "all") if name == "spectf_cv80" else np.repeat(["train", "test"], 6)
    return Dataset(
        name=name, title=name, frame=pd.DataFrame({"x": [3.0, 1, 4, 1.5, 9, 2, 6, 5, 3.5, 5.5, 8, 9.7]}),
        label=np.array(["0", "1"] * 6), part=part, attributes=(Attribute("x", NUMERIC),), classes=("0", "1"),
        positive="1", target="class", class_index=1, protocol="cv" if name == "spectf_cv80" else "split",
        folds=2 if name == "spectf_cv80" else 0,
    )  # fmt: skip


class Fake:
    """An engine whose scores are the attribute, the learners' blocks kept."""

    def __init__(self, blocks):
        self.blocks = blocks

    def score(self, dataset, block, seeds, *, name):
        self.blocks.append((name, block))
        made = {"label": dataset.y, "score": dataset.frame["x"]}
        return pd.concat([pd.DataFrame({"seed": seed, **made}) for seed in seeds], ignore_index=True)


@pytest.fixture
def blocks(monkeypatch):
    """What the engine was asked to train."""
    found = []
    monkeypatch.setattr(runs, "engine", lambda name: Fake(found))
    monkeypatch.setattr(runs, "PROTOCOL_SEEDS", 2)
    return found


@pytest.fixture
def shown(tmp_path, blocks):
    """Make what a job has: the three protocols of spectf, those named missing, and the report of Weka."""

    def make(*missing):
        for folder in ("data", "engines"):
            (tmp_path / folder).mkdir()
        for name in SPECTF:
            paths = (tmp_path / f"data/{name}.parquet", tmp_path / f"data/{name}.json")
            if name in missing:
                save_missing(name, {"protocol": dataset(name).protocol}, "gone", *paths)
            else:
                dataset(name).save(*paths)
        reason = "no Java" if "engine weka" in missing else ""
        (tmp_path / "engines/weka.json").write_text(json.dumps({"engine": "weka", "reason": reason}))
        return {
            "inputs": Inputs.below(tmp_path), "datasets": list(SPECTF), "learners": ENTRIES,
            "engines": ["weka", "sklearn"], "alpha": 0.05, "confidence_test": "tango", "seed": 1,
            "models": {name: [["weka", "tree"], ["sklearn", "tree"], ["sklearn", "own"]] for name in SPECTF},
        }  # fmt: skip

    return make


AUC = roc_auc_score(dataset("spectf").y, dataset("spectf").frame["x"])


def test_spectf_in_three_protocols(shown):
    frame = runs.spectf_protocols(shown())
    assert list(frame.columns) == ["dataset", "learner", "seed", "auc", "uses"]
    assert len(frame) == 3 * 4 * 2
    assert "own" not in set(frame["learner"])
    assert frame["auc"].to_numpy() == pytest.approx(AUC)
    assert (frame["uses"] == "engine weka; " + frame["dataset"]).all()


@pytest.mark.parametrize("missing", [("spectf",), ("spectf_cv80", "spectf"), ("engine weka",), SPECTF])
def test_a_protocol_that_is_missing_has_a_row_a_learner_without_an_area(shown, missing):
    frame = runs.spectf_protocols(shown(*missing))
    gone = frame["dataset"].isin(missing) | ("engine weka" in missing)
    bare = frame[gone]
    assert not bare.duplicated(["dataset", "learner"]).any()
    assert len(bare) == 4 * (3 if "engine weka" in missing else len(missing))
    assert bare["auc"].isna().all()
    assert set(bare["seed"]) == {1}
    assert (frame["uses"] == "engine weka; " + frame["dataset"]).all()
    assert len(frame[~gone]) == 24 - 2 * len(bare)
    assert frame.loc[~gone, "auc"].notna().all()


def test_scikit_learn_on_wekas_folds_where_there_are_folds(shown, blocks):
    frame = runs.same_folds(shown())
    assert list(frame.columns) == ["dataset", "learner", "auc", "n_confident", "uses"]
    assert frame[["dataset", "learner", "uses"]].to_numpy().tolist() == [
        ["spectf_cv80", "tree", "spectf_cv80"],
        ["spectf_cv80", "own", "spectf_cv80"],
    ]
    assert frame["auc"].to_numpy() == pytest.approx(AUC)
    assert blocks == [(key, {"sklearn": {"model": key, "folds": "weka"}}) for key in ("tree", "own")]


def test_without_the_data_there_is_nothing_on_the_same_folds(shown):
    frame = runs.same_folds(shown("spectf_cv80", "engine weka"))
    assert frame.empty
    assert list(frame.columns) == ["dataset", "learner", "auc", "n_confident", "uses"]


def test_a_job_that_does_not_declare_the_data_stops(shown, tmp_path):
    other = shown() | {"inputs": Inputs([tmp_path / "engines/weka.json"])}
    for simulation in (runs.spectf_protocols, runs.same_folds):
        with pytest.raises(LookupError, match=r"^data/spectf_cv80\.parquet is read by a job that does not"):
            simulation(other)
