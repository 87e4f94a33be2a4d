"""klement2009 on small simulations."""

import json
from pathlib import Path

import pytest

from rocrepro.config import load_yaml
from rocrepro.datasets.flu import flu_domains
from rocrepro.papers import CATALOG, run_simulation
from rocrepro.papers.evaluated import Evaluated
from rocrepro.papers.klement2009 import facts_cases, facts_domains, family, power, readings

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session", autouse=True)
def _few():
    """Fewer random sets, domains and draws behind the facts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts_cases, "CASES", 60)
        patch.setattr(facts_cases, "DRAWN", 200)
        patch.setattr(facts_domains, "DRAWS", 10)
        patch.setattr(family, "SHARES", 3)
        yield


@pytest.fixture(scope="session")
def flu():
    return load_yaml(ROOT / "config/flu.yaml")


@pytest.fixture(scope="session")
def domains(flu):
    return flu_domains(flu)


@pytest.fixture(scope="session")
def shown(flu):
    """As the workflow passes it on: through JSON with sorted keys."""
    content = {
        "paper": "klement2009", "simulations": list(CATALOG["klement2009"].simulations), "size": "ci",
        "extra": {"flu": flu | {"draws": 25}}, "datasets": [], "models": {}, "learners": [],
        "engines": ["sklearn"], "seed": 1, "seeds": 25, "alpha": 0.05,
        "confidence_test": "tango", "cauc_reading": "union",
    }  # fmt: skip
    return json.loads(json.dumps(content, sort_keys=True))


@pytest.fixture(scope="session")
def simulations(shown):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(power, "REPETITIONS", {"ci": 20})
        patch.setattr(power, "PERMUTATIONS", {"ci": 39})
        patch.setattr(power, "SIZES", {"ci": (50, 1000)})
        patch.setattr(readings, "PREVALENCES", {"ci": 3})
        return {name: run_simulation("klement2009", name, shown) for name in shown["simulations"]}


@pytest.fixture(scope="session")
def reconstructed(shown, simulations):
    return Evaluated(facts={}, shown=shown, simulations=simulations)
