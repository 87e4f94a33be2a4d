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
            "Only the class mix is taken to change: tpr and fpr hold. effective_n: a weighted row says less, "
            "and all of them are worth about so many equally weighted rows (Kish). Confident: "
            "zero lies in the weighted score interval of v fnr - (1 - v) fpr, which is "
            "Tango's at the test rows' own mix, whatever the confidence test elsewhere.",
            f"best_: the threshold of the lowest expected cost a row, {choices.cost_fn:g} a false negative "
            f"and {choices.cost_fp:g} a false positive; there best_lower, best_upper: the weighted score "
            "interval, which is cautious away from the test rows' own mix; best_fixed_: the interval given "
            "the class sizes. best_chi_square measures association in n rows of the mix, and is a test at "
            "the test rows' own mix alone. The other tables and figures, but for the mark on the cost "
            "curves, are at the test rows' own mix.",
        ),
        formats={column: ".4g" for column in PREVALENCE if column not in plain},
    )


def band_comparisons(study: Study) -> Table:
    """Return where one curve lies above the other, by three kinds of bands."""
    return Table(
        shown(study, "band_comparisons"),
        title="Bands of pairs",
        notes=(
            "Share of the false positive rates at which the curve of a lies above that of b, the other way "
            "round, and neither. fixed_width: the two curves' bands do not meet; two bands err together up "
            f"to twice as often as one. paired difference: the {study.choices.level} band of the difference "
            "in true positive rate from paired resamples does not hold zero; it is narrower, as what makes a "
            "resample easy for both models cancels. Pointwise, some rates differ by chance. Without shares a "
            "band is not estimable: all resamples agree, which is no sign of certainty. "
            "The bands are in difference_bands.csv.",
        ),
        formats=dict.fromkeys(("a_above", "b_above", "undecided"), ".2f"),
    )


def equivalence(study: Study) -> Table:
    """Return Tango's equivalence test of every pair, at the thresholds in use."""
    choices = study.choices
    margin, alpha = choices.margin or 0, choices.alpha
    late = " As they were chosen on the rows that are tested, the p-values are too small."
    return Table(
        shown(study, "equivalence")[["a", "b", *EQUIVALENCE]],
        title="Equivalence in accuracy",
        notes=(
            f"Predictions at the thresholds in use: {cut_words(choices)}."
            f"{late if isinstance(choices.cut, str) else ''} only_a, only_b: rows that one model alone gets "
            f"right. low, high: Tango's {100 * (1 - 2 * alpha):g} % interval of the difference in accuracy. "
            f"equivalent: it lies between -{margin:g} and {margin:g}, that is, p_worse and p_better are "
            f"below {alpha:g}. non_inferior: p_worse alone is. no_verdict: why neither is concluded, where a "
            "model predicts one class for every row.",
            "The margin is to be fixed before the data are seen. Where one class is rare, accuracy is mostly "
            "about the other one.",
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
        title="Pooled, per fold, averaged",
        notes=(
            "pooled: one curve of all rows, as everywhere else here; it takes the scores of all folds to be "
            "on one scale. fold: each fold's rows alone. vertical average: mean true positive rate of the "
            "folds at each false positive rate; the area below it is the mean of the folds' areas. It has no "
            "thresholds, and so no confident points. A fold with one class has no curve and is left out of "
            "the average.",
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
            "n_undefined folds have one class alone, and no area. pooled_auc: of one curve of all rows, as "
            "everywhere else here. mean_curve_auc: below the mean of the folds' curves, which the figure "
            "shows.",
            "sd_auc says how far the folds scatter. It is no standard error and gives no interval, as folds "
            "share training rows; 0 says that all folds agree, which is no sign of certainty, and one fold "
            "has none. A pooled area far from the mean says that the folds' scores are not on one scale.",
        ),
        formats=dict.fromkeys(("mean_auc", "sd_auc", "pooled_auc", "mean_curve_auc"), ".4g"),
    )
