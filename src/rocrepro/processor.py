"""Settings with which a number has the same last digits on every processor and with any number of cores.

NumPy and OpenBLAS hold versions of their functions for older and for newer processors, and choose among
them when NumPy is imported. The versions add in other orders, and round ``exp`` or ``log`` otherwise. More
threads also add in another order.
"""

from __future__ import annotations

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


def arithmetic(facts: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """Return environment variables that make linear algebra serial and choose common versions of functions.

    Parameters
    ----------
    facts : Path
        The kernel's description of the processor.

    Returns
    -------
    dict of str to str
        To be set before NumPy is imported. Where the processor is not known to have AVX2 and FMA, the
        versions are left to the libraries, because a function made for another processor ends the program.
    """
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.is_file() else []
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    return SERIAL | (COMMON if flags >= NEEDED else {})
