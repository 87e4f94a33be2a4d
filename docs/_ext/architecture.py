"""The picture of the architecture: the packages of rocrepro, with arrows for what they import.

``python docs/_ext/architecture.py`` writes ``docs/architecture.svg``. The same imports give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from rocrepro.pipeline.digest import INIT, PACKAGE
from rocrepro.pipeline.imports import imports

DOCS = Path(__file__).resolve().parents[1]
PAGE, PICTURE = DOCS / "architecture.md", DOCS / "architecture.svg"
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)

WIDTH, BOX, HEIGHT, LANE, GAP, BETWEEN, MARGIN = 720, 150, 52, 10, 18, 50, 10
TITLE = "The packages of rocrepro. An arrow points from a package to one below that it imports from."
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" \
role="img">
<title>{title}</title>
<style>
text {{ font-family: "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; fill: #000 }}
.name {{ font-size: 17px; font-weight: bold }}
.words {{ font-size: 13px }}
.box {{ fill: #eee; stroke: #000 }}
.arrow {{ fill: none; stroke: #555; stroke-width: 1.5 }}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>
<rect width="{width}" height="{height}" fill="#fff"/>"""

Uses = Mapping[str, frozenset[str]]


class Stop(NamedTuple):
    """A place in a row of the picture: a package, or the lane in which arrows to a package pass the row."""

    row: int
    package: str
    lane: bool = False


Link = tuple[Stop, Stop]
Rows = list[list[Stop]]


def used() -> dict[str, frozenset[str]]:
    """Return the packages of rocrepro, each with the others that its modules import from."""
    packages = frozenset(path.parent.name for path in PACKAGE.glob(f"*/{INIT}"))
    found = {}
    for package in sorted(packages):
        texts = (path.read_text(encoding="utf-8") for path in sorted((PACKAGE / package).rglob("*.py")))
        modules = {module for text in texts for module, _ in imports(text)}
        ours = {module.split(".")[1] for module in modules if module.startswith("rocrepro.")}
        found[package] = packages & ours - {package}
    return found


def arrows(uses: Uses) -> dict[str, frozenset[str]]:
    """Leave out what follows from the rest: arrows to a package that is reached by a longer way too."""

    @cache
    def below(package: str) -> frozenset[str]:
        return uses[package].union(*map(below, uses[package]))

    return {package: direct - frozenset().union(*map(below, direct)) for package, direct in uses.items()}


def rows(uses: Uses) -> dict[str, int]:
    """Return the row of each package, from the bottom: one above the highest package that it uses."""

    @cache
    def row(package: str) -> int:
        return 1 + max(map(row, uses[package]), default=-1)

    return {package: row(package) for package in uses}


def links(uses: Uses) -> set[Link]:
    """Return the parts of all arrows, from one row to the next; arrows to one package share their lanes."""
    row = rows(uses)
    found: set[Link] = set()
    for package, targets in arrows(uses).items():
        for target in targets:
            lanes = (Stop(i, target, lane=True) for i in range(row[package] - 1, row[target], -1))
            found.update(pairwise([Stop(row[package], package), *lanes, Stop(row[target], target)]))
    return found


def arranged(parts: set[Link]) -> dict[Stop, float]:
    """Order the stops in each row for few crossings and short arrows; return the middle of each stop.

    One row after the other is put into its best order until none gets better. Where that ends depends on the
    start, so each order of the lowest row is tried as a start.
    """
    stops = sorted({stop for link in parts for stop in link})
    start = [[stop for stop in stops if stop.row == row] for row in range(stops[-1].row + 1)]
    tried = [_improved([list(lowest), *start[1:]], parts) for lowest in permutations(start[0])]
    return _places(min(tried, key=lambda found: _cost(found, parts)))


def _improved(found: Rows, parts: set[Link]) -> Rows:
    cost = None
    while cost != (cost := _cost(found, parts)):
        for i in (*range(1, len(found)), 0):
            orders = ([*found[:i], list(order), *found[i + 1 :]] for order in permutations(found[i]))
            found = min(orders, key=lambda tried: _cost(tried, parts))
    return found


def _cost(found: Rows, parts: set[Link]) -> tuple[int, float]:
    """Count crossings, and measure how far the arrows go sideways."""
    at = _places(found)
    spans = sorted((start.row, at[start], at[end]) for start, end in parts)
    crossings = sum(
        row == other and (a - b) * (x - y) < 0
        for i, (row, a, x) in enumerate(spans)
        for other, b, y in spans[:i]
    )
    return crossings, sum(abs(a - x) for _, a, x in spans)


def _places(found: Rows) -> dict[Stop, float]:
    """Return the middle of each stop, with every row in the middle of the picture."""
    at = {}
    for row in found:
        widths = [LANE if stop.lane else BOX for stop in row]
        left = (WIDTH - sum(widths) - GAP * (len(row) - 1)) / 2
        for stop, width in zip(row, widths, strict=True):
            at[stop] = left + width / 2
            left += width + GAP
    return at


def picture(uses: Uses, words: Mapping[str, str]) -> str:
    """Draw the packages.

    Parameters
    ----------
    uses : mapping of str to frozenset of str
        The packages, each with those that it imports from.
    words : mapping of str to str
        What stands below the name of each package.

    Returns
    -------
    str
        SVG.
    """
    parts = links(uses)
    at = arranged(parts)
    highest = max(stop.row for stop in at)
    top = {row: MARGIN + (highest - row) * (HEIGHT + BETWEEN) for row in range(highest + 1)}
    lines = [HEAD.format(width=WIDTH, height=top[0] + HEIGHT + MARGIN, title=escape(TITLE))]
    lines += [_arrow(start, end, at, top) for start, end in sorted(parts)]
    for stop, x in sorted(at.items()):
        y = top[stop.row]
        if stop.lane:
            lines.append(f'<path class="arrow" d="M{x:g} {y}V{y + HEIGHT}"/>')
        else:
            lines += _box(stop.package, words[stop.package], x, y)
    return "\n".join([*lines, "</svg>", ""])


def _arrow(start: Stop, end: Stop, at: Mapping[Stop, float], top: Mapping[int, int]) -> str:
    """Return the part of an arrow between two rows, with a head where it comes to a package."""
    x, y, to_x, to_y = at[start], top[start.row] + HEIGHT, at[end], top[end.row]
    middle = (y + to_y) / 2
    head = "" if end.lane else ' marker-end="url(#head)"'
    curve = f"M{x:g} {y}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y}"
    return f'<path class="arrow" d="{curve}"{head}/>'


def _box(name: str, words: str, x: float, y: int) -> Iterator[str]:
    yield f'<rect class="box" x="{x - BOX / 2:g}" y="{y}" width="{BOX}" height="{HEIGHT}" rx="3"/>'
    yield f'<text class="name" x="{x:g}" y="{y + 22}">{escape(name)}</text>'
    yield f'<text class="words" x="{x:g}" y="{y + 41}">{escape(words)}</text>'


def words_of(page: str) -> dict[str, str]:
    """Return what the table of the page says of each package in its second column."""
    return {package: words.strip() for package, words in ROW.findall(page)}


if __name__ == "__main__":
    PICTURE.write_text(picture(used(), words_of(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
