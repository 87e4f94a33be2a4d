"""A study as a whole: which models are compared, what is computed once, and what its random numbers are."""

from dataclasses import replace

import pandas as pd
import pytest

from rocrepro.randomness import generator
from rocrepro.study import KINDS, Choices, Steps, Study
from rocrepro.study.steps import steps_of_dataset
from tests.studies import quick_study

RANDOM = {
    *("resamples", "intervals", "bands", "band_edges", "fixed_width", "all_bands", "vertical"),
    *("comparisons", "differences", "band_comparisons", "difference_edges"),
    *("cut_measures", "chosen_cuts", "rates_at"),
    *("partial_areas", "partial_comparisons", "average_precisions"),
}
OF_FILES = {
    "clusters": "assess/clusters",
    "multiclass": "assess/multiclass/{model}",
    "weighted": "assess/weighted",
    "calibration": "assess/calibration",
    "net_benefit": "assess/net_benefit",
}
"""Streams of kinds that studies of trained models are not asked for."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_name_of_the_data_set_decides_the_random_numbers_and_nothing_else(study, scores, kind):
    other = quick_study(scores, "another_name", 12)
    assert other.get(KINDS[kind]).equals(study.get(KINDS[kind])) is (kind not in RANDOM)


@pytest.mark.parametrize("kind", sorted(RANDOM))
def test_so_does_the_seed_of_the_choices(study, scores, kind):
    other = replace(study, choices=replace(study.choices, seed=2))
    assert not other.get(KINDS[kind]).equals(study.get(KINDS[kind]))


def test_curves_show_the_chosen_seed(study):
    other = replace(study, seed=2)
    assert [model.name for model in other.models] == [
        name for name in study.scores if name != ("weka", "tree")
    ]
    assert set(other.get(KINDS["points"])["seed"]) == {2}
    pd.testing.assert_frame_equal(other.get(KINDS["summary"]), study.get(KINDS["summary"]))


def test_models_are_compared_where_they_scored_the_same_examples(scores):
    tree = scores["sklearn", "tree"]
    others = {
        "same": scores["sklearn", "forest"],
        "fewer": tree[tree["row"] < 50],
        "labels": tree.assign(label=1 - tree["label"]),
        "rows": tree.assign(row=tree["row"] + 1),
    }
    models = {("sklearn", "tree"): tree} | {("sklearn", name): of for name, of in others.items()}
    found = quick_study(models, "x", 5)
    assert [model.name[1] for model in found.compared] == ["tree", "same"]
    assert [(a.name[1], b.name[1]) for a, b in found.pairs] == [("tree", "same")]
    assert set(found.get(KINDS["resamples"])["learner"]) == {"tree", "same"}
    # The others are resampled by themselves: they have intervals, as if they were alone.
    frame = found.get(KINDS["intervals"])
    for name in ("fewer", "labels", "rows"):
        alone = quick_study({("sklearn", name): models["sklearn", name]}, "x", 5).get(KINDS["intervals"])
        pd.testing.assert_frame_equal(frame[frame["learner"] == name].reset_index(drop=True), alone)


def test_what_is_not_comparable_has_no_pairs(study):
    apart = replace(study, comparable=False)
    assert apart.compared == apart.pairs == []
    for kind in ("resamples", "comparisons", "band_comparisons", "difference_edges", "equivalence"):
        assert apart.get(KINDS[kind]).empty
    assert len(apart.get(KINDS["intervals"])) == len(study.get(KINDS["intervals"]))


def test_scores_are_resampled_once_for_all_that_needs_it(scores, monkeypatch):
    """A file's intervals and differences are of the same resamples; those of a data set have two streams."""
    calls = []
    from rocrepro.study import study as module

    resampled = module.resampled_models
    monkeypatch.setattr(
        module, "resampled_models", lambda *known, **more: calls.append(more) or resampled(*known, **more)
    )
    choices = Choices(n_resamples=6, margin=0.1)
    file = Study({(" ".join(name),): frame for name, frame in scores.items()}, choices=choices)
    for study, expected in ((file, 1), (quick_study(scores, "x", 6), 2)):
        calls.clear()
        for kind in ("resamples", "intervals", "bands", "comparisons", "band_comparisons"):
            study.get(KINDS[kind])
        assert len(calls) == expected


OF_FILES = {
    "clusters": "assess/clusters",
    "multiclass": "assess/multiclass/{model}",
    "weighted": "assess/weighted",
    "calibration": "assess/calibration",
    "net_benefit": "assess/net_benefit",
}
"""Steps that no trained model takes."""


def test_names_of_random_streams_do_not_move():
    """A stream's name decides the released numbers."""
    steps = steps_of_dataset("dis")
    assert {name: (step.stream, step.n_resamples) for name, step in vars(steps).items()} == {
        "resamples": ("paired_resamples/dis", 500),
        "intervals": ("elazmeh2006/segment_intervals/dis", 500),
        "bands": ("fixed_width_band/dis/{model}", None),
        "permutation": ("hamel2008/permutation/dis/{group}/{a}/{b}", 999),
        "vertical": ("hamel2008/vertical/dis/{model}", 1000),
        "all_bands": ("elazmeh2006/band_comparison/dis/{model}", 500),
        **{name: (stream, None) for name, stream in OF_FILES.items()},
    }
    assert {name: step.stream for name, step in vars(Steps()).items()} == {
        **dict.fromkeys(("resamples", "intervals"), "assess/resamples"),
        "bands": "assess/band/{model}",
        "permutation": "assess/permutation/{a}/{b}",
        "vertical": "assess/vertical/{model}",
        "all_bands": "assess/bands/{model}",
        **OF_FILES,
    }


def test_a_streams_name_has_the_models_in_it(study):
    tree, forest, *_ = study.models
    for step, models, name in (
        (steps_of_dataset("dis").bands, (tree,), "fixed_width_band/dis/sklearn/tree"),
        (
            steps_of_dataset("dis").permutation,
            (tree, forest),
            "hamel2008/permutation/dis/sklearn/tree/forest",
        ),
        (steps_of_dataset("dis").resamples, (), "paired_resamples/dis"),
    ):
        assert step.of(3, *models).random() == generator(3, name).random()


def test_a_step_takes_its_own_number_of_resamples_or_that_of_the_choices(scores):
    study = Study(scores, ("engine", "learner"), Choices(n_resamples=7), steps=steps_of_dataset("x"))
    counts = {name: study.n_resamples(step) for name, step in vars(study.steps).items()}
    assert counts == {
        **{"resamples": 500, "intervals": 500, "bands": 7, "permutation": 999},
        **{"vertical": 1000, "all_bands": 500},
        **dict.fromkeys(OF_FILES, 7),
    }
