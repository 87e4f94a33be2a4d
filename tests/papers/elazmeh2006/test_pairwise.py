"""The table of orderings, computed again from the scores by resampling rows one at a time."""

import re
from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.formats.inputs import Inputs
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006.pairwise import METRICS
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.randomness import generator
from rocrepro.study.differences import share_positive
from rocrepro.study.steps import PAIRED
from tests.papers.lacking import studied, using, without
from tests.studies import RESAMPLES


@pytest.fixture(scope="module")
def table(evaluated):
    return build_table("elazmeh2006", "orderings", evaluated)


def indexed(table):
    return table.frame.set_index(["metric", "dataset", "engine", "a", "b"])


def test_a_row_for_every_ordered_pair(table):
    assert list(table.frame.columns) == [
        "metric", "dataset", "engine", "a", "b", "value_a", "value_b", "difference", "low", "high",
        "share_resamples", "n_resamples", "share_seeds", "n_seeds",
    ]  # fmt: skip
    found = indexed(table).index
    assert found.is_unique
    assert set(found) == {
        (metric, dataset, engine, a, b)
        for metric in METRICS
        for dataset in ("dis", "spect", "spectf_cv80")
        for engine in ("weka", "sklearn")
        for a, b in permutations(LEARNERS, 2)
    }


def filled(table):
    """The rows of the data sets that are there."""
    return indexed(table).query("dataset != 'dis'")


def assert_bare(table, gone):
    """The rows that are marked have no value, and there are some."""
    assert gone.any()
    values = table.frame.drop(columns=["metric", "dataset", "engine", "a", "b"])
    assert values[gone].isna().all(axis=None)


def test_pairs_on_a_missing_data_set_have_rows_without_values(table):
    gone = using(table, ["dis"])
    assert gone.tolist() == (table.frame["dataset"] == "dis").to_list()
    assert_bare(table, gone)


def literal_differences(scores, dataset, engine, a, b, measure):
    """The difference a - b on each resample, rows drawn by class from the data set's stream."""
    frames = [scores[dataset][engine, learner].query("seed == 1") for learner in (a, b)]
    label = frames[0]["label"].to_numpy()
    streams = generator(1, f"paired_resamples/{dataset}").spawn(2)
    parts = []
    for value, stream in zip((1, 0), streams, strict=True):
        own = np.flatnonzero(label == value)
        parts.append(own[stream.integers(len(own), size=(RESAMPLES, len(own)))])
    one, other = (frame["score"].to_numpy() for frame in frames)
    return np.array([measure(label[r], one[r]) - measure(label[r], other[r]) for r in np.hstack(parts)])


def share_confident(label, score):
    curve = roc_points(label, score)
    return confident_segment(curve).n_confident / len(curve)


MEASURES = {
    "auc": roc_auc_score,
    "cauc_horizontal": lambda y, s: confident_segment(roc_points(y, s)).cauc("horizontal"),
    "aved": lambda y, s: confident_segment(roc_points(y, s)).aved,
    "n_confident": lambda y, s: confident_segment(roc_points(y, s)).n_confident,
    "share_confident": share_confident,
}


@pytest.mark.parametrize("metric", MEASURES)
@pytest.mark.parametrize("pair", [("stump", "tree"), ("forest", "naive_bayes")])
@pytest.mark.parametrize(("dataset", "engine"), [("spect", "weka"), ("spectf_cv80", "sklearn")])
def test_against_resampling_rows(table, all_scores, metric, pair, dataset, engine):
    expected = literal_differences(all_scores, dataset, engine, *pair, MEASURES[metric])
    expected = np.round(expected[~np.isnan(expected)], 12)  # scikit-learn's areas are sums of doubles
    row = indexed(table).loc[(metric, dataset, engine, *pair)]
    assert row["n_resamples"] == len(expected)
    if len(expected) == 0:  # the stump's set is empty on every resample
        assert row[["low", "high", "share_resamples"]].isna().all()
        return
    assert row["share_resamples"] == pytest.approx(((expected > 0) + 0.5 * (expected == 0)).mean())
    if metric == "n_confident":  # a resample has fewer points than the data: its percentiles are no interval
        assert row[["low", "high"]].isna().all()
        return
    assert (row["low"], row["high"]) == pytest.approx(tuple(np.quantile(expected, [0.025, 0.975])), abs=1e-9)


def test_values_and_seeds_are_those_of_the_scores(table, all_scores):
    rows = filled(table).loc["auc"]
    for (dataset, engine, a, b), row in rows.iterrows():
        auc = {}
        for learner in (a, b):
            by_seed = all_scores[dataset][engine, learner].groupby("seed")
            auc[learner] = [roc_auc_score(part["label"], part["score"]) for _, part in by_seed]
        assert row["value_a"] == pytest.approx(auc[a][0], abs=1e-12)
        assert row["value_b"] == pytest.approx(auc[b][0], abs=1e-12)
        assert row["difference"] == row["value_a"] - row["value_b"]
        # The stump of the fixture has one seed, the others have three.
        one, other = (auc[learner] * (3 if len(auc[learner]) == 1 else 1) for learner in (a, b))
        assert row["n_seeds"] == 3
        assert row["share_seeds"] == pytest.approx(np.mean(np.array(one) > np.array(other)))


def test_the_other_order_says_the_opposite(table):
    frame = filled(table).astype(float)
    for (metric, dataset, engine, a, b), row in frame.iterrows():
        other = frame.loc[(metric, dataset, engine, b, a)]
        mirrored = {
            **{name: 1 - other[name] for name in ("share_resamples", "share_seeds")},
            **{"low": -other["high"], "high": -other["low"], "difference": -other["difference"]},
            **{"value_a": other["value_b"], "n_resamples": other["n_resamples"], "n_seeds": other["n_seeds"]},
        }
        assert row[list(mirrored)].to_dict() == pytest.approx(mirrored, nan_ok=True)
        assert metric != "auc" or row["n_resamples"] == RESAMPLES


def test_another_data_set_changes_no_number(table, evaluated):
    alone = replace(evaluated, shown=evaluated.shown | {"datasets": ["spectf_cv80"]})
    rows = table.frame[table.frame["dataset"] == "spectf_cv80"].reset_index(drop=True)
    pd.testing.assert_frame_equal(build_table("elazmeh2006", "orderings", alone).frame, rows)


def declared(evaluated, *without):
    """The files of the studies, but for some."""
    paths = [path for name in evaluated.facts for path in studied(evaluated.inputs, name)]
    return [path for path in paths if path.name not in without]


@pytest.mark.parametrize("kind", ["summary", "resamples"])
def test_a_job_that_does_not_declare_a_kind_of_frame_stops(evaluated, kind):
    other = replace(evaluated, inputs=Inputs(declared(evaluated, f"spect.{kind}.parquet")))
    with pytest.raises(LookupError, match=rf"^study/spect\.{kind}\.parquet is read by a job that does"):
        build_table("elazmeh2006", "orderings", other)


def test_a_declared_frame_that_is_gone_is_one_clear_error(evaluated, tmp_path):
    gone = tmp_path / "study/spect.resamples.parquet"
    other = replace(evaluated, inputs=Inputs([*declared(evaluated, gone.name), gone]))
    with pytest.raises(InputError, match=rf"^{re.escape(str(gone))}: found nothing; expected [^\n]+$"):
        build_table("elazmeh2006", "orderings", other)


@pytest.mark.parametrize("missing", [("engine weka",), ("spect",), ("engine weka", "spectf_cv80")])
def test_what_is_missing_has_rows_without_values(table, evaluated, tmp_path, missing):
    """The resamples of the models that are there are those of the full run."""
    lacking = build_table("elazmeh2006", "orderings", without(evaluated, missing, tmp_path))
    gone = using(lacking, missing)
    assert gone.tolist() == using(table, missing).tolist()
    assert_bare(lacking, gone)
    pd.testing.assert_frame_equal(lacking.frame[~gone], table.frame[~gone])


def test_nothing_at_all(evaluated, tmp_path):
    nothing = without(evaluated, evaluated.shown["datasets"], tmp_path)
    lacking = build_table("elazmeh2006", "orderings", nothing)
    assert len(lacking.frame) == 3 * 2 * 12 * len(METRICS)
    assert_bare(lacking, using(lacking, nothing.datasets))
    assert using(lacking, nothing.datasets).all()
    assert "**Missing:** dis: gone" in lacking.markdown()


def test_markdown_shows_each_pair_once_by_area(table):
    lines = [line for line in table.markdown().splitlines() if line.startswith("| auc")]
    assert len(lines) == 3 * 2 * 6
    assert sum("| dis " in line for line in lines) == 2 * 6  # without values
    assert not [line for line in table.markdown().splitlines() if line.startswith("| cauc")]
    assert f"resampled {PAIRED} times" in table.markdown()


def test_share_of_positive_differences():
    assert share_positive(np.array([1.0, 0.0, -1.0, 2.0])) == 0.625
    assert np.isnan(share_positive(np.array([])))
