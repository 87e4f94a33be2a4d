"""Small pictures, drawn without style attributes so that the page's policy can forbid them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from markupsafe import Markup

from rocrepro.claims.rows import LedgerRow
from rocrepro.report.facts import ENGINES
from rocrepro.report.words import decimals_of, number, percent, slug

WIDTH, LEFT, RIGHT = 440, 80, 12
ROW, TOP, BOTTOM = 30, 20, 22
JITTER = (0.0, -4.0, 4.0, -2.0, 2.0)


@dataclass(frozen=True)
class Scale:
    """Scale from values to places between the left and the right margin."""

    low: float
    high: float

    def __call__(self, value: float) -> str:
        """Return the place of a value, with one decimal."""
        share = (value - self.low) / (self.high - self.low)
        return f"{LEFT + share * (WIDTH - LEFT - RIGHT):.1f}".removesuffix(".0")


def bar(counts: Iterable[tuple[str, int]], width: int = 240) -> Markup:
    """Draw verdicts as one bar; the numbers stand beside it, so it is hidden from screen readers."""
    counts = [(verdict, count) for verdict, count in counts if count]
    total = sum(count for _, count in counts)
    parts, at = [], 0.0
    for verdict, count in counts:
        wide = width * count / total
        parts.append(
            f'<rect class="f-{slug(verdict)}" x="{at:.1f}" width="{max(wide - 1, 0.6):.1f}" height="8"/>'
        )
        at += wide
    body = "".join(parts)
    return Markup(
        f'<svg class="bar" viewBox="0 0 {width} 8" preserveAspectRatio="none" aria-hidden="true">{body}</svg>'
    )


def strip(rows: Sequence[LedgerRow]) -> Markup:
    """Draw values over seeds, intervals and the printed value of one claim, a line an engine.

    Empty where there is nothing to compare: no interval, no replicates, and no more than one number.
    """
    rows = [row for row in rows if _finite(row["measured"]) and row["kind"] != "presence"]
    marks = _printed(rows[0]) if rows else []
    values = [value for row in rows for value in _values(row)] + marks
    if not any(len(_values(row)) > 1 for row in rows) or len(set(values)) < 2:
        return Markup("")
    low, high = min(values), max(values)
    margin = 0.04 * (high - low)
    scale = Scale(low - margin, high + margin)
    height = TOP + ROW * len(rows) + BOTTOM
    decimals = decimals_of(rows[0]["rule"])
    parts = [_reference(marks, rows[0], scale, height, decimals), _axis(low, high, scale, height)]
    parts += [_line(row, scale, TOP + ROW * (at + 0.5)) for at, row in enumerate(rows)]
    label = "; ".join(_words(row, decimals) for row in rows)
    if marks:
        label += f"; {_said(rows[0])} {number(marks, decimals)}"
    return Markup('<svg class="strip" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, height, label, Markup("".join(parts))
    )


def _finite(value: Any) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _values(row: LedgerRow) -> list[float]:
    given = [
        row["measured"],
        row["low"],
        row["high"],
        row["seeds_low"],
        row["seeds_high"],
        *row["replicates"],
    ]
    return [float(value) for value in given if _finite(value)]


def _printed(row: LedgerRow) -> list[float]:
    """Return the values that the picture marks: the printed one, both ends of a range, 0 for an ordering."""
    if row["kind"] == "ordering":
        return [0.0]
    printed = row["printed"] if isinstance(row["printed"], list) else [row["printed"]]
    return [float(value) for value in printed if _finite(value)]


def _said(row: LedgerRow) -> str:
    return "no difference at" if row["kind"] == "ordering" else "printed"


def _reference(
    marks: Sequence[float], row: LedgerRow, scale: Scale, height: int, decimals: int | None
) -> str:
    """The printed value as a dashed line through all engines."""
    parts = []
    for value in marks:
        place = scale(value)
        anchor = "start" if float(place) < WIDTH * 0.4 else "end" if float(place) > WIDTH * 0.8 else "middle"
        word = "no difference" if row["kind"] == "ordering" else f"printed {number(value, decimals)}"
        parts.append(
            f'<path class="pr" d="M{place} {TOP - 4}V{height - BOTTOM}"/>'
            f'<text class="prt" x="{place}" y="{TOP - 8}" text-anchor="{anchor}">{word}</text>'
        )
    return "".join(parts)


def _axis(low: float, high: float, scale: Scale, height: int) -> str:
    y = height - BOTTOM
    ends = "".join(
        f'<text x="{scale(value)}" y="{y + 15}" text-anchor="{anchor}">{number(value, None)}</text>'
        for value, anchor in ((low, "start"), (high, "end"))
    )
    return f'<path class="ax" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>{ends}'


def _line(row: LedgerRow, scale: Scale, y: float) -> str:
    """One engine: range of the seeds, sampling interval, seeds, and the value at the default seed."""
    parts = [f'<text x="0" y="{y + 4:g}">{ENGINES.get(row["engine"], "")}</text>']
    if _finite(row["seeds_low"]) and row["seeds_high"] != row["seeds_low"]:
        left, right = scale(row["seeds_low"]), scale(row["seeds_high"])
        wide = f"{float(right) - float(left):.1f}"
        parts.append(f'<rect class="sd" x="{left}" y="{y - 8:g}" width="{wide}" height="16"/>')
    if _finite(row["low"]) and _finite(row["high"]):
        left, right = scale(row["low"]), scale(row["high"])
        parts.append(f'<path class="ci" d="M{left} {y - 5:g}v10m0-5H{right}m0-5v10"/>')
    seeds = [value for value in row["replicates"] if _finite(value)]
    if seeds:
        dots = "".join(
            f"M{scale(value)} {y + JITTER[at % len(JITTER)]:g}h0" for at, value in enumerate(seeds)
        )
        parts.append(f'<path class="dt" d="{dots}"/>')
    if _finite(row["measured"]):
        parts.append(f'<path class="me" d="M{scale(row["measured"])} {y - 6:g}l6 6-6 6-6-6z"/>')
    return "".join(parts)


def _words(row: LedgerRow, decimals: int | None) -> str:
    """Say in words what the picture shows of one engine."""
    more = None if decimals is None else decimals + 1
    said = [f"{ENGINES.get(row['engine'], 'measured')} {number(row['measured'], more)}"]
    seeds = [value for value in row["replicates"] if _finite(value)]
    if len(seeds) > 1:
        low, high = number(min(seeds), more), number(max(seeds), more)
        said.append(f"from {low} to {high} over {len(seeds)} seeds")
    if _finite(row["low"]) and _finite(row["high"]):
        said.append(f"sampling interval {number(row['low'], more)} to {number(row['high'], more)}")
    if _finite(row["share"]):
        said.append(f"{percent(row['share'])} of the seeds agree")
    return ", ".join(said)
