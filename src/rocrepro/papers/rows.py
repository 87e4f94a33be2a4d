"""Rows of the papers' tables: the columns that name a model, every model in order, frames, gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.formats.uses import USES, joined

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Model = tuple[str, str]
Row = dict[str, Any]
NAMING = ["dataset", "protocol", "engine", "learner", "seed"]


def named(evaluated: Evaluated, dataset: str, model: Model) -> Row:
    """Return the columns that name a model at the default seed."""
    known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset)}
    return known | {"engine": model[0], "learner": model[1], "seed": evaluated.seed}


def rows_of_models(
    evaluated: Evaluated, rows: Callable[[str, Model], Iterable[Row]], bare: Sequence[Row] = ({},)
) -> list[Row]:
    """Return the rows that `rows` gives for each data set and model, and `bare` ones where there is no curve.

    Each says in its column ``uses`` what the rows of its model were computed from.
    """
    found: list[Row] = []
    for dataset in evaluated.datasets:
        for model in evaluated.models(dataset):
            known = named(evaluated, dataset, model)
            with evaluated.reading() as read:
                missing = evaluated.curve(dataset, *model[::-1]).empty
                own = list(bare if missing else rows(dataset, model))
            found += [known | row | {USES: joined(read)} for row in own]
    return found


def frame_of(rows: Iterable[Any], columns: Sequence[str], whole: Iterable[str] = ()) -> pd.DataFrame:
    """Make a frame of rows; columns in `whole` hold whole numbers, of which some may be missing."""
    import pandas as pd

    frame = pd.DataFrame(list(rows), columns=list(columns))
    return frame.astype(dict.fromkeys(whole, "Int64"))


def with_share(frame: pd.DataFrame, name: str, hits: str, trials: str) -> pd.DataFrame:
    """Add a share under its name, and Wilson's 95 % interval as low and high; NaN where nothing was tried."""
    tried = frame[trials].where(frame[trials] > 0)
    low, high = wilson_limits(frame[hits].to_numpy(), tried.to_numpy())
    return frame.assign(**{name: frame[hits] / tried}).assign(low=low, high=high)


def gap_notes(evaluated: Evaluated) -> tuple[str, ...]:
    """One paragraph for each data set or engine without results."""
    return tuple(f"**Missing:** {name}: {reason}" for name, reason in evaluated.gaps().items())
