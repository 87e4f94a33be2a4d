"""The figure beside the table: how many times our time each peer needs, over the number of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks import curves
from rocrepro.display.house import PAGE, apply_style, save_figure

# Marker and line tell the peers apart in grey; hollow marks are for two threads of ours.
PEERS: dict[str, dict[str, Any]] = {
    "R ROCR": {"color": "#D55E00", "marker": "v", "linestyle": ":"},
    "R pROC": {"color": "#CC79A7", "marker": "^", "linestyle": (0, (3, 1))},
    curves.ROC_CURVE: {"color": "#0072B2", "marker": "o", "linestyle": "-"},
    "numpy.argsort of the scores": {"color": "#E69F00", "marker": "D", "linestyle": "--"},
    curves.SORT: {"color": "#000000", "marker": "s", "linestyle": "-."},
    "deeproc, only the area": {"color": "#7F7F7F", "marker": "*", "linestyle": (0, (8, 2))},
    "sklearn.metrics.roc_auc_score": {
        "color": "#009E73",
        "marker": "P",
        "linestyle": (0, (5, 1, 1, 1, 1, 1)),
    },
}
# Where in the figure the peers of each of our calls are named.
CALLS = {
    curves.counted_in(1): "outside right upper",
    curves.counted_in(2): "outside right center",
    curves.MEASURES: "outside right lower",
}


def lines(page: str) -> dict[tuple[str, str], dict[int, float]]:
    """Return the ratio by size of each comparison in the tables of a page, by what was done and the peer.

    Comparisons at one size only are left out. If a size comes twice, the first one counts: the second is that
    of a numpy with other instructions.
    """
    found: dict[tuple[str, str], dict[int, float]] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 7 and cells[0] in CALLS and cells[3] in PEERS:
            n = int(cells[1].removeprefix("n = ").replace(",", ""))
            ratio = float(cells[4]) / float(cells[2])
            found.setdefault((cells[0], cells[3]), {}).setdefault(n, ratio)
    return {line: points for line, points in found.items() if len(points) > 1}


def draw(page: str, path: Path) -> None:
    """Draw the comparisons of a page over n, one line for each peer, and save the figure."""
    import matplotlib.pyplot as plt

    apply_style()
    figure, ax = plt.subplots(figsize=(PAGE, 4.2), layout="constrained")
    ax.axhline(1, color="0.5", linewidth=1, zorder=0)
    found = lines(page)
    for what, place in CALLS.items():
        marks = []
        for peer in (peer for peer in PEERS if (what, peer) in found):
            style, points = PEERS[peer], found[what, peer]
            face = "white" if what == curves.counted_in(2) else style["color"]
            marks += ax.plot(*zip(*points.items(), strict=True), label=peer, markersize=5,
                             markerfacecolor=face, **style)  # fmt: skip
        if marks:
            figure.legend(handles=marks, loc=place, title=f"{what}, against", alignment="left", fontsize=7.5,
                          title_fontsize=8, handlelength=4.5)  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="n (number of scores)",
           ylabel="time of the peer / our time (above 1: ours is faster)")  # fmt: skip
    ax.yaxis.set_major_formatter("{x:g}")
    ax.grid(visible=True, which="major", color="0.9", linewidth=0.6)
    ax.set_axisbelow(True)
    machine = next((line for line in page.splitlines() if line.startswith("Machine: ")), "")
    ax.set_title(machine.partition(", ")[0].removeprefix("Machine: "), fontsize=8, color="0.3", loc="left")
    save_figure(figure, [path])
