"""A study: everything that is evaluated on a set of scores, each kind computed when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rocrepro.evaluation.resample import Resampled, resampled_models
from rocrepro.study.choices import Choices
from rocrepro.study.model import Floats, Model, Name
from rocrepro.study.steps import Step, Steps

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.multiclass import Multiclass

Found = TypeVar("Found")
GRID = np.linspace(0, 1, 101)
"""False positive rates at which the true ones of resampled curves are kept."""


@dataclass(frozen=True, eq=False)
class Study:
    """Scores of one set of examples by several models, and the choices of their evaluation.

    The scores may come from anywhere: rule ``evaluate`` studies those of trained models, and the command
    ``rocrepro evaluate`` those of a user's file, by the same functions. `rocrepro.study.KINDS` names what
    there is to ask for.

    Attributes
    ----------
    scores : mapping of tuple of str to pandas.DataFrame
        Scores of each model as in `rocrepro.formats.scores`; a model without rows is left out.
    columns : tuple of str
        What the parts of a model's name are called in the frames, for example ("engine", "learner").
    choices : Choices
    seed : int
        The replicate that curves show.
    steps : Steps
        The random streams.
    comparable : bool
        Whether models may be compared that scored the same examples.
    others : bool
        Whether models that scored other examples are tested against each other too.
    named_rows : bool
        Whether equal row numbers of such models are the same example.
    rules : tuple of str
        How scores are cut for the equivalence test, as in `rocrepro.study.equivalence`.
    with_all_negative : bool
        Whether that test has a further classifier, which predicts no row positive.
    multiclass : Multiclass, optional
        Labels and scores of all classes, where each model is one of them against the rest.

    See Also
    --------
    KINDS : the frames that it gives.
    Model : one of its models.
    Choices : how scores are evaluated.
    rocrepro.study.trained.study_of_dataset : the study of trained models.
    rocrepro.assess.assess : the study of a user's file.
    """

    scores: Mapping[Name, pd.DataFrame]
    columns: tuple[str, ...] = ("model",)
    choices: Choices = field(default_factory=Choices)
    seed: int = 1
    steps: Steps = field(default_factory=Steps)
    comparable: bool = True
    others: bool = False
    named_rows: bool = False
    rules: tuple[str, ...] = ("in use",)
    with_all_negative: bool = False
    multiclass: Multiclass | None = None

    _found: dict[Callable[[Study], Any], Any] = field(init=False, default_factory=dict, repr=False)

    def get(self, kind: Callable[[Study], Found]) -> Found:
        """Return what one kind gives for this study, computed once.

        Parameters
        ----------
        kind : function of a Study
            One of `rocrepro.study.KINDS`, or another function that takes a study alone.
        """
        if kind not in self._found:
            self._found[kind] = kind(self)
        found: Found = self._found[kind]
        return found

    def replicates(self) -> Iterator[Model]:
        """Yield every model at every one of its seeds, in order."""
        for name, frame in self.scores.items():
            for seed, part in frame.groupby("seed", sort=True):
                yield self._model(name, int(str(seed)), part)

    @cached_property
    def models(self) -> list[Model]:
        """Every model at the seed that curves show."""
        parts = ((name, frame[frame["seed"] == self.seed]) for name, frame in self.scores.items())
        return [self._model(name, self.seed, part) for name, part in parts if len(part)]

    def _model(self, name: Name, seed: int, part: pd.DataFrame) -> Model:
        part = part.sort_values("row", kind="stable")
        label, fold, row = (part[column].to_numpy(dtype=np.int64) for column in ("label", "fold", "row"))
        more = {role: part[role].to_numpy() for role in ("cluster", "group", "weight") if role in part}
        return Model(name, seed, label, part["score"].to_numpy(), fold, row, self.choices, **more)

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that name a model in a frame."""
        return (*self.columns, "seed")

    @property
    def pair_keys(self) -> tuple[str, ...]:
        """The columns that name the two models of a pair."""
        return (*(f"{column}_{side}" for side in "ab" for column in self.columns), "seed")

    @cached_property
    def compared(self) -> list[Model]:
        """Models that scored the same examples as the first one; only these can be compared."""
        if not self.comparable:
            return []
        first = self.models[:1]
        return [
            model
            for model in self.models
            if np.array_equal(model.row, first[0].row) and np.array_equal(model.label, first[0].label)
        ]

    @property
    def drawn_together(self) -> list[list[Model]]:
        """The models that see the same resamples: all `compared` ones, and every other one by itself."""
        alone = [[model] for model in self.models if model not in self.compared]
        return [self.compared, *alone] if self.compared else alone

    @property
    def pairs(self) -> list[tuple[Model, Model]]:
        """Every pair of `compared` models of one engine: their names differ in the last part only."""
        return [(a, b) for a, b in combinations(self.compared, 2) if a.name[:-1] == b.name[:-1]]

    @property
    def other_pairs(self) -> list[tuple[Model, Model]]:
        """Every pair of shown models of one engine that is not in `pairs`, where such pairs are tested."""
        if not self.others:
            return []
        paired = {(a.name, b.name) for a, b in self.pairs}
        return [
            (a, b)
            for a, b in combinations(self.models, 2)
            if a.name[:-1] == b.name[:-1] and (a.name, b.name) not in paired
        ]

    @cached_property
    def resampled(self) -> dict[Name, Resampled]:
        """Every model on the resamples from which differences are taken, with its curves at `GRID`."""
        return self._resampled(self.steps.resamples, GRID)

    @cached_property
    def resampled_for_intervals(self) -> dict[Name, Resampled]:
        """Every model on the resamples from which its own intervals are taken."""
        same = self.steps.intervals == self.steps.resamples
        return self.resampled if same else self._resampled(self.steps.intervals, None)

    def _resampled(self, step: Step, grid: Floats | None) -> dict[Name, Resampled]:
        found: dict[Name, Resampled] = {}
        for group in self.drawn_together:
            found |= resampled_models(
                group[0].label == 1,
                {model.name: model.score for model in group},
                n_resamples=self.n_resamples(step),
                seed=step.of(self.choices.seed),
                alpha=self.choices.alpha,
                test=self.choices.test,
                grid=grid,
            )
        return {model.name: found[model.name] for model in self.models}

    def n_resamples(self, step: Step) -> int:
        """Return how many resamples, bootstrap curves or permutations a step takes."""
        return self.choices.n_resamples if step.n_resamples is None else step.n_resamples
