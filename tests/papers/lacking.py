"""What the tests of gaps share: evaluations that lack something, and what a table says of it."""

from contextlib import suppress
from dataclasses import replace

import numpy as np

from rocrepro.formats.inputs import Inputs
from rocrepro.formats.parquet import read_frame, write_frame
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.uses import engine_use, split
from rocrepro.study.trained import WRITTEN


def without(evaluated, missing, folder):
    """The evaluations of a run that could not have some data sets and engines ("engine weka").

    Parameters
    ----------
    evaluated : Evaluated
        It has the scores of all models that are not missing.
    missing : collection of str
    folder : Path
        Receives the scores and the studies without the rows of what is missing.
    """
    facts = {
        name: entry | ({"missing": "gone"} if name in missing else {})
        for name, entry in evaluated.facts.items()
    }
    gaps = {name: "gone" for name in evaluated.shown["engines"] if engine_use(name) in missing}
    runs = {name: _emptied(frame, missing) for name, frame in evaluated.simulations.items()}
    inputs = Inputs(_paths(evaluated, facts, missing, folder))
    return replace(evaluated, facts=facts, engine_gaps=gaps, simulations=runs, inputs=inputs)


def _emptied(frame, missing):
    """One row without values for each model of a simulation that lacks what it needs."""
    if "uses" not in frame:
        return frame
    lost = frame["uses"].map(lambda cell: bool(split(cell) & set(missing)))
    model = [name for name in ("dataset", "engine", "learner") if name in frame]
    kept = ~lost | ~frame.duplicated(model)
    named = frame.columns.isin([*model, "seed", "uses"])
    numbers = frame.astype(dict.fromkeys(frame.columns[~named & (frame.dtypes == "int64")], float))
    return numbers.mask(lost.to_numpy()[:, None] & ~named)[kept]


def _paths(evaluated, facts, missing, folder):
    """The files that tables and simulations read, those of what is missing without rows."""
    (folder / "scores").mkdir()
    for dataset, models in evaluated.shown["models"].items():
        yield from lessened(evaluated.inputs, dataset, missing, folder)
        for engine, learner in models:
            if "missing" in facts[dataset] or engine_use(engine) in missing:
                yield no_scores(dataset, engine, learner, folder)
            else:
                yield evaluated.inputs.path(f"scores/{dataset}.{engine}.{learner}.parquet")
        if "missing" not in facts[dataset]:
            with suppress(LookupError):  # few fixtures have the data sets themselves
                yield from [evaluated.inputs.path(f"data/{dataset}.{kind}") for kind in ("parquet", "json")]


def no_scores(dataset, engine, learner, folder):
    """The file of scores that stands for a missing data set or engine."""
    path = folder / f"scores/{dataset}.{engine}.{learner}.parquet"
    path.parent.mkdir(exist_ok=True)
    write_scores(empty_scores(), path)
    return path


def bare(evaluated, folder):
    """The evaluations of a run without any data."""
    facts = {name: entry | {"missing": "gone"} for name, entry in evaluated.facts.items()}
    paths = [path for name in facts for path in lessened(evaluated.inputs, name, facts, folder)]
    models = evaluated.shown["models"].items()
    paths += [no_scores(name, *model, folder) for name, of in models for model in of]
    return replace(evaluated, facts=facts, inputs=Inputs(paths))


def lessened(inputs, dataset, missing, folder):
    """The files of a data set's study, without the rows of what is missing."""
    gone = [name.removeprefix("engine ") for name in missing if name.startswith("engine ")]

    def lost(frame):
        sides = [side for side in ("engine", "engine_a", "engine_b") if side in frame]
        return frame[sides].isin(gone).any(axis=1) | (dataset in missing)

    return filtered(inputs, dataset, lost, folder) if dataset in missing or gone else studied(inputs, dataset)


def studied(inputs, dataset):
    """The files of a data set's study."""
    return [inputs.path(f"study/{dataset}.{kind}.parquet") for kind in WRITTEN]


def filtered(inputs, dataset, lost, folder):
    """The files of a data set's study without the rows that are lost, in a folder."""
    (folder / "study").mkdir(exist_ok=True)
    for path in studied(inputs, dataset):
        frame = read_frame(path)
        write_frame(frame[~lost(frame)], folder / "study" / path.name)
        yield folder / "study" / path.name


def using(table, missing):
    """Whether each row of a table used something that is missing."""
    return np.array([bool(split(cell) & set(missing)) for cell in table.uses], dtype=bool)
