"""Train scikit-learn classifiers and score the rows that they did not see."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.scores import check_scores, scores_frame
from rocrepro.formats.tidy import Dataset
from rocrepro.learners.encoding import as_codes, as_indicators
from rocrepro.learners.folds import Fold, iter_folds

if TYPE_CHECKING:
    import pandas as pd

CONFIG = "config/learners.yaml"
ENGINE = "sklearn"
FEATURES_PER_SPLIT: dict[str, Callable[[int], int]] = {
    # int(log2(n + 1)) in whole numbers
    "log2_plus_1": lambda n_attributes: (n_attributes + 1).bit_length()
}
"""Rules for the number of features tried at a split, from the number of attributes without the class."""
DIGITS = 12
"""Significant digits of a score that is an average of votes."""


def score(
    dataset: Dataset, learner: Mapping[str, Any], seeds: Sequence[int], *, name: str = "learner"
) -> pd.DataFrame:
    """Train on each fold's training rows and score its test rows, for each seed.

    The seed goes to the folds and to the estimator's ``random_state``. Where nothing is random
    (`is_random`) only the first seed is run. An estimator that has a ``categorical_features`` parameter gets
    codes and is told which columns hold them; any other gets indicator columns. One that takes no missing
    values gets the medians of the training rows in their place.

    Parameters
    ----------
    dataset : Dataset
    learner : mapping
        An entry of ``config/learners.yaml``.
    seeds : sequence of int
        Replicates, from 1.
    name : str, default="learner"
        Key of the entry, for error messages.

    Returns
    -------
    pandas.DataFrame
        Columns of `rocrepro.formats.scores`, ordered by seed, fold and row. The score is the probability of
        the positive class, or the decision function where the estimator has no probabilities. Averages
        over an ensemble are rounded to 12 significant digits, because the order of summation leaves near-ties
        in the last bits; other scores are as the estimator gives them.

    Raises
    ------
    InputError
        If the entry names no usable classifier or parameter, the classifier refuses the data, or the folds
        cannot be made.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    block = check_learner(learner, name=name)
    used = [int(seed) for seed in seeds]
    if not is_random(dataset.protocol, learner, name=name):
        used = used[:1]
    if not used:
        raise InputError("seeds: found none; expected at least one")
    y = dataset.y
    parts = []
    estimator = _estimator(block, name)
    takes_codes = "categorical_features" in estimator.get_params()
    encoded = as_codes(dataset) if takes_codes else as_indicators(dataset)
    settings = _settings(block, estimator, dataset, encoded.matrix.shape[1])
    if takes_codes and encoded.categorical.any():
        settings |= _categories(block, estimator, encoded.categorical, encoded.n_categories)
    # Threads inside one fit may add in another order from run to run.
    with threadpool_limits(limits=1):
        for seed in used:
            seeded = settings | _seed(block, estimator, seed)
            for fold in iter_folds(dataset, seed, block.get("folds", ENGINE)):
                model = _model(_estimator(block, name).set_params(**seeded), encoded.matrix)
                values = _fit_and_score(model, encoded.matrix, y, fold, f"{name}.{ENGINE}", dataset.name)
                parts.append((seed, fold.number, fold.test, y[fold.test], values))
    frame = scores_frame(parts)
    check_scores(frame, f"{dataset.name}, {ENGINE}, {name}")
    return frame


def unavailable() -> str | None:
    """Return None: scikit-learn is a dependency of this package, so that the engine can always be used."""
    return None


def is_random(protocol: str, learner: Mapping[str, Any], *, name: str = "learner") -> bool:
    """Return whether another seed can give other scores.

    Parameters
    ----------
    protocol : {"split", "cv"}
        Folds are drawn under "cv".
    learner : mapping
        An entry of ``config/learners.yaml``. It is random when its class has a ``random_state`` that the
        entry does not fix.
    name : str, default="learner"
        Key of the entry, for error messages.

    Raises
    ------
    InputError
        If the entry names no usable classifier or parameter.
    """
    block = check_learner(learner, name=name)
    return protocol == "cv" or bool(_seed(block, _estimator(block, name), 1))


def check_learner(learner: Mapping[str, Any], *, name: str = "learner") -> dict[str, Any]:
    """Return the entry's scikit-learn block after checking its class and parameters.

    Raises
    ------
    InputError
        Naming the key in ``config/learners.yaml``.
    """
    if ENGINE not in learner:
        raise InputError(f"{CONFIG}: {name}: the key {ENGINE!r} is missing; expected a class and its params")
    block = dict(learner[ENGINE])
    estimator = _estimator(block, name)
    if not (hasattr(estimator, "predict_proba") or hasattr(estimator, "decision_function")):
        raise InputError(
            f"{CONFIG}: {name}.{ENGINE}.class: found {block['class']} without scores; "
            "expected predict_proba or decision_function"
        )
    rule = block.get("features_per_split")
    if rule is None:
        return block
    key = f"{CONFIG}: {name}.{ENGINE}.features_per_split"
    if rule not in FEATURES_PER_SPLIT:
        raise InputError(f"{key}: found {rule!r}; expected one of {', '.join(FEATURES_PER_SPLIT)}")
    if "max_features" not in estimator.get_params() or "max_features" in (block.get("params") or {}):
        raise InputError(
            f"{key}: found {rule!r} for {block['class']}; "
            "expected a class that has max_features, and no max_features among its params"
        )
    return block


def round_significant(values: np.ndarray, digits: int = DIGITS) -> np.ndarray:
    """Round to significant digits: the nearest double to the decimal number.

    Parameters
    ----------
    values : ndarray of float
        Of any shape; 0, infinity and NaN stay as they are.
    digits : int, default=12
        At least 1.

    Returns
    -------
    ndarray of float64
        Of the same shape. Rounding again changes nothing.
    """
    # Through the decimal text, since scaling by powers of ten is inexact for small numbers. Votes of a few
    # trees take few distinct values.
    distinct, where = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    rounded = np.array([float(f"{value:.{digits - 1}e}") for value in distinct.tolist()])
    return rounded[where].reshape(np.shape(values))


def _estimator(block: Mapping[str, Any], name: str) -> Any:
    """An unfitted estimator with the entry's parameters."""
    from sklearn.base import BaseEstimator, is_classifier

    key = f"{CONFIG}: {name}.{ENGINE}"
    path, params = block["class"], dict(block.get("params") or {})
    module, _, attribute = str(path).rpartition(".")
    if not _installed(str(path).partition(".")[0]):
        raise InputError(f"{key}.class: found {path}; expected a class of an installed package")
    try:
        cls = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError):
        raise InputError(f"{key}.class: found {path}; expected an importable classifier class") from None
    if not (isinstance(cls, type) and issubclass(cls, BaseEstimator)):
        raise InputError(f"{key}.class: found {path}; expected a scikit-learn classifier class")
    known = inspect.signature(cls).parameters
    unknown = sorted(set(params) - set(known))
    if unknown and not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in known.values()):
        raise InputError(f"{key}.params: found {unknown[0]!r}; expected one of {', '.join(sorted(known))}")
    try:
        estimator = cls(**params)
    except TypeError as error:
        raise InputError(f"{key}.params: found {error}; expected the parameters of {path}") from None
    if not is_classifier(estimator):
        raise InputError(f"{key}.class: found {path}; expected a scikit-learn classifier class")
    return estimator


def _installed(package: str) -> bool:
    """Return whether a top-level package came with an installed distribution.

    Importing runs a package's code, so that a
    file that merely lies in the working folder does not count.
    """
    if package in {"rocrepro", "sklearn"}:
        return True
    from importlib.metadata import packages_distributions

    return package in packages_distributions()


def _settings(block: Mapping[str, Any], estimator: Any, dataset: Dataset, n_columns: int) -> dict[str, Any]:
    """Parameters that the engine sets beside those of the entry."""
    settings: dict[str, Any] = {}
    # scikit-learn's own None means 1 already, and some of its classes warn when they are told.
    native = type(estimator).__module__.startswith("sklearn.")
    if "n_jobs" in estimator.get_params() and not (native and estimator.n_jobs is None):
        settings["n_jobs"] = 1
    if "features_per_split" in block:
        rule = FEATURES_PER_SPLIT[block["features_per_split"]]
        settings["max_features"] = min(rule(len(dataset.attributes)), n_columns)
    return settings


def _categories(
    block: Mapping[str, Any], estimator: Any, mask: np.ndarray, n_categories: list[int]
) -> dict[str, Any]:
    given = block.get("params") or {}
    wanted = {"categorical_features": mask, "n_categories": n_categories}
    return {key: v for key, v in wanted.items() if key in estimator.get_params() and key not in given}


def _seed(block: Mapping[str, Any], estimator: Any, seed: int) -> dict[str, int]:
    fixed = (block.get("params") or {}).get("random_state")
    return {"random_state": seed} if "random_state" in estimator.get_params() and fixed is None else {}


def _model(estimator: Any, matrix: np.ndarray) -> Any:
    """The estimator, behind an imputer where it takes no missing values."""
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.utils import get_tags

    if get_tags(estimator).input_tags.allow_nan or not np.isnan(matrix).any():
        return make_pipeline(estimator)
    return make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), estimator)


def _fit_and_score(
    model: Any, matrix: np.ndarray, y: np.ndarray, fold: Fold, key: str, dataset: str
) -> np.ndarray:
    """Scores of one fold's test rows, float64."""
    try:
        model.fit(matrix[fold.train], y[fold.train])
        if hasattr(model, "predict_proba"):
            values = model.predict_proba(matrix[fold.test])[:, 1]
        else:
            values = model.decision_function(matrix[fold.test])
    except ValueError as error:
        raise InputError(
            f"{CONFIG}: {key}: on {dataset} found {error}; expected a classifier that takes these data"
        ) from error
    values = np.asarray(values, dtype=np.float64)
    return round_significant(values) if hasattr(model[-1], "estimators_") else values
