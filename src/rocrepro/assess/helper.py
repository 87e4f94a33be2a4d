"""A second process that draws the figures of the curves while this one resamples and makes tables.

It is a process of its own, not a fork, because this one may have threads. Nothing depends on it: this process
draws what the other has not finished in time.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.evaluation.threads import n_threads
from rocrepro.report.layout import figure_paths

if TYPE_CHECKING:
    from rocrepro.study import Study

STUDY = "study.pickle"
WORDS = ["-P", "-m", "rocrepro.assess.helper"]
"""Arguments of Python: nothing is imported from the user's folder (-P)."""


@dataclass(frozen=True)
class Helper:
    """The second process.

    Attributes
    ----------
    process : subprocess.Popen
    folder : Path
        Where it draws; nobody else writes there.

    See Also
    --------
    helping : starts it.
    """

    process: subprocess.Popen[bytes]
    folder: Path

    def draw(self, study: Study) -> None:
        """Have the figures of `rocrepro.assess.figures.of_curves` drawn."""
        assert self.process.stdin is not None
        with suppress(OSError):
            # Without what was computed so far: it is little, and the curves are soon made again.
            (self.folder / STUDY).write_bytes(pickle.dumps(replace(study)))
            self.process.stdin.close()

    def gave(self, name: str, folder: Path) -> bool:
        """Move a figure to the folder of the assessment; False where it is not drawn."""
        there = figure_paths(self.folder, name)
        if not all(path.is_file() for path in there):
            return False
        for path, wanted in zip(there, figure_paths(folder, name), strict=True):
            wanted.parent.mkdir(exist_ok=True)
            path.replace(wanted)
        return True


@contextmanager
def helping(folder: Path) -> Iterator[Helper | None]:
    """Start a second process, and end it afterwards whatever it is doing.

    Parameters
    ----------
    folder : Path
        It has a folder of its own in there, which is gone afterwards.

    Yields
    ------
    Helper or None
        None where one thread is allowed, or no process can be started.
    """
    if n_threads() < 2 or not sys.executable:
        yield None
        return
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as own:
        process = _started(own)
        try:
            yield Helper(process, Path(own)) if process else None
        finally:
            if process:
                process.kill()
                process.communicate()


def _started(folder: str) -> subprocess.Popen[bytes] | None:
    # It imports what this process does. A session of its own does not hear Ctrl-C, which is for us.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = [sys.executable, *WORDS, folder]
    quiet = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, env=environment, start_new_session=True
        )
    return None


def main(folder: Path) -> None:
    """Import what figures need, wait for the study, and draw until all is drawn."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot  # noqa: F401 (before the study is there)

    from rocrepro.assess.figures import of_curves
    from rocrepro.display.house import save_figure

    sys.stdin.read()
    study: Study = pickle.loads((folder / STUDY).read_bytes())
    for name, draw in of_curves(study).items():
        # A figure with a warning is left to the process that can show it.
        with suppress(Exception), warnings.catch_warnings(action="error"):
            save_figure(draw(), figure_paths(folder, name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
