"""The tidy data set: one Parquet file of values and one JSON file of facts.

Both learner engines and every reader meet here. Values are kept as the raw file has them: a nominal
attribute as text, a numeric one as float64, and a missing value as missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from rocrepro.formats.files import read_json, write_json
from rocrepro.formats.parquet import read_frame, write_frame

if TYPE_CHECKING:
    import pandas as pd

NUMERIC = "numeric"
NOMINAL = "nominal"
LABEL_COLUMN = "__label__"
PART_COLUMN = "__part__"


@dataclass(frozen=True)
class Attribute:
    """One column of a data set.

    Attributes
    ----------
    name : str
        Column name.
    kind : {"numeric", "nominal"}
        Numeric values are float64, nominal ones text.
    values : tuple of str
        Declared values of a nominal attribute, in their declared order, those that never occur included.
    """

    name: str
    kind: Literal["numeric", "nominal"]
    values: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Dataset:
    """A data set ready for training.

    Attributes
    ----------
    name, title : str
        Key in ``config/datasets.yaml`` and the name shown to readers.
    frame : pandas.DataFrame, shape (n_rows, n_attributes)
        Attribute values, without the class.
    label : ndarray of str, shape (n_rows,)
        Class of each row.
    part : ndarray of str, shape (n_rows,)
        "train" or "test" under a fixed split, "all" under cross-validation.
    attributes : tuple of Attribute
        In the order of the columns of `frame`.
    classes : tuple of str
        The two class labels in their declared order.
    positive : str
        The class that counts as positive.
    target : str
        Name of the class attribute.
    class_index : int
        Position of the class attribute in the raw file, from 0.
    protocol : {"split", "cv"}
        Fixed train and test parts, or stratified cross-validation.
    folds : int
        Number of folds under "cv"; 0 under "split".
    sha256 : dict of str to str
        Digest of each raw file, by its role.
    notes : tuple of str
        What a user should know about the columns, one line each.
    """

    name: str
    title: str
    frame: pd.DataFrame
    label: np.ndarray
    part: np.ndarray
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    positive: str
    target: str
    class_index: int
    protocol: Literal["split", "cv"]
    folds: int
    sha256: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def y(self) -> np.ndarray:
        """1 for a positive row and 0 for a negative one, int8, shape (n_rows,)."""
        positive: np.ndarray = self.label == self.positive
        return positive.astype(np.int8)

    def counts(self) -> dict[str, list[int]]:
        """Return the number of positive and negative rows of each part."""
        y = self.y
        return {
            part: [int(y[self.part == part].sum()), int((1 - y[self.part == part]).sum())]
            for part in ("train", "test", "all")
            if (self.part == part).any()
        }

    def save(self, parquet: str | Path, facts: str | Path) -> None:
        """Write the values to `parquet` and everything else to the JSON file `facts`."""
        table = self.frame.copy()
        table[LABEL_COLUMN] = self.label
        table[PART_COLUMN] = self.part
        write_frame(table, parquet)
        write_json(facts, self.facts())

    def facts(self) -> dict[str, Any]:
        """Return everything but the values, as plain JSON types."""
        return {
            "name": self.name,
            "title": self.title,
            "target": self.target,
            "positive": self.positive,
            "classes": list(self.classes),
            "class_index": self.class_index,
            "protocol": self.protocol,
            "folds": self.folds,
            "counts": self.counts(),
            "sha256": self.sha256,
            "attributes": [asdict(a) | {"values": list(a.values)} for a in self.attributes],
            **({"notes": list(self.notes)} if self.notes else {}),
        }


def save_missing(
    name: str, entry: Mapping[str, Any], reason: str, parquet: str | Path, facts: str | Path
) -> None:
    """Write the placeholder of a data set that no source served, with the reason in one line."""
    import pandas as pd

    write_frame(pd.DataFrame(), parquet)
    shown = {"name": name, "title": entry.get("title", name), "protocol": entry["protocol"]}
    folds = entry.get("folds", 10) if entry["protocol"] == "cv" else 0
    write_json(facts, shown | {"folds": folds, "missing": reason})


def load(parquet: str | Path, facts: str | Path) -> Dataset | None:
    """Read a data set that `Dataset.save` wrote; None for one that no source served."""
    known = read_json(facts)
    if "missing" in known:
        return None
    table = read_frame(parquet)
    label = table.pop(LABEL_COLUMN).to_numpy(dtype=str)
    part = table.pop(PART_COLUMN).to_numpy(dtype=str)
    return Dataset(
        name=known["name"],
        title=known["title"],
        frame=table,
        label=label,
        part=part,
        attributes=tuple(Attribute(a["name"], a["kind"], tuple(a["values"])) for a in known["attributes"]),
        classes=tuple(known["classes"]),
        positive=known["positive"],
        target=known["target"],
        class_index=known["class_index"],
        protocol=known["protocol"],
        folds=known["folds"],
        sha256=known["sha256"],
        notes=tuple(known.get("notes", ())),
    )
