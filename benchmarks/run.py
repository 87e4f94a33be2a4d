"""Run every benchmark and write benchmarks/results.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import scipy
import sklearn

from benchmarks import bands, curves, intervals, memory, pipeline
from benchmarks.timing import Row


def table(rows: Iterable[Row]) -> str:
    """The rows as Markdown."""
    lines = ["| what | size | seconds | peer | its seconds | ratio |", "|---|---|---:|---|---:|---:|"]
    for row in rows:
        shown = f"| {row.what} | {row.size} | {row.seconds:.3g} | {row.peer} | {row.peer_seconds:.3g} |"
        lines.append(f"{shown} {row.ratio:.2f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    versions = f"numpy {np.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}"
    parts = [
        "# Benchmarks",
        "Medians of up to seven calls, ours and the peer's in the same run. ratio: how many times our time "
        "the peer needs. Written by `make bench`.",
        f"Machine: {os.cpu_count()} processors ({platform.machine()}), Python {platform.python_version()}, "
        f"{versions}.",
        table([*curves.rows(), *intervals.rows(), *bands.rows()]),
        f"Peak memory of ROC counts at n = {memory.N:,}: {memory.peak_ratio():.1f} times the input.",
        "## Where the time of a run goes",
        pipeline.report(),
    ]
    Path(__file__).with_name("results.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
