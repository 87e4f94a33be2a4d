"""The same bytes on a machine that differs in everything that numbers must not depend on."""

import os
import subprocess
import sys

from tests.reliability import record

OTHER = {
    "LC_ALL": "C",
    "TZ": "Asia/Kathmandu",
    "PYTHONHASHSEED": "12345",
    "OMP_NUM_THREADS": "2",
    "OPENBLAS_NUM_THREADS": "2",
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
    "MPLBACKEND": "svg",
    "COLUMNS": "40",
    "SOURCE_DATE_EPOCH": "86400",
}


def test_another_machine_gives_the_same_bytes(smallest, undisturbed, tmp_path):
    root = tmp_path / ("a folder with spaces and a long name " * 3).strip() / "project"
    root.parent.mkdir()
    project = smallest.copy(root)
    (tmp_path / "home").mkdir()
    env = {k: v for k, v in os.environ.items() if k != "ROCREPRO_MIRROR"}
    env |= OTHER | {"PYTHONPATH": str(root / "src"), "HOME": str(tmp_path / "home")}
    result = subprocess.run(
        [sys.executable, "-m", "rocrepro", "run", "--cores", "1"],
        cwd=root, env=env, umask=0o077, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=900, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout
    assert project.results() == undisturbed.results()
    record("another locale, time zone, hash seed, BLAS threads and functions, umask, home, path, one core")
