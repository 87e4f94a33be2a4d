"""Everything in ``config/``, checked before the first job starts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocrepro.config import load_yaml, validate

DEFAULT_SEED = 1
SPELLED = {"true": True, "false": False, "null": None}
NOT_RELEASED = frozenset({"mirror", "offline", "require_all"})


@dataclass(frozen=True)
class Settings:
    """The checked configuration.

    Attributes
    ----------
    config : dict
        ``config/config.yaml`` with the command line's changes.
    datasets, learners : dict of str to dict
        Entries of ``config/datasets.yaml`` and ``config/learners.yaml`` by key, in file order.
    """

    config: dict[str, Any]
    datasets: dict[str, dict[str, Any]]
    learners: dict[str, dict[str, Any]]

    def models(self) -> list[tuple[str, str]]:
        """All (engine, learner) pairs, engines first as the config orders them."""
        return [
            (engine, learner)
            for engine in self.config["engines"]
            for learner in self.learners
            if engine in self.learners[learner]
        ]

    def released(self) -> dict[str, Any]:
        """What determines the numbers, for the manifest: nothing that depends on where data came from."""
        values = {key: value for key, value in self.config.items() if key not in NOT_RELEASED}
        return values | {
            "datasets_sha256": _digest(self.datasets),
            "learners_sha256": _digest(self.learners),
        }


def _digest(value: Any) -> str:
    """SHA-256 of a value as JSON with sorted keys, so that comments and order do not count."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def load_settings(config: dict[str, Any], root: Path = Path()) -> Settings:
    """Check the configuration and read the files that it names.

    Parameters
    ----------
    config : dict
        Content of ``config/config.yaml``, with any changes from the command line. The words true, false
        and null, which Snakemake's command line passes on as text, are replaced in place.
    root : Path
        Folder of the project.

    Raises
    ------
    InputError
        One line for the first thing that is wrong.
    """
    from rocrepro.datasets.registry import load_entries

    for key, value in config.items():
        config[key] = SPELLED.get(value, value) if isinstance(value, str) else value
    folder = root / "config"
    schemas = folder / "schemas"
    validate(config, schemas / "config.schema.json", folder / "config.yaml")
    datasets = load_entries(folder / "datasets.yaml", schemas / "datasets.schema.json")
    learners = load_yaml(folder / "learners.yaml")
    validate(learners, schemas / "learners.schema.json", folder / "learners.yaml")
    return Settings(config=config, datasets=datasets, learners=learners)
