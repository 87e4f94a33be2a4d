"""Assessment of a file that is larger than memory: exact, from counts on disk, without the bootstrap."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.assess.curve_tables import operating_points_table, points_table
from rocrepro.assess.large_curve import LargeCurve
from rocrepro.assess.large_keys import Spool
from rocrepro.assess.large_measures import CELLS, Walk, delong, sensible, walk
from rocrepro.assess.large_reading import LIMIT, count_rows, read_large
from rocrepro.assess.notes import note_auc
from rocrepro.assess.options import Options
from rocrepro.assess.reading import Columns, Given
from rocrepro.assess.summary import COUNTS
from rocrepro.errors import InputError
from rocrepro.evaluation.confident import READINGS
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    from rocrepro.evaluation import Sensibility

LEFT_OUT = (
    f"The file has more than {LIMIT:,} rows: its counts are exact and come from disk. Left out is what needs "
    "resamples of the rows (bands, bootstrap intervals), pairs of rows (comparisons), each fold and seed by "
    "itself, or all points at once (smooth and cost curves, another prevalence)."
)


@dataclass(frozen=True, eq=False)
class LargeModel:
    """What was found in the scores of one model.

    Attributes
    ----------
    name : str
    walk : Walk
        Exact measures, and the points that tables and figures show.
    auc_low, auc_high : float
        DeLong's interval.
    sensibility : Sensibility or None
        Of scores from 0 to 1.
    """

    name: str
    walk: Walk
    auc_low: float
    auc_high: float
    sensibility: Sensibility | None


@dataclass(frozen=True, eq=False)
class LargeAssessment:
    """What was found in a large file.

    Attributes
    ----------
    given : Given
        Without rows.
    options : Options
    models : list of LargeModel
    tables : mapping of str to Table
        summary, operating_points and points; columns as in `rocrepro.assess.assess`.
    """

    given: Given
    options: Options
    models: list[LargeModel]
    tables: Mapping[str, Table]


def assess_large(
    path: str | Path, columns: Columns, options: Options | None = None, *, pos_label: Any = None
) -> LargeAssessment:
    """Evaluate every model of a file that is larger than memory.

    Parameters
    ----------
    path : str or Path
        CSV with a header row, or Parquet.
    columns : Columns
        Without fold, seed and row.
    options : Options, optional
        Without margin and prevalence.
    pos_label : optional
        As in `rocrepro.assess.reading.read_given`.

    Returns
    -------
    LargeAssessment
        Its numbers are those of `rocrepro.assess.assess`, to the last bit.

    Raises
    ------
    InputError
        As in `read_given`; for a column or an option that is not supported here; and without 16 bytes of
        disk a row in the folder for temporary files (TMPDIR), which are given back however the run ends.
    """
    options = options or Options()
    for name in ("margin", "prevalence"):
        if getattr(options, name) is not None:
            found = f"found {getattr(options, name)} for a file of more than {LIMIT:,} rows"
            raise InputError(f"{name}: {found}; expected none")
    with Spool(count_rows(Path(path))) as spool:
        given, curves = read_large(path, columns, spool, pos_label=pos_label)
        models = [_model(name, curve, options) for name, curve in curves.items()]
    tables = {
        "summary": _summary(given, models, options),
        "operating_points": operating_points_table(
            {model.name: model.walk.best for model in models},
            {model.name: model.walk.cut for model in models},
            options,
        ),
        "points": _points(models, options),
    }
    return LargeAssessment(given, options, models, tables)


def _model(name: str, curve: LargeCurve, options: Options) -> LargeModel:
    found = walk(curve, options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a note says it in plain words
        low, high = delong(curve, found, options.alpha)
    return LargeModel(name, found, low, high, sensible(curve) if curve.probabilities else None)


def _summary(given: Given, models: list[LargeModel], options: Options) -> Table:
    """The columns of `rocrepro.assess.summary.summary`; NaN where a column is left out."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for model in models:
        found, segment, part = model.walk, model.walk.segment, model.sensibility
        thresholds = segment.thresholds
        rows.append(
            {
                "model": model.name,
                "n_pos": segment.points.n_pos,
                "n_neg": segment.points.n_neg,
                "auc": found.auc,
                "auc_low": model.auc_low,
                "auc_high": model.auc_high,
                "n_points": found.n_points,
                "n_confident": segment.n_confident,
                "threshold_low": float(thresholds.min()) if len(thresholds) else math.nan,
                "threshold_high": float(thresholds.max()) if len(thresholds) else math.nan,
                "aved": segment.aved,
                "aved_abs": segment.aved_abs,
                **{f"cauc_{reading}": segment.cauc(reading) for reading in READINGS},
                "midpoint": math.nan if part is None else part.midpoint,
                "struggle_ratio": math.nan if part is None else part.struggle_ratio,
            }
        )
        note_auc(rows[-1])
    return Table(
        pd.DataFrame(rows),
        title=f"Scores of {given.name}",
        notes=(
            f"Positive class: {given.positive}. auc_low, auc_high: DeLong's {options.level} interval. A "
            f"point is confident when the interval ({options.test}) of (fn - fp)/n holds zero; aved, "
            "aved_abs: mean of (fn - fp)/n and of its size over the confident points; cauc: area of the "
            "confident segment in four readings. midpoint, struggle_ratio: sensibility analysis, for scores "
            "from 0 to 1 alone.",
            LEFT_OUT,
        ),
        formats=dict.fromkeys([column for column in rows[0] if column not in COUNTS], ".4g"),
    )


def _points(models: list[LargeModel], options: Options) -> Table:
    """The confident points, and those that the figures are drawn with."""
    table = points_table({model.name: model.walk.drawn for model in models}, options)
    distance = 1 / (8**0.5 * CELLS)
    notes = (
        "The page shows the confident points. The CSV has them and as many others as draw the curve: no "
        f"point that is left out is further than {distance:.5f} from the line between its neighbours there, "
        "a quarter of a pixel of the figure. The recall is tpr.",
    )
    return replace(table, notes=notes)
