"""klement2009 on small simulations, with what its ledger declares and prints."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.config import load_yaml
from rocrepro.datasets.flu import flu_domains
from rocrepro.papers import CATALOG, run_simulation
from rocrepro.papers.klement2009 import facts_cases, facts_domains, family, power, readings
from rocrepro.papers.klement2009.printed import table2_of

CONFIG = Path(__file__).resolve().parents[3] / "config"


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
    return load_yaml(CONFIG / "flu.yaml")


@pytest.fixture(scope="session")
def domains(flu):
    return flu_domains(flu)


@pytest.fixture(scope="session")
def ledger():
    return load_ledger(CONFIG / "claims/klement2009", CONFIG / "schemas/claims.schema.json")


@pytest.fixture(scope="session")
def configured(flu, shown, ledger):
    """What is shown of the configuration, as the workflow passes it on: through JSON with sorted keys."""
    wanted = {f"klement2009.{name}" for name in CATALOG["klement2009"].printed}
    content = {
        "paper": "klement2009", "simulations": list(CATALOG["klement2009"].simulations),
        "extra": {"flu": flu | {"draws": 25}}, "engines": ["sklearn"], "seeds": 25,
        "printed": {claim.short: claim.printed for claim in ledger.claims if claim.statement in wanted},
        "quantities": dict(ledger.quantities),
    }  # fmt: skip
    return json.loads(json.dumps(shown | content, sort_keys=True))


@pytest.fixture(scope="session")
def table2(configured):
    return table2_of(configured)


@pytest.fixture(scope="session")
def simulations(configured):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(power, "REPETITIONS", {"ci": 20})
        patch.setattr(power, "PERMUTATIONS", {"ci": 39})
        patch.setattr(power, "SIZES", {"ci": (50, 1000)})
        patch.setattr(readings, "PREVALENCES", {"ci": 3})
        return {name: run_simulation("klement2009", name, configured) for name in configured["simulations"]}


@pytest.fixture(scope="session")
def reconstructed(evaluated, configured, simulations):
    """The flu domains, and the small set of evaluations, of which one data set has naive Bayes."""
    return replace(evaluated, shown=configured, simulations=simulations)
