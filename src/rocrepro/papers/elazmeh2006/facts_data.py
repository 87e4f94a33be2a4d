"""Class balance in the data files and in the paper's counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.papers.elazmeh2006.printed import row_of
from rocrepro.papers.fact_rows import Row, row, unknown

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SAME_ROWS = (("sick_euthyroid", "hypothyroid"), ("sick", "dis"))  # pairs that UCI made from one set of rows
TESTED = ("spectf_withdrawn", "spectf")  # test files that are numeric, so that equal rows are the same case


def data_quantities(evaluated: Evaluated) -> list[Row]:
    """Class shares, attributes and folds of each data set of the paper, and spect beside spectf."""
    rows = []
    for dataset in evaluated.datasets:
        if row_of(dataset) is not None:
            rows += evaluated.traced(_of_dataset, evaluated, dataset)
    for one, two in SAME_ROWS:
        rows += evaluated.traced(_shared, evaluated, one, two)
    for dataset in TESTED:
        rows += evaluated.traced(_seen_in_training, evaluated, dataset)
    return rows + evaluated.traced(_spect, evaluated)


def _of_dataset(evaluated: Evaluated, dataset: str) -> list[Row]:
    facts = evaluated.described(dataset)
    if "missing" not in facts:
        return _balance(facts["counts"], dataset) + _make_up(facts, dataset)
    parts = ("all",) if facts["protocol"] == "cv" else ("train", "test")
    # Any file of this protocol has facts of these names.
    some = {"classes": ["+", "-"], "attributes": [{"kind": "numeric"}]}
    rows = _balance({part: [1, 1] for part in parts}, dataset) + _make_up(some, dataset)
    return unknown(rows)


def _balance(counts: dict[str, Any], dataset: str) -> list[Row]:
    scored = counts.get("test") or counts["all"]
    parts = {"train": counts.get("train") or counts["all"], "scored": scored}
    rows = [
        row("positive_share", n_pos / (n_pos + n_neg), what=part, dataset=dataset, n=n_pos + n_neg)
        for part, (n_pos, n_neg) in parts.items()
    ]
    return [*rows, row("ratio_scored", scored[0] / scored[1], dataset=dataset, n=sum(scored))]


def _make_up(facts: dict[str, Any], dataset: str) -> list[Row]:
    rows = []
    if facts.get("classes") is not None:
        rows.append(row("n_classes", len(facts["classes"]), dataset=dataset))
    attributes = facts.get("attributes")
    if attributes:
        kinds = {
            "binary": [a["kind"] == "nominal" and len(a["values"]) == 2 for a in attributes],
            "numeric": [a["kind"] == "numeric" for a in attributes],
        }
        rows += [
            row("attribute_share", np.mean(of), what=kind, dataset=dataset) for kind, of in kinds.items()
        ]
    return rows


def _shared(evaluated: Evaluated, one: str, two: str) -> list[Row]:
    """Share of the rows of one data set that the other holds too, classes aside."""
    first, second = evaluated.data(one), evaluated.data(two)
    if first is None or second is None:
        return unknown([row("rows_shared", 0, dataset=one)])
    share = shared_rows(first.frame, second.frame)
    return [row("rows_shared", share, dataset=one, n=len(first.frame))]


def _seen_in_training(evaluated: Evaluated, dataset: str) -> list[Row]:
    """Share of the training rows that stand in the test file too."""
    data = evaluated.data(dataset)
    if data is None:
        return unknown([row("training_rows_tested", 0, dataset=dataset)])
    train, test = (data.frame[np.asarray(data.part) == part] for part in ("train", "test"))
    return [row("training_rows_tested", shared_rows(train, test), dataset=dataset, n=len(train))]


def shared_rows(one: pd.DataFrame, two: pd.DataFrame) -> float:
    """Share of the rows of one frame that have a partner of their own in the other; gaps match gaps."""
    first, second = (
        Counter(map(tuple, frame.astype(object).where(frame.notna(), None).to_numpy().tolist()))
        for frame in (one, two)
    )
    return sum((first & second).values()) / len(one)


def _spect(evaluated: Evaluated) -> list[Row]:
    """Check whether spect and spectf hold the same cases: their classes, row by row."""
    one, two = evaluated.data("spect"), evaluated.data("spectf")
    if one is None or two is None:
        return unknown([row("spect_classes_agree", 0)])
    same = [
        list(one.label[one.part == part]) == list(two.label[two.part == part]) for part in ("train", "test")
    ]
    return [row("spect_classes_agree", all(same), n=len(one.label))]
