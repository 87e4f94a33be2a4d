"""A small set of evaluations: two data sets with scores, and one that no source served."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.tidy import NOMINAL, Attribute, Dataset
from rocrepro.papers.evaluated import Evaluated
from tests.studies import quick_study, write_study

LEARNERS = [
    {"key": "stump", "letter": "S", "title": "decision stump"},
    {"key": "tree", "letter": "T", "title": "decision tree"},
    {"key": "forest", "letter": "F", "title": "random forest"},
    {"key": "naive_bayes", "letter": "B", "title": "naive Bayes"},
]
FACTS = {
    "dis": {"name": "dis", "title": "dis", "protocol": "split", "folds": 0, "missing": "no source served it"},
    "spect": {
        "name": "spect", "title": "spect", "protocol": "split", "folds": 0,
        "counts": {"train": [40, 40], "test": [15, 172]},
    },
    "spectf_cv80": {
        "name": "spectf_cv80", "title": "spectf, training rows", "protocol": "cv", "folds": 10,
        "counts": {"all": [40, 40]},
    },
}  # fmt: skip
ENGINES = ("weka", "sklearn")
SIZES = {"spect": (15, 172), "spectf_cv80": (40, 40)}


def scores(n_pos, n_neg, seeds, digits, rng):
    """Scores of a made-up classifier; fewer digits give more ties."""
    label = np.r_[np.ones(n_pos, int), np.zeros(n_neg, int)]
    frames = []
    for seed in range(1, seeds + 1):
        score = np.round(np.clip(rng.normal(0.35 + 0.3 * label, 0.2), 0, 1), digits)
        frame = {"seed": seed, "fold": 0, "row": np.arange(len(label)), "label": label, "score": score}
        frames.append(pd.DataFrame(frame))
    return pd.concat(frames, ignore_index=True)


@pytest.fixture(scope="session")
def shown():
    return {
        "paper": "elazmeh2006", "simulations": [], "size": "ci", "extra": {}, "printed": {},
        "datasets": list(FACTS),
        "models": {d: [[e, k["key"]] for e in ENGINES for k in LEARNERS] for d in FACTS},
        "learners": LEARNERS, "engines": ["weka", "sklearn"], "seed": 1, "seeds": 3,
        "alpha": 0.05, "confidence_test": "tango", "cauc_reading": "union",
        "equivalence_margin": 0.02, "target_prevalence": 0.5,
    }  # fmt: skip


@pytest.fixture(scope="session")
def all_scores():
    """Scores by data set and model; empty for the one that is missing."""
    rng = np.random.default_rng(5)
    digits = {"stump": 0, "tree": 1, "forest": 1, "naive_bayes": 6}
    models = [(engine, learner) for engine in ENGINES for learner in digits]
    made = {"dis": {model: empty_scores() for model in models}}
    for name, sizes in SIZES.items():
        made[name] = {
            (engine, key): scores(*sizes, 1 if key == "stump" else 3, digits[key], rng)
            for engine, key in models
        }
    for frame in made["spectf_cv80"].values():
        frame["fold"] = frame["row"] % 10 + 1  # four rows of each class in every fold
    return made


def spect():
    """A tidy spect with the class counts of `FACTS`, and one attribute that says nothing."""
    parts = FACTS["spect"]["counts"]
    label = [name for counts in parts.values() for name in np.repeat(["1", "0"], counts)]
    part = [name for name, counts in parts.items() for _ in range(sum(counts))]
    return Dataset(
        name="spect", title="spect", frame=pd.DataFrame({"f1": ["0", "1", "0"] * (len(label) // 3)}),
        label=np.array(label), part=np.array(part), attributes=(Attribute("f1", NOMINAL, ("0", "1")),),
        classes=("0", "1"), positive="1", target="diagnosis", class_index=0, protocol="split", folds=0,
    )  # fmt: skip


@pytest.fixture(scope="session")
def evaluated(all_scores, shown, tmp_path_factory):
    build = tmp_path_factory.mktemp("build")
    for folder in ("data", "scores"):
        (build / folder).mkdir()
    spect().save(build / "data/spect.parquet", build / "data/spect.json")
    for name, models in all_scores.items():
        for (engine, learner), frame in models.items():
            write_scores(frame, build / f"scores/{name}.{engine}.{learner}.parquet")
        write_study(quick_study(models, name), name, build)
    protocols = {"dataset": "spectf_cv80", "learner": "stump", "seed": [1, 2, 3], "auc": [0.6744, 0.60, 0.68]}
    folds = {"dataset": ["spectf_cv80"], "learner": ["tree"], "auc": [0.75], "n_confident": [4]}
    runs = {
        "spectf_protocols": pd.DataFrame(protocols | {"uses": "engine weka; spectf_cv80"}),
        "same_folds": pd.DataFrame(folds | {"uses": "spectf_cv80"}),
    }
    facts = FACTS | {"spect": spect().facts()}
    return Evaluated(facts=facts, shown=shown, simulations=runs, inputs=Inputs.below(build))
