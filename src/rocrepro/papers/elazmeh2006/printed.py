"""The data sets that stand for the paper's rows, and the cases of the ledger with its printed values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

Counts = tuple[int, int]

# Row of the paper's tables -> entries of config/datasets.yaml. The paper's spectf row names a test
# file that UCI withdrew; none of the test files gives its AUCs, and cross-validation on the training
# file gives three of the four.
ROWS = {
    "dis": ("dis",),
    "hypothyroid": ("hypothyroid",),
    "sick": ("sick",),
    "sick-euthyroid": ("sick_euthyroid",),
    "SPECT": ("spect",),
    "SPECTF": ("spectf_cv80", "spectf_withdrawn", "spectf"),
}

# One sentence of Section 4 has dis cross-validated and does not say which rows: those of the training file,
# or all.
CROSS_VALIDATED = ("dis_cv2800", "dis_cv3772")
CROSS_VALIDATED_SEEDS = 20

# (n_pos, n_neg) of made-up samples: those of the test part of dis.
DIS = (13, 959)

# The columns of table 3 and the panels of figures 4, 7 and 8, as S, T, F and B.
LEARNERS = ("stump", "tree", "forest", "naive_bayes")

# Half a unit of the last printed decimal, and a little for a value that lies between two.
TOLERANCE = 0.0006

# A case with the share of ROC space that the fixed-width bands on dis are said to hold, and more.
BAND_SHARE = "s4.bands.dis.stump.ks"

# Names in cases of table 2 where a row and its parts have others than the row's first data set.
PARTS = {("SPECTF", "train"): "spectf", ("SPECTF", "test"): "spectf.withdrawn"}


def first_of_row(dataset: str) -> bool:
    """Return whether a data set is the one that stands for its row where each row counts once."""
    return any(entries[0] == dataset for entries in ROWS.values())


def row_of(dataset: str) -> str | None:
    """Return the paper's row that a data set stands for; None for one that the paper lacks."""
    return next((row for row, entries in ROWS.items() if dataset in entries), None)


def printed_auc(evaluated: Evaluated, row: str | None, learner: str) -> float:
    """Return a cell of table 3, the area under the ROC curve; NaN where there is none."""
    return float(evaluated.printed(f"table3.{ROWS[row][0]}.{learner}")) if row else math.nan


def printed_counts(evaluated: Evaluated, row: str | None, part: str) -> Counts | None:
    """Return (positive, negative) of a part in table 2; None where it has none."""
    if row is None:
        return None
    case = f"table2.{PARTS.get((row, part), ROWS[row][0])}.{part}"
    n_pos, n_neg = (evaluated.printed(f"{case}.{name}") for name in ("positive", "negative"))
    return None if math.isnan(n_pos) else (int(n_pos), int(n_neg))
