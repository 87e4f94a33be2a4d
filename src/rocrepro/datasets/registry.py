"""The data sets of ``config/datasets.yaml``: their entries, and the tidy data set that an entry describes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rocrepro.config import load_yaml, validate
from rocrepro.datasets.classes import read_classes
from rocrepro.datasets.columns import ColumnRules, listing
from rocrepro.datasets.entry_checks import check_entry, parts_of
from rocrepro.datasets.readers import READERS
from rocrepro.datasets.sources import FetchReport
from rocrepro.datasets.suspects import notes_on
from rocrepro.datasets.tables import RawTable, settle, values_of
from rocrepro.errors import InputError
from rocrepro.formats.files import sha256
from rocrepro.formats.tidy import Dataset

DEFAULT_FOLDS = 10


def load_entries(path: str | Path, schema: str | Path) -> dict[str, dict[str, Any]]:
    """Read and check the data sets of a config file.

    Parameters
    ----------
    path : path
        The YAML file: a mapping from data set names to entries.
    schema : path
        Its JSON schema.

    Returns
    -------
    dict of str to dict
        Entries in file order, with `title` and `folds` (0 under a split) filled in. An entry with `scores`,
        of a classifier that was trained elsewhere, has a title alone filled in.

    Raises
    ------
    InputError
        At the first entry that is not sound.
    """
    entries: dict[str, dict[str, Any]] = load_yaml(path)
    validate(entries, schema, path)
    for name, entry in entries.items():
        entry.setdefault("title", name)
        if "scores" in entry:
            continue
        check_entry(entry, f"{path}: {name}")
        entry.setdefault("folds", DEFAULT_FOLDS if entry["protocol"] == "cv" else 0)
    return entries


def build_dataset(
    name: str,
    entry: dict[str, Any],
    raw_dir: str | Path,
    report: FetchReport,
    *,
    config: str | Path = "config/datasets.yaml",
) -> Dataset:
    """Read the raw files of a data set into its tidy form.

    Parameters
    ----------
    name : str
        Key of the data set.
    entry : dict
        Its entry, as `load_entries` returns it.
    raw_dir : path
        Folder that `rocrepro.datasets.sources.fetch` filled.
    report : dict
        What `fetch` returned.
    config : path
        Name of the config file, for messages.

    Returns
    -------
    rocrepro.formats.tidy.Dataset
        Rows in file order, training rows first.

    Raises
    ------
    InputError
        If a raw file has changed, cannot be read as the entry says, or has other counts than the entry.
    """
    import pandas as pd

    place = f"{config}: {name}"
    paths = _verified(entry, Path(raw_dir), report, place)
    parts = parts_of(entry)
    rules = ColumnRules.of(entry, place, _identifiers(report, parts))
    entry = entry | {"target": rules.target}
    try:
        tables = READERS[entry["reader"]].read(paths, parts, entry, rules)
        kept = _kept_columns(tables, entry, rules)
        classes, label = read_classes(tables, entry, rules)
        attributes = tuple(settle(tables, column, rules) for column in kept if column != entry["target"])
    except InputError as error:
        raise InputError(_with_own_names(str(error), paths, report)) from None
    columns = {attribute.name: values_of(tables, attribute, rules) for attribute in attributes}
    file = np.repeat(parts, [len(table) for table in tables])
    dataset = Dataset(
        name=name,
        title=entry["title"],
        frame=pd.DataFrame(columns),
        label=label,
        part=file if entry["protocol"] == "split" else np.full(len(file), "all"),
        attributes=attributes,
        classes=classes,
        positive=str(entry["positive"]),
        target=entry["target"],
        class_index=kept.index(entry["target"]),
        protocol=entry["protocol"],
        folds=entry["folds"],
        sha256={role: record["sha256"] for role, record in report["files"].items()},
    )
    _check_classes(dataset, place)
    _check_counts(dataset, file, entry.get("counts", {}), place)
    return replace(dataset, notes=notes_on(dataset, columns, tables, rules))


def _with_own_names(message: str, paths: dict[str, Path], report: FetchReport) -> str:
    """The message with a user's own file in place of our copy of it."""
    for role, path in paths.items():
        kind, _, origin = report["files"][role]["source"].partition(" ")
        message = message.replace(str(path), origin) if kind == "file" else message
    return message


def _identifiers(report: FetchReport, parts: list[str]) -> list[str]:
    """Return the columns that must not be learned from, as the publisher of the raw files says."""
    records = [report["files"][part] for part in parts]
    return sorted({name for record in records for name in record.get("identifiers", ())})


def _kept_columns(tables: list[RawTable], entry: dict[str, Any], rules: ColumnRules) -> list[str]:
    """Columns that stay, the class among them."""
    kept, target = list(tables[0].columns), entry["target"]
    if target not in kept:
        expected = f"a column: {listing(kept)}"
        raise InputError(f"{rules.place}.target: found {target!r}; expected {expected}")
    if len(kept) == 1:
        raise InputError(f"{tables[0].path}: found no column besides the class; expected at least one")
    return kept


def _verified(entry: dict[str, Any], folder: Path, report: FetchReport, place: str) -> dict[str, Path]:
    """Paths of the raw files by role, after their digests were compared."""
    if report["status"] != "ok":
        raise InputError(f"{place}: found no raw files ({report['reason']}); expected them in {folder}")
    paths = {}
    for role, file in entry["files"].items():
        record = report["files"][role]
        path = folder / record["file"]
        expected = file.get("sha256", record["sha256"])
        if not path.is_file():
            raise InputError(f"{path}: found no such file; expected the file that was fetched")
        found = sha256(path)
        if found != expected:
            raise InputError(f"{path}: found sha256 {found}; expected {expected}")
        paths[role] = path
    return paths


def _check_classes(dataset: Dataset, place: str) -> None:
    """Check that every part has both classes, and enough rows of each for the folds."""
    for part, counts in dataset.counts().items():
        if 0 in counts:  # in no part that is all rows: `read_classes` has seen both
            absent = "positive" if counts[0] == 0 else "negative"
            raise InputError(
                f"{place}.files.{part}: found no {absent} row; expected both classes in the file"
            )
        if min(counts) < dataset.folds:
            raise InputError(
                f"{place}.folds: found {dataset.folds}; expected at most {min(counts)}, the number of rows "
                "of the smaller class"
            )


def _check_counts(dataset: Dataset, file: np.ndarray, expected: dict[str, list[int]], place: str) -> None:
    """Check the counts that the entry expects in each file; `file` has the role of each row's."""
    for role, pair in expected.items():
        of = dataset.y[file == role]
        counts = [int(of.sum()), int((1 - of).sum())]
        if counts != pair:
            raise InputError(
                f"{place}.counts.{role}: found {counts} positive and negative rows in the file; "
                f"expected {pair}"
            )
