"""Train Weka's classifiers and score the rows that they did not see.

Everything that is drawn at random or that breaks ties is Weka's own: the folds, the order of the training
rows, the random numbers of a forest. The result is what Weka's command line works with, in full precision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.scores import check_scores, scores_frame
from rocrepro.formats.tidy import NOMINAL, Attribute, Dataset
from rocrepro.learners.encoding import as_codes
from rocrepro.learners.folds import check_counts, iter_folds
from rocrepro.learners.java import java_class, start, unavailable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["check_learner", "is_random", "score", "unavailable"]

CONFIG = "config/learners.yaml"
ENGINE = "weka"
CLASS_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


def score(
    dataset: Dataset, learner: Mapping[str, Any], seeds: Sequence[int], *, name: str = "learner"
) -> pd.DataFrame:
    """Train on each fold's training rows and score its test rows, for each seed.

    The seed goes to the shuffle before the folds are dealt out and, by the entry's ``seed_option``, to the
    classifier. Where nothing is random (`is_random`) only the first seed is run. The class attribute stays
    where the raw file has it, nominal attributes keep their declared values in order, and a missing value is
    missing. A classifier never sees the class of the rows that it scores.

    Parameters
    ----------
    dataset : Dataset
    learner : mapping
        An entry of ``config/learners.yaml``.
    seeds : sequence of int
        Replicates, from 1. Seed 1 is Weka's default.
    name : str, default="learner"
        Key of the entry, for error messages.

    Returns
    -------
    pandas.DataFrame
        Columns of `rocrepro.formats.scores`, ordered by seed, fold and row. The score is the probability of
        the positive class as Weka gives it, unrounded.

    Raises
    ------
    InputError
        If Java or Weka is not there, the entry names no usable classifier or option, the classifier refuses
        the data, or the folds cannot be made.
    """
    block = check_learner(learner, name=name)
    used = [int(seed) for seed in seeds]
    if not is_random(dataset.protocol, learner, name=name):
        used = used[:1]
    if not used:
        raise InputError("seeds: found none; expected at least one")
    start()
    table = _Table(dataset)
    positive = dataset.classes.index(dataset.positive)
    y = dataset.y
    parts = []
    for seed in used:
        for number, train, test in _folds(dataset, table, seed):
            model = _classifier(block, seed, name)
            try:
                model.buildClassifier(train)
                values = np.array(model.distributionsForInstances(table.unlabelled(test)))[:, positive]
            except _thrown() as error:
                raise InputError(
                    f"{CONFIG}: {name}.{ENGINE}: on {dataset.name} found {_message(error)}; "
                    "expected a classifier that takes these data"
                ) from None
            parts.append((seed, number, test, y[test], values))
    frame = scores_frame(parts)
    check_scores(frame, f"{dataset.name}, {ENGINE}, {name}")
    return frame


def is_random(protocol: str, learner: Mapping[str, Any], *, name: str = "learner") -> bool:
    """Return whether another seed can give other scores.

    Parameters
    ----------
    protocol : {"split", "cv"}
        Folds are drawn under "cv".
    learner : mapping
        An entry of ``config/learners.yaml``. It is random when it has a ``seed_option``.
    name : str, default="learner"
        Key of the entry, for error messages.

    Raises
    ------
    InputError
        If the entry is not sound.
    """
    return protocol == "cv" or "seed_option" in check_learner(learner, name=name)


def check_learner(learner: Mapping[str, Any], *, name: str = "learner") -> dict[str, Any]:
    """Return the entry's Weka block after checking its form; Java is not needed.

    The block has the ``class``, and may have ``options`` (words of Weka's command line) and
    ``seed_option`` (the option that takes the seed, for a classifier that draws at random).

    Raises
    ------
    InputError
        Naming the key in ``config/learners.yaml``.
    """
    if ENGINE not in learner:
        raise InputError(f"{CONFIG}: {name}: the key {ENGINE!r} is missing; expected a class and its options")
    block = dict(learner[ENGINE])
    key = f"{CONFIG}: {name}.{ENGINE}"
    if not CLASS_NAME.fullmatch(str(block.get("class"))):
        raise InputError(
            f"{key}.class: found {block.get('class')!r}; expected the full name of a class, such as "
            "weka.classifiers.trees.J48"
        )
    options, seed_option = block.get("options", []), block.get("seed_option", "-")
    if not (isinstance(options, list) and all(isinstance(option, str) for option in options)):
        raise InputError(f'{key}.options: found {options!r}; expected a list of words, as in ["-C", "0.25"]')
    if not (isinstance(seed_option, str) and seed_option.startswith("-")):
        raise InputError(f"{key}.seed_option: found {seed_option!r}; expected an option, such as -S")
    if seed_option in options:
        raise InputError(f"{key}.options: found {seed_option}; expected it only in seed_option")
    return block


class _Table:
    """A data set as Weka's Instances, and as the numbers that these are made of."""

    def __init__(self, dataset: Dataset):
        labels = np.array([dataset.classes.index(label) for label in dataset.label], dtype=np.float64)
        at = dataset.class_index
        self.class_index = at
        self.matrix = np.insert(as_codes(dataset).matrix, at, labels, axis=1)
        attributes = list(dataset.attributes)
        attributes.insert(at, Attribute(dataset.target, "nominal", dataset.classes))
        self.header = _instances(attributes, at)
        # The same classes beside the row's number: what Weka does to one it does to the other.
        self.rows = _instances([Attribute("row", "numeric"), attributes[at]], 1)
        _fill(self.rows, np.column_stack([np.arange(len(labels)), labels]))

    def labelled(self, rows: np.ndarray) -> Any:
        """Return the Instances of these rows."""
        return _fill(java_class("weka.core.Instances")(self.header), self.matrix[rows])

    def unlabelled(self, rows: np.ndarray) -> Any:
        """Return the Instances of these rows, the class missing."""
        matrix = self.matrix[rows]
        matrix[:, self.class_index] = np.nan
        return _fill(java_class("weka.core.Instances")(self.header), matrix)


def _folds(dataset: Dataset, table: _Table, seed: int) -> Iterator[tuple[int, Any, np.ndarray]]:
    """Number, training Instances and ascending test rows of each fold.

    Under cross-validation one generator shuffles the rows and then, fold after fold, each fold's training
    rows, in the same sequence as when Weka evaluates by itself.
    """
    if dataset.protocol == "split":
        for fold in iter_folds(dataset, seed):
            yield fold.number, table.labelled(fold.train), fold.test
        return
    check_counts(dataset)
    random_class = java_class("java.util.Random")
    random = random_class(seed)
    data, rows = table.labelled(np.arange(len(table.matrix))), java_class("weka.core.Instances")(table.rows)
    for instances, generator in ((data, random), (rows, random_class(seed))):
        instances.randomize(generator)
        instances.stratify(dataset.folds)
    for number in range(dataset.folds):
        train = data.trainCV(dataset.folds, number, random)
        test = np.array(rows.testCV(dataset.folds, number).attributeToDoubleArray(0)).astype(np.int64)
        yield number + 1, train, np.sort(test)


def _classifier(block: Mapping[str, Any], seed: int, name: str) -> Any:
    """An untrained classifier with the entry's options and the seed."""
    key, path = f"{CONFIG}: {name}.{ENGINE}", str(block["class"])
    try:
        cls = java_class(path)
        classifier = cls() if issubclass(cls, java_class("weka.classifiers.AbstractClassifier")) else None
    except (TypeError, _thrown()):  # no such class, or an abstract one
        classifier = None
    if classifier is None:
        raise InputError(f"{key}.class: found {path}; expected a classifier in Weka {_version()}")
    options = list(block.get("options", []))
    if "seed_option" in block:
        options += [block["seed_option"], str(seed)]
    try:
        classifier.setOptions(options)
    except _thrown() as error:
        raise InputError(f"{key}.options: found {_message(error)}; expected options of {path}") from None
    return classifier


def _instances(attributes: Sequence[Attribute], class_index: int) -> Any:
    """Instances without rows."""
    attribute_class, list_class = java_class("weka.core.Attribute"), java_class("java.util.ArrayList")
    listed = list_class()
    for attribute in attributes:
        if attribute.kind == NOMINAL:
            listed.add(attribute_class(attribute.name, list_class(attribute.values)))
        else:
            listed.add(attribute_class(attribute.name))
    instances = java_class("weka.core.Instances")("data", listed, 0)
    instances.setClassIndex(class_index)
    return instances


def _fill(instances: Any, matrix: np.ndarray) -> Any:
    """Append the rows of a matrix; NaN is Weka's own sign for a missing value."""
    import jpype

    instance_class = java_class("weka.core.DenseInstance")
    for row in jpype.JArray.of(np.ascontiguousarray(matrix), jpype.JDouble):
        instances.add(instance_class(1.0, row))
    return instances


def _thrown() -> Any:
    """Return the class of all that Java throws, missing classes and exhausted memory included."""
    return java_class("java.lang.Throwable")


def _message(error: Any) -> str:
    return str(error).removeprefix("java.lang.Exception: ")


def _version() -> str:
    return str(java_class("weka.core.Version").VERSION)
