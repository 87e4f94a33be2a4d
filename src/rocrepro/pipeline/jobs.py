"""How a job reports bad input: one line, exit status 1, no traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rocrepro.errors import InputError

PREFIX = "rocrepro: error: "


@contextmanager
def reporting(log: str | Path) -> Iterator[None]:
    """Turn input errors of the body into lines on standard error and in `log`, and end the job.

    An `ExceptionGroup` of input errors gives one line each. Any other exception passes: it is a
    defect of ours, and its traceback is wanted.
    """
    log = Path(log)
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("", encoding="utf-8")
    errors: list[BaseException] = []
    try:
        yield
    except* InputError as group:
        errors.extend(group.exceptions)
    if errors:
        text = "".join(f"{PREFIX}{error}\n" for error in errors)
        log.write_text(text, encoding="utf-8")
        sys.stderr.write(text)
        sys.stderr.flush()
        raise SystemExit(1)


def start_run(logs: str | Path) -> None:
    """Forget the errors of earlier runs; to be called before the first job."""
    for log in Path(logs).rglob("*.log"):
        log.unlink(missing_ok=True)


def error_lines(logs: str | Path) -> list[str]:
    """Error lines that the jobs of this run left below `logs`, in a fixed order, each once."""
    found: list[str] = []
    for log in sorted(Path(logs).rglob("*.log")):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        found.extend(line for line in lines if line.startswith(PREFIX))
    return list(dict.fromkeys(found))
