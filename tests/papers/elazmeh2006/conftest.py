"""elazmeh2006 with small runs of its simulations, and what its ledger prints and declares."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import write_scores
from rocrepro.papers import CATALOG
from rocrepro.papers.elazmeh2006 import containment, coverage, interval_coverage, reliability
from tests.studies import quick_study, write_study

CONFIG = Path(__file__).resolve().parents[3] / "config"
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


@pytest.fixture(scope="session")
def interval_runs(shown):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interval_coverage, "RUNS", {"ci": 4})
        return interval_coverage.interval_coverage(shown)


BESIDE = "dis_cv2800"
BELOW = [100, 100, 100, 100, 100, 41, 0, 0, 0, 0]
"""Of 100 negative rows, how many each positive one is above: 541 of 1,000 pairs are right."""


@pytest.fixture(scope="session")
def dis_scores():
    """Weka's tree, cross-validated on the training file of dis: 21 seeds, of which the last is faultless."""
    label = np.r_[np.ones(10, int), np.zeros(100, int)]
    negative = (np.arange(100) + 0.5) / 100
    known = {"fold": np.arange(110) % 10 + 1, "row": np.arange(110), "label": label}
    first, second, last = (np.r_[np.array(below) / 100, negative] for below in (BELOW, [90] * 10, [100] * 10))
    by_seed = {1: first} | dict.fromkeys(range(2, 21), second) | {21: last}
    return pd.concat(
        [pd.DataFrame({"seed": seed, **known, "score": score}) for seed, score in by_seed.items()],
        ignore_index=True,
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
def ledger():
    return load_ledger(CONFIG / "claims/elazmeh2006", CONFIG / "schemas/claims.schema.json")


@pytest.fixture(scope="session")
def evaluated(evaluated, coverage_runs, interval_runs, dis_scores, few_resamples, ledger):
    shown = evaluated.shown | {"inputs": evaluated.inputs}
    more = {
        **{"band_coverage": coverage_runs, "interval_coverage": interval_runs},
        **{"reliability": reliability.reliability(shown), "containment": containment.containment(shown)},
    }
    build = evaluated.inputs.path("data/spect.json").parents[1]
    write_scores(dis_scores, build / f"scores/{BESIDE}.weka.tree.parquet")
    write_study(quick_study({("weka", "tree"): dis_scores}, BESIDE), BESIDE, build)
    wanted = {f"elazmeh2006.{name}" for name in CATALOG["elazmeh2006"].printed}
    printed = {claim.short: claim.printed for claim in ledger.claims if claim.statement in wanted}
    facts = {"name": BESIDE, "title": "dis (training rows)", "protocol": "cv", "folds": 10}
    return replace(
        evaluated,
        facts=evaluated.facts | {BESIDE: facts | {"counts": {"all": [10, 100]}}},
        shown=evaluated.shown
        | {"beside": [BESIDE], "models": evaluated.shown["models"] | {BESIDE: [["weka", "tree"]]}}
        | {"printed": printed, "quantities": dict(ledger.quantities)},
        simulations={**evaluated.simulations, **more},
        inputs=Inputs.below(build),
    )
