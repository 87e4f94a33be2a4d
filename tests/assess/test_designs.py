"""Assessments of rows with clusters, groups, weights or several classes: tables, notes and refusals."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.assessment import study_of
from rocrepro.assess.control import control_data
from rocrepro.assess.output import save
from rocrepro.assess.terminal import printed
from rocrepro.cli import main
from rocrepro.errors import InputError
from rocrepro.evaluation import clustered_auc_interval, delong_interval, multiclass_auc, weighted_measures
from rocrepro.formats.given.reading import Columns, columns_of
from rocrepro.study import KINDS, Choices

mpl.use("agg")
N = 120


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(1)
    patient = np.repeat(np.arange(40), 3)
    ill = (rng.random(40) < 0.5)[patient].astype(int)
    own = rng.normal(size=40)[patient]
    scores = {name: own + rng.normal(size=N) + effect * ill for name, effect in (("p", 1.5), ("q", 1.0))}
    scores = {name: 1 / (1 + np.exp(-score)) for name, score in scores.items()}
    more = {"sex": np.array(["f", "m"])[rng.integers(0, 2, N)], "w": rng.gamma(1, size=N).round(3) + 0.1}
    return pd.DataFrame({"ill": ill, **scores, "patient": [f"P{n}" for n in patient], **more})


@pytest.fixture(scope="module")
def path(frame, tmp_path_factory):
    target = tmp_path_factory.mktemp("designs") / "scores.csv"
    frame.to_csv(target, index=False)
    return target


def assessed(path, *, models=("p", "q"), choices=None, **roles):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given = read_given(path, Columns(label="ill", score=",".join(models), **roles))
        return assess(given, choices or Choices(n_resamples=20))


@pytest.fixture(scope="module")
def in_clusters(path):
    return assessed(path, cluster="patient", group="sex")


@pytest.fixture(scope="module")
def with_weights(path):
    return assessed(path, weight="w", cluster="patient")


def test_the_summary_heeds_clusters_and_says_so(frame, in_clusters):
    tables = in_clusters.tables
    row = tables["summary"].frame.set_index("model").loc["p"]
    expected = clustered_auc_interval(frame["ill"], frame["p"], frame["patient"])
    assert tuple(row[["auc", "auc_low", "auc_high"]]) == pytest.approx(expected)
    assert "Obuchowski's clustered 95 % interval" in tables["summary"].notes[0]
    beside = tables["clusters"].frame.set_index("model").loc["p"]
    assert tuple(beside[["delong_low", "delong_high"]]) == pytest.approx(
        delong_interval(frame["ill"], frame["p"])[1:]
    )
    assert beside["design_effect"] > 1.3
    (pair,) = tables["cluster_differences"].frame.to_dict("records")
    (compared,) = tables["comparisons"].frame.to_dict("records")
    assert compared["p_delong"] == pair["p_clustered"] != pair["p_delong"]
    assert f"p {pair['p_clustered']:.2g} (clusters)" in printed(in_clusters)
    notes = "\n".join(in_clusters.notes)
    assert "bands and all other intervals treat rows as independent and are too narrow" in notes
    assert "cluster: found" in notes
    assert compared["p_method"] == "Obuchowski, clusters"
    assert compared["p_value"] == pair["p_clustered"]
    assert compared["p_greater"] == pytest.approx(pair["p_clustered"] / 2)
    assert tables["bands"].notes[-1].startswith("Rows are treated as independent although")
    assert "comparisons_all" not in tables


def test_tests_of_predictions_give_no_verdict_in_clusters(path):
    made = assessed(path, cluster="patient", choices=Choices(n_resamples=5, margin=0.3))
    for name in ("mcnemar", "equivalence"):
        for row in made.tables[name].frame.to_dict("records"):
            assert "the rows come in clusters" in row["no_verdict"]
            assert np.isnan(row["low"])
    assert not made.tables["equivalence"].frame["equivalent"].any()


def test_plain_rows_have_no_such_tables(path):
    plain = assessed(path, models=("p",))
    new = {"clusters", "cluster_differences", "groups", "group_differences", "multiclass"}
    assert not new & set(plain.tables)
    assert "DeLong's 95 % interval" in plain.tables["summary"].notes[0]


def test_many_pairs_without_a_verdict_for_one_reason_have_one_line(path):
    choices = Choices(n_resamples=5, margin=0.3, threshold=0.5)
    made = assessed(path, models=("p", "q", "w"), cluster="patient", choices=choices)
    lines = [line for line in printed(made).splitlines() if "the rows come in clusters" in line]
    assert [line.split(": the rows")[0] for line in lines] == [
        "all 3 pairs: predictions not compared",
        "all 3 pairs: accuracy is not compared",
    ]


def test_what_heeds_clusters_does_not_say_otherwise(in_clusters):
    measures = in_clusters.tables["cut_measures"]
    assert set(measures.frame["method"]) == {"bootstrap of clusters"}
    assert not any("intervals are too narrow" in note for note in measures.notes)
    assert any("intervals are too narrow" in note for note in in_clusters.tables["bands"].notes)
    assert control_data([], in_clusters.tables, in_clusters.choices)["clusters"] is True


def test_groups_have_tables(in_clusters, tmp_path):
    tables = in_clusters.tables
    assert len(tables["groups"].frame) == 2 * 2 * 5
    assert len(tables["group_differences"].frame) == 2 * 5
    assert "although they come in clusters" in tables["groups"].notes[0]
    for name, title in {
        "clusters": "Areas of rows in clusters",
        "groups": "Groups",
        "group_differences": "Differences between groups",
    }.items():
        tables[name].save(tmp_path / f"{name}.csv", tmp_path / f"{name}.md")
        assert (tmp_path / f"{name}.md").read_text().startswith(f"# {title}\n")


def test_a_group_of_one_class_is_noted(frame, tmp_path):
    odd = frame.assign(sex=np.where((frame["ill"] == 1) & (frame["sex"] == "m"), "f", frame["sex"]))
    odd.to_csv(tmp_path / "odd.csv", index=False)
    made = assessed(tmp_path / "odd.csv", models=("p",), group="sex")
    assert "group m: all rows of m are negative: it has no AUC" in made.notes
    single = frame.assign(sex="f")
    single.to_csv(tmp_path / "single.csv", index=False)
    made = assessed(tmp_path / "single.csv", models=("p",), group="sex")
    assert any("found only one group, 'f'" in note for note in made.notes)
    assert "group_differences" not in made.tables


def test_weights_leave_only_what_heeds_them(frame, with_weights, tmp_path):
    assert set(with_weights.tables) == {"summary", "weighted_measures", "weighted_differences"}
    row = with_weights.tables["summary"].frame.set_index("model").loc["p"]
    for name, value in weighted_measures(frame["ill"], frame["p"], frame["w"]).items():
        assert row[name] == pytest.approx(value)
        assert row[f"{name}_low"] < value < row[f"{name}_high"]
    assert row["effective_n"] < N
    assert any("bands, operating points and tests are left out" in note for note in with_weights.notes)
    text = printed(with_weights)
    assert "p - q: weighted auc" in text
    assert "DeLong" not in text
    page = save(with_weights, tmp_path)[0].read_text()
    assert "with weights" in page
    assert {path.stem for path in (tmp_path / "figures").iterdir()} == {"weighted_roc"}
    assert (tmp_path / "tables/weighted_points.csv").is_file()
    assert not (tmp_path / "tables/operating_points.csv").exists()


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"margin": 0.1}, "margin: found 0.1 with weights; expected none: it needs counts of rows"),
        ({"prevalence": 0.1}, "prevalence: found 0.1 with weights"),
        ({"test": "wald"}, "test: found wald with weights"),
        ({"cost_fn": 2}, "cost_fn: found 2 with weights"),
        ({"threshold": "youden"}, "threshold: found 'youden' with weights; expected a number"),
    ],
)
def test_choices_that_cannot_heed_weights_are_refused(path, named, message):
    with pytest.raises(InputError) as caught:
        assessed(path, weight="w", choices=Choices(n_resamples=5, **named))
    assert str(caught.value).startswith(message)


def test_groups_with_weights_are_refused(path):
    with pytest.raises(InputError, match="group: found groups with weights; expected one of the two"):
        assessed(path, weight="w", group="sex")


def test_a_threshold_that_predicts_one_class_is_noted_with_weights(path):
    made = assessed(path, weight="w", models=("p",), choices=Choices(n_resamples=5, threshold=3))
    assert any("at the threshold 3 every row is predicted negative" in note for note in made.notes)
    row = made.tables["summary"].frame.iloc[0]
    assert np.isnan(row["ppv"])
    assert np.isnan(row["sensitivity_low"])


def test_weights_that_say_little_are_noted(frame, tmp_path):
    frame.assign(w=2.0).to_csv(tmp_path / "equal.csv", index=False)
    made = assessed(tmp_path / "equal.csv", models=("p",), weight="w")
    assert any("all weights are equal" in note for note in made.notes)
    frame.assign(w=np.where(np.arange(N) < 1, 1000.0, 1.0)).to_csv(tmp_path / "heavy.csv", index=False)
    made = assessed(tmp_path / "heavy.csv", models=("p", "q"), weight="w")
    (found,) = (note for note in made.notes if "rows carry as much information as" in note)
    assert found.startswith("weight: the negative rows carry as much information as 1.1 rows of equal weight")


def test_a_cluster_for_every_row_is_noted(frame, tmp_path):
    frame.assign(own=range(N)).to_csv(tmp_path / "own.csv", index=False)
    made = assessed(tmp_path / "own.csv", models=("p",), cluster="own")
    assert any("every row has its own cluster" in note for note in made.notes)
    row = made.tables["summary"].frame.iloc[0]
    assert (row["auc_low"], row["auc_high"]) == pytest.approx(delong_interval(frame["ill"], frame["p"])[1:])


def test_models_whose_rows_have_other_clusters_are_not_compared(frame, tmp_path):
    long = pd.concat([frame.assign(model=name, score=frame[name]) for name in ("p", "q")], ignore_index=True)
    long.loc[N + 1, "patient"] = "P39"
    long.to_csv(tmp_path / "long.csv", index=False)
    made = assessed(tmp_path / "long.csv", models=("score",), model="model", cluster="patient")
    assert not made.study.pairs
    assert "clusters" in made.given.unpaired
    assert "comparisons" not in made.tables


def test_several_classes_together(tmp_path):
    rng = np.random.default_rng(2)
    label = np.array(["a", "b", "c"])[np.arange(60) % 3]
    score = rng.random((60, 3)) + 0.4 * (label[:, np.newaxis] == ["a", "b", "c"])
    frame = pd.DataFrame({"kind": label, **dict(zip(["s1", "s2", "s3"], score.T, strict=True))})
    frame.to_csv(tmp_path / "kinds.csv", index=False)
    columns = columns_of({"label": "kind", "class_scores": "a=s1,b=s2,c=s3"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = assess(read_given(tmp_path / "kinds.csv", columns), Choices(n_resamples=10))
    found = made.tables["multiclass"].frame
    expected = multiclass_auc(label, score, ["a", "b", "c"]).measures()
    assert dict(zip(found["measure"], found["value"], strict=True)) == pytest.approx(expected)
    assert list(made.tables["summary"].frame["model"]) == ["a vs rest", "b vs rest", "c vs rest"]
    assert f"Hand and Till's M: {expected['hand_till']:.3f} (" in printed(made)
    assert set(found["method"]) == {"percentiles of resamples within each class"}


def test_several_classes_in_clusters(tmp_path):
    rng = np.random.default_rng(3)
    label = np.array(["a", "b", "c"])[np.arange(30) % 3]
    score = rng.random((30, 3)) + 0.4 * (label[:, np.newaxis] == ["a", "b", "c"])
    frame = pd.DataFrame({"kind": label, **dict(zip(["s1", "s2", "s3"], score.T, strict=True))})
    frame.assign(who=range(30)).loc[np.repeat(np.arange(30), 4)].to_csv(tmp_path / "k.csv", index=False)
    found = {}
    for cluster in (None, "who"):
        columns = columns_of({"label": "kind", "class_scores": "a=s1,b=s2,c=s3"})
        columns = replace(columns, cluster=cluster)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            given = read_given(tmp_path / "k.csv", columns)
        row = study_of(given, Choices(n_resamples=60)).get(KINDS["multiclass"]).iloc[0]
        found[cluster] = row["high"] - row["low"]
    assert found["who"] > 1.5 * found[None]


def test_weights_as_json(path, tmp_path, capsys):
    words = ["--label", "ill", "--score", "p", "--weight", "w", "--n-boot", "20", "--json"]
    assert main(["evaluate", str(path), *words, "-o", str(tmp_path / "out")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["operating_points"] == []
    assert found["models"][0]["measures"]["auc"]["low"] < found["models"][0]["measures"]["auc"]["value"]
    assert main(["evaluate", str(path), *words, "--margin", "0.1", "-o", str(tmp_path / "out")]) == 1
    assert "error: --margin: found 0.1 with weights; expected none: it needs" in capsys.readouterr().err
