"""Studies of made-up models as rule evaluate writes them, with few resamples."""

from dataclasses import fields, replace

from rocrepro.formats.parquet import write_frame
from rocrepro.study import KINDS, Choices, Steps
from rocrepro.study.trained import BEST_BY, WRITTEN, study_of_dataset

CHOICES = Choices(margin=0.02, prevalence=0.5, best_by=BEST_BY)


def quick_study(scores, name, n_resamples=30, **choices):
    """The study of one data set's models; every random step takes few resamples."""
    study = study_of_dataset(scores, name, replace(CHOICES, n_resamples=n_resamples, **choices))
    steps = {step.name: replace(getattr(study.steps, step.name), n_resamples=None) for step in fields(Steps)}
    return replace(study, steps=Steps(**steps))


def write_study(study, name, build):
    """Write what rule evaluate writes of one data set."""
    (build / "study").mkdir(exist_ok=True)
    for kind in WRITTEN:
        write_frame(study.get(KINDS[kind]), build / f"study/{name}.{kind}.parquet")


def every(evaluated, kind):
    """The rows of one kind of all data sets and models."""
    return evaluated.every(kind).reset_index(drop=True)
