"""The evaluations of all data sets, from which the papers' tables and figures are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from rocrepro.evaluation import ConfidentSegment, RocPoints
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.uses import USES, engine_use, joined, split

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from rocrepro.formats.tidy import Dataset

ENGINE_TITLES = {"sklearn": "scikit-learn", "weka": "Weka"}
NOWHERE = np.empty(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Evaluated:
    """The evaluations of all data sets, and how to show them.

    Tables and figures take data by the methods, which record what is read (see `reading`), and never from
    `facts`, `simulations` or `inputs`.

    Attributes
    ----------
    facts : dict of str to dict
        For each data set its title, protocol, class counts, or ``missing`` with the reason.
    shown : mapping
        Keys paper, simulations (names), size, extra (further config files), printed (values by case),
        quantities (as the ledger declares them; for the table of quantities alone), datasets, beside (data
        sets that only those tables read that name them), absent (data sets that the paper is about and the
        config leaves out), models ((engine, learner) pairs of each data set), learners (key and entry of
        each), engines, seed, seeds, alpha, confidence_test, cauc_reading.
    simulations : mapping of str to pandas.DataFrame
        The paper's simulations by name.
    engine_gaps : mapping of str to str
        Why an engine could not be used, for each that could not.
    inputs : Inputs
        The files that `rows` and `data` read from, and the record of what was read.
    """

    facts: dict[str, dict[str, Any]]
    shown: Mapping[str, Any]
    simulations: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    engine_gaps: Mapping[str, str] = field(default_factory=dict)
    inputs: Inputs = field(default_factory=Inputs)
    _read: dict[tuple[str, str], pd.DataFrame] = field(init=False, default_factory=dict, repr=False)
    _found: dict[tuple[str, str], Mapping[Any, NDArray[np.intp]]] = field(
        init=False, default_factory=dict, repr=False
    )

    @classmethod
    def load(cls, inputs: Inputs, shown: Mapping[str, Any]) -> Evaluated:
        """Read what is known of one paper's data sets, and its simulations; their studies when asked for."""
        engines = {name: inputs.json(f"engines/{name}.json")["reason"] for name in shown["engines"]}
        return cls(
            facts={
                name: inputs.json(f"data/{name}.json")
                for name in (*shown["datasets"], *shown.get("beside", ()))
            },
            shown=shown,
            simulations={
                name: inputs.frame(f"simulations/{shown['paper']}_{name}.parquet")
                for name in shown["simulations"]
            },
            inputs=inputs,
            engine_gaps={name: reason for name, reason in engines.items() if reason},
        )

    def reading(self) -> AbstractContextManager[set[str]]:
        """Record in a set of its own which data sets and engines are read inside a ``with`` block."""
        return self.inputs.reading()

    def traced(
        self, function: Callable[..., Iterable[Mapping[str, Any]]], *arguments: Any
    ) -> list[dict[str, Any]]:
        """Return the rows that a function gives, each with what it read, unless the row says so itself."""
        return self.inputs.traced(function, *arguments)

    @property
    def datasets(self) -> list[str]:
        """Names of all configured data sets, those without data included, in the config's order.

        Whoever goes through them depends on those too that the config leaves out.
        """
        self.inputs.note(*self.shown.get("absent", ()))
        return list(self.shown["datasets"])

    @property
    def learners(self) -> dict[str, dict[str, str]]:
        """Letter and title of each learner, in the config's order."""
        return {learner["key"]: learner for learner in self.shown["learners"]}

    @property
    def engine(self) -> str:
        """The engine that figures draw: the first of the config that could be used.

        What is drawn in place of the first depends on the first.
        """
        engines = self.shown["engines"]
        usable = next((name for name in engines if name not in self.engine_gaps), engines[0])
        self.inputs.note(*map(engine_use, engines[: engines.index(usable) + 1]))
        return str(usable)

    @property
    def other_engine(self) -> str | None:
        """The engine that figures draw behind the first: the next of the config that could be used."""
        self.inputs.note(*map(engine_use, self.shown["engines"]))
        usable = [name for name in self.shown["engines"] if name not in self.engine_gaps]
        return str(usable[1]) if len(usable) > 1 else None

    def printed(self, case: str) -> Any:
        """Return what the paper prints in one case of its statements; NaN where its ledger has none."""
        return self.shown.get("printed", {}).get(case, float("nan"))

    @property
    def seed(self) -> int:
        """The seed that figures draw."""
        return int(self.shown["seed"])

    @property
    def alpha(self) -> float:
        """1 - level of the intervals."""
        return float(self.shown["alpha"])

    @property
    def level(self) -> str:
        """The level of the intervals, for example "95%"."""
        return f"{100 * (1 - self.alpha):.6g}%"

    def gap(self, dataset: str) -> str | None:
        """Return why a data set has no results; None when it has some."""
        return self.described(dataset).get("missing")

    def described(self, dataset: str) -> dict[str, Any]:
        """Return title, protocol, class counts and attributes of a data set, or the reason as ``missing``."""
        self.inputs.note(dataset)
        return self.facts.get(dataset, {"missing": "not in config/datasets.yaml"})

    def gaps(self) -> dict[str, str]:
        """Return the reason of each data set without results, and of each engine that could not be used."""
        sets = {
            name: str(self.facts[name]["missing"])
            for name in self.shown["datasets"]
            if "missing" in self.facts[name]
        }
        return sets | {engine_use(name): reason for name, reason in self.engine_gaps.items()}

    @property
    def lacking(self) -> bool:
        """True if the run lacks data sets, learners or engines that the paper is about."""
        return bool(self.gaps() or self.shown.get("absent") or not self.shown.get("complete", True))

    def title(self, dataset: str) -> str:
        """Return the data set's name as shown to readers."""
        return str(self.facts.get(dataset, {}).get("title", dataset))

    def test_counts(self, dataset: str) -> tuple[int, int]:
        """Return positive and negative rows that are scored: the test part, or all under cross-validation."""
        counts = self.described(dataset)["counts"]
        n_pos, n_neg = counts.get("test") or counts["all"]
        return int(n_pos), int(n_neg)

    def learner_title(self, learner: str) -> str:
        """Return letter and title of a learner, for example "T: decision tree"."""
        known = self.learners.get(learner)
        return f"{known['letter']}: {known['title']}" if known else learner

    def protocol(self, dataset: str) -> str:
        """Return how the scores came about: "split" or, for example, "10-fold CV"."""
        facts = self.facts.get(dataset, {})
        return f"{facts['folds']}-fold CV" if facts.get("protocol") == "cv" else "split"

    def models(self, dataset: str) -> list[tuple[str, str]]:
        """Return (engine, learner) of the models trained on a data set, in the order of the config."""
        return [(engine, learner) for engine, learner in self.shown["models"].get(dataset, ())]

    def learners_of(self, dataset: str) -> list[str]:
        """Return the learners that the drawn engine has trained on a data set."""
        return [learner for engine, learner in self.models(dataset) if engine == self.engine]

    def has(self, dataset: str, learner: str) -> bool:
        """Return whether there is a curve to draw."""
        return not self.curve(dataset, learner).empty

    def curve(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Return the points of one ROC curve at the default seed, by falling threshold; empty without one."""
        return self.rows("points", dataset, learner, engine)

    def roc(self, dataset: str, learner: str, engine: str | None = None) -> RocPoints:
        """Return one ROC curve at the default seed as `RocPoints`."""
        return self.segment(dataset, learner, engine).points

    def segment(self, dataset: str, learner: str, engine: str | None = None) -> ConfidentSegment:
        """Return one ROC curve at the default seed with its confident points."""
        return self._segment(self.curve(dataset, learner, engine))

    def segments(self, dataset: str, learner: str, engine: str | None = None) -> dict[int, ConfidentSegment]:
        """Return the curves of one model with their confident points, by seed."""
        curves = self.rows("curves", dataset, learner, engine).groupby("seed", sort=True)
        return {int(str(seed)): self._segment(curve) for seed, curve in curves}

    def _segment(self, curve: pd.DataFrame) -> ConfidentSegment:
        """The points of a frame, and which are confident."""
        mask = curve["confident"].to_numpy(dtype=np.bool_)
        return ConfidentSegment(roc_of(curve), mask, self.alpha, str(self.shown["confidence_test"]))

    def data(self, dataset: str) -> Dataset | None:
        """Return the tidy data set itself; None where there is none."""
        return None if self.gap(dataset) is not None else self.inputs.data(dataset)

    def simulation(self, name: str) -> pd.DataFrame:
        """Return one of the paper's simulations; a column `uses`, if it has one, says what each row read."""
        frame = self.simulations[name]
        self.inputs.note(*split(joined(*frame.get(USES, ()))))
        return frame

    def over_seeds(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Return the summary rows of one model, one a seed."""
        return self.rows("summary", dataset, learner, engine)

    def auc(self, dataset: str, learner: str, engine: str | None = None) -> float:
        """Return the area under one ROC curve at the default seed; NaN where there is no curve."""
        summary = self.over_seeds(dataset, learner, engine)
        return float(summary.loc[summary["seed"] == self.seed, "auc"].max())

    def band(self, dataset: str, learner: str, slope: str, engine: str | None = None) -> pd.DataFrame:
        """Return one fixed-width band at the default seed, one row for each grid point."""
        bands = self.rows("fixed_width", dataset, learner, engine)
        return bands[bands["slope"] == slope]

    @property
    def confident_by(self) -> str:
        """Rule that decides whether a point is confident, in words."""
        return f"confident by {self.shown['confidence_test']}, alpha = {self.alpha:g}"

    def subtitle(self, dataset: str | None = None, *, behind: str = "") -> str:
        """Return the line below a figure's title: engine, protocol, seed, level.

        `behind` says how the other engine is drawn, if it is.
        """
        engine = ENGINE_TITLES.get(self.engine, self.engine)
        if behind and self.other_engine:
            engine += f" ({ENGINE_TITLES.get(self.other_engine, self.other_engine)} {behind})"
        protocol = f"{self.protocol(dataset)}, " if dataset else ""
        return f"engine {engine}; {protocol}pooled scores; seed {self.seed}; {self.confident_by}"

    def rows(self, kind: str, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Return the rows of one model in the frame of a kind of `rocrepro.study.KINDS`; empty if missing."""
        self._note(dataset, learner, engine)
        places = self._places(kind, dataset).get((engine or self.engine, learner), NOWHERE)
        return self._frame(kind, dataset).iloc[places]

    def every(self, kind: str) -> pd.DataFrame:
        """Return the rows of all models on all data sets in the frame of one kind, in the config's order."""
        import pandas as pd

        models = [(name, *model) for name in self.datasets for model in self.models(name)]
        return pd.concat([self.rows(kind, name, learner, engine) for name, engine, learner in models])

    def pairs(self, kind: str, dataset: str, engine: str | None = None) -> pd.DataFrame:
        """Return the rows of a kind about pairs of models: of one engine, or of all."""
        engines = self.shown["engines"] if engine is None else [engine]
        self.inputs.note(dataset, *map(engine_use, engines))
        frame = self._frame(kind, dataset)
        return frame if engine is None else frame[frame["engine_a"] == engine]

    def _frame(self, kind: str, dataset: str) -> pd.DataFrame:
        """The frame of one kind of one data set, read once; without rows where it is not configured."""
        if (kind, dataset) not in self._read:
            known = dataset if dataset in self.facts else next(iter(self.facts))
            frame = self.inputs.frame(f"study/{known}.{kind}.parquet")
            frame.insert(0, "dataset", dataset)
            self._read[kind, dataset] = frame if known == dataset else frame.iloc[:0]
        return self._read[kind, dataset]

    def _places(self, kind: str, dataset: str) -> Mapping[Any, NDArray[np.intp]]:
        """Positions of each model's rows: tables ask for every model many times."""
        if (kind, dataset) not in self._found:
            frame = self._frame(kind, dataset)
            by_model = frame.groupby(["engine", "learner"]).indices if len(frame) else {}
            self._found[kind, dataset] = cast("Mapping[Any, NDArray[np.intp]]", by_model)
        return self._found[kind, dataset]

    def _note(self, dataset: str, learner: str, engine: str | None) -> None:
        """Record that a model was read; a learner counts where the config leaves it out."""
        known = () if learner in self.learners else (learner,)
        self.inputs.note(dataset, engine_use(engine or self.engine), *known)


def roc_of(curve: pd.DataFrame) -> RocPoints:
    """Make a ROC curve from its points, thresholds falling: columns threshold, tp, fn, fp, tn."""
    first = curve.iloc[0]
    return RocPoints(
        threshold=curve["threshold"].to_numpy(),
        tp=curve["tp"].to_numpy(dtype=np.int64),
        fp=curve["fp"].to_numpy(dtype=np.int64),
        n_pos=int(first["tp"] + first["fn"]),
        n_neg=int(first["fp"] + first["tn"]),
    )
