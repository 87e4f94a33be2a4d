"""Assessment of a file that is larger than memory: exact, from counts on disk, without the bootstrap."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.assess.large_curve import LargeCurve
from rocrepro.assess.large_keys import Spool
from rocrepro.assess.large_measures import CELLS, Walk, delong, marked, sensible, walk
from rocrepro.assess.large_reading import LIMIT, count_rows, read_large
from rocrepro.assess.reading import Columns, Given
from rocrepro.assess.tables import SUMMARY, operating_points, points, summary_table
from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.study import Choices
from rocrepro.study.frames import Key, Row, frame_of, stacked
from rocrepro.study.operating import OperatingRow, operating_rows
from rocrepro.study.points import POINTS, points_of
from rocrepro.study.summary import Summary, measured

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
    choices : Choices
    models : list of LargeModel
    tables : mapping of str to Table
        summary, operating_points and points; columns as in `rocrepro.assess.assess`.
    """

    given: Given
    choices: Choices
    models: list[LargeModel]
    tables: Mapping[str, Table]


def assess_large(
    path: str | Path, columns: Columns, choices: Choices | None = None, *, pos_label: Any = None
) -> LargeAssessment:
    """Evaluate every model of a file that is larger than memory.

    Parameters
    ----------
    path : str or Path
        CSV with a header row, or Parquet.
    columns : Columns
        Without fold, seed and row.
    choices : Choices, optional
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
    choices = choices or Choices()
    for name in ("margin", "prevalence"):
        if getattr(choices, name) is not None:
            found = f"found {getattr(choices, name)} for a file of more than {LIMIT:,} rows"
            raise InputError(f"{name}: {found}; expected none")
    with Spool(count_rows(Path(path))) as spool:
        given, curves = read_large(path, columns, spool, pos_label=pos_label)
        models = [_model(name, curve, choices) for name, curve in curves.items()]
    tables = {
        "summary": _summary(given, models, choices),
        "operating_points": operating_points(
            frame_of(
                ("model",),
                OperatingRow,
                (
                    ((model.name,), row)
                    for model in models
                    for row in operating_rows(model.walk.best, model.walk.cut, choices)
                ),
            ),
            choices,
        ),
        "points": _points(models, choices),
    }
    return LargeAssessment(given, choices, models, tables)


def _model(name: str, curve: LargeCurve, choices: Choices) -> LargeModel:
    found = walk(curve, choices)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a note says it in plain words
        low, high = delong(curve, found, choices.alpha)
    return LargeModel(name, found, low, high, sensible(curve) if curve.probabilities else None)


def _summary(given: Given, models: list[LargeModel], choices: Choices) -> Table:
    """The columns of `rocrepro.assess.tables.summary` that need no resamples."""
    rows: list[tuple[Key, Row]] = []
    for model in models:
        found = model.walk
        limits = model.auc_low, model.auc_high
        values = measured(found.segment, found.auc, *limits, n_points=found.n_points)
        rows.append(((model.name,), Summary(**values)))
    frame = frame_of(("model",), Summary, rows)[["model", *SUMMARY]]
    parts = [model.sensibility for model in models]
    frame = frame.assign(
        midpoint=[math.nan if part is None else part.midpoint for part in parts],
        struggle_ratio=[math.nan if part is None else part.struggle_ratio for part in parts],
    )
    return summary_table(frame, given, choices, LEFT_OUT)


def _points(models: list[LargeModel], choices: Choices) -> Table:
    """The confident points, and those that the figures are drawn with."""
    blocks = (((model.name,), points_of(marked(model.walk.drawn, choices))) for model in models)
    distance = 1 / (8**0.5 * CELLS)
    return points(
        stacked(("model",), POINTS, blocks),
        "The page shows the confident points. The CSV has them and as many others as draw the curve: no "
        f"point that is left out is further than {distance:.5f} from the line between its neighbours there, "
        "a quarter of a pixel of the figure. The recall is tpr.",
    )
