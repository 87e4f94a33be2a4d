"""The small set of evaluations, with a small run of this paper's simulation."""

from dataclasses import replace

import pytest

from rocrepro.papers import run_simulation
from rocrepro.papers.bradley1996 import resubstitution

SAMPLES = 40


@pytest.fixture(scope="session")
def simulated():
    """Areas of classifiers on few samples."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resubstitution, "SAMPLES", SAMPLES)
        return run_simulation("bradley1996", "resubstitution", {})


@pytest.fixture(scope="session")
def evaluated(evaluated, simulated):
    return replace(evaluated, simulations=evaluated.simulations | {"resubstitution": simulated})
