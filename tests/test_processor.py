"""The same last digits on every processor: the settings, and what they do to the libraries."""

import os
import subprocess
import sys

import pytest

from rocrepro.processor import COMMON, SERIAL, fix_arithmetic

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
CHOSEN = """
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_info

pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
print(sorted({pool["architecture"] for pool in pools}), {pool["num_threads"] for pool in pools})
print([name for name in __cpu_dispatch__ if __cpu_features__[name]])
"""
OTHERS = {
    "an older core": {"OPENBLAS_CORETYPE": "Nehalem", "OPENBLAS_NUM_THREADS": "2"},
    "a C library without AVX-512": {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD"
    },
    "features asked for": {"NPY_ENABLE_CPU_FEATURES": "X86_V3"},
}


def run(code, settings, *, fix):
    env = {name: value for name, value in os.environ.items() if name not in SERIAL | COMMON} | settings
    if fix:
        fix_arithmetic(env)
    words = [sys.executable, "-c", code]
    return subprocess.run(words, env=env, text=True, capture_output=True, check=True).stdout


def fixed():
    env = {}
    fix_arithmetic(env)
    return env


needs_avx2 = pytest.mark.skipif(fixed() == SERIAL, reason="the processor has no AVX2")


@needs_avx2
def test_the_versions_that_the_libraries_choose():
    blas, numpy = run(CHOSEN, {}, fix=True).splitlines()
    assert blas == "['Haswell'] {1}"
    assert numpy == "['X86_V3']"


@needs_avx2
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_last_digits_on_another_machine(other):
    assert run(DIGITS, other, fix=True) == run(DIGITS, {}, fix=True)


@needs_avx2
def test_without_the_settings_an_older_core_has_other_digits():
    assert run(DIGITS, OTHERS["an older core"], fix=False) != run(DIGITS, {}, fix=True)


@pytest.mark.parametrize(
    ("facts", "settings"),
    [
        (b"processor : 0\nmodel name : Caf\xe9\nflags\t\t: fpu avx2 fma avx512f\n", SERIAL | COMMON),
        (b"processor : 0\nflags\t\t: fpu sse2 avx\n", SERIAL),
        (b"processor : 0\nFeatures\t: fp asimd\n", SERIAL),
        (None, SERIAL),
    ],
    ids=["AVX-512", "before AVX2", "ARM", "no such file"],
)
@pytest.mark.parametrize("inherited", [{}, COMMON])
def test_what_the_processor_lacks_is_not_asked_for(tmp_path, facts, settings, inherited):
    if facts is not None:
        (tmp_path / "cpuinfo").write_bytes(facts)
    env = {"HOME": "/", **inherited}
    fix_arithmetic(env, tmp_path / "cpuinfo")
    assert env == {"HOME": "/"} | settings


def test_what_a_user_chose_stays_on_an_old_processor(tmp_path):
    env = {"OPENBLAS_CORETYPE": "Nehalem"}
    fix_arithmetic(env, tmp_path / "none")
    assert env == {"OPENBLAS_CORETYPE": "Nehalem"} | SERIAL


def test_the_command_sets_them_before_numpy_is_imported():
    code = "import os, sys; from rocrepro import cli; cli.main(['version']); print('numpy' in sys.modules)\n"
    code += "print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert run(code, {"OPENBLAS_NUM_THREADS": "2"}, fix=False).splitlines()[-2:] == ["False", "1"]
