"""Training: each engine is a module with a function ``score``, and all return the same table."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

ENGINES = {
    "weka": "rocrepro.learners.weka_engine",
    "sklearn": "rocrepro.learners.sklearn_engine",
}
"""Module of each engine, by the name that the config and the tables use."""


def engine(name: str) -> ModuleType:
    """Import the module of an engine.

    Parameters
    ----------
    name : str
        A key of `ENGINES`.

    Returns
    -------
    module
        With ``score(dataset, learner, seeds, *, name)``, ``is_random(protocol, learner, *, name)``,
        ``check_learner(learner, *, name)`` and ``unavailable()``, which gives a reason or None.

    Raises
    ------
    rocrepro.errors.InputError
        If there is no such engine.
    """
    if name not in ENGINES:
        from rocrepro.errors import InputError

        raise InputError(f"engines: found {name!r}; expected one of {', '.join(ENGINES)}")
    return import_module(ENGINES[name])
