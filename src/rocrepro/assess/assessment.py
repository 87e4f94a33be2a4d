"""Everything that the evaluations say about the scores of one file, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rocrepro.assess.bands import bands_of, bands_table, edges_table
from rocrepro.assess.curve_tables import operating_points_table, points_table, prevalence_tables
from rocrepro.assess.fold_curves import FoldCurves, fold_curves, fold_points_table, folds_table
from rocrepro.assess.models import Model, models_of
from rocrepro.assess.notes import note_margin
from rocrepro.assess.options import Options
from rocrepro.assess.pairs import (
    Differences,
    band_comparisons_table,
    comparisons_table,
    difference_edges_table,
    differences_of,
    equivalence_table,
)
from rocrepro.assess.plotted import plotted_tables
from rocrepro.assess.reading import Given
from rocrepro.assess.resampling import resampled
from rocrepro.assess.summary import intervals_table, seeds_table, summary
from rocrepro.evaluation import Band
from rocrepro.formats.table import Table


@dataclass(frozen=True, eq=False)
class Assessment:
    """What was found in the scores of one file.

    Attributes
    ----------
    given : Given
    options : Options
    models : sequence of Model
        At the seed that curves show.
    bands : mapping of str to mapping of str to Band or None
        Bands of each model by method.
    differences : mapping of pairs of str to DifferenceBand
        Of each pair of models that scored the same examples.
    folds : mapping of str to FoldCurves
        Of each model with several folds.
    tables : mapping of str to Table
        To be read: summary, operating_points, intervals, bands, points, and, where there is something to
        show, prevalence, comparisons, equivalence, band_comparisons, folds and seeds.
    plotted : mapping of str to Table
        What figures draw beyond that, for CSV files alone.
    """

    given: Given
    options: Options
    models: Sequence[Model]
    bands: Mapping[str, Mapping[str, Band | None]]
    differences: Differences
    folds: Mapping[str, FoldCurves]
    tables: Mapping[str, Table]
    plotted: Mapping[str, Table]


def assess(given: Given, options: Options | None = None) -> Assessment:
    """Evaluate every model of a scores file.

    Parameters
    ----------
    given : Given
        Of `rocrepro.assess.reading.read_given`.
    options : Options, optional

    Returns
    -------
    Assessment

    Raises
    ------
    InputError
        For an option out of range.
    """
    options = options or Options()
    models = models_of(given, options)
    compared = given.paired and len(models) > 1
    if options.margin is not None and not compared:
        note_margin(options.margin, len(models))
    found = resampled(models, options, paired=given.paired)
    bands = {model.name: bands_of(model, found[model.name], options) for model in models}
    differences = differences_of(models, found, options) if compared else {}
    folds = fold_curves(given)
    curves = {model.name: model.curve for model in models}
    cuts = {model.name: model.cut for model in models}
    prevalence = prevalence_tables(models, options)
    tables = {
        "summary": summary(given, models, found, options),
        "operating_points": operating_points_table(curves, cuts, options),
        "prevalence": prevalence and prevalence[0],
        "comparisons": comparisons_table(models, found, options) if compared else None,
        "equivalence": equivalence_table(models, options) if compared else None,
        "band_comparisons": band_comparisons_table(bands, differences, options) if compared else None,
        "intervals": intervals_table(models, found, options),
        "bands": bands_table(bands, options),
        "folds": folds_table(models, folds, options),
        "seeds": seeds_table(given, options),
        "points": points_table(curves, options),
    }
    plotted = {
        "band_edges": edges_table(bands),
        "difference_bands": difference_edges_table(differences) if compared else None,
        "fold_points": fold_points_table(models, folds) if folds else None,
        "prevalence_points": prevalence and prevalence[1],
        **plotted_tables(models, options),
    }
    kept = ({k: table for k, table in some.items() if table is not None} for some in (tables, plotted))
    return Assessment(given, options, models, bands, differences, folds, *kept)
