"""Errors and warnings of jobs: each is one line without traceback, and an error ends with exit status 1."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rocrepro.errors import ERROR, NOTE, InputError, one_line, told_once


@contextmanager
def reporting(log: str | Path) -> Iterator[None]:
    """Turn input errors of the body into lines on standard error and in `log`, and end the job.

    An `ExceptionGroup` of input errors gives one line each; a file that has gone since an earlier job made
    it is one too. A warning is one line, with the job's name where it is not our own. An interrupt ends the
    job in silence: the run says what to do. Any other exception passes: it is a defect of ours, and its
    traceback is wanted.
    """
    log = Path(log)
    lines: list[str] = []
    interrupted = False

    def line_of(text: str, category: type[Warning]) -> str:
        ours = category.__module__.startswith("rocrepro.")
        return one_line(text if ours else f"{log.parent.name}/{log.stem}: {text}")

    with suppress(OSError):  # a full disk: the job will say so itself
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("", encoding="utf-8")
    try:
        with told_once(line_of, lambda line: tell([line], log)):
            yield
    except* InputError as group:
        lines.extend(str(error) for error in group.exceptions)
    except* FileNotFoundError as group:
        lines.extend(f"{e.filename}: found nothing; expected a file" for e in _leaves(group))
    except* KeyboardInterrupt:
        interrupted = True
    if interrupted:
        raise SystemExit(128 + signal.SIGINT)
    if lines:
        text = "".join(f"{ERROR}{line}\n" for line in lines)
        with suppress(OSError), log.open("a", encoding="utf-8") as stream:
            stream.write(text)
        sys.stderr.write(text)
        sys.stderr.flush()
        raise SystemExit(1)


def tell(notes: Iterable[str], log: str | Path) -> None:
    """Write notes, a line each, to standard error and to the log of the job."""
    text = "".join(f"{NOTE}{note}\n" for note in notes)
    with suppress(OSError), Path(log).open("a", encoding="utf-8") as stream:
        stream.write(text)
    sys.stderr.write(text)
    sys.stderr.flush()


def _leaves(group: BaseExceptionGroup[FileNotFoundError]) -> Iterator[FileNotFoundError]:
    """The exceptions of a group and of the groups in it."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def start_run(logs: str | Path) -> None:
    """Forget the errors of earlier runs; to be called before the first job."""
    for log in Path(logs).rglob("*.log"):
        log.unlink(missing_ok=True)


STOPPED = "rocrepro: the run was stopped; finished work is kept, and the same command continues it"


def error_lines(logs: str | Path) -> list[str]:
    """Return the error lines that the jobs of this run left below `logs`, in a fixed order, each once.

    A job that was killed or interrupted leaves none: then one line says what can be done.
    """
    found: list[str] = []
    for log in sorted(Path(logs).rglob("*.log")):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        found.extend(line for line in lines if line.startswith(ERROR))
    return list(dict.fromkeys(found)) or [STOPPED]
