"""Trainings beyond the common ones: which rows they give, and what of them is missing."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset, save_missing
from rocrepro.papers.elazmeh2006 import runs

WEKA = ("stump", "tree", "forest", "naive_bayes")
MODELS = [*(["weka", key] for key in (*WEKA, "own")), ["sklearn", "tree"], ["sklearn", "own"]]
SPECTF = ("spectf_cv80", "spectf_withdrawn", "spectf")
DRAWING = {"class": "weka.classifiers.trees.RandomForest", "seed_option": "-S"}
ENTRIES = [
    {"key": key, "sklearn": {"model": key}, "weka": DRAWING if key == "forest" else {"class": "weka.X"}}
    for key in (*WEKA, "own")
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


def one_seed(name):
    """Scores as rule train writes them: the attribute, upside down."""
    data = dataset(name)
    known = {"seed": 1, "fold": 0, "row": range(12), "label": data.y}
    return pd.DataFrame(known | {"score": -data.frame["x"]})


class Fake:
    """An engine whose scores are the attribute; what it trains is kept."""

    def __init__(self, trained):
        self.trained = trained

    def score(self, dataset, block, seeds, *, name):
        self.trained.append((dataset.name, name, block, list(seeds)))
        made = {"label": dataset.y, "score": dataset.frame["x"]}
        return pd.concat([pd.DataFrame({"seed": seed, **made}) for seed in seeds], ignore_index=True)


@pytest.fixture
def trained(monkeypatch):
    """What the engine was asked to train: data set, learner, its block, seeds."""
    found = []
    monkeypatch.setattr(runs, "engine", lambda name: Fake(found))
    monkeypatch.setattr(runs, "PROTOCOL_SEEDS", 3)
    return found


@pytest.fixture
def shown(tmp_path, trained):
    """Make what a job has: the three protocols of spectf, those named missing, and the report of Weka.

    Rule train has trained Weka's models at one seed.
    """

    def make(*missing):
        for folder in ("data", "engines", "scores"):
            (tmp_path / folder).mkdir()
        for name in SPECTF:
            paths = (tmp_path / f"data/{name}.parquet", tmp_path / f"data/{name}.json")
            if name in missing:
                save_missing(name, {"protocol": dataset(name).protocol}, "gone", *paths)
            else:
                dataset(name).save(*paths)
            for learner in WEKA:
                scores = empty_scores() if {name, "engine weka"} & set(missing) else one_seed(name)
                write_scores(scores, tmp_path / f"scores/{name}.weka.{learner}.parquet")
        reason = "no Java" if "engine weka" in missing else ""
        (tmp_path / "engines/weka.json").write_text(json.dumps({"engine": "weka", "reason": reason}))
        return {
            "inputs": Inputs.below(tmp_path), "datasets": list(SPECTF), "learners": ENTRIES,
            "engines": ["weka", "sklearn"], "alpha": 0.05, "confidence_test": "tango", "seed": 1,
            "models": dict.fromkeys(SPECTF, MODELS),
        }  # fmt: skip

    return make


AUC = roc_auc_score(dataset("spectf").y, dataset("spectf").frame["x"])


def test_spectf_in_three_protocols(shown):
    frame = runs.spectf_protocols(shown())
    assert list(frame.columns) == ["dataset", "learner", "seed", "auc", "uses"]
    seeds = frame.groupby(["dataset", "learner"])["seed"].apply(list).to_dict()
    assert seeds == {
        # Folds are drawn for all, and on a split only the forest draws anything.
        (name, learner): [1, 2, 3] if name == "spectf_cv80" or learner == "forest" else [1]
        for name in SPECTF
        for learner in WEKA
    }
    assert (frame["uses"] == "engine weka; " + frame["dataset"]).all()


def test_seeds_that_rule_train_has_trained_are_read_and_only_the_others_trained(shown, trained):
    frame = runs.spectf_protocols(shown()).set_index(["dataset", "learner", "seed"])["auc"]
    seeds = {(name, learner): seeds for name, learner, _, seeds in trained}
    for name in SPECTF:
        drawn = [1, 2, 3] if name == "spectf_cv80" else [1]
        assert seeds[name, "forest"] == [2, 3]
        for learner in WEKA:
            assert frame[name, learner, 1] == pytest.approx(1 - AUC)  # read from the file
            if learner != "forest":
                assert seeds.get((name, learner), []) == drawn[1:]
        assert frame[name, "forest", 2] == pytest.approx(AUC)
    assert frame["spectf_cv80", "stump", 3] == pytest.approx(AUC)


def test_what_the_configuration_does_not_train_has_no_rows(shown, trained):
    made = shown()
    for models, learners in (
        ([["weka", "tree"], ["sklearn", "stump"]], {"tree"}),
        ([["sklearn", "tree"]], set()),
    ):
        frame = runs.spectf_protocols(made | {"models": dict.fromkeys(SPECTF, models)})
        assert set(frame["learner"]) == learners
    assert {learner for _, learner, _, _ in trained} == {"tree"}


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
    rows = {"spectf_cv80": 4 * 3, "spectf_withdrawn": 3 + 3, "spectf": 3 + 3}
    assert len(frame[~gone]) == sum(rows[name] for name in SPECTF if not gone[frame["dataset"] == name].all())
    assert frame.loc[~gone, "auc"].notna().all()


def test_scikit_learn_on_wekas_folds_where_there_are_folds(shown, trained):
    frame = runs.same_folds(shown())
    assert list(frame.columns) == ["dataset", "learner", "auc", "n_confident", "uses"]
    assert frame[["dataset", "learner", "uses"]].to_numpy().tolist() == [
        ["spectf_cv80", "tree", "spectf_cv80"],
        ["spectf_cv80", "own", "spectf_cv80"],
    ]
    assert frame["auc"].to_numpy() == pytest.approx(AUC)
    assert trained == [
        ("spectf_cv80", key, {"sklearn": {"model": key, "folds": "weka"}}, [1]) for key in ("tree", "own")
    ]


def test_without_the_data_there_is_nothing_on_the_same_folds(shown):
    frame = runs.same_folds(shown("spectf_cv80", "engine weka"))
    assert frame.empty
    assert list(frame.columns) == ["dataset", "learner", "auc", "n_confident", "uses"]


def test_a_job_that_does_not_declare_the_data_stops(shown, tmp_path):
    made = shown()
    data, scores = (sorted((tmp_path / folder).iterdir()) for folder in ("data", "scores"))
    for simulation, declared, name in (
        (runs.spectf_protocols, data, "scores/spectf_cv80.weka.stump.parquet"),
        (runs.spectf_protocols, scores, "data/spectf_cv80.parquet"),
        (runs.same_folds, scores, "data/spectf_cv80.parquet"),
    ):
        with pytest.raises(LookupError, match=f"^{re.escape(name)} is read by a job that does not"):
            simulation(made | {"inputs": Inputs(declared)})
