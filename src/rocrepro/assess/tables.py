"""The frames of a study as tables for readers: titles, notes, rounding, and the columns that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rocrepro.evaluation.bands import NO_WIDTH
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
OPERATING = OperatingRow.columns()[: OperatingRow.columns().index("strip_high") + 1]
PRECISION = ("average_precision", "average_precision_low", "average_precision_high")
OF_CLUSTERS = "Obuchowski's clustered"
"""The interval of an AUC, and of a difference, where rows come in clusters."""
WITH_INTERVAL = ("aved", "cauc_union")
"""Measures whose interval the summary has; the table of intervals has all."""
DIFFERENCE_EDGES = tuple((f"lower_{kind}", f"upper_{kind}") for kind in ("pointwise", "simultaneous"))
BENEFIT_LIMITS = (("low", "high"), ("gain_low", "gain_high"))
NOT_ESTIMABLE = (
    "Where limits are empty they are not estimable: the variance is 0 in these rows, or all resamples "
    "agree. This does not mean that the value is certain."
)
"""Reason why an interval is missing."""


def plotted_of(study: Study) -> dict[str, Table]:
    """Return what figures draw beyond the tables, which goes to CSV files only."""
    points = shown(study, "prevalence_points")
    frames = {
        "band_edges": (edges_by_kind(shown(study, "band_edges")), "Edges of the bands"),
        "difference_bands": (
            estimable(shown(study, "difference_edges"), *DIFFERENCE_EDGES),
            "Bands of differences in true positive rate",
        ),
        "fold_averages": (
            shown(study, "fold_averages"),
            "Mean curves of the folds, and the standard deviation of the true positive rate",
        ),
        "fold_points": (shown(study, "fold_points"), "Pooled, per-fold and averaged curves: points"),
        "prevalence_points": (
            points[points["mix"] == STATED].drop(columns="mix"),
            f"Points at prevalence {study.choices.prevalence:g}" if study.choices.prevalence else "",
        ),
        "cost_curves": (shown(study, "cost_curves"), "Cost curves"),
        "sensibility": (shown(study, "sensibility_curves"), "Sensibility"),
        "smooth_roc": (shown(study, "smooth_curves"), "Smooth ROC curves"),
        "scored_roc": (shown(study, "scored_curves"), "Scored ROC curves"),
        "calibration_curves": (shown(study, "calibration_curves"), "Smooth calibration curves"),
        "net_benefit_curves": (
            estimable(shown(study, "net_benefit"), *BENEFIT_LIMITS),
            "Decision curves",
        ),
    }
    return {name: Table(frame, title=title) for name, (frame, title) in frames.items() if len(frame)}


def shown(study: Study, kind: str, *, seeds: bool = False) -> pd.DataFrame:
    """Return the frame of a kind at the seed that is shown, as the files name its columns."""
    frame = study.get(KINDS[kind])
    if not seeds:
        frame = frame[frame["seed"] == study.seed].drop(columns="seed")
    return frame.rename(columns={"model_a": "a", "model_b": "b"}).reset_index(drop=True)


def estimable(frame: pd.DataFrame, *limits: tuple[str, str]) -> pd.DataFrame:
    """Return a frame without the limits that agree: an interval of no width is no sign of certainty.

    Parameters
    ----------
    frame : pandas.DataFrame
    *limits : tuple of two str
        Columns of the lower and of the upper limits.
    """
    kept: dict[str, pd.Series] = {}
    for low, high in limits:
        apart = frame[high] - frame[low] > NO_WIDTH
        kept |= {low: frame[low].where(apart), high: frame[high].where(apart)}
    return frame.assign(**kept)


def limits_of_defined(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame of intervals without limits that agree, and without those of an undefined value."""
    kept = estimable(frame, ("low", "high"))
    limits = kept[["low", "high"]].where(kept["value"].notna())
    return kept.assign(low=limits["low"], high=limits["high"])


def clustered(study: Study) -> bool:
    """Check whether rows come in clusters."""
    return any(model.cluster is not None for model in study.models)


def edges_by_kind(edges: pd.DataFrame) -> pd.DataFrame:
    """Return the edges of bands in columns that say what the level means.

    Between the corners (0, 0) and (1, 1), which every curve has, edges that agree are left out.
    """
    ends = edges["fpr"].isin((0.0, 1.0))
    edges = estimable(edges, ("lower", "upper")).where(~ends, edges)
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
    limits = limits_of_defined(shown(study, "intervals")).set_index(["measure", "model"])
    for name in WITH_INTERVAL:
        found = limits.loc[name].loc[frame["model"], ["low", "high"]].to_numpy()
        frame = frame.assign(**{f"{name}_low": found[:, 0], f"{name}_high": found[:, 1]})
    frame = frame.assign(**shown(study, "average_precisions")[[*PRECISION]])
    return summary_table(
        frame, given, study.choices, interval=OF_CLUSTERS if clustered(study) else "DeLong's"
    )


def summary_table(
    frame: pd.DataFrame, given: Given, choices: Choices, *more: str, interval: str = "DeLong's"
) -> Table:
    """Return a summary with what its columns mean and further notes."""
    bootstrap = f"; their _low and _high: {choices.level} bootstrap interval" if "aved_low" in frame else ""
    soft = [name for name in SoftRow.columns() if name in frame]
    distances = ", ".join(soft[2:])
    precision = (
        "average_precision: mean precision over the steps of recall. average_precision_low, "
        "average_precision_high: percentiles of resamples of all rows. Random scores have an average "
        "precision of about the share of positive rows, n_pos / (n_pos + n_neg), and not of one half.",
    )
    areas = f", {distances} (areas that depend on how far apart the scores are)" if distances else ""
    return Table(
        frame,
        title=f"Scores of {given.name}",
        notes=(
            f"Positive class: {given.positive}. auc_low, auc_high: {interval} {choices.level} interval. A "
            f"point is confident when the interval ({choices.test}) of (fn - fp)/n contains zero. aved, "
            "aved_abs: mean of (fn - fp)/n and of its absolute value over the confident points; cauc: "
            f"area of the confident segment by four definitions{bootstrap}.",
            f"Only for scores from 0 to 1: midpoint, struggle_ratio (sensibility analysis){areas}.",
            *(precision if PRECISION[0] in frame else ()),
            NOT_ESTIMABLE,
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


def operating_points(frame: pd.DataFrame, choices: Choices, *more: str) -> Table:
    """Return the threshold in use of every curve, and its best point by every criterion; `more` are notes."""
    tested = frame["independence_test"] != "none"
    return Table(
        frame.assign(p_value=frame["p_value"].where(tested))[["model", *OPERATING, "chosen_here"]],
        title="Operating points",
        notes=(
            "A row is predicted positive if its score is at least the threshold. In use: "
            f"{cut_words(choices)}. p_value: chi-square or Fisher's exact test of independence, for a "
            "threshold that was fixed in advance; for the best of many thresholds it is too small. It is "
            "empty where every row is predicted to be of one class. chosen_here: the threshold was "
            "chosen on the same rows that are counted, so the results look too good.",
            f"lower, upper: Tango's {choices.level} interval of (fn - fp)/n. strip_low, strip_high: the "
            "true positive rates at this fpr between which (fn - fp)/n lies in that interval; they are "
            "not a confidence interval of tpr.",
            *more,
        ),
        formats={
            **dict.fromkeys(("fpr", "tpr", "accuracy", "strip_low", "strip_high"), ".3f"),
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
        return f"each model's best by {cut}, chosen on these same rows"
    return f"{cut:g}, as given"


def points(frame: pd.DataFrame, *more: str) -> Table:
    """Return every point of every curve; `more` replaces the note."""
    names = ("threshold", "fpr", "tpr", "difference", "lower", "upper", "chi_square", "precision")
    return Table(
        frame,
        title="Points of the ROC curves",
        notes=more
        or ("The page shows only the confident points; the CSV has all points. The recall is tpr.",),
        formats=dict.fromkeys(names, ".4g"),
        excerpt=frame["confident"].to_numpy(dtype=bool),
        keys=("model", "threshold"),
    )


def intervals(frame: pd.DataFrame, choices: Choices) -> Table:
    """Return the bootstrap interval of every measure of the confident set."""
    names = ["model", "measure", "value", "low", "high", "n_resamples", "n_undefined"]
    return Table(
        limits_of_defined(frame[names]),
        title="Bootstrap intervals of the confident set",
        notes=(
            f"The limits are the central {choices.level} of {choices.n_resamples} resamples of rows "
            "within each class. Each resample has its own confident set. The intervals are for the mean "
            "of the measure over samples of this size, and are wider than necessary. n_undefined: "
            "resamples without a confident point, which are left out. A measure has no limits where it "
            "has no value, for example without a confident point.",
            NOT_ESTIMABLE,
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4g"),
    )


def bands(frame: pd.DataFrame) -> Table:
    """Return one row for each curve and method: what its level means, and how much of ROC space it covers."""
    return Table(
        frame[["model", "method", "level", "kind", "area", "width", "replicates"]],
        title="Bands of the ROC curves",
        notes=(
            "kind: the level of a simultaneous band holds for the whole curve, and the level of a "
            "pointwise band for each rate or threshold separately, so their areas must not be compared. "
            "area: share of ROC space. width: of the fixed-width band, in each direction. replicates: "
            "number of bootstrap curves; 0 for a closed form.",
            "simultaneous_joint_margin has the level in each class, so the level of the whole band is "
            "its square. working_hotelling assumes that the scores of each class are normal, and has no "
            "band where a class has only one score. A band without an area is not estimable: all its "
            "curves agree, as those of a perfect or a constant score do. This does not mean that the "
            "curve is certain. The edges are in band_edges.csv, without the rates at which they agree.",
        ),
        formats={"level": "g", "area": ".3f", "width": ".3f"},
    )
