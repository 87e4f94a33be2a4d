"""Two models on 80 examples in 4 folds, and one whose scores are no probabilities, assessed once."""

import csv

import matplotlib as mpl
import numpy as np
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices

mpl.use("agg")
OPTIONS = Choices(n_resamples=40, cost_fn=3, margin=0.2, prevalence=0.1)
COLUMNS = Columns(label="ill", score="p", model="clf", fold="k")


@pytest.fixture(scope="session")
def path(tmp_path_factory):
    rng = np.random.default_rng(1)
    truth = (np.arange(80) % 4 == 0).astype(int)
    models = {
        "<b>good</b>": np.clip(rng.normal(0.3 + 0.4 * truth, 0.15), 0, 1),
        "$poor$": np.clip(rng.normal(0.4 + 0.1 * truth, 0.2), 0, 1).round(1),
        "margin": rng.normal(2 * truth - 1),
    }
    target = tmp_path_factory.mktemp("own") / "my scores.csv"
    with target.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["ill", "p", "clf", "k"])
        for name, score in models.items():
            writer.writerows([truth[i], repr(float(score[i])), name, i // 20] for i in range(80))
    return target


@pytest.fixture(scope="session")
def assessment(path):
    return assess(read_given(path, COLUMNS), OPTIONS)


@pytest.fixture(scope="session")
def by_name(assessment):
    """Labels and scores of each model."""
    return {name: (label, score) for name, label, score in assessment.given.at_seed()}
