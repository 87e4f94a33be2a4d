"""Tables 1 and 2 of the paper, and what is exactly true of the domains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.evaluation import sensibility
from rocrepro.formats.table import Table
from rocrepro.papers.klement2009 import printed
from rocrepro.papers.klement2009.bounds import attains
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.midpoints import midpoints
from rocrepro.papers.klement2009.power import WEAKENED, drifts
from rocrepro.papers.klement2009.readings import score_auc

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from rocrepro.papers.evaluated import Evaluated

__all__ = ["domains", "table1", "table2", "worked"]

COLUMN_OF = {"auc": "auc", "midpoint": "midpoint", "struggle": "printed"}  # in the simulated draws


def table1(evaluated: Evaluated) -> Table:
    """Table 1: ten rows, their predictions, and which are sensible."""
    import pandas as pd

    labels, scores = np.array(printed.TABLE1_LABELS), np.array(printed.TABLE1_SCORES)
    result = sensibility(labels, scores)
    at, middle = printed.TABLE1_THRESHOLD, evaluated.printed(printed.TABLE1_MIDPOINT)
    by_print = np.where(labels == 1, scores >= middle, scores < middle)
    frame = pd.DataFrame(
        {
            "i": np.arange(1, len(labels) + 1),
            "label": np.where(labels == 1, "+", "-"),
            "score": scores,
            "prediction": np.where(scores >= at, "+", "-"),
            "sensible": np.where(result.sensible, "yes", "no"),
            "sensible_at_printed_midpoint": np.where(by_print, "yes", "no"),
        }
    )
    struggle, right, other_right = map(evaluated.printed, printed.TABLE1_TEXT)
    notes = (
        f"Midpoint: the formula P/(2 n_pos) gives {result.midpoint:.2f} (the column sensible); the paper "
        f"prints {middle:.2f} (the last column). The two columns "
        + ("agree in every row." if (by_print == result.sensible).all() else "differ."),
        f"Sensible {result.n_sensible}, non-sensible {result.n_non_sensible}, struggle ratio "
        f"{result.struggle_ratio:.2f}; at the threshold {at:.2f}: sensibility "
        f"{float(result.sensibility_at(at)):.1%}, capability {float(result.capability_at(at)):.1%}. "
        f"The paper has {struggle:.2f}, {right:.1%} and {other_right:.1%}.",
    )
    return Table(frame, "Table 1: sensible and non-sensible rows", notes, {"score": ".1f"})


def worked(evaluated: Evaluated) -> Table:
    """Table 1's quantities: as printed, and with each variant of the midpoint and of its ties."""
    import pandas as pd

    labels, scores = printed.TABLE1_LABELS, printed.TABLE1_SCORES
    cases = (printed.TABLE1_MIDPOINT, *printed.TABLE1_COUNTS, *printed.TABLE1_TEXT)
    rows: list[tuple[Any, ...]] = [("as printed", None, *map(evaluated.printed, cases))]
    for variant, midpoint in midpoints(labels, scores).items():
        for ties in ("ge", "strict"):
            result = sensibility(labels, scores, midpoint=midpoint, ties=ties)
            at = [
                float(curve(printed.TABLE1_THRESHOLD))
                for curve in (result.sensibility_at, result.capability_at)
            ]
            counts = (result.n_sensible, result.n_non_sensible, result.struggle_ratio)
            rows.append((variant, ties, result.midpoint, *counts, *at))
    columns = ["midpoint_variant", "ties", "midpoint", "n_sensible", "n_non_sensible"]
    frame = pd.DataFrame(rows, columns=[*columns, "struggle_ratio", "sensibility", "capability"])
    notes = (
        "Let m+, m- be the mean scores of the classes, d = n+/n-, P the sum of all scores, and s+, s- "
        "the standard deviations. The variants are: paper (m+ + m-/d)/2 = P/(2 n+), the rule of every "
        "other artifact; mid_mean (m+ + m-)/2; mid_mean_d (m+ + d m-)/2; negatives P/(2 n-); spread (s- "
        "m+ + s+ m-)/(s+ + s-). Because n+ = n- here, four of them agree.",
        "ties: a positive row at the midpoint is sensible (ge) or not (strict). Sensibility and capability "
        f"at the threshold {printed.TABLE1_THRESHOLD:.2f}.",
    )
    formats = {"midpoint": ".4f", "struggle_ratio": ".3f", "sensibility": ".3f", "capability": ".3f"}
    return Table(frame, "Table 1's quantities, by variant of the midpoint", notes, formats)


def table2(evaluated: Evaluated) -> Table:
    """Table 2: AUC, midpoint and struggle ratio, printed and ours, with the spread over draws."""
    import pandas as pd

    draws, table = evaluated.simulation("draws"), printed.table2_of(evaluated.shown)
    described = flu_domains(evaluated.shown["extra"]["flu"])
    rows: list[dict[str, Any]] = []
    for name, domain in described.items():
        for which in printed.SETS:
            of = draws[(draws["domain"] == name) & (draws["set"] == which)]
            paper = table[which]._asdict() if which in table else {}
            for figure in COLUMN_OF:
                row: dict[str, Any] = {"domain": name, "set": which, "figure": figure}
                row |= {"paper": paper.get(figure), "calibrated": _use(domain, which, figure, paper)}
                rows.append(row | _spread(of, COLUMN_OF[figure], evaluated.seed, paper.get(figure)))
    frame = pd.DataFrame(rows)
    return Table(
        frame,
        "Table 2: the flu domain, a reconstruction",
        _table2_notes(evaluated, frame, described),
        dict.fromkeys(["paper", "default_draw", "mean", "sd", "q025", "q975", "sd_away"], ".3f"),
    )


def _use(domain: FluDomain, which: str, figure: str, paper: dict[str, float]) -> str:
    """Say whether a figure tests the domain."""
    if figure not in paper:
        return "not in the paper"
    return "calibrated" if figure in domain.calibrated.get(which, []) else "prediction"


def _spread(of: pd.DataFrame, column: str, seed: int, paper: float | None) -> dict[str, Any]:
    """Value at the default draw, and the distribution over draws."""
    values = of[column]
    default = of.loc[of["draw"] == seed, column]
    low, high = values.quantile(0.025), values.quantile(0.975)
    row = {
        "default_draw": default.iloc[0] if len(default) else np.nan,
        "mean": values.mean(),
        "sd": values.std(ddof=1),
        "q025": low,
        "q975": high,
    }
    if paper is None:
        return row | {"inside": None, "sd_away": np.nan}
    away = (paper - row["mean"]) / row["sd"] if row["sd"] > 0 else np.nan
    return row | {"inside": "in" if low <= paper <= high else "out", "sd_away": away}


def _table2_notes(
    evaluated: Evaluated, frame: pd.DataFrame, described: dict[str, FluDomain]
) -> tuple[str, ...]:
    flu = evaluated.shown["extra"]["flu"]
    verdicts = []
    for name, domain in described.items():
        of = frame[(frame["domain"] == name) & frame["paper"].notna()]
        test = of[of["calibrated"] == "prediction"]
        out = of[of["inside"] == "out"]
        missed = ", ".join(f"{row.set} {row.figure}" for row in out.itertuples())
        fitted = f"{len(of) - len(test)} of {len(of)} printed figures were calibrated"
        if len(test):
            held = int((test["inside"] == "in").sum())
            fitted += f", and {held} of the {len(test)} others are reproduced"
        else:
            fitted += ": Table 2 is possible in such a domain, but this is not a replication of it"
        verdicts.append(f"Domain {name} ({domain.title}): {fitted}; outside: {missed or 'none'}.")
    return (
        printed.reconstruction(described.values()),
        f"Naive Bayes (scikit-learn's CategoricalNB, alpha 1) on {flu['rows']:,} NGP rows, positive class "
        f"Complication, struggle ratio as defined in the text. mean to q975: {flu['draws']} draws of all "
        "sets with new training; in: the printed figure lies in their central 95 %; sd_away: its "
        f"distance from the mean in standard deviations; default_draw: seed {evaluated.seed}, as in the "
        "figures.",
        *verdicts,
        *_unattainable(flu["rows"], printed.table2_of(evaluated.shown)),
        "ZGP (zero growth) and MC (more complications) are not in the paper.",
    )


def _unattainable(rows: int, table: Mapping[str, printed.Figures]) -> tuple[str, ...]:
    """A paragraph on the printed struggle ratios that no number of non-sensible rows among `rows` gives."""
    found = [
        f"{paper.struggle:.3f} ({which})"
        for which, paper in table.items()
        if not attains(paper.struggle, rows)
    ]
    if not found:
        return ()
    return (
        f"No k of {rows:,} rows gives a struggle ratio k/({rows:,} - k) that rounds to "
        f"{', '.join(found)}: this means another number of rows, another reading, or a misprint.",
    )


def domains(evaluated: Evaluated) -> Table:
    """Exact properties of each domain and drift, for naive Bayes trained on NGP without sampling error."""
    import pandas as pd

    flu = evaluated.shown["extra"]["flu"]
    rows: list[dict[str, Any]] = []
    described = flu_domains(flu)
    notes = [printed.reconstruction(described.values())]
    for name, domain in described.items():
        score = naive_bayes(domain, domain.joint() * flu["rows"])
        sets = {key.removesuffix("-Test"): domain.joint(*where) for key, where in printed.SETS.items()}
        sets = {"NGP": sets.pop("NGP"), **sets, **{k: v for k, v in drifts(domain).items() if k not in sets}}
        for which, joint in sets.items():
            if which not in ("NGP-Train", "none"):
                rows.append({"domain": name, "set": which, **exact(score, joint)})
        pairs = [f"{a} and {b} {v:.2f}" for (a, b), v in dependence(domain).items() if v > 0.005]
        notes.append(f"Cramer's V of attributes in NGP, domain {name}: {', '.join(pairs)}.")
    notes.append(
        "auc, midpoint, struggle, ece (expected calibration error over distinct scores) and "
        "best_accuracy (over all thresholds) are of naive Bayes trained on the exact NGP probabilities, "
        "and auc_bayes is that of the true risks. label_shift: the prevalence of FC with the cells of "
        f"each class as in NGP; weak_rule: log-odds times {WEAKENED:g} at the prevalence of NGP."
    )
    frame = pd.DataFrame(rows)
    title = "The flu domains: exact values, a reconstruction"
    return Table(frame, title, tuple(notes), dict.fromkeys(frame.columns[2:], ".4f"))


def exact(score: NDArray[np.float64], joint: NDArray[np.float64]) -> dict[str, float]:
    """Figures of cell scores, shape (n_cells,), under class and cell probabilities, shape (2, n_cells)."""
    distinct, group = np.unique(score, return_inverse=True)
    neg, pos = (np.bincount(group, part, minlength=len(distinct)) for part in joint)
    share = neg + pos
    prevalence = float(pos.sum())
    midpoint = float(share @ distinct) / (2 * prevalence)
    sensible = float(pos[distinct >= midpoint].sum() + neg[distinct < midpoint].sum())
    right = np.append(prevalence, prevalence + np.cumsum(neg - pos))
    return {
        "prevalence": prevalence,
        "auc": score_auc(score, joint),
        "auc_bayes": score_auc(joint[1] / joint.sum(axis=0), joint),
        "midpoint": midpoint,
        "struggle": (1 - sensible) / sensible,
        "ece": float(np.abs(share * distinct - pos).sum()),
        "best_accuracy": float(right.max()),
    }


def dependence(domain: FluDomain) -> dict[tuple[str, str], float]:
    """Cramer's V of every two attributes in NGP."""
    names, share = list(domain.attributes), domain.share()
    found = {}
    for i, first in enumerate(names):
        for j in range(i + 1, len(names)):
            table = np.zeros((len(domain.attributes[first]), len(domain.attributes[names[j]])))
            np.add.at(table, (domain.codes[:, i], domain.codes[:, j]), share)
            expected = np.outer(table.sum(axis=1), table.sum(axis=0))
            square = float(((table - expected) ** 2 / np.where(expected > 0, expected, 1)).sum())
            found[first, names[j]] = (square / (min(table.shape) - 1)) ** 0.5
    return found
