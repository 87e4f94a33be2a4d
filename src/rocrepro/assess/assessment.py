"""Everything that a study says about the scores of one file, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.assess import more_tables, tables
from rocrepro.formats.given.notes import note_margin
from rocrepro.formats.given.reading import Given
from rocrepro.formats.table import Table
from rocrepro.study import Choices, Study
from rocrepro.study.model import Name

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Assessment:
    """What was found in the scores of one file.

    Attributes
    ----------
    given : Given
    study : Study
        The evaluation of the scores; figures are drawn from it.
    tables : mapping of str to Table
        To be read: summary, operating_points, intervals, bands, points, and, where there is something to
        show, prevalence, comparisons, equivalence, band_comparisons, folds and seeds.
    plotted : mapping of str to Table
        What figures draw beyond that, for CSV files alone.
    """

    given: Given
    study: Study
    tables: Mapping[str, Table]
    plotted: Mapping[str, Table]

    @property
    def choices(self) -> Choices:
        """The choices of the study."""
        return self.study.choices


def assess(given: Given, choices: Choices | None = None) -> Assessment:
    """Evaluate every model of a scores file.

    Parameters
    ----------
    given : Given
        Of `rocrepro.assess.read_given`.
    choices : rocrepro.study.Choices, optional

    Returns
    -------
    Assessment

    Raises
    ------
    InputError
        For a choice out of range.

    See Also
    --------
    rocrepro.study.Study : the frames behind the tables.
    """
    choices = choices or Choices()
    study = study_of(given, choices)
    if choices.margin is not None and not study.pairs:
        note_margin(choices.margin, len(given.models))
    made = {
        "summary": tables.summary(study, given),
        "operating_points": tables.operating_points(tables.shown(study, "operating_points"), choices),
        "prevalence": more_tables.prevalence(study),
        "comparisons": more_tables.comparisons(study),
        "equivalence": more_tables.equivalence(study),
        "band_comparisons": more_tables.band_comparisons(study),
        "intervals": tables.intervals(tables.shown(study, "intervals"), choices),
        "bands": tables.bands(tables.shown(study, "bands")),
        "folds": more_tables.folds(study, given.fold_names),
        "seeds": tables.seeds(study, given.seed_names),
        "points": tables.points(tables.shown(study, "points")),
    }
    found = {name: table for name, table in made.items() if len(table.frame)}
    return Assessment(given, study, found, tables.plotted_of(study))


def study_of(given: Given, choices: Choices) -> Study:
    """Return the study of the scores of one file."""
    scores: dict[Name, pd.DataFrame] = {(name,): frame for name, frame in given.models.items()}
    return Study(scores, choices=choices, seed=given.seed, comparable=given.paired)
