"""What the package exports, and what importing it costs."""

from __future__ import annotations

import inspect
import subprocess
import sys

import rocrepro.evaluation


def test_import_loads_numpy_only():
    code = (
        "import sys, rocrepro.evaluation; "
        "print([m for m in ('scipy', 'pandas', 'sklearn', 'matplotlib', 'snakemake') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_examples_in_docstrings():
    import doctest
    import importlib

    attempted = 0
    plain = ("roc", "metrics", "tango", "confidence", "confident", "region", "confusion", "sweep")
    later = ("confidence_levels", "cost_curves", "equivalence", "precision_recall", "prevalence", "scorers")
    later += ("segment_intervals", "soft_roc", "tango_region")
    later += ("brier", "calibration", "calibration_distances", "net_benefit", "recalibration")
    later += ("smooth_calibration",)
    for name in (*plain, "joint_band", "working_hotelling", "threshold_average", "vertical", *later):
        result = doctest.testmod(importlib.import_module(f"rocrepro.evaluation.{name}"))
        assert result.failed == 0
        attempted += result.attempted
    # A decorated function is not seen to be of its module.
    runner = doctest.DocTestRunner()
    for name in rocrepro.evaluation.__all__:
        function = inspect.unwrap(getattr(rocrepro.evaluation, name))
        if function is not getattr(rocrepro.evaluation, name):
            for test in doctest.DocTestFinder().find(function, name):
                result = runner.run(test)
                assert result.failed == 0
    assert runner.tries >= 4
    assert attempted > 10
