"""What the papers' tables and figures are made from: the evaluations of all data sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.roc import RocPoints
from rocrepro.formats.parquet import read_frame

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.tidy import Dataset

ENGINE_TITLES = {"sklearn": "scikit-learn", "weka": "Weka"}
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
        Keys paper, simulations (names), size, extra (further config files), datasets, models ((engine,
        learner) pairs of each data set), learners (key and entry of each), engines, seed, seeds,
        alpha, confidence_test, cauc_reading.
    simulations : mapping of str to pandas.DataFrame
        The paper's simulations by name.
    engine_gaps : mapping of str to str
        Why an engine could not be used, for each that could not.
    build : Path, optional
        Folder that `scores` and `data` read from.
    """

    facts: dict[str, dict[str, Any]]
    points: pd.DataFrame
    summary: pd.DataFrame
    bands: pd.DataFrame
    shown: Mapping[str, Any]
    simulations: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    engine_gaps: Mapping[str, str] = field(default_factory=dict)
    build: Path | None = None

    @classmethod
    def load(cls, build: str | Path, shown: Mapping[str, Any]) -> Evaluated:
        """Read what is below the folder `build` of one paper's data sets and simulations."""
        import pandas as pd

        build = Path(build)
        names = shown["datasets"]
        facts = {n: json.loads((build / f"data/{n}.json").read_text(encoding="utf-8")) for n in names}
        tables = {}
        for part in PARTS:
            frames = [read_frame(build / f"curves/{n}.{part}.parquet").assign(dataset=n) for n in names]
            frames = [f for f in frames if len(f)] or frames[:1] or [pd.DataFrame(columns=["dataset"])]
            frame = pd.concat(frames, ignore_index=True)
            tables[part] = frame[["dataset", *(c for c in frame.columns if c != "dataset")]]
        engines = {
            name: json.loads((build / f"engines/{name}.json").read_text(encoding="utf-8"))["reason"]
            for name in shown["engines"]
        }
        simulations = {
            name: read_frame(build / f"simulations/{shown['paper']}_{name}.parquet")
            for name in shown["simulations"]
        }
        return cls(
            facts=facts,
            shown=shown,
            simulations=simulations,
            build=build,
            engine_gaps={name: reason for name, reason in engines.items() if reason},
            **tables,
        )

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
        """The engine that figures draw: the first of the config that could be used."""
        engines = self.shown["engines"]
        return str(next((name for name in engines if name not in self.engine_gaps), engines[0]))

    @property
    def other_engine(self) -> str | None:
        """The engine that figures draw behind the first: the next of the config that could be used."""
        usable = [name for name in self.shown["engines"] if name not in self.engine_gaps]
        return str(usable[1]) if len(usable) > 1 else None

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
        """Why a data set has no results; None when it has."""
        if dataset not in self.facts:
            return "not in config/datasets.yaml"
        reason: str | None = self.facts[dataset].get("missing")
        return reason

    def gaps(self) -> dict[str, str]:
        """Reason of each data set without results, and of each engine that could not be used."""
        sets = {name: reason for name in self.datasets if (reason := self.gap(name)) is not None}
        return sets | {f"engine {name}": reason for name, reason in self.engine_gaps.items()}

    def title(self, dataset: str) -> str:
        """The data set's name as shown to readers."""
        return str(self.facts.get(dataset, {}).get("title", dataset))

    def test_counts(self, dataset: str) -> tuple[int, int]:
        """Positive and negative rows that are scored: the test part, or all under cross-validation."""
        counts = self.facts[dataset]["counts"]
        n_pos, n_neg = counts.get("test") or counts["all"]
        return int(n_pos), int(n_neg)

    def learner_title(self, learner: str) -> str:
        """Letter and title of a learner, for example "T: decision tree"."""
        known = self.learners.get(learner)
        return f"{known['letter']}: {known['title']}" if known else learner

    def protocol(self, dataset: str) -> str:
        """How the scores came about: "split" or, for example, "10-fold CV"."""
        facts = self.facts.get(dataset, {})
        return f"{facts['folds']}-fold CV" if facts.get("protocol") == "cv" else "split"

    def models(self, dataset: str) -> list[tuple[str, str]]:
        """(engine, learner) pairs trained on a data set, in the config's order."""
        return [(engine, learner) for engine, learner in self.shown["models"][dataset]]

    def learners_of(self, dataset: str) -> list[str]:
        """Learners that the drawn engine has trained on a data set."""
        return [learner for engine, learner in self.models(dataset) if engine == self.engine]

    def has(self, dataset: str, learner: str) -> bool:
        """Whether there is a curve to draw."""
        return not self.curve(dataset, learner).empty

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

    def scores(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Scores of one model: columns seed, fold, row, label, score; empty where there are none."""
        from rocrepro.formats.scores import empty_scores, read_scores

        path = (self.build or Path()) / f"scores/{dataset}.{engine or self.engine}.{learner}.parquet"
        return read_scores(path) if path.is_file() else empty_scores()

    def data(self, dataset: str) -> Dataset | None:
        """The tidy data set itself; None where there is none."""
        from rocrepro.formats import tidy

        folder = (self.build or Path()) / "data"
        facts = folder / f"{dataset}.json"
        return tidy.load(folder / f"{dataset}.parquet", facts) if facts.is_file() else None

    def over_seeds(self, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
        """Summary rows of one model, one a seed."""
        return _of(self.summary, dataset, engine or self.engine, learner)

    def band(self, dataset: str, learner: str, slope: str, engine: str | None = None) -> pd.DataFrame:
        """One fixed-width band at the default seed, one row for each grid point."""
        bands = _of(self.bands, dataset, engine or self.engine, learner)
        return bands[bands["slope"] == slope]

    @property
    def confident_by(self) -> str:
        """What decides that a point is confident."""
        return f"confident by {self.shown['confidence_test']}, alpha = {self.alpha:g}"

    def subtitle(self, dataset: str | None = None, *, behind: str = "") -> str:
        """The line below a figure's title: engine, protocol, seed, level.

        `behind` says how the other engine is drawn, if it is.
        """
        engine = ENGINE_TITLES.get(self.engine, self.engine)
        if behind and self.other_engine:
            engine += f" ({ENGINE_TITLES.get(self.other_engine, self.other_engine)} {behind})"
        protocol = f"{self.protocol(dataset)}, " if dataset else ""
        return f"engine {engine}; {protocol}pooled scores; seed {self.seed}; {self.confident_by}"


def _of(frame: pd.DataFrame, dataset: str, engine: str, learner: str) -> pd.DataFrame:
    chosen = (frame["dataset"] == dataset) & (frame["engine"] == engine) & (frame["learner"] == learner)
    return frame[chosen]
