"""The small set of evaluations, with a small run of this paper's simulation, and what its ledger prints."""

from dataclasses import replace
from pathlib import Path

import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.papers import CATALOG, run_simulation
from rocrepro.papers.bradley1996 import resubstitution

CONFIG = Path(__file__).resolve().parents[3] / "config"
SAMPLES = 40


@pytest.fixture(scope="session")
def simulated():
    """Areas of classifiers on few samples."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resubstitution, "SAMPLES", SAMPLES)
        return run_simulation("bradley1996", "resubstitution", {})


@pytest.fixture(scope="session")
def ledger():
    return load_ledger(CONFIG / "claims/bradley1996", CONFIG / "schemas/claims.schema.json")


@pytest.fixture(scope="session")
def evaluated(evaluated, simulated, ledger):
    wanted = {f"bradley1996.{name}" for name in CATALOG["bradley1996"].printed}
    printed = {claim.short: claim.printed for claim in ledger.claims if claim.statement in wanted}
    shown = {**evaluated.shown, "printed": printed, "quantities": dict(ledger.quantities)}
    simulations = evaluated.simulations | {"resubstitution": simulated}
    return replace(evaluated, simulations=simulations, shown=shown)
