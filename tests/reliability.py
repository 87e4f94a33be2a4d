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


def record(name: str, tried: int = 1, survived: int = 1, lost: int = 0) -> None:
    """Note at a test's end how often something was tried and survived, and how many bytes were lost."""
    path = os.environ.get("ROCREPRO_RECORD")
    if path:
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([name, tried, survived, lost]) + "\n")


def table(lines: list[str]) -> str:
    """A Markdown table of the records, those of one name added up, in the order of their names."""
    sums: dict[str, list[int]] = {}
    for line in lines:
        name, *numbers = json.loads(line)
        so_far = sums.setdefault(name, [0, 0, 0])
        sums[name] = [a + b for a, b in zip(so_far, numbers, strict=True)]
    rows = [[name, *map(str, numbers)] for name, numbers in sorted(sums.items())]
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
