"""Settings with which a number has the same last digits on every processor and with any number of cores.

NumPy and OpenBLAS hold versions of their functions for older and for newer processors, and choose among
them when NumPy is imported. The versions add in other orders, and round ``exp`` or ``log`` otherwise. More
threads also add in another order.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path

SERIAL = {
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}
COMMON = {
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}
"""The versions for x86-64 processors with AVX2 and FMA, as most have since 2015."""
NEEDED = {"avx2", "fma"}


def fix_arithmetic(environ: MutableMapping[str, str], facts: Path = Path("/proc/cpuinfo")) -> None:
    """Make linear algebra serial and choose common versions of functions, in environment variables.

    Parameters
    ----------
    environ : mutable mapping of str to str
        The environment, to be changed before NumPy is imported.
    facts : Path
        The kernel's description of the processor.

    Notes
    -----
    Where the processor is not known to have AVX2 and FMA, the versions are left to the libraries, because a
    function made for another processor ends the program. A job may have inherited ours from the machine that
    sent it.
    """
    environ.update(SERIAL)
    if _flags(facts) >= NEEDED:
        environ.pop("NPY_ENABLE_CPU_FEATURES", None)  # NumPy refuses to be told both
        environ.update(COMMON)
    else:
        for name in [name for name, value in COMMON.items() if environ.get(name) == value]:
            del environ[name]


def _flags(facts: Path) -> set[str]:
    """Names of what the first processor can do; none where that is not known."""
    try:
        lines = facts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return next((set(line.split()) for line in lines if line.startswith("flags")), set())
