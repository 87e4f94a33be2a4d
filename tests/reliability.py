"""The table in docs/reliability.md: what was tried, and what survived.

The fault and hostile-input suites record while they run, if ROCREPRO_RECORD names a file;
``python -m tests.reliability`` then writes the table. `make soak` does both.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs/reliability.md"
BEGIN, END = "<!-- table: written by make soak -->\n", "<!-- end of table -->\n"
COLUMNS = ("fault or input", "tried", "survived", "bytes lost")


def record(name: str, tried: int = 1, *, survived: int | None = None, lost: int | None = None) -> None:
    """Note how often something was tried and survived, and how many bytes were lost.

    A test calls this at its end: all that it tried has survived then. That of a test that fails is written by
    the hook in tests/conftest.py.
    """
    path = os.environ.get("ROCREPRO_RECORD")
    if path:
        line = json.dumps([name, tried, tried if survived is None else survived, lost])
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")


def table(lines: list[str]) -> str:
    """A Markdown table of the records, those of one name added up, in the order of their names."""
    sums: dict[str, list[int | None]] = {}
    for line in lines:
        name, tried, survived, lost = json.loads(line)
        before = sums.get(name, [0, 0, None])
        known = [number for number in (before[2], lost) if number is not None]
        sums[name] = [before[0] + tried, before[1] + survived, sum(known) if known else None]
    rows = [
        [name, *("–" if n is None else str(n) for n in numbers)] for name, numbers in sorted(sums.items())
    ]
    head = [list(COLUMNS), ["---", "---:", "---:", "---:"]]
    return "".join(f"| {' | '.join(row)} |\n" for row in head + rows)


def main() -> None:
    """Write the table into the page."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(before + BEGIN + "\n" + table(lines) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
