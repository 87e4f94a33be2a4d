"""All bands of every curve, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rocrepro.assess.models import Model
from rocrepro.assess.options import Options
from rocrepro.assess.resampling import GRID, Resampled
from rocrepro.errors import InputError
from rocrepro.evaluation import (
    Band,
    fixed_width_band,
    simultaneous_joint_band,
    threshold_average_band,
    vertical_band,
    working_hotelling_band,
)
from rocrepro.formats.table import Table
from rocrepro.randomness import generator

EDGES = np.linspace(0, 1, 201)
"""False positive rates at which the files have the edges."""


def bands_of(model: Model, found: Resampled, options: Options) -> dict[str, Band | None]:
    """Every band of one curve; None for one that the scores do not allow."""
    level = 1 - options.alpha
    stream = generator(options.seed, f"assess/band/{model.name}")
    data = model.label, model.score
    bands: dict[str, Band | None] = {
        "fixed_width": fixed_width_band(*data, level=level, n_boot=options.n_boot, seed=stream),
        "simultaneous_joint": simultaneous_joint_band(*data, level=level),
        "simultaneous_joint_margin": simultaneous_joint_band(*data, level=level, reading="margin"),
    }
    try:
        bands["working_hotelling"] = working_hotelling_band(*data, level=level)
    except InputError:  # a class with one score alone
        bands["working_hotelling"] = None
    for interval in ("normal", "wilson", "quantile"):
        n_pos = model.curve.n_pos if interval == "wilson" else None
        bands[f"vertical_{interval}"] = vertical_band(
            found.heights, GRID, level=level, interval=interval, n_pos=n_pos
        )
    for interval in ("normal", "wilson", "quantile"):
        bands[f"threshold_{interval}"] = threshold_average_band(*data, level=level, interval=interval)
    return bands


def bands_table(bands: Mapping[str, Mapping[str, Band | None]], options: Options) -> Table:
    """One row for each curve and method: what its level means, and how much of ROC space it covers."""
    import pandas as pd

    rows = [
        {
            "model": name,
            "method": method,
            "level": 1 - options.alpha,
            "kind": "–" if band is None else band.kind,
            "area": np.nan if band is None else band.area,
            "width": np.nan if band is None else band.width,
            "replicates": 0 if band is None else band.replicates,
        }
        for name, methods in bands.items()
        for method, band in methods.items()
    ]
    return Table(
        pd.DataFrame(rows),
        title="Bands of the ROC curves",
        notes=(
            "kind: the level of a simultaneous band is that of the whole curve, the level of a pointwise one "
            "that of each rate or threshold by itself; the two must not be compared by their area. area: "
            "share of ROC space. width: of the fixed-width band, each way. replicates: bootstrap curves; 0 "
            "for a closed form.",
            "simultaneous_joint_margin has the level in each class, so that the band has its square. "
            "working_hotelling takes the scores of each class for normal, and has no band where a class has "
            "one score. The edges are in band_edges.csv.",
        ),
        formats={"level": "g", "area": ".3f", "width": ".3f"},
    )


def edges_table(bands: Mapping[str, Mapping[str, Band | None]]) -> Table:
    """Edges of every band at equal steps of the false positive rate; columns say what the level means."""
    import pandas as pd

    frames = []
    for name, methods in bands.items():
        for method, band in methods.items():
            if band is not None:
                lower, upper = band.edges_at(EDGES)
                edges = {f"lower_{band.kind}": lower, f"upper_{band.kind}": upper}
                frames.append(pd.DataFrame({"model": name, "method": method, "fpr": EDGES, **edges}))
    return Table(pd.concat(frames, ignore_index=True), title="Edges of the bands")


def apart(one: Sequence[np.ndarray], other: Sequence[np.ndarray]) -> tuple[float, float]:
    """Shares of the rates at which the first band lies wholly above the second, and wholly below."""
    return float(np.mean(one[0] > other[1])), float(np.mean(one[1] < other[0]))
