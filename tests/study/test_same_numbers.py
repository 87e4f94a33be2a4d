"""``rocrepro evaluate`` on the scores of trained models gives the papers' numbers."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, assessment, read_given
from rocrepro.cli import main
from rocrepro.config import load_yaml
from rocrepro.datasets.registry import build_dataset
from rocrepro.datasets.sources import fetch
from rocrepro.formats.given.reading import Columns
from rocrepro.formats.inputs import Inputs
from rocrepro.learners import engine
from rocrepro.papers import build_table
from rocrepro.papers.evaluated import Evaluated
from rocrepro.study import KINDS, Choices, Steps
from rocrepro.study.equivalence import ALL_NEGATIVE, HALF, IN_USE
from rocrepro.study.kinds import DESIGNS
from rocrepro.study.steps import steps_of_dataset
from rocrepro.study.trained import BEST_BY, study_of_dataset
from tests.studies import write_study

ROOT = Path(__file__).resolve().parents[2]
DATASET, ENGINE, LEARNERS = "spectf_cv80", "sklearn", ("tree", "forest", "naive_bayes")
CHOICES = Choices(alpha=0.1, margin=0.05, prevalence=0.3, n_resamples=60, partial_fpr=0.3, best_by=BEST_BY)
COLUMNS = Columns(label="y", score="p", model="clf", fold="k", seed="s", row="example")


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The data set's facts, and the scores of three learners, cross-validated at two seeds."""
    entry = load_yaml(ROOT / "config/datasets.yaml")[DATASET]
    raw = tmp_path_factory.mktemp("raw")
    report = fetch(DATASET, entry, raw, mirror=None, offline=True, root=ROOT)
    dataset = build_dataset(DATASET, entry, raw, report)
    blocks = load_yaml(ROOT / "config/learners.yaml")
    return dataset.facts(), {
        (ENGINE, name): engine(ENGINE).score(dataset, {ENGINE: blocks[name][ENGINE]}, [1, 2], name=name)
        for name in LEARNERS
    }


@pytest.fixture(scope="module")
def path(trained, tmp_path_factory):
    """The same scores as a user's file; the rows of the second model lie in another order."""
    parts = [scores.assign(clf=learner) for (_, learner), scores in trained[1].items()]
    parts[0] = parts[0].sort_values(["seed", "row"])
    parts[1] = parts[1].sample(frac=1, random_state=1)
    frame = pd.concat(parts).rename(columns={"score": "p", "fold": "k", "seed": "s"})
    frame["y"] = np.where(frame["label"] == 1, "ill", "well")
    frame["example"] = "row " + frame["row"].astype(str)
    target = tmp_path_factory.mktemp("own") / "scores.csv"
    frame[["clf", "s", "k", "example", "y", "p"]].to_csv(target, index=False)
    return target


@pytest.fixture(scope="module")
def papers(trained):
    """The study behind the papers' artifacts."""
    return study_of_dataset(trained[1], DATASET, CHOICES)


def same_streams():
    """The steps of the data set, for models whose names do not have the engine."""
    steps = steps_of_dataset(DATASET)
    named = {
        step.name: getattr(steps, step.name).stream.replace("{model}", f"{ENGINE}/{{model}}")
        for step in fields(Steps)
    }
    return replace(
        steps,
        **{
            name: replace(getattr(steps, name), stream=stream.replace("{group}", ENGINE))
            for name, stream in named.items()
        },
    )


@pytest.fixture(scope="module")
def own(path):
    """What the command makes of the file, given the same generators."""
    given = read_given(path, COLUMNS, pos_label="ill")
    study_of = assessment.study_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assessment, "study_of", lambda *known: replace(study_of(*known), steps=same_streams()))
        return assess(given, CHOICES)


def as_a_file_names_models(frame):
    """The rows of a paper's frame with the columns that a file's models have."""
    engines = [name for name in ("engine", "engine_a", "engine_b") if name in frame]
    named = {"learner": "model", "learner_a": "model_a", "learner_b": "model_b"}
    return frame.drop(columns=engines).rename(columns=named)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in DESIGNS | {"equivalence"}])
def test_every_frame_is_the_same(papers, own, kind):
    """Equal to the last bit: counts, areas, resamples, intervals, bands, permutations."""
    expected = as_a_file_names_models(papers.get(KINDS[kind]))
    assert len(expected)
    pd.testing.assert_frame_equal(own.study.get(KINDS[kind]), expected, check_exact=True)


def test_equivalence_is_the_same_at_the_same_rule(papers, own):
    """Scores are probabilities: the threshold in use is the rule's one half."""
    frame = papers.get(KINDS["equivalence"])
    frame = frame[(frame["rule"] == HALF) & (frame["learner_b"] != ALL_NEGATIVE)].reset_index(drop=True)
    found = own.study.get(KINDS["equivalence"])
    assert set(found["rule"]) == {IN_USE}
    pd.testing.assert_frame_equal(found.assign(rule=HALF), as_a_file_names_models(frame), check_exact=True)


@pytest.fixture(scope="module")
def evaluated(trained, papers, tmp_path_factory):
    """What the papers' tables are made from."""
    build = tmp_path_factory.mktemp("build")
    write_study(papers, DATASET, build)
    shown = {
        "paper": "elazmeh2006", "simulations": [], "datasets": [DATASET], "engines": [ENGINE],
        "models": {DATASET: [list(model) for model in trained[1]]}, "seed": 1, "seeds": 2,
        "learners": [{"key": name, "letter": name[0], "title": name} for name in LEARNERS],
        "alpha": CHOICES.alpha, "confidence_test": CHOICES.test, "cauc_reading": "union",
        "equivalence_margin": CHOICES.margin, "target_prevalence": CHOICES.prevalence,
    }  # fmt: skip
    return Evaluated({DATASET: trained[0]}, shown, inputs=Inputs.below(build))


# Tables of the paper, columns of theirs, and the same in a table of the command.
SHOWN = {
    "confident": ("summary", ["n_points", "n_confident", "threshold_low", "aved", "cauc_union"], {}),
    "neighbours": ("summary", ["auc", "smooth_auc", "probabilistic_auc", "scored_auc"], {}),
    "segment_intervals": (
        "intervals",
        {"cauc": "value", "cauc_low": "low", "cauc_high": "high", "n_resamples": "n_resamples"},
        {"measure": "cauc_union"},
    ),
    "prevalence": (
        "prevalence",
        {"n_confident": "n_confident", "effective_n": "effective_n", "cost": "best_cost"},
        {"mix": "stated"},
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_papers_table_shows_what_the_command_shows(evaluated, own, name):
    table, columns, where = SHOWN[name]
    columns = columns if isinstance(columns, dict) else dict(zip(columns, columns, strict=True))
    left = build_table("elazmeh2006", name, evaluated).frame.query(f"seed == {evaluated.seed}")
    if "at" in left:
        left = left[left["at"] == "target"]
    right = own.tables[table].frame.set_index("model")
    for column, wanted in where.items():
        right = right[right[column] == wanted]
    assert list(left["learner"]) == list(right.index) == list(LEARNERS)
    for column, other in columns.items():
        np.testing.assert_array_equal(
            left[column].to_numpy(float), right[other].to_numpy(float), err_msg=column
        )


def test_the_command_line_gives_the_papers_areas(path, papers, evaluated, tmp_path):
    """With generators of its own: what is not random is the same in the file that it writes."""
    one = tmp_path / "forest.csv"  # figures take their time
    frame = pd.read_csv(path, dtype=str)
    frame[frame["clf"] == "forest"].to_csv(one, index=False)
    words = [f"--{role}={column}" for role, column in COLUMNS.named()]
    choices = ["--pos-label=ill", "--alpha=0.1", "--n-boot=5", f"--output={tmp_path / 'out'}"]
    assert main(["evaluate", str(one), *words, *choices]) == 0
    found = pd.read_csv(tmp_path / "out/summary.csv").set_index("model")
    expected = as_a_file_names_models(papers.get(KINDS["summary"])).query("seed == 1").set_index("model")
    expected = expected.loc[["forest"]]
    for column in ("auc", "auc_low", "auc_high", "n_confident", "aved", "cauc_union", "cauc_concordant"):
        np.testing.assert_array_equal(found[column], expected[column], err_msg=column)
    areas = build_table("elazmeh2006", "table3", evaluated).frame.set_index("learner")["auc_default_seed"]
    assert found["auc"].to_dict() == areas[["forest"]].to_dict()
