"""Studies of made-up models as rule evaluate writes them, with few resamples."""

from dataclasses import fields, replace

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.parquet import write_frame
from rocrepro.study import KINDS, Choices, Steps
from rocrepro.study.trained import BEST_BY, WRITTEN, study_of_dataset

CHOICES = Choices(margin=0.02, prevalence=0.5, best_by=BEST_BY, partial_fpr=0.3, partial_tpr=0.8)
RESAMPLES = 30
NAMES = {
    "alpha": "alpha",
    "confidence_test": "test",
    "equivalence_margin": "margin",
    "target_prevalence": "prevalence",
}
"""Choices by their keys in the config."""


def quick_study(scores, name, n_resamples=RESAMPLES, **choices):
    """The study of one data set's models; every random step takes few resamples."""
    study = study_of_dataset(scores, name, replace(CHOICES, n_resamples=n_resamples, **choices))
    steps = {step.name: replace(getattr(study.steps, step.name), n_resamples=None) for step in fields(Steps)}
    return replace(study, steps=Steps(**steps))


def write_study(study, name, build, kinds=WRITTEN):
    """Write what rule evaluate writes of one data set."""
    (build / "study").mkdir(exist_ok=True)
    for kind in kinds:
        write_frame(study.get(KINDS[kind]), build / f"study/{name}.{kind}.parquet")


def with_choices(evaluated, all_scores, build, *, kinds=WRITTEN, **shown):
    """The evaluations of a run with other choices in its config.

    Parameters
    ----------
    evaluated : Evaluated
    all_scores : mapping of str to mapping
        Scores of the models of each data set.
    build : Path
        Receives the studies.
    kinds : sequence of str
        Which frames are wanted.
    **shown
        Keys of `shown` with other values.
    """
    choices = {NAMES[key]: value for key, value in shown.items() if key in NAMES}
    for name, scores in all_scores.items():
        write_study(quick_study(scores, name, 10, **choices), name, build, kinds)
    return replace(evaluated, shown=evaluated.shown | shown, inputs=Inputs.below(build))


def every(evaluated, kind):
    """The rows of one kind of all data sets and models."""
    return evaluated.every(kind).reset_index(drop=True)
