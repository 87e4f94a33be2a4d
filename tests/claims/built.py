"""The build folder of a run with two seeds, made in this process, and copies of it that lack something."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Collection
from copy import copy
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts, artifact_name
from rocrepro.claims.lacking import sources
from rocrepro.config import load_yaml
from rocrepro.datasets.registry import build_dataset
from rocrepro.datasets.ringnorm import ringnorm_csv
from rocrepro.datasets.sources import fetch
from rocrepro.formats import tidy
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.parquet import read_frame, write_frame
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.uses import split, uses_path
from rocrepro.learners import engine
from rocrepro.papers import CATALOG, build_figure, build_table, run_simulation
from rocrepro.papers.bradley1996 import resubstitution
from rocrepro.papers.elazmeh2006 import containment, interval_coverage, reliability, runs
from rocrepro.papers.elazmeh2006 import coverage as bands
from rocrepro.papers.evaluated import Evaluated
from rocrepro.papers.hamel2008 import coverage, gains, skew
from rocrepro.papers.hamel2008.copies import damaged
from rocrepro.papers.klement2009 import facts_cases, facts_domains, family, power, readings
from rocrepro.pipeline.settings import load_settings
from tests.papers.lacking import lessened
from tests.studies import quick_study, write_study

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")
SIMULATIONS = {
    (paper, name): simulation for paper in PAPERS for name, simulation in CATALOG[paper].simulations.items()
}
FEW_BANDS = [replace(cell, runs=2) for cell in bands.cells("ci")]
# Fewer repetitions: what is missing does not depend on them.
FEW = (
    *((containment, "SIMULATED", 10), (containment, "CURVES", 20), (reliability, "RESAMPLED", 10)),
    *((runs, "PROTOCOL_SEEDS", 2), (bands, "cells", lambda size: FEW_BANDS)),
    (interval_coverage, "RUNS", {"ci": 4}),
    *((gains, "RESAMPLES", 50), (skew, "SAMPLES", 2)),
    *((coverage, "SAMPLES", 4), (coverage, "REPLICATES", 20), (resubstitution, "SAMPLES", 10)),
    *((power, "REPETITIONS", {"ci": 4}), (power, "PERMUTATIONS", {"ci": 19}), (family, "SHARES", 2)),
    *((readings, "PREVALENCES", {"ci": 2}), (facts_domains, "DRAWS", 4), (facts_cases, "DRAWN", 50)),
)


class Built:
    """A build folder with the shipped config, but for two seeds."""

    def __init__(self, build: Path) -> None:
        config = load_yaml(ROOT / "config/config.yaml")
        config |= {"seeds": 2, "papers": [*PAPERS]}
        self.settings = load_settings(config, ROOT)
        self.claims = [claim for ledger in self.settings.ledgers.values() for claim in ledger.claims]
        self.build = build

    def make(self) -> None:
        """Fetch, train and evaluate."""
        for name in ("engines", "simulations", "data", "scores", "study"):
            (self.build / name).mkdir(parents=True)
        for name in self.settings.config["engines"]:
            self._engine(name, "")
        for name in self.settings.datasets:
            self._dataset(name)
        for name in SIMULATIONS:
            self._simulate(*name)

    def _simulate(self, paper: str, name: str) -> None:
        shown = self._shown(paper, self.settings.simulation_data(paper, name))
        frame = run_simulation(paper, name, shown | {"inputs": Inputs.below(self.build)})
        write_frame(frame, self.build / f"simulations/{paper}_{name}.parquet")

    def _engine(self, name: str, reason: str) -> None:
        report = {"engine": name, "status": "missing" if reason else "ok", "reason": reason}
        (self.build / f"engines/{name}.json").write_text(json.dumps(report))

    def _dataset(self, name: str) -> None:
        raw, entry = self.build.parent / "raw" / name, self.settings.datasets[name]
        if name == "ringnorm_keel":  # its index may be out of reach; any sample that is damaged so will do
            made = pd.read_csv(io.BytesIO(ringnorm_csv(3736, 3664, 3)))
            made.iloc[:, :-1] = damaged(made.iloc[:, :-1].to_numpy()).astype(float)
            raw.mkdir(parents=True)
            made.to_csv(raw / "made.csv", header=False, index=False)
            entry = entry | {"files": {"data": {"sources": [{"file": str(raw / "made.csv")}]}}}
        report = fetch(name, entry, raw, offline=True, root=ROOT)
        assert report["status"] == "ok", report["reason"]
        dataset = build_dataset(name, entry, raw, report)
        dataset.save(self.build / f"data/{name}.parquet", self.build / f"data/{name}.json")
        scores = {}
        for by, learner in self.settings.models(name):
            block = {by: self.settings.learners[learner][by]}
            scores[by, learner] = engine(by).score(dataset, block, range(1, 3), name=learner)
            write_scores(scores[by, learner], self.build / f"scores/{name}.{by}.{learner}.parquet")
        write_study(quick_study(scores, name, 20), name, self.build)

    def _shown(self, paper: str, *datasets: list[str]) -> dict:
        shown = self.settings.shown(paper, *datasets) | self.settings.quantities(paper, "facts")
        return json.loads(json.dumps(shown))

    def without(self, folder: Path, missing: Collection[str]) -> Built:
        """A copy as a run leaves it that could not have some data sets, or engines ("engine weka")."""
        shutil.copytree(self.build, folder)
        other = copy(self)
        other.build = folder
        gone = set(missing)
        for name in (name for name in gone if name.startswith("engine ")):
            other._engine(name.removeprefix("engine "), "no Java")
        for name in self.settings.datasets:
            if name in gone:
                facts = folder / f"data/{name}.json"
                tidy.save_missing(
                    name, self.settings.datasets[name], "gone", folder / f"data/{name}.parquet", facts
                )
            for by, learner in self.settings.models(name):
                if {name, f"engine {by}"} & gone:
                    write_scores(empty_scores(), folder / f"scores/{name}.{by}.{learner}.parquet")
            for _ in lessened(Inputs.below(self.build), name, gone, folder):
                pass
        for (paper, name), simulation in SIMULATIONS.items():
            if simulation.scores:
                other._simulate(paper, name)
            elif simulation.datasets != ():
                other._simulate_without(paper, name, gone)
        return other

    def _simulate_without(self, paper: str, name: str, gone: set[str]) -> None:
        """What a simulation that trains gives without its data; elazmeh2006/test_runs.py runs one so."""
        path = self.build / f"simulations/{paper}_{name}.parquet"
        frame = read_frame(path)
        lost = frame["uses"].map(lambda cell: bool(split(cell) & gone))
        bare = frame[lost].drop_duplicates(["dataset", "learner"]) if "seed" in frame else frame[:0]
        named = [column for column in ("dataset", "learner", "seed", "uses") if column in frame]
        parts = [part for part in (frame[~lost], bare[named].reindex(columns=frame.columns)) if len(part)]
        write_frame(pd.concat(parts, ignore_index=True) if parts else frame[:0], path)

    def artifacts(self, folder: Path) -> Artifacts:
        """Every table and figure that a claim reads."""
        import matplotlib.pyplot as plt

        inputs = Inputs.below(self.build)
        of, beside = self.settings.datasets_of, self.settings.beside
        evaluated = {
            paper: Evaluated.load(inputs, self._shown(paper, of(paper), beside(paper)))
            for paper in self.settings.config["papers"]
        }
        read = {artifact_name(claim.place, source) for claim in self.claims for source in sources(claim)}
        for name in sorted(read):
            kind, stem = name.removesuffix(".csv").split("/")
            paper, _, short = stem.partition("_")
            assert short in getattr(CATALOG[paper], kind)
            if kind == "tables":
                table = build_table(paper, short, evaluated[paper])
            else:
                figure, table = build_figure(paper, short, evaluated[paper])
                plt.close(figure)
            (folder / kind).mkdir(parents=True, exist_ok=True)
            table.save(folder / name, uses=uses_path(folder / name))
        return Artifacts(folder)


def few(patch: pytest.MonkeyPatch) -> None:
    """Let the tables resample little."""
    for module, name, value in FEW:
        patch.setattr(module, name, value)
