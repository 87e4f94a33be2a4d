"""Pairs of models on the same rows: tests of their difference, and whether their bands overlap."""

from __future__ import annotations

import warnings
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.compare import delong_test, permutation_test
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from rocrepro.evaluation.vertical import bootstrap_heights, vertical_band
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.models import gap_notes, made_by
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.evaluation import Band
    from rocrepro.papers.evaluated import Evaluated

# Rates at which the chapter's vertical bars stand.
GRID = np.arange(1, 20) / 20
REPLICATES = 1000
PERMUTATIONS = 999
# A band says little where one class has fewer rows than this.
LEAST_ROWS = 40
DIFFERENT, ALIKE = "fig5a", "fig5b"
TESTED = ["dataset", "a", "b", "n_pos", "n_neg", "auc_a", "auc_b", "difference", "z", "p_delong"]
COLUMNS = [*TESTED, "p_permutation", "bands_overlap", "different", "shown_in"]


def tested(evaluated: Evaluated) -> pd.DataFrame:
    """DeLong's paired test of every pair of the drawn engine's models, with the pairs that figure 5 shows."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for dataset in evaluated.datasets:
        for a, b in combinations(evaluated.learners_of(dataset), 2):
            label, one, other = paired(evaluated, dataset, a, b)
            if len(label) == 0:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ZeroWidthIntervalWarning)
                warnings.simplefilter("ignore", UndefinedIntervalWarning)
                test = delong_test(label, one, other)
            n_pos = int(label.sum())
            values = (
                n_pos,
                len(label) - n_pos,
                test.auc_a,
                test.auc_b,
                test.difference,
                test.z,
                test.p_value,
            )
            rows.append(dict(zip(TESTED, (dataset, a, b, *values), strict=True)))
    frame = pd.DataFrame(rows, columns=TESTED)
    frame["different"] = frame["p_delong"] < evaluated.alpha
    frame["shown_in"] = ""
    large = frame[frame[["n_pos", "n_neg"]].min(axis=1) >= LEAST_ROWS]
    differ, alike = large[large["different"]], large[large["p_delong"] >= evaluated.alpha]
    if len(differ):
        frame.loc[differ["z"].abs().idxmax(), "shown_in"] = DIFFERENT
    if len(alike):
        frame.loc[(alike["auc_a"] + alike["auc_b"]).idxmin(), "shown_in"] = ALIKE
    return frame


def paired(evaluated: Evaluated, dataset: str, a: str, b: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels and the two models' scores of the same rows at the default seed; empty where one is missing."""
    frames = [evaluated.scores(dataset, learner) for learner in (a, b)]
    first, second = (f[f["seed"] == evaluated.seed].set_index("row").sort_index() for f in frames)
    if not first.index.equals(second.index):
        return np.empty(0, dtype=np.int64), np.empty(0), np.empty(0)
    return first["label"].to_numpy(), first["score"].to_numpy(), second["score"].to_numpy()


def band(evaluated: Evaluated, dataset: str, learner: str, label: np.ndarray, score: np.ndarray) -> Band:
    """The vertical band of one model, mean +- z sd of its bootstrap curves."""
    stream = generator(evaluated.seed, f"hamel2008/vertical/{dataset}/{evaluated.engine}/{learner}")
    high = bootstrap_heights(label, score, GRID, n_boot=REPLICATES, seed=stream)
    return vertical_band(high, GRID, level=1 - evaluated.alpha)


def permuted(evaluated: Evaluated, dataset: str, a: str, b: str) -> float:
    """P-value of the permutation test of one pair."""
    stream = generator(evaluated.seed, f"hamel2008/permutation/{dataset}/{evaluated.engine}/{a}/{b}")
    label, one, other = paired(evaluated, dataset, a, b)
    return permutation_test(label, one, other, n_permutations=PERMUTATIONS, seed=stream).p_value


def pairs(evaluated: Evaluated) -> Table:
    """Table of all pairs: both tests, and the share of rates at which the two bands overlap."""
    frame = tested(evaluated)
    bands: dict[tuple[str, str], Band] = {}
    for row in frame.to_dict("records"):
        dataset = row["dataset"]
        label, *scores = paired(evaluated, dataset, row["a"], row["b"])
        for learner, score in zip((row["a"], row["b"]), scores, strict=True):
            if (dataset, learner) not in bands:
                bands[dataset, learner] = band(evaluated, dataset, learner, label, score)
    names = [(row["dataset"], row["a"], row["b"]) for row in frame.to_dict("records")]
    frame["p_permutation"] = [permuted(evaluated, *name) for name in names]
    frame["bands_overlap"] = [overlap(bands[name, a], bands[name, b]) for name, a, b in names]
    everywhere = int((frame["different"] & (frame["bands_overlap"] == 1)).sum())
    nowhere = int((frame["different"] & (frame["bands_overlap"] == 0)).sum())
    notes = (
        f"All pairs of models that {evaluated.engine} trained, on the same test rows. z, p_delong: DeLong's "
        f"paired test. p_permutation: {PERMUTATIONS} random exchanges of ranks, two-sided. bands_overlap: "
        f"share of the rates {GRID[0]:g} to {GRID[-1]:g} by {GRID[0]:g} at which the two "
        f"{1 - evaluated.alpha:.0%} vertical bands meet. different: p_delong below {evaluated.alpha:g}; the "
        "p-values are not adjusted for their number.",
        f"Of the pairs with at least {LEAST_ROWS} rows in each class, {DIFFERENT} shows the one with the "
        f"largest |z|, and {ALIKE}, among those that do not differ, the one farthest from the corner (the "
        "smallest sum of areas), where bands can be seen.",
        f"Reading a difference off the bands is not a test. Of {int(frame['different'].sum())} pairs that "
        f"differ by DeLong's test, the bands of {nowhere} are apart at every rate and those of {everywhere} "
        "overlap at every rate: they ignore that both models saw the same rows.",
        made_by(evaluated),
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(["auc_a", "auc_b"], ".4f") | {"difference": "+.4f", "z": "+.2f"}
    formats |= dict.fromkeys(["p_delong", "p_permutation"], ".2g") | {"bands_overlap": ".2f"}
    title = "Do two models differ? Tests and bands, pair by pair"
    return Table(frame[COLUMNS], title, notes, formats)


def overlap(one: Band, other: Band) -> float:
    """Share of the grid at which two bands meet."""
    return float(np.mean((one.lower <= other.upper) & (other.lower <= one.upper)))
