"""Fidelity of the runs to the paper: table 3 by cell, protocols of spectf and dis, and the two engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES, joined
from rocrepro.papers.elazmeh2006.printed import (
    CROSS_VALIDATED,
    CROSS_VALIDATED_SEEDS,
    LEARNERS,
    ROWS,
    TOLERANCE,
    printed_auc,
)
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import frame_of, gap_notes

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Runs: TypeAlias = "tuple[pd.DataFrame, str | None]"
"""The runs of one model, one a seed, and what they were read from; None for a model that is missing."""
WITHIN = (
    f"reproduced: the AUC at the default seed is within {TOLERANCE} of the printed AUC, which has "
    "three decimals."
)


def fidelity(evaluated: Evaluated) -> Table:
    """Table 3 cell by cell: which printed AUCs each engine reproduces, and which lie in its range over seeds.

    spectf stands for cross-validation on its training rows, the one protocol that fits the printed row.
    """
    rows = []
    for row, entries in ROWS.items():
        for engine in evaluated.shown["engines"]:
            for learner in LEARNERS:
                over = evaluated.over_seeds(entries[0], learner, engine)
                known = {"dataset": entries[0], "engine": engine, "learner": learner}
                rows.append(known | _cell(over, printed_auc(evaluated, row, learner), evaluated.seed))
    columns = ["dataset", "engine", "learner", "paper", "auc_default_seed", "difference", "reproduced"]
    columns += ["auc_min", "auc_max", "in_range", "n_seeds"]
    frame = frame_of(rows, columns, whole=["n_seeds"])
    notes = (
        *_summaries(frame),
        WITHIN + " in_range: the printed AUC lies between the smallest and the largest AUC over the seeds.",
    )
    formats = {"paper": ".3f", "difference": "+.4f"} | dict.fromkeys(
        ("auc_default_seed", "auc_min", "auc_max"), ".4f"
    )
    title = "Fidelity: the cells of table 3 by engine"
    return Table(frame, title, (*notes, POOLED, *gap_notes(evaluated)), formats)


def _cell(over: pd.DataFrame, printed: float, seed: int) -> dict[str, Any]:
    """One printed AUC against the runs; only the printed one where there are no runs."""
    if over.empty:
        return {"paper": printed}
    default = over.loc[over["seed"] == seed, "auc"].iloc[0]
    low, high = over["auc"].min(), over["auc"].max()
    return {
        "paper": printed,
        "auc_default_seed": default,
        "difference": default - printed,
        "reproduced": bool(abs(default - printed) <= TOLERANCE),
        "auc_min": low,
        "auc_max": high,
        "in_range": bool(low - TOLERANCE <= printed <= high + TOLERANCE),
        "n_seeds": len(over),
    }


def _summaries(frame: pd.DataFrame) -> list[str]:
    """One sentence for each engine and learner, from the table itself."""
    notes = []
    for (engine, learner), cells in frame.dropna(subset=["auc_default_seed"]).groupby(
        ["engine", "learner"], sort=False
    ):
        outside = cells.loc[~cells["in_range"].astype(bool), "dataset"].tolist()
        beyond = f"; outside the range: {', '.join(outside)}" if outside else ""
        notes.append(
            f"{engine}, {learner}: {int(cells['reproduced'].sum())} of {len(cells)} cells reproduced at the "
            f"default seed, {len(cells) - len(outside)} in the range over seeds{beyond}."
        )
    return notes


def spectf_protocols(evaluated: Evaluated) -> Table:
    """The paper's spectf row against Weka in three protocols, over 30 seeds of folds and forests."""
    simulated = evaluated.simulation("spectf_protocols")

    def runs(dataset: str, learner: str) -> Runs:
        chosen = simulated[(simulated["dataset"] == dataset) & (simulated["learner"] == learner)]
        return chosen.dropna(subset=["auc"]), joined(*chosen[USES]) if len(chosen) else None

    frame = _protocols(evaluated, ROWS["SPECTF"], "SPECTF", runs)
    inferred = (
        "These numbers suggest that the row was measured on the training file only, although the paper "
        "names the test file."
    )
    return _protocol_table(evaluated, frame, "Which protocol gives the paper's spectf row", inferred)


def dis_protocols(evaluated: Evaluated) -> Table:
    """The paper's dis row against Weka on the test file and in two cross-validations."""

    def runs(dataset: str, learner: str) -> Runs:
        with evaluated.reading() as read:
            over = evaluated.over_seeds(dataset, learner, "weka")
        first = over["seed"] <= CROSS_VALIDATED_SEEDS
        return over[first] if dataset in CROSS_VALIDATED else over, joined(read)

    frame = _protocols(evaluated, ("dis", *CROSS_VALIDATED), "dis", runs)
    stated = (
        "dis: trained on the training file, tested on the test file, as in table 2; dis_cv2800: "
        "cross-validation on the training file; dis_cv3772: on both files together. Section 4 mentions "
        "cross-validation in one sentence, and in another restricts it to sets without a test file."
    )
    return _protocol_table(evaluated, frame, "Which protocol gives the paper's dis row", stated)


def _protocols(
    evaluated: Evaluated, datasets: Sequence[str], row: str, runs: Callable[[str, str], Runs]
) -> pd.DataFrame:
    """One printed row cell by cell against the runs of each protocol, by data set and learner."""
    rows = []
    for dataset in datasets:
        known = dataset in evaluated.shown["models"]
        protocol = evaluated.protocol(dataset) if known else ""
        for learner in LEARNERS:
            chosen, uses = runs(dataset, learner)
            cell = {USES: uses} | _cell(chosen, printed_auc(evaluated, row, learner), evaluated.seed)
            if len(chosen):
                near = np.abs(chosen["auc"] - cell["paper"]) <= TOLERANCE
                cell["seeds_reproducing"] = int(near.sum())
            rows.append({"dataset": dataset, "protocol": protocol, "learner": learner} | cell)
    columns = ["dataset", "protocol", "learner", "paper", "auc_default_seed", "reproduced"]
    columns += ["auc_min", "auc_max", "in_range", "n_seeds", "seeds_reproducing"]
    return frame_of(rows, [*columns, USES], whole=("n_seeds", "seeds_reproducing"))


def _protocol_table(evaluated: Evaluated, frame: pd.DataFrame, title: str, note: str) -> Table:
    notes = [
        f"{dataset}: {int(cells['reproduced'].sum())} of {len(cells)} cells reproduced at the default seed, "
        f"{int(cells['in_range'].sum())} in the range over seeds."
        for dataset, cells in frame.dropna(subset=["auc_default_seed"]).groupby("dataset", sort=False)
    ]
    notes += [
        "Engine Weka; the seeds of folds and forests start at 1; there is one run where nothing is "
        "random. " + WITHIN,
        note,
        *gap_notes(evaluated),
    ]
    formats = {"paper": ".3f"} | dict.fromkeys(("auc_default_seed", "auc_min", "auc_max"), ".4f")
    return Table(frame, title, tuple(notes), formats)


def engines(evaluated: Evaluated) -> Table:
    """AUC and size of the confident set by each engine on the same folds, and the difference."""
    import pandas as pd

    own = evaluated.simulation("same_folds").set_index(["dataset", "learner"])
    rows = []
    for dataset in evaluated.datasets:
        for learner in dict.fromkeys(learner for _, learner in evaluated.models(dataset)):
            row: dict[str, Any] = {"dataset": dataset, "learner": learner}
            row["folds"] = "Weka's" if evaluated.protocol(dataset) != "split" else "split"
            for engine in ("weka", "sklearn"):
                over = evaluated.over_seeds(dataset, learner, engine)
                found = over[over["seed"] == evaluated.seed]
                if engine == "sklearn" and (dataset, learner) in own.index:
                    found = own.loc[[(dataset, learner)]]
                if len(found):
                    row[f"auc_{engine}"] = found["auc"].iloc[0]
                    row[f"n_confident_{engine}"] = found["n_confident"].iloc[0]
            rows.append(row)
    columns = ["dataset", "learner", "folds", "auc_weka", "auc_sklearn", "auc_difference"]
    columns += ["n_confident_weka", "n_confident_sklearn", "n_confident_difference"]
    frame = pd.DataFrame(rows, columns=columns)
    for measure in ("auc", "n_confident"):
        sides = [pd.to_numeric(frame[f"{measure}_{engine}"]) for engine in ("weka", "sklearn")]
        frame[f"{measure}_difference"] = sides[0] - sides[1]
    frame = frame.astype(dict.fromkeys(columns[6:], "Int64"))
    notes = (
        f"Both engines at seed {evaluated.seed}; on cross-validated sets scikit-learn is trained on "
        "Weka's folds. difference: Weka minus scikit-learn.",
        POOLED,
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(("auc_weka", "auc_sklearn"), ".4f") | {"auc_difference": "+.4f"}
    return Table(frame, "The two engines on the same folds", notes, formats)
