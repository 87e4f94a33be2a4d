"""The fast pass over resamples gives the very numbers of the library's slow functions."""

import numpy as np
import pytest

from rocrepro.assess.models import Model
from rocrepro.assess.options import Options
from rocrepro.assess.resampling import GRID, STEP, resampled
from rocrepro.evaluation import (
    aved_interval,
    cauc_interval,
    confident_segment,
    heights,
    paired_resamples,
    roc_points,
)
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.confidence import TESTS
from rocrepro.evaluation.resample import resampled_rows
from rocrepro.randomness import generator


def models(n, seed, test="tango", alpha=0.05):
    rng = np.random.default_rng(seed)
    label = np.r_[1, 0, (rng.random(n - 2) < rng.choice([0.1, 0.5, 0.9])).astype(int)]
    scores = {"fine": rng.normal(label), "ties": rng.integers(0, 4, n) / 3, "flat": np.zeros(n)}
    return [
        Model(
            name,
            label,
            score,
            roc_points(label, score),
            confident_segment(roc_points(label, score), alpha=alpha, test=test),
            0.5,
        )
        for name, score in scores.items()
    ]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(("n", "alpha"), [(9, 0.05), (60, 0.5), (300, 0.01)])
def test_measures_are_those_of_paired_resamples(test, n, alpha):
    made = models(n, seed=n, test=test, alpha=alpha)
    options = Options(n_boot=12, test=test, alpha=alpha)
    found = resampled(made, options, paired=True)
    scores = {model.name: model.score for model in made}
    stream = generator(options.seed, STEP)
    slow = paired_resamples(made[0].label, scores, n_resamples=12, seed=stream, alpha=alpha, test=test)
    for name in scores:
        for measure, values in found[name].measures.items():
            np.testing.assert_array_equal(values, slow[name][measure], err_msg=f"{name} {measure}")


def test_heights_are_those_of_the_repeated_rows():
    made = models(50, seed=2)
    options = Options(n_boot=7)
    found = resampled(made, options, paired=True)
    streams = class_streams(generator(options.seed, STEP))
    (counts,) = resampled_rows(made[0].label == 1, 7, streams)
    for model in made:
        for row, high in zip(counts, found[model.name].heights, strict=True):
            rows = np.repeat(np.arange(50), row)
            curve = roc_points(model.label[rows], model.score[rows])
            np.testing.assert_array_equal(high, heights([curve], GRID)[0])


@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.metrics.UndefinedIntervalWarning")
def test_intervals_are_those_of_the_library(assessment, by_name):
    rows = assessment.tables["intervals"].frame.set_index(["model", "measure"])
    for name, (label, score) in by_name.items():
        common = {"n_boot": assessment.options.n_boot, "alpha": 0.05}
        for measure, interval, reading in (
            ("cauc_union", cauc_interval, "union"),
            ("cauc_vertical", cauc_interval, "vertical"),
            ("aved", aved_interval, "signed"),
            ("aved_abs", aved_interval, "absolute"),
        ):
            own = interval(label, score, seed=generator(1, STEP), reading=reading, **common)
            shown = rows.loc[(name, measure), ["value", "low", "high", "n_undefined"]].tolist()
            assert shown == [own.value, own.lower, own.upper, own.n_undefined]
    summary = assessment.tables["summary"].frame.set_index("model")
    for name in by_name:
        assert summary.loc[name, "aved_low"] == rows.loc[(name, "aved"), "low"]
        assert summary.loc[name, "cauc_union_high"] == rows.loc[(name, "cauc_union"), "high"]
