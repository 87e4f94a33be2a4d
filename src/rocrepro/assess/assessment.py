"""Everything that a study says about the scores of one file, as tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.assess import (
    cut_tables,
    design_tables,
    more_tables,
    pair_tables,
    probability_tables,
    tables,
    weighted_tables,
)
from rocrepro.assess.choice_notes import note_choices, note_levels
from rocrepro.assess.mixed_notes import note_alike, note_mixed
from rocrepro.formats.given.notes import collected, note, note_auc, note_margin
from rocrepro.formats.given.reading import Given
from rocrepro.formats.table import Table
from rocrepro.study import Choices, Study
from rocrepro.study.auc_tests import ALL, COMMON, auc_tests
from rocrepro.study.cut import Cut
from rocrepro.study.model import Name

if TYPE_CHECKING:
    import pandas as pd

MOST_NOTED = 3
"""Pairs of models on other rows that have a note each."""


@dataclass(frozen=True, eq=False)
class Assessment:
    """Results of the evaluation of the scores of one file.

    Attributes
    ----------
    given : Given
    study : Study
        The evaluation of the scores; figures are drawn from it.
    tables : mapping of str to Table
        To be read: summary, operating_points, cut_measures, chosen_cuts, rates_at, intervals, bands, points,
        and, where there is something to show, those of other modules of `rocrepro.assess`.
    plotted : mapping of str to Table
        What figures draw beyond that, for CSV files alone.
    notes : tuple of str
        What was noted while the file was read and evaluated, each once.

    See Also
    --------
    assess : makes one.
    rocrepro.assess.output.save : writes it to a folder.
    """

    given: Given
    study: Study
    tables: Mapping[str, Table]
    plotted: Mapping[str, Table]
    notes: tuple[str, ...] = ()

    @property
    def choices(self) -> Choices:
        """The choices of the study."""
        return self.study.choices


def assess(
    given: Given, choices: Choices | None = None, begin: Callable[[Study], None] | None = None
) -> Assessment:
    """Evaluate every model of a scores file.

    Parameters
    ----------
    given : Given
        Of `rocrepro.assess.read_given`.
    choices : rocrepro.study.Choices, optional
    begin : function of a Study, optional
        Called once all is checked and noted, before the resamples take their time. Not for rows with weights,
        which have no interval without resamples.

    Returns
    -------
    Assessment

    Raises
    ------
    InputError
        For a choice out of range, and for a score outside 0 to 1 where scores are said to be probabilities.

    See Also
    --------
    rocrepro.study.Study : the frames behind the tables.
    read_given : reads the file.
    rocrepro.assess.output.save : writes what it gives to a folder.
    """
    choices = choices or Choices()
    study = study_of(given, choices)
    with collected() as notes:
        if choices.margin is not None and not study.pairs:
            note_margin("margin", choices.margin, len(given.models))
        if choices.auc_margin is not None and not (study.pairs or study.other_pairs):
            note_margin("auc_margin", choices.auc_margin, len(given.models))
        note_levels(choices)
        weighted = weighted_tables.has_weights(study)
        if weighted:
            made = weighted_tables.weighted_tables(study, given)
            note_choices(study)
        else:
            _note_all(study)
            if begin is not None:
                begin(study)
            made = _made(study, given, choices)
        made = design_tables.in_clusters(study, made)
    found = {name: table for name, table in made.items() if len(table.frame)}
    plotted = weighted_tables.plotted(study) if weighted else tables.plotted_of(study)
    return Assessment(given, study, found, plotted, all_notes(given, notes))


def all_notes(given: Given, more: Iterable[str]) -> tuple[str, ...]:
    """Return the notes of reading and those that came later, each once."""
    return tuple(dict.fromkeys([*given.notes, *more]))


def _note_all(study: Study) -> None:
    """Note all that a reader of the areas should know, and refuse scores that are no probabilities."""
    note_cuts({model.label_text: model.in_use for model in study.models})
    summary = tables.shown(study, "summary")
    note_areas(summary)
    note_choices(study)
    for model in study.models:
        model.probabilities  # noqa: B018 (raises)
    note_pairs(study)
    design_tables.note_clusters(study)
    design_tables.note_groups(study)
    note_mixed(study, summary)
    note_alike(study)


def _made(study: Study, given: Given, choices: Choices) -> dict[str, Table]:
    """Every table by name, in the order of the page; some have no rows."""
    notes = cut_words({model.label_text: model.in_use for model in study.models})
    return {
        "summary": tables.summary(study, given),
        "operating_points": tables.operating_points(tables.shown(study, "operating_points"), choices, *notes),
        "cut_measures": cut_tables.cut_measures(
            tables.shown(study, "cut_measures"), choices, *cut_tables.in_clusters(study)
        ),
        "chosen_cuts": cut_tables.chosen_cuts(study),
        "rates_at": cut_tables.rates_at(study),
        "prevalence": more_tables.prevalence(study),
        "comparisons": pair_tables.comparisons(study),
        "comparisons_all": pair_tables.comparisons_all(study),
        "mcnemar": pair_tables.mcnemar(study),
        "equivalence": more_tables.equivalence(study),
        "band_comparisons": more_tables.band_comparisons(study),
        "partial_areas": cut_tables.partial_areas(study),
        "partial_comparisons": cut_tables.partial_comparisons(study),
        "clusters": design_tables.clusters(study),
        "cluster_differences": design_tables.cluster_differences(study),
        "groups": design_tables.groups(study),
        "group_differences": design_tables.group_differences(study),
        "multiclass": design_tables.multiclass(study),
        "calibration": probability_tables.calibration(study),
        "calibration_points": probability_tables.calibration_points(study),
        "net_benefit": probability_tables.net_benefit(study),
        "intervals": tables.intervals(tables.shown(study, "intervals"), choices),
        "bands": tables.bands(tables.shown(study, "bands")),
        "folds": more_tables.folds(study, given.fold_names),
        "cross_validation": more_tables.cross_validation(study),
        "seeds": tables.seeds(study, given.seed_names),
        "points": tables.points(tables.shown(study, "points")),
    }


def note_pairs(study: Study) -> None:
    """Say how models that did not score the same rows are tested."""
    frame = study.get(auc_tests)
    others = frame[frame["rows"] != ALL]
    if len(others) > MOST_NOTED:
        common = int((others["rows"] == COMMON).sum())
        unpaired = f"unpaired for {len(others) - common} pairs of models that did not score the same rows"
        note(f"tests of AUC are {unpaired}, and on the rows that both scored for {common}")
        return
    for row in others.to_dict("records"):
        pair = f"models {row['model_a']} and {row['model_b']}"
        if row["rows"] == COMMON:
            n, sizes = int(row["n_common"]), f"{row['n_a']} and {row['n_b']}"
            note(f"{pair} scored {sizes} rows: their AUCs are compared on the {n} rows that both scored")
        elif row["n_common"] > 0 and math.isnan(row["p_value"]):
            note(f"{pair} have common rows with different labels: their AUCs are not compared")
        else:
            note(f"{pair}: the test of their AUCs is unpaired and assumes that they have no rows in common")


def cut_words(cuts: Mapping[str, Cut]) -> tuple[str, ...]:
    """Return a sentence on each model whose threshold in use separates nothing."""
    return tuple(f"model {name}: {cut.words}" for name, cut in cuts.items() if cut.words)


def note_cuts(cuts: Mapping[str, Cut]) -> None:
    """Note the models whose threshold in use separates nothing."""
    for text in cut_words(cuts):
        note(text)


def note_areas(summary: pd.DataFrame) -> None:
    """Note areas that say little or nothing."""
    for row in summary.to_dict("records"):
        note_auc({str(name): value for name, value in row.items()})


def study_of(given: Given, choices: Choices) -> Study:
    """Return the study of the scores of one file."""
    scores: dict[Name, pd.DataFrame] = {(name,): frame for name, frame in given.models.items()}
    # The classes of one model have the same rows, and rows of clusters hang together: neither is independent.
    dependent = given.dependent or given.multiclass is not None
    dependent = dependent or any("cluster" in frame for frame in given.models.values())
    return Study(
        scores,
        choices=choices,
        seed=given.seed,
        comparable=given.paired,
        others=not given.paired and not dependent,
        named_rows=given.named,
        multiclass=given.multiclass,
    )
