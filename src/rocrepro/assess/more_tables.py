"""The frames of a study on another prevalence, on folds and on pairs of models, as tables for readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rocrepro.assess.tables import cut_words, shown
from rocrepro.formats.table import Table
from rocrepro.study import Study

if TYPE_CHECKING:
    import pandas as pd

PREVALENCE = (
    *("model", "mix", "prevalence", "weight_pos", "weight_neg", "effective_n", "n_confident"),
    *("threshold_low", "threshold_high", "aved", "aved_abs", "cauc_union", "best_threshold", "best_cost"),
    *("best_difference", "best_lower", "best_upper", "best_fixed_lower", "best_fixed_upper"),
    "best_chi_square",
)
EQUIVALENCE = (
    *("threshold_a", "threshold_b", "accuracy_a", "accuracy_b", "only_a", "only_b", "n"),
    *("difference", "low", "high", "margin", "p_worse", "p_better", "non_inferior", "equivalent"),
    "no_verdict",
)
FOLDS = ("model", "curve", "n_pos", "n_neg", "auc", "n_points", "n_confident", "aved", "cauc_union")


def prevalence(study: Study) -> Table:
    """Return the test rows' own class mix beside the stated one."""
    choices = study.choices
    frame = shown(study, "prevalence")[[*PREVALENCE]]
    # A mean of weighted counts that cancel is 0 up to rounding.
    frame = frame.assign(aved=frame["aved"].where(~(frame["aved"].abs() < 1e-15), 0.0))
    plain = ("model", "mix", "n_confident")
    return Table(
        frame,
        title=f"At prevalence {choices.prevalence or 0:g}",
        notes=(
            "Only the class mix is assumed to change: tpr and fpr stay the same. effective_n: the number "
            "of equally weighted rows that carry as much information as the weighted rows (Kish). "
            "Confident: zero lies in the weighted score interval of v fnr - (1 - v) fpr. At the test "
            "rows' own mix this is Tango's interval. It is used whatever the confidence test of the "
            "other tables is.",
            "best_: the threshold with the lowest expected cost per row, if a false negative costs "
            f"{choices.cost_fn:g} and a false positive {choices.cost_fp:g}. best_lower, best_upper: the "
            "weighted score interval at that threshold, which is conservative away from the test rows' "
            "own mix; best_fixed_: the interval given the class sizes. best_chi_square measures "
            "association in n rows of the mix, and is a test only at the test rows' own mix. The other "
            "tables and figures, except for the mark on the cost curves, are at the test rows' own mix.",
        ),
        formats={column: ".4g" for column in PREVALENCE if column not in plain},
    )


def band_comparisons(study: Study) -> Table:
    """Return where one curve lies above the other, by three kinds of bands."""
    return Table(
        shown(study, "band_comparisons"),
        title="Comparison of bands",
        notes=(
            "Share of the false positive rates at which the curve of a lies above that of b, below it, "
            "and neither. fixed_width: the bands of the two curves do not overlap; the error rate of two "
            f"bands together is up to twice that of one. paired difference: the {study.choices.level} "
            "band of the difference in true positive rate from paired resamples does not contain zero. "
            "It is narrower, because what makes a resample easy for both models cancels. With a "
            "pointwise band, some rates differ by chance. A band without shares is not estimable: all "
            "resamples agree. This does not mean that the difference is certain. The bands are in "
            "difference_bands.csv.",
        ),
        formats=dict.fromkeys(("a_above", "b_above", "undecided"), ".2f"),
    )


def equivalence(study: Study) -> Table:
    """Return Tango's equivalence test of every pair, at the thresholds in use."""
    choices = study.choices
    margin, alpha = choices.margin or 0, choices.alpha
    late = " The p-values are too small, because the thresholds were chosen on the rows that are tested."
    return Table(
        shown(study, "equivalence")[["a", "b", *EQUIVALENCE]],
        title="Equivalence in accuracy",
        notes=(
            "Predictions at the thresholds in use: "
            f"{cut_words(choices)}.{late if isinstance(choices.cut, str) else ''} only_a, only_b: rows "
            f"that only one of the two models gets right. low, high: Tango's {100 * (1 - 2 * alpha):g} % "
            f"interval of the difference in accuracy. equivalent: it lies between -{margin:g} and "
            f"{margin:g}, that is, p_worse and p_better are below {alpha:g}. non_inferior: only p_worse "
            "is. no_verdict: the reason why neither is concluded, where a model predicts the same class "
            "for every row.",
            "Fix the margin before you see the data. Where one class is rare, accuracy depends mostly on "
            "the other class.",
        ),
        formats=dict.fromkeys(("accuracy_a", "accuracy_b", "difference", "low", "high"), ".4f")
        | dict.fromkeys(("threshold_a", "threshold_b", "margin"), ".4g")
        | dict.fromkeys(("p_worse", "p_better"), ".2g"),
        keys=("a", "b"),
    )


def folds(study: Study, names: Mapping[int, str] | None = None) -> Table:
    """Return the pooled curve of each model with several folds, each fold's own, and their average."""
    import pandas as pd

    pooled, found = shown(study, "summary").set_index("model"), shown(study, "folds")

    def rows() -> Iterator[pd.DataFrame]:
        for model, of in found.groupby("model", sort=False):
            areas = of["auc"].dropna()
            average = {"model": model, "curve": f"vertical average of {len(areas)}", "auc": areas.mean()}
            yield pooled.loc[[model]].reset_index().assign(curve="pooled")
            yield of.assign(curve=[f"fold {(names or {}).get(fold, fold)}" for fold in of["fold"]])
            yield pd.DataFrame([average])

    frames = [frame.reindex(columns=FOLDS) for frame in rows()]
    frame = pd.concat(frames, ignore_index=True) if frames else found.reindex(columns=FOLDS)
    counts = dict.fromkeys(("n_pos", "n_neg", "n_points", "n_confident"), "Int64")
    frame = frame.astype(counts)
    without = frame["auc"].isna()  # a fold with one class
    frame[["n_points", "n_confident"]] = frame[["n_points", "n_confident"]].mask(without)
    return Table(
        frame,
        title="Pooled, per-fold and averaged curves",
        notes=(
            "pooled: one curve of all rows, as in the other tables; it assumes that the scores of all "
            "folds are on one scale. fold: only the rows of one fold. vertical average: mean true "
            "positive rate of the folds at each false positive rate; the area below it is the mean of "
            "the folds' areas. It has no thresholds and therefore no confident points. A fold with only "
            "one class has no curve and is left out of the average.",
        ),
        formats=dict.fromkeys(("auc", "aved", "cauc_union"), ".4g"),
    )


def cross_validation(study: Study) -> Table:
    """Return the mean and standard deviation of the folds' areas, beside the pooled one."""
    return Table(
        shown(study, "cross_validation"),
        title="Cross-validation",
        notes=(
            "mean_auc, sd_auc: mean and standard deviation (divisor n_folds) of the areas of the folds; "
            "n_undefined: folds with only one class, which have no area. pooled_auc: area of one curve "
            "of all rows, as in the other tables. mean_curve_auc: area below the mean of the folds' "
            "curves, which the figure shows.",
            "sd_auc measures how much the folds differ. It is not a standard error and gives no "
            "interval, because folds share training rows. A value of 0 means that all folds agree, not "
            "that the area is certain. It is empty for one fold. If the pooled area is far from the "
            "mean, the scores of the folds are not on one scale.",
        ),
        formats=dict.fromkeys(("mean_auc", "sd_auc", "pooled_auc", "mean_curve_auc"), ".4g"),
    )
