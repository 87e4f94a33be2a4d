"""What figures 5 and 7 show of dis, were it cross-validated as one sentence of Section 4 has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.formats.uses import USES
from rocrepro.papers.elazmeh2006.dis_runs import MEASURES
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

NOTE = "dis by 10-fold cross-validation, Weka"
SHOWN = tuple(name for name in MEASURES if name not in ("auc", "n_points"))


def dis_facts(evaluated: Evaluated) -> list[Row]:
    """One row a measure, protocol, learner and seed; without Weka or dis the values are missing."""
    rows = []
    for run in evaluated.simulation("dis_protocols").to_dict("records"):
        key = {"engine": "weka"} | {name: run[name] for name in ("dataset", "learner", "seed", USES)}
        rows += [row(name, run[name], NOTE, n=run["n_points"], **key) for name in SHOWN]
        width = run["threshold_high"] - run["threshold_low"]
        rows.append(row("threshold_width", width, NOTE, n=run["n_points"], **key))
    return rows
