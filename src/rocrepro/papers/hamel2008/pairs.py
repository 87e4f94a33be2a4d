"""Pairs of models on the same rows: tests of their difference, and whether their bands overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.models import made_by
from rocrepro.papers.rows import gap_notes
from rocrepro.study.bands import BARS
from rocrepro.study.steps import PERMUTATIONS

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

# A band says little where one class has fewer rows than this.
LEAST_ROWS = 40
DIFFERENT, ALIKE = "fig5a", "fig5b"
COLUMNS = [
    *("dataset", "a", "b", "n_pos", "n_neg", "auc_a", "auc_b", "difference", "z", "p_delong"),
    *("p_permutation", "bands_overlap", "different", "shown_in"),
]


def compared(evaluated: Evaluated) -> pd.DataFrame:
    """Every pair of the drawn engine's models: both tests, their bands, and which pairs figure 5 shows."""
    import pandas as pd

    trained = [name for name in evaluated.datasets if evaluated.learners_of(name)]
    found = [evaluated.pairs("comparisons", name, evaluated.engine) for name in trained]
    frame = pd.concat([part for part in found if len(part)] or found[:1], ignore_index=True)
    frame = frame.rename(columns={"learner_a": "a", "learner_b": "b"})
    frame["different"] = frame["p_delong"] < evaluated.alpha
    frame["bands_overlap"] = [
        overlap(*(band(evaluated, dataset, learner) for learner in pair))
        for dataset, *pair in frame[["dataset", "a", "b"]].itertuples(index=False, name=None)
    ]
    frame["shown_in"] = ""
    large = frame[frame[["n_pos", "n_neg"]].min(axis=1) >= LEAST_ROWS]
    differ, alike = large[large["different"]], large[large["p_delong"] >= evaluated.alpha]
    if len(differ):
        frame.loc[differ["z"].abs().idxmax(), "shown_in"] = DIFFERENT
    if len(alike):
        frame.loc[(alike["auc_a"] + alike["auc_b"]).idxmin(), "shown_in"] = ALIKE
    return frame[COLUMNS]


def band(evaluated: Evaluated, dataset: str, learner: str) -> pd.DataFrame:
    """The vertical band of one model, mean +- z sd of its bootstrap curves: columns fpr, lower, upper."""
    return evaluated.rows("vertical", dataset, learner)


def pairs(evaluated: Evaluated) -> Table:
    """Table of all pairs: both tests, and the share of rates at which the two bands overlap."""
    frame = compared(evaluated)
    everywhere = int((frame["different"] & (frame["bands_overlap"] == 1)).sum())
    nowhere = int((frame["different"] & (frame["bands_overlap"] == 0)).sum())
    notes = (
        f"All pairs of models that {evaluated.engine} trained, on the same test rows. z, p_delong: "
        f"DeLong's paired test. p_permutation: {PERMUTATIONS} random exchanges of ranks, two-sided. "
        f"bands_overlap: share of the rates {BARS[0]:g} to {BARS[-1]:g} by {BARS[0]:g} at which the two "
        f"{1 - evaluated.alpha:.0%} vertical bands overlap. different: p_delong below "
        f"{evaluated.alpha:g}; the p-values are not adjusted for their number.",
        f"Among the pairs with at least {LEAST_ROWS} rows in each class, {DIFFERENT} shows the pair with "
        f"the largest |z|. {ALIKE} shows, among those that do not differ, the pair with the smallest sum "
        "of areas, because bands are easiest to see far from the corner.",
        "Comparing bands is not a test, because they ignore that both models were applied to the same "
        f"rows. Of {int(frame['different'].sum())} pairs that differ by DeLong's test, the bands of "
        f"{nowhere} are separate at every rate and those of {everywhere} overlap at every rate.",
        made_by(evaluated),
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(["auc_a", "auc_b"], ".4f") | {"difference": "+.4f", "z": "+.2f"}
    formats |= dict.fromkeys(["p_delong", "p_permutation"], ".2g") | {"bands_overlap": ".2f"}
    title = "Do two models differ? Tests and bands, pair by pair"
    return Table(frame, title, notes, formats)


def overlap(one: pd.DataFrame, other: pd.DataFrame) -> float:
    """Share of the rates at which two bands meet."""
    lower, upper = (np.array([part[edge] for part in (one, other)]) for edge in ("lower", "upper"))
    return float(np.mean((lower[0] <= upper[1]) & (lower[1] <= upper[0])))
