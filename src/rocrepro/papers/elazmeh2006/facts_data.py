"""What the data files and the paper's counts say about class balance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.confidence import contains_zero
from rocrepro.papers.elazmeh2006.printed import row_of
from rocrepro.papers.fact_rows import Row, row, unknown

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated


def data_quantities(evaluated: Evaluated) -> list[Row]:
    """Class shares, attributes and folds of each data set of the paper, and spect beside spectf."""
    rows = []
    for dataset in evaluated.datasets:
        if row_of(dataset) is not None:
            rows += evaluated.traced(_of_dataset, evaluated, dataset)
    return rows + evaluated.traced(_spect, evaluated)


def _of_dataset(evaluated: Evaluated, dataset: str) -> list[Row]:
    facts = evaluated.described(dataset)
    if "missing" not in facts:
        return _balance(facts["counts"], dataset, evaluated.alpha) + _make_up(facts, dataset)
    parts = ("all",) if facts["protocol"] == "cv" else ("train", "test")
    # Any file of this protocol has facts of these names.
    some = {"folds": 0, "classes": ["+", "-"], "attributes": [{"kind": "numeric"}]}
    rows = _balance({part: [1, 1] for part in parts}, dataset, evaluated.alpha) + _make_up(some, dataset)
    return unknown(rows)


def _balance(counts: dict[str, Any], dataset: str, alpha: float) -> list[Row]:
    rows = []
    scored = counts.get("test") or counts["all"]
    parts = {"train": counts.get("train") or counts["all"], "scored": scored}
    if "test" in counts:
        parts["whole"] = [sum(pair) for pair in zip(counts["train"], counts["test"], strict=True)]
    for part, (n_pos, n_neg) in parts.items():
        n = n_pos + n_neg
        rows.append(row(f"share_{part}", n_pos / n, f"positive share, {part} rows", dataset=dataset, n=n))
        rows.append(
            row(f"ratio_{part}", n_pos / n_neg, f"positives to negatives, {part} rows", dataset=dataset, n=n)
        )
    steps = scored[1] / scored[0]
    rows.append(row("step_ratio", steps, "step of tpr over step of fpr for one row", dataset=dataset))
    majority = scored[1] / sum(scored)
    rows.append(row("majority_accuracy", majority, "accuracy of predicting - throughout", dataset=dataset))
    ends = ends_confident(scored[0], scored[1], alpha)
    note = "how many of the two ends of the curve, all rows + and all rows -, are confident"
    rows.append(row("ends_confident", ends, note, dataset=dataset, n=2))
    return rows


def ends_confident(n_pos: int, n_neg: int, alpha: float) -> int:
    """How many of a curve's two ends are confident by Tango's test: there all errors are of one kind."""
    tp, fp = np.array([n_pos, 0]), np.array([n_neg, 0])
    return int(contains_zero(tp, n_pos - tp, fp, n_neg - fp, alpha=alpha).sum())


def _make_up(facts: dict[str, Any], dataset: str) -> list[Row]:
    rows = [row("folds", facts["folds"], "folds of cross-validation; 0: a test file", dataset=dataset)]
    classes = facts.get("classes")
    if classes is not None:
        rows.append(row("n_classes", len(classes), "classes of the file", dataset=dataset))
    attributes = facts.get("attributes")
    if attributes:
        binary = np.mean([a["kind"] == "nominal" and len(a["values"]) == 2 for a in attributes])
        numeric = np.mean([a["kind"] == "numeric" for a in attributes])
        rows.append(row("binary_attributes", binary, "share of two-valued attributes", dataset=dataset))
        rows.append(row("numeric_attributes", numeric, "share of numeric attributes", dataset=dataset))
    return rows


def _spect(evaluated: Evaluated) -> list[Row]:
    """Whether spect and spectf hold the same cases: their classes, row by row."""
    one, two = evaluated.data("spect"), evaluated.data("spectf")
    note = "classes of spect and spectf agree in every row of both parts"
    if one is None or two is None:
        return unknown([row("spect_classes_agree", 0, note)])
    same = [
        list(one.label[one.part == part]) == list(two.label[two.part == part]) for part in ("train", "test")
    ]
    return [row("spect_classes_agree", all(same), note, n=len(one.label))]
