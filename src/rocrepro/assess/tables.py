"""The frames of a study as tables for readers: titles, notes, rounding, and the columns that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rocrepro.formats.given.notes import note_auc
from rocrepro.formats.table import Table
from rocrepro.study import KINDS, Choices, Study
from rocrepro.study.operating import OperatingRow
from rocrepro.study.prevalence import STATED
from rocrepro.study.related import SoftRow

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.reading import Given

COUNTS = frozenset({"model", "seed", "n_pos", "n_neg", "n_points", "n_confident"})
SUMMARY = (
    *("n_pos", "n_neg", "auc", "auc_low", "auc_high", "n_points", "n_confident"),
    *("threshold_low", "threshold_high", "aved", "aved_abs"),
    *("cauc_vertical", "cauc_horizontal", "cauc_union", "cauc_concordant"),
)
OPERATING = OperatingRow.columns()[: OperatingRow.columns().index("tpr_high") + 1]
WITH_INTERVAL = ("aved", "cauc_union")
"""Measures whose interval the summary has; the table of intervals has all."""


def plotted_of(study: Study) -> dict[str, Table]:
    """Return what figures draw beyond the tables, for CSV files alone."""
    points = shown(study, "prevalence_points")
    frames = {
        "band_edges": (edges_by_kind(shown(study, "band_edges")), "Edges of the bands"),
        "difference_bands": (shown(study, "difference_edges"), "Bands of differences in true positive rate"),
        "fold_points": (shown(study, "fold_points"), "Pooled, per fold, averaged: points"),
        "prevalence_points": (
            points[points["mix"] == STATED].drop(columns="mix"),
            f"Points at prevalence {study.choices.prevalence:g}" if study.choices.prevalence else "",
        ),
        "cost_curves": (shown(study, "cost_curves"), "Cost curves"),
        "sensibility": (shown(study, "sensibility_curves"), "Sensibility"),
        "smooth_roc": (shown(study, "smooth_curves"), "Smooth ROC curves"),
        "scored_roc": (shown(study, "scored_curves"), "Scored ROC curves"),
    }
    return {name: Table(frame, title=title) for name, (frame, title) in frames.items() if len(frame)}


def shown(study: Study, kind: str, *, seeds: bool = False) -> pd.DataFrame:
    """Return the frame of a kind at the seed that is shown, as the files name its columns."""
    frame = study.get(KINDS[kind])
    if not seeds:
        frame = frame[frame["seed"] == study.seed].drop(columns="seed")
    return frame.rename(columns={"model_a": "a", "model_b": "b"}).reset_index(drop=True)


def edges_by_kind(edges: pd.DataFrame) -> pd.DataFrame:
    """Return the edges of bands in columns that say what the level means."""
    kinds = {
        f"{edge}_{kind}": edges[edge].where(edges["kind"] == kind)
        for kind in edges["kind"].unique()
        for edge in ("lower", "upper")
    }
    return edges[["model", "method", "fpr"]].assign(**kinds)


def summary(study: Study, given: Given) -> Table:
    """Return one row a model, with the intervals of two measures."""
    frame = shown(study, "summary")[["model", *SUMMARY]]
    frame = frame.assign(**shown(study, "soft")[SoftRow.columns()])
    limits = shown(study, "intervals").set_index(["measure", "model"])
    for name in WITH_INTERVAL:
        found = limits.loc[name].loc[frame["model"], ["low", "high"]].to_numpy()
        frame = frame.assign(**{f"{name}_low": found[:, 0], f"{name}_high": found[:, 1]})
    return summary_table(frame, given, study.choices)


def summary_table(frame: pd.DataFrame, given: Given, choices: Choices, *more: str) -> Table:
    """Return a summary with what its columns mean and further notes; warn of areas that say nothing."""
    for row in frame.to_dict("records"):
        note_auc({str(name): value for name, value in row.items()})
    bootstrap = f"; their _low and _high: {choices.level} bootstrap interval" if "aved_low" in frame else ""
    soft = [name for name in SoftRow.columns() if name in frame]
    distances = ", ".join(soft[2:])
    areas = f", {distances} (areas that heed how far scores lie apart)" if distances else ""
    return Table(
        frame,
        title=f"Scores of {given.name}",
        notes=(
            f"Positive class: {given.positive}. auc_low, auc_high: DeLong's {choices.level} interval. A "
            f"point is confident when the interval ({choices.test}) of (fn - fp)/n holds zero; aved, "
            "aved_abs: mean of (fn - fp)/n and of its size over the confident points; cauc: area of the "
            f"confident segment in four readings{bootstrap}.",
            f"For scores from 0 to 1 alone: midpoint, struggle_ratio (sensibility analysis){areas}.",
            *more,
        ),
        formats=numbers(frame),
    )


def numbers(frame: pd.DataFrame) -> dict[str, str]:
    """Return the rounding of all measures of a summary, counts left out."""
    return dict.fromkeys([str(column) for column in frame if column not in COUNTS], ".4g")


def seeds(study: Study, names: Mapping[int, str] | None = None) -> Table:
    """Return the measures at every seed; no row where each model has one."""
    frame = shown(study, "summary", seeds=True)[["model", "seed", *SUMMARY]]
    frame = frame.assign(**study.get(KINDS["soft"])[SoftRow.columns()])
    if not frame["model"].duplicated().any():
        frame = frame.iloc[:0]
    if names:
        frame = frame.assign(seed=frame["seed"].map(names))
    return Table(frame, title="Measures at every seed", formats=numbers(frame))


def operating_points(frame: pd.DataFrame, choices: Choices) -> Table:
    """Return the threshold in use of every curve, and its best point by every criterion."""
    return Table(
        frame[["model", *OPERATING]],
        title="Operating points",
        notes=(
            f"Predict positive where the score is at least the threshold. In use: {cut_words(choices)}. "
            "p_value: chi-square or Fisher's exact test of independence, for a threshold that was fixed "
            "beforehand; at the best of many thresholds it is too small.",
            f"lower, upper: Tango's {choices.level} interval of (fn - fp)/n. tpr_low, tpr_high: what it says "
            "about the true positive rate at this fpr, the strip of ROC space in which (fn - fp)/n lies in "
            "the interval.",
        ),
        formats={
            **dict.fromkeys(("fpr", "tpr", "accuracy", "tpr_low", "tpr_high"), ".3f"),
            **dict.fromkeys(("threshold", "difference", "lower", "upper"), ".4g"),
            **{"chi_square": ".1f", "p_value": ".1e"},
        },
    )


def cut_words(choices: Choices) -> str:
    """Say where the threshold in use comes from."""
    cut = choices.cut
    if cut is None:
        return "0.5 for scores from 0 to 1 and 0 for others"
    if isinstance(cut, str):
        return f"each model's best by {cut}, chosen on these very rows"
    return f"{cut:g}, as given"


def points(frame: pd.DataFrame, *more: str) -> Table:
    """Return every point of every curve; `more` replaces the note."""
    names = ("threshold", "fpr", "tpr", "difference", "lower", "upper", "chi_square", "precision")
    return Table(
        frame,
        title="Points of the ROC curves",
        notes=more or ("The page shows the confident points; the CSV has all. The recall is tpr.",),
        formats=dict.fromkeys(names, ".4g"),
        excerpt=frame["confident"].to_numpy(dtype=bool),
        keys=("model", "threshold"),
    )


def intervals(frame: pd.DataFrame, choices: Choices) -> Table:
    """Return the bootstrap interval of every measure of the confident set."""
    names = ["model", "measure", "value", "low", "high", "n_resamples", "n_undefined"]
    return Table(
        frame[names],
        title="Bootstrap intervals of the confident set",
        notes=(
            f"Central {choices.level} of {choices.n_resamples} resamples, rows drawn within each class; each "
            "resample has its own confident set. They are about the mean of the measure over samples of this "
            "size, and wider than they need be. n_undefined: resamples without a confident point, left out.",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4g"),
    )


def bands(frame: pd.DataFrame) -> Table:
    """Return one row for each curve and method: what its level means, and how much of ROC space it covers."""
    return Table(
        frame[["model", "method", "level", "kind", "area", "width", "replicates"]],
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
