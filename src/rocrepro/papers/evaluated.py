"""What the papers' tables and figures are made from: the evaluations of all data sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.roc import RocPoints

if TYPE_CHECKING:
    import pandas as pd

ENGINE_TITLES = {"sklearn": "scikit-learn"}
PARTS = ("points", "summary", "bands")


@dataclass(frozen=True, eq=False)
class Evaluated:
    """The evaluations of all data sets, and how to show them.

    Attributes
    ----------
    facts : dict of str to dict
        For each data set its title, protocol, class counts, or ``missing`` with the reason.
    points, summary, bands : pandas.DataFrame
        As in `rocrepro.evaluation.evaluate.Evaluation`, with the column ``dataset`` in front.
    shown : mapping
        Keys datasets, learners (key, letter and title of each), engines, seed, seeds, alpha,
        confidence_test, cauc_reading.
    """

    facts: dict[str, dict[str, Any]]
    points: pd.DataFrame
    summary: pd.DataFrame
    bands: pd.DataFrame
    shown: Mapping[str, Any]

    @classmethod
    def load(cls, build: str | Path, shown: Mapping[str, Any]) -> Evaluated:
        """Read ``data/`` and ``curves/`` below the folder `build`."""
        import pandas as pd

        build = Path(build)
        names = shown["datasets"]
        facts = {n: json.loads((build / f"data/{n}.json").read_text(encoding="utf-8")) for n in names}
        tables = {}
        for part in PARTS:
            frames = [pd.read_parquet(build / f"curves/{n}.{part}.parquet").assign(dataset=n) for n in names]
            frame = pd.concat([f for f in frames if len(f)] or frames[:1], ignore_index=True)
            tables[part] = frame[["dataset", *(c for c in frame.columns if c != "dataset")]]
        return cls(facts=facts, shown=shown, **tables)

    @property
    def datasets(self) -> list[str]:
        """Names of all configured data sets, those without data included, in the config's order."""
        return list(self.shown["datasets"])

    @property
    def learners(self) -> dict[str, dict[str, str]]:
        """Letter and title of each learner, in the config's order."""
        return {learner["key"]: learner for learner in self.shown["learners"]}

    @property
    def engine(self) -> str:
        """The engine that figures draw: the first of the config."""
        return str(self.shown["engines"][0])

    @property
    def seed(self) -> int:
        """The seed that figures draw."""
        return int(self.shown["seed"])

    @property
    def alpha(self) -> float:
        """1 - level of the intervals."""
        return float(self.shown["alpha"])

    def gap(self, dataset: str) -> str | None:
        """Why a data set has no results; None when it has."""
        if dataset not in self.facts:
            return "not in config/datasets.yaml"
        reason: str | None = self.facts[dataset].get("missing")
        return reason

    def gaps(self) -> dict[str, str]:
        """Reason of each data set without results."""
        return {name: reason for name in self.datasets if (reason := self.gap(name)) is not None}

    def title(self, dataset: str) -> str:
        """The data set's name as shown to readers."""
        return str(self.facts.get(dataset, {}).get("title", dataset))

    def protocol(self, dataset: str) -> str:
        """How the scores came about: "split" or, for example, "10-fold CV"."""
        facts = self.facts.get(dataset, {})
        return f"{facts['folds']}-fold CV" if facts.get("protocol") == "cv" else "split"

    def models(self) -> list[tuple[str, str]]:
        """(engine, learner) pairs in the config's order."""
        engines, learners = self.shown["engines"], self.learners
        return [(engine, learner) for engine in engines for learner in learners]

    def curve(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Points of one ROC curve at the default seed, thresholds falling; empty where there is none."""
        return _of(self.points, dataset, engine or self.engine, learner)

    def roc(self, dataset: str, learner: str, engine: str | None = None) -> RocPoints:
        """One ROC curve at the default seed as `RocPoints`."""
        curve = self.curve(dataset, learner, engine)
        counts = {name: curve[name].to_numpy(dtype=np.int64) for name in ("tp", "fp")}
        first = curve.iloc[0]
        return RocPoints(
            threshold=curve["threshold"].to_numpy(),
            n_pos=int(first["tp"] + first["fn"]),
            n_neg=int(first["fp"] + first["tn"]),
            **counts,
        )

    def over_seeds(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Summary rows of one model, one a seed."""
        return _of(self.summary, dataset, engine or self.engine, learner)

    def band(self, dataset: str, learner: str, slope: str, engine: str | None = None) -> pd.DataFrame:
        """One fixed-width band at the default seed, one row for each grid point."""
        bands = _of(self.bands, dataset, engine or self.engine, learner)
        return bands[bands["slope"] == slope]

    def subtitle(self, dataset: str | None = None) -> str:
        """The line below a figure's title: engine, protocol, seed, level."""
        engine = ENGINE_TITLES.get(self.engine, self.engine)
        protocol = f"{self.protocol(dataset)}, " if dataset else ""
        return f"engine {engine}; {protocol}pooled scores; seed {self.seed}; alpha = {self.alpha:g}"


def _of(frame: pd.DataFrame, dataset: str, engine: str, learner: str) -> pd.DataFrame:
    chosen = (frame["dataset"] == dataset) & (frame["engine"] == engine) & (frame["learner"] == learner)
    return frame[chosen]
