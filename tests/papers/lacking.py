"""What the tests of gaps share: evaluations that lack something, and what a table says of it."""

from contextlib import suppress
from dataclasses import replace

import numpy as np

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.uses import engine_use, split
from rocrepro.papers.evaluated import PARTS


def without(evaluated, missing, folder):
    """The evaluations of a run that could not have some data sets and engines ("engine weka").

    Parameters
    ----------
    evaluated : Evaluated
        It has the scores of all models that are not missing.
    missing : collection of str
    folder : Path
        Receives the scores without rows of an engine that is missing.
    """
    facts = {
        name: entry | ({"missing": "gone"} if name in missing else {})
        for name, entry in evaluated.facts.items()
    }
    gaps = {name: "gone" for name in evaluated.shown["engines"] if engine_use(name) in missing}
    parts = {part: _kept(getattr(evaluated, part), missing) for part in PARTS}
    runs = {name: _emptied(frame, missing) for name, frame in evaluated.simulations.items()}
    inputs = Inputs(_paths(evaluated, facts, missing, folder))
    return replace(evaluated, facts=facts, engine_gaps=gaps, simulations=runs, inputs=inputs, **parts)


def _kept(frame, missing):
    """Rows of what is there."""
    lost = frame["dataset"].isin(missing) | frame["engine"].map(engine_use).isin(missing)
    return frame[~lost]


def _emptied(frame, missing):
    """One row without values for each model of a simulation that lacks what it needs."""
    if "uses" not in frame:
        return frame
    lost = frame["uses"].map(lambda cell: bool(split(cell) & set(missing)))
    kept = ~lost | ~frame.duplicated(["dataset", "learner"])
    named = frame.columns.isin(["dataset", "learner", "seed", "uses"])
    numbers = frame.astype(dict.fromkeys(frame.columns[~named], float))
    return numbers.mask(lost.to_numpy()[:, None] & ~named, np.nan)[kept]


def _paths(evaluated, facts, missing, folder):
    """The files that the tables read, those of a missing engine without rows."""
    for dataset, models in evaluated.shown["models"].items():
        if "missing" in facts[dataset]:
            continue
        for engine, learner in models:
            path = evaluated.inputs.path(f"scores/{dataset}.{engine}.{learner}.parquet")
            if engine_use(engine) in missing:
                path = folder / "scores" / path.name
                path.parent.mkdir(exist_ok=True)
                write_scores(empty_scores(), path)
            yield path
        with suppress(LookupError):  # few fixtures have the data sets themselves
            yield from [evaluated.inputs.path(f"data/{dataset}.{kind}") for kind in ("parquet", "json")]


def using(table, missing):
    """Whether each row of a table used something that is missing."""
    return np.array([bool(split(cell) & set(missing)) for cell in table.uses], dtype=bool)
