"""The frames of a study on pairs of models as tables for readers: areas, one test of all, McNemar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rocrepro.assess.tables import NOT_ESTIMABLE, OF_CLUSTERS, clustered, cut_words, estimable, shown
from rocrepro.evaluation import holm_adjusted
from rocrepro.formats.table import Table
from rocrepro.study import Study
from rocrepro.study.auc_tests import ALL, COMMON, OWN

if TYPE_CHECKING:
    import pandas as pd

COMPARED = (
    *("a", "b", "auc_a", "auc_b", "difference", "low", "high", "p_delong", "p_permutation"),
    *("cauc_difference", "cauc_low", "cauc_high"),
)
TESTED = ("p_greater", "p_less", "rows", "paired", "n_a", "n_b", "n_common")
NOT_LOWER = (
    *("auc_margin", "bound_a", "p_a_not_lower", "a_not_lower"),
    *("bound_b", "p_b_not_lower", "b_not_lower"),
)
FROM_TEST = {
    "p_delong": "p_value",
    **{name: name for name in ("auc_a", "auc_b", "difference", "low", "high", "p_permutation")},
}
"""Columns of `COMPARED` that pairs on other rows take from their own test, by their names there."""
DELONG = {ALL: "DeLong", COMMON: "DeLong, common rows", OWN: "DeLong, unpaired"}
CLUSTERED = "Obuchowski, clusters"
PERMUTATION, NEITHER = "permutation", "not estimable"
UNPAIRED = (
    "rows: all if both models scored the same rows; common if the test uses the n_common rows that both "
    "scored; own if the test is unpaired and uses each model's own rows. An unpaired test treats the "
    "rows of the two models as independent. If both have the same patients, it is usually conservative "
    "and has less power than a test on the same rows."
)


def comparisons(study: Study) -> Table:
    """Return the differences in area of all pairs with their tests, and those in confident area."""
    choices = study.choices
    level, n_resamples = choices.level, choices.n_resamples
    frame = _compared(study)
    whose, exchanged = (OF_CLUSTERS, " of whole clusters") if clustered(study) else ("DeLong's", "")
    margin = choices.auc_margin is not None
    names = ("auc_a", "auc_b", "difference", "low", "high", "cauc_difference", "cauc_low", "cauc_high")
    p_values = [str(name) for name in frame if str(name).startswith("p_") and name != "p_method"]
    notes = [
        f"difference: AUC of a - AUC of b, with {whose} {level} interval; p_permutation: {n_resamples} "
        f"permutations{exchanged}. cauc_difference: difference in the area of the confident segment "
        "(union), with the interval of paired resamples. An interval that contains zero does not mean "
        "that two models are equally good.",
        f"p_value: {whose}, or that of the permutations where {whose} is not estimable; p_method says "
        "which. Among many pairs some differ by chance; p_holm is adjusted for the number of pairs in "
        "the table. p_greater, p_less: one-sided, small where a is shown to be greater, or less, for a "
        "direction that was fixed in advance.",
    ]
    if frame["rows"].ne(ALL).any():
        notes.append(UNPAIRED)
    if margin:
        notes.append(
            f"a_not_lower: a is shown not to have the lower AUC by {choices.auc_margin:g} or more, as "
            f"p_a_not_lower is below {choices.alpha:g} and bound_a, the lower limit of the difference at "
            f"the one-sided level {1 - choices.alpha:g}, lies above -{choices.auc_margin:g}; b_not_lower: "
            "the same with a and b exchanged. Fix the margin before you see the data."
        )
    return Table(
        frame if margin else frame.drop(columns=[*NOT_LOWER]),
        title="Differences between models",
        notes=(*notes, NOT_ESTIMABLE),
        formats=dict.fromkeys((*names, "bound_a", "bound_b"), ".4f") | dict.fromkeys(p_values, ".2g"),
        keys=("a", "b"),
    )


def _compared(study: Study) -> pd.DataFrame:
    """One row a pair: what is known of pairs on the same rows, and the tests of all pairs."""
    tests = shown(study, "auc_tests")
    known = estimable(shown(study, "comparisons")[[*COMPARED]], ("cauc_low", "cauc_high"))
    frame = tests[["a", "b"]].merge(known, on=["a", "b"], how="left")
    for name, own in FROM_TEST.items():
        frame[name] = frame[name].where(tests["rows"] == ALL, tests[own])
    p_value = frame["p_delong"].where(frame["p_delong"].notna(), frame["p_permutation"])
    delong = np.asarray(tests["rows"].map(DELONG)) if not clustered(study) else CLUSTERED
    method = np.where(frame["p_delong"].notna(), delong, PERMUTATION)
    return frame.assign(
        p_value=p_value,
        p_method=np.where(p_value.notna(), method, NEITHER),
        p_holm=holm_adjusted(p_value.to_numpy(dtype=float)),
        **{name: tests[name] for name in (*TESTED, *NOT_LOWER)},
    ).astype({"p_method": "str", "n_common": "Int64"})


def comparisons_all(study: Study) -> Table:
    """Return one test of whether all areas are the same; no row for two models, which the pair's test has."""
    frame = shown(study, "comparisons_all")
    return Table(
        frame[frame["n_models"] > 2].reset_index(drop=True),
        title="Test of all models together",
        notes=(
            "DeLong's chi-square test of whether all areas are equal, on the rows that all models "
            "scored. It shows whether any two areas differ, but not which. df is less than n_models - 1 "
            "where models rank the rows in the same order. If p_value is 0.05 or more, no pair should be "
            "singled out.",
            "An empty p_value is not estimable: the areas differ, but the variance of the difference is 0.",
        ),
        formats=dict.fromkeys(("least_auc", "greatest_auc"), ".4f") | {"chi_square": ".2f", "p_value": ".2g"},
        keys=("n_models",),
    )


def mcnemar(study: Study) -> Table:
    """Return McNemar's test of accuracy, sensitivity and specificity at the thresholds in use."""
    choices = study.choices
    chosen = any(model.in_use.chosen_by for model in study.models)
    late = (
        " The p-values are too small, because some thresholds were chosen on the rows that are tested."
        if chosen
        else ""
    )
    return Table(
        shown(study, "mcnemar"),
        title="Predictions of two models",
        notes=(
            f"Predictions at the thresholds in use: {cut_words(choices)}.{late} only_a, only_b: rows that "
            "only one of the two models predicts correctly, among the n rows of both classes (accuracy), "
            "of the positive class (sensitivity) or of the negative class (specificity). difference: "
            f"difference of the two shares, with Tango's {choices.level} interval.",
            "p_exact, p_mid: McNemar's exact p-value and mid-p-value; the latter is less conservative with "
            "few rows. They are not adjusted for the number of tests. no_verdict: the reason why nothing "
            "is tested, where a model predicts the same class for every row.",
        ),
        formats=dict.fromkeys(("value_a", "value_b", "difference", "low", "high"), ".4f")
        | dict.fromkeys(("threshold_a", "threshold_b"), ".4g")
        | dict.fromkeys(("p_exact", "p_mid"), ".2g"),
        keys=("a", "b", "measure"),
    )
