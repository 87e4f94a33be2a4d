"""Scores of made-up models in two engines, with seeds, folds and ties."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.study import KINDS
from tests.studies import quick_study

N_POS, N_NEG = 14, 46
LABEL = np.arange(N_POS + N_NEG) % 30 < 7


def made_up(shift, digits, seeds, stream, low=0.0, high=1.0):
    """Scores of one model at some seeds; fewer digits give more ties, and a wide range no probabilities."""
    rng = np.random.default_rng(stream)
    rows = np.arange(len(LABEL))
    parts = [
        pd.DataFrame(
            {
                **{"seed": seed, "fold": rows % 3 + 1, "row": rows, "label": LABEL.astype(int)},
                "score": np.round(np.clip(rng.normal(0.4 + shift * LABEL, 0.25), low, high), digits),
            }
        )
        for seed in seeds
    ]
    return pd.concat(parts, ignore_index=True)


def of_model(frame, model):
    """The rows of one model."""
    return frame[(frame["engine"] == model[0]) & (frame["learner"] == model[1])]


@pytest.fixture(scope="session")
def scores():
    """Two models of one engine, and two of another, of which one has no probabilities."""
    return {
        ("sklearn", "tree"): made_up(0.3, 1, (1, 2), 1),
        ("sklearn", "forest"): made_up(0.4, 6, (1, 2), 2),
        ("weka", "tree"): made_up(0.2, 2, (1,), 3),
        ("weka", "svm"): made_up(0.3, 6, (1, 2), 4, low=-9, high=9),
    }


@pytest.fixture(scope="session")
def study(scores):
    """The study of these models as rule evaluate makes it, with few resamples."""
    return quick_study(scores, "made_up", 12)


@pytest.fixture(scope="session")
def by_model(scores):
    """Labels and scores of each model at the seed that curves show."""
    shown = {name: frame[frame["seed"] == 1] for name, frame in scores.items()}
    return {name: (part["label"].to_numpy(), part["score"].to_numpy()) for name, part in shown.items()}


@pytest.fixture(scope="session")
def indexed(study):
    """The rows of a kind at that seed, indexed by what names a model or a pair, and by further columns."""

    def of(kind, *more):
        frame = study.get(KINDS[kind]).query("seed == 1").drop(columns="seed")
        sides = ("_a", "_b") if "engine_a" in frame else ("",)
        keys = [f"{name}{side}" for side in sides for name in ("engine", "learner")]
        return frame.set_index([*keys, *more]).sort_index(kind="stable")

    return of
