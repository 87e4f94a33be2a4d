"""All kinds of bands on the paper's data sets, beside the fixed-width band and the confident region."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import confident_region
from rocrepro.evaluation.bands import Band
from rocrepro.evaluation.region import ConfidentRegion
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, rows_of_models
from rocrepro.study.steps import ALL_BANDS

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Floats = NDArray[np.float64]
Edges = tuple[Floats, Floats]

# What the Markdown file shows of each kind.
SHOWN = ("fixed_width", "simultaneous_joint", "working_hotelling", "vertical_normal", "threshold_normal")
COLUMNS = [*NAMING, "method", "kind", "level", "area"]
MEASURES = ["region_inside", "in_fixed_width", "of_fixed_width"]
COLUMNS += [*MEASURES, "inside_fixed_width", "holds_fixed_width"]
TINY = 1e-9


def band_comparison(evaluated: Evaluated) -> Table:
    """Tabulate what each kind of band covers of ROC space, the confident region and the fixed-width band."""

    def rows(dataset: str, model: Model) -> Iterator[Row]:
        engine, learner = model
        n_pos, n_neg = evaluated.test_counts(dataset)
        region = confident_region(n_pos, n_neg, alpha=evaluated.alpha)
        return compare(evaluated.rows("all_bands", dataset, learner, engine), region)

    frame = frame_of(rows_of_models(evaluated, rows), COLUMNS).assign(level=1 - evaluated.alpha)
    formats = dict.fromkeys(["area", *MEASURES], ".3f")
    notes = (
        f"area: share of the unit square between the edges of a {evaluated.level} band. region_inside: "
        "share of the region in which a point is confident (Tango's test) that the band contains. "
        "in_fixed_width: share of the band that lies in the fixed-width band of the same model; "
        "of_fixed_width: share of the fixed-width band that lies in this band; inside_fixed_width, "
        "holds_fixed_width: whether the band lies completely inside the fixed-width band, or contains it "
        "completely.",
        f"Each bootstrap band is based on {ALL_BANDS} curves of its own, so the bands of "
        "elazmeh2006_bands differ from these by chance. kind: the level of a pointwise band is that of "
        "one rate or threshold, and the level of a simultaneous band is that of the whole curve; "
        "band_coverage shows their actual coverage. A method has no row where a class has a single score "
        "and the band needs two.",
        *_summary(frame),
        POOLED,
        *gap_notes(evaluated),
    )
    shown = (frame["engine"] == evaluated.engine) & (frame["method"].isna() | frame["method"].isin(SHOWN))
    title = f"Bands of all kinds on the data sets, engine {evaluated.engine}; the CSV has all"
    return Table(frame, title, notes, formats, shown.to_numpy(dtype=bool))


def compare(edges: pd.DataFrame, region: ConfidentRegion) -> Iterator[dict[str, Any]]:
    """One row for each band of one curve.

    Parameters
    ----------
    edges : pandas.DataFrame
        The edges of the bands, as `rocrepro.study.bands.all_bands` has them.
    region : ConfidentRegion
    """
    bands = {str(method): _band(of) for method, of in edges.groupby("method", sort=False)}
    for method, band in bands.items():
        known = {"method": method, "kind": band.kind, "area": band.area}
        yield known | {"region_inside": region_share(band, region)} | against(band, bands["fixed_width"])


def _band(edges: pd.DataFrame) -> Band:
    """Return a band from its edges; its other attributes do not matter here."""
    grid, lower, upper = (edges[name].to_numpy() for name in ("fpr", "lower", "upper"))
    kind = edges["kind"].iloc[0]
    return Band(grid, lower, upper, method="", level=math.nan, replicates=0, kind=kind)


def region_share(band: Band, region: ConfidentRegion) -> float:
    """Share of the confident region, by area, that lies between the band's edges."""
    rates = _sides(np.concatenate([region.fpr, band.grid]))
    # The region ends where no height is confident, in NaN: it is empty there.
    edges = [
        np.interp(rates, region.fpr, np.nan_to_num(of), right=0.0) for of in (region.lower, region.upper)
    ]
    whole = np.trapezoid(edges[1] - edges[0], rates)
    return float(np.trapezoid(_overlap((edges[0], edges[1]), band.edges_at(rates)), rates) / whole)


def against(band: Band, fixed: Band) -> dict[str, Any]:
    """Compare a band with the fixed-width band."""
    rates = _sides(np.concatenate([band.grid, fixed.grid]))
    own, other = band.edges_at(rates), fixed.edges_at(rates)
    shared = float(np.trapezoid(_overlap(own, other), rates))
    areas = [float(np.trapezoid(upper - lower, rates)) for lower, upper in (own, other)]
    shares = [shared / area if area > 0 else np.nan for area in areas]
    return {
        "in_fixed_width": shares[0],
        "of_fixed_width": shares[1],
        "inside_fixed_width": bool(np.all((own[0] >= other[0] - TINY) & (own[1] <= other[1] + TINY))),
        "holds_fixed_width": bool(np.all((own[0] <= other[0] + TINY) & (own[1] >= other[1] - TINY))),
    }


def _sides(rates: Floats) -> Floats:
    """The rates and points just beside each, so that edges may step there."""
    beside = np.concatenate([rates - TINY, rates, rates + TINY])
    return np.unique(beside[(beside >= 0) & (beside <= 1)])


def _overlap(one: Edges, other: Edges) -> Floats:
    height: Floats = np.maximum(np.minimum(one[1], other[1]) - np.maximum(one[0], other[0]), 0.0)
    return height


def _summary(frame: pd.DataFrame) -> list[str]:
    """Median area and share of the confident region of each method, by engine."""
    notes = []
    for engine, of in frame.dropna(subset=["method"]).groupby("engine", sort=False):
        medians = of.groupby("method", sort=False)[["area", "region_inside"]].median()
        words = "; ".join(
            f"{method} {row['area']:.3f} and {row['region_inside']:.3f}" for method, row in medians.iterrows()
        )
        notes.append(f"Median area and region_inside over the models of {engine}: {words}.")
    return notes
