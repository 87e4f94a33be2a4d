"""elazmeh2006 with a small run of the coverage simulation."""

from dataclasses import replace

import pytest

from rocrepro.papers.elazmeh2006 import coverage

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
def evaluated(evaluated, coverage_runs):
    return replace(evaluated, simulations={**evaluated.simulations, "band_coverage": coverage_runs})
