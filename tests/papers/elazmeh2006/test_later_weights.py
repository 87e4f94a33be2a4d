"""Other prevalences and the neighbours of the curve, computed again from the scores by other means."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency
from sklearn.metrics import average_precision_score, confusion_matrix, roc_auc_score

from rocrepro.papers import build_table

from .literal import Z, literal_curve, models


@pytest.fixture(scope="module")
def tables(evaluated):
    return {name: build_table("elazmeh2006", name, evaluated) for name in ("prevalence", "neighbours")}


def test_prevalence_by_weighting_rows(tables, all_scores):
    frame = tables["prevalence"].frame.set_index(["dataset", "engine", "learner", "at"])
    for model, label, score in models(all_scores):
        share, n = label.mean(), len(label)
        for at, v in (("own", share), ("target", 0.5)):
            row = frame.loc[(*model, at)]
            weight = np.where(label == 1, v / share, (1 - v) / (1 - share))
            assert row["effective_n"] == pytest.approx(weight.sum() ** 2 / (weight**2).sum())
            cuts, fn, fp, _ = literal_curve(label, score)
            cells = np.array([
                confusion_matrix(label, score >= t, sample_weight=weight, labels=[0, 1]).ravel()
                for t in cuts
            ])  # fmt: skip
            tn, w_fp, w_fn, tp = cells.T
            product = v / share * (1 - v) / (1 - share)
            inside = (w_fn - w_fp) ** 2 <= Z**2 * product * (fn + fp) + 1e-9
            assert row["n_confident"] == inside.sum()
            assert row["cost"] == pytest.approx(((w_fn + w_fp) / n).min(), abs=1e-12)
            statistic = [
                chi2_contingency([[a, b], [c, d]], correction=False).statistic
                for a, b, c, d in zip(tp, w_fn, w_fp, tn, strict=True)
                if min(a + c, b + d) > 1e-9 and a * d >= b * c
            ]
            expected = max(statistic, default=0.0) * row["effective_n"] / n
            assert row["chi_square"] == pytest.approx(expected, abs=1e-9)
            if inside.any():
                assert row["aved"] == pytest.approx(((w_fn - w_fp)[inside] / n).mean(), abs=1e-12)
                assert row["cost_confident"] == pytest.approx(((w_fn + w_fp)[inside] / n).min(), abs=1e-12)
                assert row["lower"] <= 1e-12
                assert row["upper"] >= -1e-12


def test_the_own_prevalence_changes_nothing_and_weights_widen(tables, evaluated):
    frame = tables["prevalence"].frame
    own = frame[frame["at"] == "own"].set_index(["dataset", "engine", "learner"])
    for model, row in own.iterrows():
        plain = evaluated.over_seeds(model[0], model[2], model[1]).query("seed == 1").iloc[0]
        assert row["n_confident"] == row["n_pretended"] == plain["n_confident"]
        measured = pd.to_numeric(plain[["aved", "cauc_union"]])
        np.testing.assert_allclose(row[["aved", "cauc"]].to_numpy(float), measured, atol=1e-12)
    own = own.sort_index()
    target = frame[frame["at"] == "target"].set_index(["dataset", "engine", "learner"]).sort_index()
    assert (target.loc["spect", "effective_n"] < 60).all()
    assert (target.loc["spect", "n_pretended"] <= target.loc["spect", "n_confident"]).all()
    np.testing.assert_allclose(target.loc["spectf_cv80", "width"], own.loc["spectf_cv80", "width"])


def literal_smooth(label, score):
    """The smooth curve by its definition: rows of one score move the curve together."""
    centre, x, y = score.mean(), [0.0], [0.0]
    for level in sorted(set(score), reverse=True):
        for_y = for_x = 0.0
        for s, positive in zip(score, label == 1, strict=True):
            if s == level and s != centre:
                own, other = (s, 1 - s) if s > centre else (1 - s, s)
                for_y, for_x = (for_y + own, for_x + other) if positive else (for_y + other, for_x + own)
        x.append(x[-1] + for_x)
        y.append(y[-1] + for_y)
    return np.trapezoid(y, x) / (x[-1] * y[-1])


def test_neighbours_against_scikit_learn_and_literal_definitions(tables, all_scores):
    frame = tables["neighbours"].frame.set_index(["dataset", "engine", "learner"])
    pc = (np.arange(200_000) + 0.5) / 200_000
    for model, label, score in models(all_scores):
        row = frame.loc[model]
        assert row["auc"] == pytest.approx(roc_auc_score(label, score))
        assert row["average_precision"] == pytest.approx(average_precision_score(label, score))
        gap = np.subtract.outer(score[label == 1], score[label == 0])
        assert row["scored_auc"] == pytest.approx(np.maximum(gap, 0).mean())
        assert row["probabilistic_auc"] == pytest.approx((gap.mean() + 1) / 2)
        assert row["smooth_auc"] == pytest.approx(literal_smooth(label, score))
        _, fn, fp, _ = literal_curve(label, score)
        fnr, fpr = fn / label.sum(), fp / (label == 0).sum()
        hull = np.full(len(pc), np.inf)
        for a, b in zip(fnr, fpr, strict=True):
            hull = np.minimum(hull, a * pc + b * (1 - pc))
        assert row["cost_area"] == pytest.approx(hull.mean(), abs=1e-8)
        inside = np.flatnonzero(np.abs(fn - fp) <= Z * np.sqrt(fn + fp))
        own = row["pc_own"]
        assert row["cost_own"] == pytest.approx((fn + fp).min() / len(label))
        assert own == label.mean()
        if len(inside):
            best = np.min([fnr[i] * pc + fpr[i] * (1 - pc) for i in inside], axis=0)
            where = pc[best <= hull + 1e-12]
            if np.isnan(row["pc_low"]):
                assert len(where) <= 1
            else:
                assert where.min() == pytest.approx(row["pc_low"], abs=1e-5)
                assert where.max() == pytest.approx(row["pc_high"], abs=1e-5)
