"""The test set with its negative rows sampled down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rocrepro.papers.hamel2008.printed import FACTOR
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd


def sampled_down(scores: pd.DataFrame, seed: int) -> pd.DataFrame:
    """All positive rows and, drawn without replacement, a tenth of the negative ones, in file order."""
    negative = np.flatnonzero(scores["label"].to_numpy() == 0)
    drawn = generator(seed, "hamel2008/skew").choice(negative, size=len(negative) // FACTOR, replace=False)
    kept = scores["label"].to_numpy() == 1
    kept[drawn] = True
    few: pd.DataFrame = scores[kept]
    return few
