"""Everything in ``config/``, checked before the first job starts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.claims.loading import load_ledger
from rocrepro.claims.measures import check_measure
from rocrepro.claims.model import PaperLedger
from rocrepro.config import load_yaml, validate
from rocrepro.errors import InputError
from rocrepro.papers import CATALOG
from rocrepro.pipeline.trial import NOT_RELEASED

DEFAULT_SEED = 1
ENGINES = ("weka", "sklearn")
QUANTITIES = "facts"
"""Table of a paper's quantities."""
BETWEEN = "between"
"""Folder of the statements between papers."""
SPELLED = {"true": True, "false": False, "null": None}
SCHEMAS = (
    "config",
    "datasets",
    "learners",
    "claims",
    *(name for paper in CATALOG.values() for name in paper.config),
)


@dataclass(frozen=True)
class Settings:
    """The checked configuration.

    Attributes
    ----------
    config : dict
        ``config/config.yaml`` with the command line's changes.
    datasets, learners : dict of str to dict
        Entries of ``config/datasets.yaml`` and ``config/learners.yaml`` by key, in file order.
    scored : dict of str to dict
        Entries of ``config/datasets.yaml`` that bring scores of their own: nothing is trained for them.
    extra : dict
        Content of the further files that the papers need, by name: "flu" is ``config/flu.yaml``.
    ledgers : dict of str to PaperLedger
        Ledgers of the configured papers that have one, by their folder: ``config/claims/<paper>/``.
    """

    config: dict[str, Any]
    datasets: dict[str, dict[str, Any]]
    learners: dict[str, dict[str, Any]]
    extra: dict[str, Any]
    scored: dict[str, dict[str, Any]] = field(default_factory=dict)
    ledgers: dict[str, PaperLedger] = field(default_factory=dict)

    def learners_of(self, dataset: str) -> list[str]:
        """Return the learners to train on a data set: the entry's own list, or all that are default ones."""
        named = self.datasets[dataset].get("learners", _default(self.learners))
        return [key for key in self.learners if key in named]

    def models(self, dataset: str) -> list[tuple[str, str]]:
        """Return the (engine, learner) pairs of a data set, engines first as the config orders them."""
        return [
            (engine, learner)
            for engine in self.config["engines"]
            for learner in self.learners_of(dataset)
            if engine in self.learners[learner]
        ]

    def datasets_of(self, paper: str) -> list[str]:
        """Return the data sets that a paper's tables and figures show: all that do not name other papers."""
        return [name for name, entry in self.datasets.items() if paper in entry.get("papers", [paper])]

    def simulation_data(self, paper: str, name: str) -> list[str]:
        """Return the data sets that a paper's simulation reads."""
        named = CATALOG[paper].simulations[name].datasets
        return [dataset for dataset in self.datasets_of(paper) if named is None or dataset in named]

    def beside(self, paper: str) -> list[str]:
        """Return the data sets that a paper's tables name beside those that they show."""
        shown = self.datasets_of(paper)
        return [name for name in CATALOG[paper].beside if name in self.datasets and name not in shown]

    def shown(self, paper: str, datasets: list[str], beside: Sequence[str] = ()) -> dict[str, Any]:
        """Return the part of the configuration that a paper's code may know, with only the data sets named.

        A simulation is not shown what it does not read: a new data set must not run it again.
        """
        read = [*datasets, *beside]
        used = {learner for name in read for _, learner in self.models(name)}
        keys = ["alpha", "engines", "seeds", "size", "confidence_test", "cauc_reading"]
        absent = {}
        if datasets:  # what is simulated without data does not depend on these
            keys += ["equivalence_margin", "target_prevalence"]
            absent = {"absent": [name for name in CATALOG[paper].datasets if name not in self.datasets]}
        return absent | {
            "paper": paper,
            **self._printed(paper),
            "simulations": list(CATALOG[paper].simulations),
            "extra": {name: self.extra[name] for name in CATALOG[paper].config},
            "datasets": datasets,
            **({"beside": list(beside)} if beside else {}),
            "models": {name: self.models(name) for name in read},
            "learners": [{"key": key, **learner} for key, learner in self.learners.items() if key in used],
            "seed": DEFAULT_SEED,
            **{key: self.config[key] for key in keys},
        }

    def shown_to(self, paper: str, name: str) -> dict[str, Any]:
        """Return the part of the configuration that a paper's simulation may know."""
        shown = self.shown(paper, self.simulation_data(paper, name))
        hidden = () if CATALOG[paper].simulations[name].printed else ("printed",)
        return {key: value for key, value in shown.items() if key not in hidden}

    def _printed(self, paper: str) -> dict[str, Any]:
        """The printed values that a paper's code uses, by case: a reworded claim makes nothing again."""
        wanted = {f"{paper}.{name}" for name in CATALOG[paper].printed}
        claims = (claim for ledger in self.ledgers.values() for claim in ledger.claims)
        printed = {claim.short: claim.printed for claim in claims if claim.statement in wanted}
        return {"printed": printed} if wanted else {}

    def quantities(self, paper: str, table: str) -> dict[str, Any]:
        """Return what the ledger declares of a paper's quantities, for the table that holds them."""
        ledger = next((one for one in self.ledgers.values() if one.paper == paper), None)
        if ledger is None or table != QUANTITIES:
            return {}
        return {"quantities": dict(ledger.quantities), "complete": not self.absent()}

    def released(self) -> dict[str, Any]:
        """Return the settings behind the numbers, for the manifest; no source of data is among them."""
        values = {key: value for key, value in self.config.items() if key not in NOT_RELEASED}
        return values | {
            "datasets_sha256": digest(self.datasets | self.scored),
            "learners_sha256": digest(self.learners),
            **{f"{name}_sha256": digest(content) for name, content in self.extra.items()},
            "claims_sha256": self.claims_digest(),
        }

    def absent(self) -> dict[str, str]:
        """Return what the papers' claims are about and this configuration leaves out, and where it does."""
        papers = [CATALOG[paper] for paper in self.config["papers"]]
        datasets = dict.fromkeys(name for paper in papers for name in (*paper.datasets, *paper.beside))
        learners = dict.fromkeys(name for paper in papers for name in paper.learners)
        return {
            **{name: "not in config/datasets.yaml" for name in datasets if name not in self.datasets},
            **{name: "not in config/learners.yaml" for name in learners if name not in self.learners},
            **{
                f"engine {name}": "not in config/config.yaml"
                for name in ENGINES
                if name not in self.config["engines"]
            },
        }

    def about(self) -> dict[str, dict[str, Any]]:
        """Return title, authors and so on of the papers that have a ledger."""
        return {ledger.paper: dict(ledger.about) for ledger in self.ledgers.values()}

    def claims_digest(self) -> str:
        """Return the digest of all ledgers, so that they are judged again when one changes."""
        return digest([asdict(ledger) for ledger in self.ledgers.values()])


def _default(learners: dict[str, dict[str, Any]]) -> list[str]:
    """Return the learners that are trained on every data set whose entry names none."""
    return [key for key, learner in learners.items() if learner.get("default", True)]


def digest(value: Any) -> str:
    """Return the SHA-256 of a value as JSON with sorted keys, so that comments and order do not count."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _check_letters(learners: Mapping[str, Any], file: Path) -> None:
    """Check that learners have different letters, by which figures tell them apart."""
    known: dict[str, str] = {}
    for name, learner in learners.items():
        letter = learner["letter"]
        if letter in known:
            raise InputError(
                f"{file}: {name}.letter: found {letter!r}, as for {known[letter]}; expected another"
            )
        known[letter] = name


def load_settings(
    config: dict[str, Any], root: Path = Path(), schemas: Mapping[str, str | Path] | None = None
) -> Settings:
    """Check the configuration and read the files that it names.

    Parameters
    ----------
    config : dict
        Content of ``config/config.yaml``, with any changes from the command line. The words true, false
        and null, which Snakemake's command line passes on as text, are replaced in place.
    root : Path
        Folder of the project.
    schemas : mapping of str to path, optional
        JSON schema of each kind of file: "config", "datasets", "learners", "claims" and what the
        papers' ``config`` names. By default those in ``config/schemas/`` of the project.

    Raises
    ------
    InputError
        One line for the first thing that is wrong.
    """
    from rocrepro.datasets.registry import load_entries

    for key, value in config.items():
        config[key] = SPELLED.get(value, value) if isinstance(value, str) else value
    folder = root / "config"
    schemas = schemas or {name: folder / f"schemas/{name}.schema.json" for name in SCHEMAS}
    validate(config, schemas["config"], folder / "config.yaml")
    entries = load_entries(folder / "datasets.yaml", schemas["datasets"])
    datasets = {name: entry for name, entry in entries.items() if "scores" not in entry}
    scored = {name: entry for name, entry in entries.items() if "scores" in entry}
    learners = load_yaml(folder / "learners.yaml")
    validate(learners, schemas["learners"], folder / "learners.yaml")
    _check_letters(learners, folder / "learners.yaml")
    unknown = [paper for paper in config["papers"] if paper not in CATALOG]
    if unknown:
        place = f"{folder / 'config.yaml'}: papers"
        raise InputError(f"{place}: found {unknown[0]!r}; expected some of {', '.join(CATALOG)}")
    extra = {}
    for paper in config["papers"]:
        for name in CATALOG[paper].config:
            extra[name] = load_yaml(folder / f"{name}.yaml")
            validate(extra[name], schemas[name], folder / f"{name}.yaml")
    for name, entry in datasets.items():
        for learner in entry.get("learners", []):
            if learner not in learners:
                place = f"{folder / 'datasets.yaml'}: {name}.learners"
                raise InputError(f"{place}: found {learner!r}; expected some of {', '.join(learners)}")
    ledgers = _ledgers(folder / "claims", config["papers"], schemas["claims"])
    return Settings(config, datasets, learners, extra, scored=scored, ledgers=ledgers)


def _ledgers(folder: Path, papers: Sequence[str], schema: str | Path) -> dict[str, PaperLedger]:
    """Read the ledgers that there are; the one of statements between papers needs all of them."""
    named = [*papers, *([BETWEEN] if set(papers) == set(CATALOG) else [])]
    folders = [folder / name for name in named if (folder / name).is_dir()]
    ledgers = {one.as_posix(): load_ledger(one, schema) for one in folders}
    for claim in (claim for ledger in ledgers.values() for claim in ledger.claims):
        if claim.measure is not None:
            check_measure(claim)
    return ledgers
