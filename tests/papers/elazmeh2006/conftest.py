"""elazmeh2006 with small runs of its simulations."""

from dataclasses import replace

import pandas as pd
import pytest

from rocrepro.papers.elazmeh2006 import containment, coverage, reliability
from rocrepro.papers.elazmeh2006.dis_runs import MEASURES

CELLS = [
    coverage.Cell("binormal", "1:1", 60, 60),
    coverage.Cell("binormal", "1:1", 250, 60),
    coverage.Cell("binormal", "1:1", 500, 20, 0.9),
    coverage.Cell("binormal", "1:50", 50, 10),
    coverage.Cell("ringnorm_bayes", "1:1", 60, 20),
]


@pytest.fixture(scope="session")
def coverage_runs(shown):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "cells", lambda size: CELLS)
        return coverage.band_coverage(shown)


DIS = dict.fromkeys(MEASURES, 0.25) | {"n_points": 9, "threshold_low": 0.1, "threshold_high": 0.65}


@pytest.fixture(scope="session")
def dis_runs():
    """Two seeds of one learner, cross-validated on the training file of dis."""
    aucs = {"auc": [0.541, 0.9], "seed": [1, 2], "n_confident": [2, 3]}
    return pd.DataFrame(
        {"dataset": "dis_cv2800", "learner": "tree", **DIS, **aucs, "uses": "dis; engine weka"}
    )


@pytest.fixture(scope="session")
def few_resamples():
    """Let simulations draw little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reliability, "RESAMPLED", 10)
        patch.setattr(containment, "SIMULATED", 6)
        patch.setattr(containment, "CURVES", 20)
        yield


@pytest.fixture(scope="session")
def evaluated(evaluated, coverage_runs, dis_runs, few_resamples):
    shown = evaluated.shown | {"inputs": evaluated.inputs}
    more = {
        **{"band_coverage": coverage_runs, "dis_protocols": dis_runs},
        **{"reliability": reliability.reliability(shown), "containment": containment.containment(shown)},
    }
    return replace(evaluated, simulations={**evaluated.simulations, **more})
