"""Table 1, and the classifiers that do no work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.evaluation import chi_square, independence_test
from rocrepro.evaluation.isolines import accuracy
from rocrepro.formats.table import Table
from rocrepro.papers.bradley1996.printed import EVEN, NEGATIVE_ACCURACY, RANDOM_ACCURACY, UNEVEN

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

# One point of ROC space gives whole counts in both class distributions.
POINT = (0.2, 0.8)


def table1(evaluated: Evaluated) -> Table:
    """Table 1: a confusion matrix, worked at one point of ROC space for both class distributions."""
    import pandas as pd

    rows, notes = [], []
    fpr, tpr = POINT
    for n_pos, n_neg in (EVEN, UNEVEN):
        tp, fp = round(tpr * n_pos), round(fpr * n_neg)
        fn, tn = n_pos - tp, n_neg - fp
        negative, positive, n = fn + tn, tp + fp, n_pos + n_neg
        for true, row in (
            ("- ve", (tn, fp, n_neg)),
            ("+ ve", (fn, tp, n_pos)),
            ("total", (negative, positive, n)),
        ):
            expected = (negative * row[2] / n, positive * row[2] / n)
            rows.append((n_neg, n_pos, true, *row, *expected))
        test = independence_test(tp, fn, fp, tn)
        used = "Fisher's exact test" if test.method == "fisher" else "chi-square"
        notes.append(
            f"$C_n$ = {n_neg}, $C_p$ = {n_pos}: accuracy {(tp + tn) / n:.3f} (equation 9), sensitivity "
            f"{tp / n_pos:.3f} (10), specificity {tn / n_neg:.3f} (11), positive predictive value "
            f"{tp / positive:.3f} (12), negative predictive value {tn / negative:.3f} (13), chi-square "
            f"{test.chi_square:.2f}; smallest expected count {test.least_expected:.2f}, so the p-value is "
            f"that of {used}: {test.p_value:.2g}."
        )
    columns = ["n_neg", "n_pos", "true_class", "predicted_neg", "predicted_pos", "total"]
    frame = pd.DataFrame(rows, columns=[*columns, "expected_neg", "expected_pos"])
    first = f"The paper's table holds symbols; the counts are those of a classifier at fpr {fpr}, tpr {tpr}."
    why = "expected: the counts if prediction did not depend on the true class (equations 22 to 25)."
    formats = dict.fromkeys(["expected_neg", "expected_pos"], ".2f")
    return Table(frame, "Table 1: a confusion matrix", (first, why, *notes), formats)


def null(evaluated: Evaluated) -> Table:
    """Accuracy and chi-square of classifiers that do not look at the attributes (section 5)."""
    import pandas as pd

    rows, random = [], float(evaluated.printed(RANDOM_ACCURACY))
    for n_pos, n_neg in (EVEN, UNEVEN):
        share = n_pos / (n_pos + n_neg)
        for name, rate, printed in (
            ("always negative", 0.0, evaluated.printed(NEGATIVE_ACCURACY)),
            ("at random, positive as often as it occurs", share, random),
            ("at random, half positive", 0.5, None),
            ("always positive", 1.0, None),
        ):
            value = float(accuracy(rate, rate, n_pos, n_neg))
            statistic = float(chi_square(rate, rate, n_pos, n_neg))
            paper = printed if (n_pos, n_neg) == UNEVEN else None
            rows.append((n_neg, n_pos, name, rate, paper, value, statistic))
    columns = [
        "n_neg",
        "n_pos",
        "classifier",
        "predicted_pos_share",
        "paper_accuracy",
        "accuracy",
        "chi_square",
    ]
    n_pos, n_neg = UNEVEN
    # accuracy = (1 - v) (1 - share) + v share, solved for v at the printed accuracy
    share = n_pos / (n_pos + n_neg)
    needed = (1 - share - random) / (1 - 2 * share)
    notes = (
        "accuracy: expected value over the random draws. chi_square: value at the expected counts.",
        f"The paper prints {random:.0%} for random prediction at $C_n$ = {n_neg}, $C_p$ = {n_pos}. "
        f"Its own equations 3 to 6, 20 and 21 give {(1 - share) ** 2 + share**2:.1%}; {random:.0%} "
        f"would need a share of {needed:.1%} predicted positive instead of {share:.1%}.",
    )
    formats = {"predicted_pos_share": ".3f", "paper_accuracy": ".2f", "accuracy": ".3f", "chi_square": ".1f"}
    return Table(pd.DataFrame(rows, columns=columns), "Classifiers that do no work", notes, formats)
