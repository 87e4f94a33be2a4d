"""The same last digits on every processor: the settings, and what they do to the libraries."""

import os
import subprocess
import sys

import pytest

from rocrepro.processor import COMMON, SERIAL, arithmetic

DIGITS = """
import hashlib
import numpy as np
from scipy.special import ndtri
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(1)
x, y = rng.uniform(0.001, 1, (1003, 7)), rng.integers(0, 2, 1003)
fitted = LogisticRegression().fit(x, y).predict_proba(x)
parts = [np.exp(x), np.log(x), np.log1p(x), x**1.7, x @ x.T, x.sum(axis=0), x.std(), ndtri(x), fitted]
print(hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in parts)).hexdigest())
"""
OTHERS = [
    {"OPENBLAS_CORETYPE": "Nehalem"},
    {"OPENBLAS_CORETYPE": "Sandybridge", "OPENBLAS_NUM_THREADS": "2"},
    {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"},
]


def run(code, settings):
    env = {name: value for name, value in os.environ.items() if name not in SERIAL | COMMON} | settings
    words = [sys.executable, "-c", code]
    return subprocess.run(words, env=env, text=True, capture_output=True, check=True).stdout


def digits(settings):
    return run(DIGITS, settings)


@pytest.mark.skipif(not arithmetic().keys() >= COMMON.keys(), reason="the processor has no AVX2")
def test_last_digits_do_not_depend_on_the_versions_that_the_libraries_choose():
    common = digits(arithmetic())
    assert digits(OTHERS[0]) != common  # the settings matter
    assert {digits(other | arithmetic()) for other in OTHERS} == {common}


@pytest.mark.parametrize(
    ("facts", "settings"),
    [
        ("processor : 0\nflags\t\t: fpu sse2 avx avx2 bmi2 fma avx512f\n", SERIAL | COMMON),
        ("processor : 0\nflags\t\t: fpu sse2 avx\n", SERIAL),
        ("processor : 0\nFeatures\t: fp asimd\n", SERIAL),
        (None, SERIAL),
    ],
    ids=["AVX-512", "before AVX2", "ARM", "no such file"],
)
def test_what_the_processor_lacks_is_not_asked_for(tmp_path, facts, settings):
    if facts is not None:
        (tmp_path / "cpuinfo").write_text(facts)
    assert arithmetic(tmp_path / "cpuinfo") == settings


def test_the_command_sets_them_before_numpy_is_imported():
    code = "import os, sys; from rocrepro import cli; cli.main(['version']); print('numpy' in sys.modules)\n"
    code += "print(*(os.environ[name] for name in ('OPENBLAS_NUM_THREADS', 'OPENBLAS_CORETYPE')))"
    lines = run(code, {"OPENBLAS_CORETYPE": "mine"}).splitlines()
    assert lines[-2:] == ["False", "1 mine"]  # what a user has set stays
