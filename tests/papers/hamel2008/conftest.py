"""Real models on a real, smaller ringnorm, a copy damaged by way of text, and two sets of made-up scores."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.datasets.ringnorm import ringnorm
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import write_scores
from rocrepro.formats.tidy import Attribute, Dataset
from rocrepro.papers import CATALOG, run_simulation
from rocrepro.papers.hamel2008 import coverage
from tests.papers.lacking import bare, without
from tests.studies import quick_study, write_study

CONFIG = Path(__file__).resolve().parents[3] / "config"
N_POS, N_NEG = 800, 790
MORE = [
    {"key": "linear", "letter": "L", "title": "linear discriminant"},
    {"key": "logistic", "letter": "R", "title": "logistic regression"},
]
COLUMNS = [f"x{j}" for j in range(1, 21)]


def as_copied(value: float) -> int:
    """A value as the copy has it, through its decimal text."""
    text = Decimal(f"{value:.4f}").quantize(Decimal("0.001"), rounding=ROUND_HALF_EVEN)
    return int(str(text).rstrip("0").replace(".", "") or "0") if text else 0


def dataset(name, values, label, part, protocol):
    """A tidy data set of ringnorm's shape."""
    return Dataset(
        name=name, title=name, frame=pd.DataFrame(values, columns=COLUMNS), label=np.where(label, "1", "0"),
        part=part, attributes=tuple(Attribute(c, "numeric") for c in COLUMNS), classes=("0", "1"),
        positive="1", target="class", class_index=20, protocol=protocol,
        folds=0 if protocol == "split" else 10,
    )  # fmt: skip


def fitted():
    """Scores of five scikit-learn models on the test rows, by learner."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    train, known = ringnorm(150, 150, 1)
    test, label = ringnorm(N_POS, N_NEG, 2)
    models = {
        "stump": DecisionTreeClassifier(max_depth=1, random_state=1),
        "tree": DecisionTreeClassifier(min_samples_leaf=2, random_state=1),
        "forest": RandomForestClassifier(10, random_state=1),
        "naive_bayes": GaussianNB(),
        "linear": LinearDiscriminantAnalysis(),
        "logistic": LogisticRegression(),
    }
    rows = {"seed": 1, "fold": 0, "row": np.arange(len(label)), "label": label.astype(int)}
    return {
        key: pd.DataFrame(rows | {"score": model.fit(train, known).predict_proba(test)[:, 1]})
        for key, model in models.items()
    }


@pytest.fixture(scope="session")
def hamel_scores(all_scores):
    """Scores by data set and model, all of one engine."""
    made = {
        name: {model: frame for model, frame in models.items() if model[0] == "sklearn"}
        for name, models in all_scores.items()
    }
    return made | {"ringnorm": {("sklearn", key): frame for key, frame in fitted().items()}}


@pytest.fixture(scope="session")
def ledger():
    return load_ledger(CONFIG / "claims/hamel2008", CONFIG / "schemas/claims.schema.json")


@pytest.fixture(scope="session")
def hamel(evaluated, shown, hamel_scores, ledger, tmp_path_factory):
    """An `Evaluated` with a build folder of its own."""
    build = tmp_path_factory.mktemp("build")
    (build / "data").mkdir()
    (build / "scores").mkdir()
    for name, models in hamel_scores.items():
        for (engine, learner), frame in models.items():
            if len(frame):
                write_scores(frame, build / f"scores/{name}.{engine}.{learner}.parquet")
    (train, known), (test, label) = ringnorm(150, 150, 1), ringnorm(3736, 3664, 2)
    part = np.repeat(["train", "test"], [len(known), len(label)])
    rows, classes = np.concatenate([train, test]), np.concatenate([known, label])
    whole = dataset("ringnorm", rows, classes, part, "split")
    copied = np.vectorize(as_copied)(ringnorm(3736, 3664, 7)[0]).astype(float)
    copy = dataset("ringnorm_keel", copied, ringnorm(3736, 3664, 7)[1], np.full(len(label), "all"), "cv")
    for one in (whole, copy):
        one.save(build / f"data/{one.name}.parquet", build / f"data/{one.name}.json")
    for name, models in (hamel_scores | {"ringnorm_keel": {}}).items():
        write_study(quick_study(models, name, 20), name, build)
    learners = [*shown["learners"], *MORE]
    names = [*shown["datasets"], "ringnorm", "ringnorm_keel"]
    models = {name: [list(model) for model in of_set] for name, of_set in hamel_scores.items()}
    wanted = {f"hamel2008.{name}" for name in CATALOG["hamel2008"].printed}
    printed = {claim.short: claim.printed for claim in ledger.claims if claim.statement in wanted}
    config = shown | {
        "paper": "hamel2008", "datasets": names, "models": models | {"ringnorm_keel": []},
        "learners": learners, "engines": ["sklearn"], "printed": printed,
        "quantities": dict(ledger.quantities),
    }  # fmt: skip
    facts = evaluated.facts | {one.name: one.facts() for one in (whole, copy)}
    whole = replace(evaluated, facts=facts, shown=config, inputs=Inputs.below(build), simulations={})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "SAMPLES", 20)
        patch.setattr(coverage, "REPLICATES", 40)
        bands = run_simulation("hamel2008", "bands", {})
    return simulated(whole, bands)


def simulated(evaluated, bands):
    """The same with the simulations that its scores give; that of bands reads none."""
    shown = evaluated.shown | {"inputs": evaluated.inputs}
    of_scores = [name for name, simulation in CATALOG["hamel2008"].simulations.items() if simulation.scores]
    runs = {name: run_simulation("hamel2008", name, shown) for name in of_scores}
    return replace(evaluated, simulations=runs | {"bands": bands})


def lacking(hamel, missing, folder):
    """What a run gives that could not have some data sets and engines."""
    bands = hamel.simulations["bands"]
    return simulated(without(replace(hamel, simulations={}), missing, folder), bands)


@pytest.fixture(scope="session")
def without_data(hamel, tmp_path_factory):
    """The same without any data at all."""
    return simulated(bare(hamel, tmp_path_factory.mktemp("bare")), hamel.simulations["bands"])
