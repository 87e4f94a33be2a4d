"""Table: which reading of the column "struggle ratio" could have given the printed Table 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.datasets.flu import flu_domains
from rocrepro.formats.table import Table
from rocrepro.papers.klement2009.printed import ROWS, reconstruction, table2_of
from rocrepro.papers.klement2009.readings import RANGE, ngp_auc
from rocrepro.papers.klement2009.struggle import READINGS

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated


def readings_table(evaluated: Evaluated) -> Table:
    """Tabulate how near each reading comes to the printed table: in each domain, and in the plain family."""
    import pandas as pd

    found = evaluated.simulation("readings")
    named = list(dict.fromkeys(found.loc[~found["plain"], "domain"]))
    rows = []
    for reading in READINGS:
        of = found[found["reading"] == reading].set_index("domain")
        family = of[of["plain"]].dropna(subset="distance")
        fits = family[family["distance"] <= family["limit"]]
        row: dict[str, Any] = {"reading": reading}
        for name in named:
            row[f"{name}_distance"] = of.loc[name, "distance"]
            row[f"{name}_inside"] = sum(bool(of.loc[name, f"inside_{key}"]) for key in ROWS)
        if len(family):
            best = family.iloc[int(family["distance"].argmin())]
            row |= {"plain_distance": best["distance"], "plain_prevalence": best["prevalence"]}
            row |= {"plain_" + key: best[f"mean_{key}"] for key in ROWS}
        row |= {"plain_fits": len(fits), "plain_domains": len(family)}
        row |= {"fit_from": fits["prevalence"].min(), "fit_to": fits["prevalence"].max()}
        rows.append(row)
    frame = pd.DataFrame(rows)
    formats = {column: ".3f" for column in frame.columns if column.startswith(("plain_", "fit_"))}
    formats |= {column: ".1f" for column in frame.columns if column.endswith("_distance")}
    formats |= dict.fromkeys(["plain_fits", "plain_domains"], "d")
    title = "Readings of the struggle ratio: which of them could have given Table 2"
    return Table(frame, title, _notes(evaluated, frame, float(found["limit"].iloc[0])), formats)


def _notes(evaluated: Evaluated, frame: pd.DataFrame, limit: float) -> tuple[str, ...]:
    flu, auc = evaluated.shown["extra"]["flu"], ngp_auc(table2_of(evaluated.shown))
    fitting = frame[frame["plain_fits"] > 0].sort_values("plain_distance")["reading"]
    printed = frame.set_index("reading").loc["printed"]
    return (
        reconstruction(flu_domains(flu).values()),
        "reading: what the column would contain. All counts are taken at the midpoint P/(2 n_pos); for "
        "example, `tp/tn` is the number of sensible positives for each sensible negative. `printed` is "
        "the definition in the paper's text.",
        f"_distance: squared Mahalanobis distance of the twelve printed figures from {flu['draws']} draws "
        f"with this reading in the third column (12 expected, {limit:.1f} the 95 % limit); _inside: how many "
        "of the four values lie in the central 95 % of the draws.",
        f"plain_: domains like {flu['default']} at prevalences from {RANGE[0]:.2f} to {RANGE[1]:.2f}, "
        f"each fitted to NGP's AUC ({auc:.4f}) and the midpoints of DP and FC, but not to a struggle "
        "ratio. The table shows the domain with the smallest distance and its mean values; plain_fits: "
        "how many of the plain_domains lie within the limit; fit_from, fit_to: their prevalences.",
        "Readings that fit a plain domain: "
        + (", ".join(f"`{name}`" for name in fitting) if len(fitting) else "none")
        + f". The smallest distance of the printed definition is {printed['plain_distance']:.0f}. A "
        "reading that fits was not necessarily used: nothing in the text decides this. The left ends "
        "of the curves in the paper's Figure 1 would decide it, because prevalence = (sensibility(0) + "
        "r capability(0)) / (1 + r).",
    )
