"""An assessment of rows with weights: only what weights are defined for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from rocrepro.assess.tables import clustered, shown
from rocrepro.errors import InputError
from rocrepro.evaluation import effective_rows
from rocrepro.formats.given.notes import note
from rocrepro.formats.table import Table
from rocrepro.study import Choices, Study
from rocrepro.study.choices import NAMES
from rocrepro.study.cut import index_of, one_class_at
from rocrepro.study.weights import weighted_cut

if TYPE_CHECKING:
    from rocrepro.formats.given.reading import Given
    from rocrepro.study import Model

HEEDED = ("alpha", "threshold", "n_resamples", "seed", "probabilities")
"""Choices that apply to rows with weights."""
FEW_ROWS = 10
"""Effective rows of a class below which resamples are no guide."""
SIZES = ("n_resamples", "n_undefined")
WHY = "it needs counts of rows, not weights"


def has_weights(study: Study) -> bool:
    """Check whether rows have weights."""
    return any(model.weight is not None for model in study.models)


def check_choices(study: Study) -> None:
    """Raise InputError for a choice, or a column of groups, that does not apply to rows with weights."""
    plain = Choices()
    for field in fields(Choices):
        value = getattr(study.choices, field.name)
        if field.name in NAMES and field.name not in HEEDED and value != getattr(plain, field.name):
            raise InputError(f"{field.name}: found {value} with weights; expected none: {WHY}")
    if isinstance(study.choices.cut, str):
        found = f"found {study.choices.cut!r} with weights"
        raise InputError(
            f"threshold: {found}; expected a number: the best point is found from counts of rows"
        )
    if any(model.group is not None for model in study.models):
        raise InputError(f"group: found groups with weights; expected one of the two: {WHY}")


def weighted_tables(study: Study, given: Given) -> dict[str, Table]:
    """Return the tables of an assessment whose rows have weights, and note what is left out.

    Raises
    ------
    InputError
        For a choice that cannot heed weights.
    """
    check_choices(study)
    note(
        "weight: every measure is weighted, and its interval is from resamples that keep the weights; "
        "DeLong's and Tango's intervals, confident points, bands, operating points and tests are left "
        "out, because they need counts of rows"
    )
    for text in dict.fromkeys(text for model in study.models for text in _doubts(model)):
        note(text)
    for model in study.models:
        cut = weighted_cut(model)
        if found := one_class_at(model.curve, index_of(model.curve, cut), cut):
            note(
                f"model {model.label_text}: {found}: its rates there are not informative (--threshold "
                "sets another)"
            )
    return {
        "summary": _summary(study, given),
        "weighted_measures": _measures(study),
        "weighted_differences": _differences(study),
    }


def _doubts(model: Model) -> Iterator[str]:
    """Yield reasons to doubt the weights, or to expect little of them."""
    assert model.weight is not None
    if model.weight.min() == model.weight.max():
        yield "weight: all weights are equal; without them the assessment shows more results"
    for of, which in ((1, "positive"), (0, "negative")):
        effective = effective_rows(model.weight[model.label == of])
        if effective < FEW_ROWS:
            worth = f"the {which} rows carry as much information as {effective:.1f} rows of equal weight"
            yield f"weight: {worth}: with so few, intervals of resamples are too narrow"


def plotted(study: Study) -> dict[str, Table]:
    """Return what the figure draws, which goes to a CSV file only."""
    return {"weighted_points": Table(shown(study, "weighted_points"), title="Points of the weighted curves")}


def _summary(study: Study, given: Given) -> Table:
    """One row a model: every measure with its limits."""
    import pandas as pd

    found, rows = shown(study, "weighted"), []
    for model in study.models:
        own = found[found["model"] == model.label_text].to_dict("records")
        row: dict[str, object] = {"model": model.label_text}
        row |= {"n_pos": model.curve.n_pos, "n_neg": model.curve.n_neg}
        for one in own:
            name = one["measure"]
            row |= {name: one["value"], f"{name}_low": one["low"], f"{name}_high": one["high"]}
        row |= {name: own[0][name] for name in ("threshold", "effective_n")}
        rows.append(row)
    frame = pd.DataFrame(rows)
    return Table(
        frame,
        title=f"Scores of {given.name}, with weights",
        notes=(
            f"Positive class: {given.positive}. n_pos, n_neg: rows, whatever their weights; effective_n: "
            "number of rows of equal weight that carry as much information (Kish). All other measures "
            "are weighted; sensitivity, specificity, ppv and npv are at the threshold in use. _low, "
            f"_high: central {study.choices.level} of {study.choices.n_resamples} resamples of rows with "
            f"their weights{_how(study)}. They are empty where all resamples agree, which does not mean "
            "that the value is certain. brier treats the scores as probabilities.",
        ),
        formats=dict.fromkeys(
            [str(name) for name in frame if name not in ("model", "n_pos", "n_neg")], ".4g"
        ),
    )


def _measures(study: Study) -> Table:
    frame = shown(study, "weighted").assign(method=f"percentiles of resamples{_how(study)}")
    return Table(
        frame[["model", "measure", "value", "low", "high", "method", "threshold", *SIZES]],
        title="Measures of weighted rows",
        notes=(
            "n_undefined: resamples in which the measure is undefined; they are left out of the interval.",
        ),
        formats=dict.fromkeys(("value", "low", "high", "threshold"), ".4g"),
        keys=("model", "measure"),
    )


def _differences(study: Study) -> Table:
    frame = shown(study, "weighted_differences").assign(
        method=f"percentiles of paired resamples{_how(study)}"
    )
    return Table(
        frame[["a", "b", "measure", "value", "low", "high", "p_value", "method", *SIZES]],
        title="Differences between models, with weights",
        notes=(
            "value: measure of a minus measure of b on the same weighted rows, each at its own threshold "
            "in use, with the interval of paired resamples. p_value: twice the share of resamples on the "
            "other side of 0. Among many pairs some differ by chance.",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4g") | {"p_value": ".2g"},
        keys=("a", "b", "measure"),
    )


def _how(study: Study) -> str:
    return ", whole clusters" if clustered(study) else ""
