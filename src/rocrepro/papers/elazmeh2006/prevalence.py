"""The evaluation at another prevalence: the test rows' own, and a stated one, by default balanced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, rows_of_models
from rocrepro.study.prevalence import OWN, STATED

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SET = ["n_confident", "n_pretended", "threshold_low", "threshold_high", "aved", "aved_abs", "cauc"]
WIDTHS = ["lower", "upper", "width", "width_fixed"]
BEST = ["chi_square", "cost", "cost_threshold", "cost_confident"]
AT = {OWN: "own", STATED: "target"}
COLUMNS = [*NAMING, "at", "prevalence", "n", "effective_n", *SET, *WIDTHS, *BEST]


def prevalence(evaluated: Evaluated) -> Table:
    """Confident set, AveD, interval and best cost of every model at two prevalences."""
    stated = evaluated.shown["target_prevalence"]
    rows = rows_of_models(evaluated, partial(_of_model, evaluated))
    frame = frame_of(rows, COLUMNS, whole=("n", "n_confident", "n_pretended"))
    formats = dict.fromkeys([*SET[2:], *WIDTHS, *BEST], ".4f")
    formats |= {"prevalence": ".4f", "effective_n": ".1f", "chi_square": ".1f"}
    shown = (frame["engine"] == evaluated.engine).to_numpy(dtype=bool)
    title = f"Evaluation at the test rows' own prevalence and at {stated:g}"
    if evaluated.other_engine:
        title += f", engine {evaluated.engine}; the CSV has both"
    notes = (*_notes(evaluated), *_summary(frame), POOLED, *gap_notes(evaluated))
    return Table(frame, title, notes, formats, shown)


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    return (
        "at: own, the share of positive rows among the test rows, or target, "
        f"{evaluated.shown['target_prevalence']:g} (target_prevalence in config.yaml; 0.5 means balanced "
        "data, which the paper leaves for later). Only the class mix is assumed to change: both rates "
        "stay the same, and the two classes are weighted. The error difference is prevalence fnr - (1 - "
        "prevalence) fpr; at the own prevalence the results are the same as without weights.",
        "effective_n: the number of equally weighted rows that carry as much information as the weighted "
        "rows (Kish). n_confident: points at which the weighted score interval of the difference "
        "contains 0; this generalizes Tango's interval, whatever confidence_test is. n_pretended: points "
        "that would be called confident if the weighted errors were put into Tango's interval as counts "
        f"of n real rows. cauc: by the definition {evaluated.shown['cauc_reading']}.",
        f"lower, upper, width: the {evaluated.level} interval of the difference at the point of the curve "
        "where it is closest to 0 (at that prevalence); width_fixed: width of the interval given the "
        "class sizes of the test rows; the other interval is conservative away from the own prevalence.",
        "chi_square: the largest Pearson statistic above the diagonal, scaled to effective_n rows; it is "
        "a test only at the own prevalence. cost: the lowest expected cost per row over all thresholds, "
        "if every error costs 1; cost_threshold: the highest threshold with that cost; cost_confident: "
        "the lowest cost over the confident points.",
    )


def _of_model(evaluated: Evaluated, dataset: str, model: Model) -> Iterator[Row]:
    """One row at the own prevalence and one at the stated one."""
    engine, learner = model
    for there in evaluated.rows("prevalence", dataset, learner, engine).to_dict("records"):
        yield {
            **{name: there[name] for name in ("prevalence", "n", "effective_n", *SET[:-1])},
            "at": AT[there["mix"]],
            "cauc": there[f"cauc_{evaluated.shown['cauc_reading']}"],
            "lower": there["balance_lower"],
            "upper": there["balance_upper"],
            "width": there["balance_upper"] - there["balance_lower"],
            "width_fixed": there["balance_fixed_upper"] - there["balance_fixed_lower"],
            "chi_square": there["chi_square_max"],
            "cost": there["best_cost"],
            "cost_threshold": there["best_threshold"],
            "cost_confident": there["confident_cost"],
        }


def _summary(frame: pd.DataFrame) -> list[str]:
    """Say what the change of prevalence does to the interval and to the sets, by engine."""
    notes = []
    for engine, of in frame.dropna(subset=["at"]).groupby("engine", sort=False):
        pairs = of.pivot(index=["dataset", "learner"], columns="at")
        worth = (pairs["effective_n"]["target"] / pairs["n"]["target"]).groupby("dataset", sort=False).first()
        wider = (pairs["width"]["target"] / pairs["width"]["own"]).groupby("dataset", sort=False).median()
        words = "; ".join(
            f"{name} {worth[name]:.2f} and {wider[name]:.1f}" for name in of["dataset"].unique()
        )
        sums = of.groupby("at")[["n_confident", "n_pretended"]].sum()
        notes.append(
            f"{engine}, from the own prevalence to the target: effective_n as a share of the rows, and "
            f"the median factor by which the interval at balance widens: {words}. Confident points of all "
            f"models: {sums['n_confident']['own']} at the own prevalence, {sums['n_confident']['target']} "
            f"at the target ({sums['n_pretended']['target']} if weights were treated as rows)."
        )
    return notes
