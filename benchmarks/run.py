"""Run the benchmarks and write benchmarks/results.md, with a figure in benchmarks/results.svg.

``python -m benchmarks.run`` runs all parts. ``python -m benchmarks.run curves memory`` runs some of them, and
puts them in the place of the earlier ones where these are of the same machine and packages.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import bands, curves, growth, intervals, large, memory, picture, pipeline
from benchmarks.timing import REPEATS, Row
from rocrepro.evaluation.threads import n_threads

RESULTS = Path(__file__).with_name("results.md")
PICTURE = RESULTS.with_suffix(".svg")
PACKAGES = ("numpy", "scipy", "scikit-learn", "pyarrow", "deeproc")


def table(rows: Iterable[Row]) -> str:
    """The rows as Markdown."""
    lines = [
        "| what | size | ours (s) | peer | peer (s) | ratio | limit |",
        "|---|---|---:|---|---:|---:|---:|",
    ]
    for row in rows:
        wanted = "" if row.wanted is None else f"{row.wanted:g}"
        shown = f"| {row.what} | {row.size} | {row.seconds:.3g} | {row.peer} | {row.peer_seconds:.3g} |"
        lines.append(f"{shown} {row.ratio:.2f} | {wanted} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def processor() -> str:
    """Return the name of the processor."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        names = [line for line in facts.read_text().splitlines() if line.startswith("model name")]
        if names:
            return names[0].split(":")[1].strip()
    return platform.processor() or platform.machine()


def machine() -> str:
    """Return one line on the processor, the threads, the memory and the versions."""
    gib = float("nan")
    if hasattr(os, "sysconf"):
        gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"without {package}")
    if disabled := os.environ.get("NPY_DISABLE_CPU_FEATURES"):
        found[0] += f" (without {disabled})"  # numpy.sort may be several times faster without some of them
    versions = ", ".join(found)
    return (
        f"Machine: {processor()}, {usable} usable cores, {n_threads()} threads unless a row says otherwise, "
        f"{gib:.0f} GiB, Python {platform.python_version()}, {versions}."
    )


def peak() -> str:
    """Memory of the counts."""
    ratio = memory.peak_ratio()
    return (
        f"Peak memory of ROC counts at n = {memory.N:,}: {ratio:.1f} times the input "
        f"(wanted: at most {memory.MOST:g})."
    )


def counted() -> str:
    """The curves; where numpy sorts much faster without its widest vectors, the largest without them too."""
    found = list(curves.rows())
    shown = f"{table(found)}\n\n![Time of each peer over our time, by number of scores]({PICTURE.name})"
    again = curves.without_vectors()
    sorts = [
        next(row.peer_seconds for row in reversed(rows) if row.peer == curves.SORT)
        for rows in (found, again)
        if rows
    ]
    if len(sorts) < 2 or sorts[0] < 2 * sorts[1]:
        return shown
    said = (
        f"numpy's sort uses instructions that are slow on this processor. With "
        f"`NPY_DISABLE_CPU_FEATURES={curves.VECTORS}` in the environment it took {sorts[1]:.3g} s in "
        f"place of {sorts[0]:.3g} s, and the largest size gave:"
    )
    return "\n\n".join([shown, said, table(again)])


def grown() -> str:
    """The workflow's time over data sets and seeds."""
    found = list(growth.rows())
    return "\n\n".join([table(found), growth.further(found)])


PARTS: dict[str, tuple[str, Callable[[], str]]] = {
    "curves": ("## ROC counts and what follows from them", counted),
    "intervals": ("## Tango intervals", lambda: table(intervals.rows())),
    "bands": ("## Bands", lambda: table(bands.rows())),
    "memory": ("## Memory", peak),
    "large": ("## Files larger than memory", large.report),
    "growth": ("## Data sets and seeds", grown),
    "pipeline": ("## Where the time of a run goes", pipeline.report),
}


def renewed(page: str, parts: Mapping[str, str]) -> str:
    """The page with other texts below some of its titles."""
    for title, text in parts.items():
        before, found, rest = page.partition(f"{title}\n")
        after = rest[rest.index("\n## ") :] if "\n## " in rest else ""
        page = f"{before}{title}\n\n{text}\n{after}" if found else page
    return page


def main(chosen: Sequence[str]) -> None:
    """Measure, print, and write when all parts were measured."""
    unknown = [part for part in chosen if part not in PARTS]
    if unknown:
        raise SystemExit(f"found the part {unknown[0]!r}; expected some of {', '.join(PARTS)}")
    start = time.perf_counter()
    parts = {}
    for name in chosen or PARTS:
        title, measured = PARTS[name]
        parts[title] = measured()
        print(f"\n{title}\n{parts[title]}\n", flush=True)
    if chosen:
        earlier = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else ""
        if machine() in earlier:
            write(renewed(earlier, parts))
    else:
        minutes = (time.perf_counter() - start) / 60
        head = [
            "# Benchmarks",
            f"Each time is the median of {REPEATS} calls, ours and the peer's in the same run, unless the "
            "text says otherwise. The ratio is the peer's time divided by ours. The last column has the "
            "limit, the least ratio that we want. "
            f"Written by `make bench` in {minutes:.0f} minutes.",
            machine(),
        ]
        sections = (f"{title}\n\n{text}" for title, text in parts.items())
        write("\n\n".join([*head, *sections]) + "\n")


def write(page: str) -> None:
    """Write the page, and its figure beside it."""
    RESULTS.write_text(page, encoding="utf-8")
    picture.draw(page, PICTURE)


if __name__ == "__main__":
    main(sys.argv[1:])
