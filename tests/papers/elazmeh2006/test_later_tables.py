"""What the paper leaves for later, as tables: computed again from the scores by other means."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binomtest, norm

from rocrepro.config import load_yaml
from rocrepro.errors import InputError
from rocrepro.evaluation import aved_interval, cauc_interval, confidence_coverage
from rocrepro.evaluation.confidence import TESTS
from rocrepro.formats.uses import split
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006.confidence_tests import coverages
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.pipeline.settings import load_settings
from rocrepro.randomness import generator
from tests.papers.lacking import bare
from tests.studies import RESAMPLES, with_choices

from .literal import SETS, Z, literal_curve, models

NAMES = ("segment_intervals", "confidence_tests", "equivalence", "prevalence", "neighbours")


@pytest.fixture(scope="module")
def tables(evaluated):
    return {name: build_table("elazmeh2006", name, evaluated) for name in NAMES}


def literal_measures(label, score):
    """CAUC (union) and AveD of the confident points, from their coordinates."""
    _, fn, fp, tp = literal_curve(label, score)
    inside = np.abs(fn - fp) <= Z * np.sqrt(fn + fp)
    if not inside.any():
        return 0.0, np.nan
    x, y = fp[inside] / (label == 0).sum(), tp[inside] / (label == 1).sum()
    area = np.trapezoid(1 - x, y) + (x[-1] - x[0]) * y[0]
    return area, np.mean((fn - fp)[inside]) / len(label)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_says_what_is_missing_and_has_the_same_bytes_twice(tables, evaluated, name):
    again = build_table("elazmeh2006", name, evaluated)
    assert tables[name].csv() == again.csv()
    assert tables[name].markdown() == again.markdown()
    assert set(again.frame["dataset"]) == {*SETS, "dis"}
    assert "**Missing:** dis: no source served it" in again.markdown()
    gap = again.frame[again.frame["dataset"] == "dis"]
    assert gap.select_dtypes("number").drop(columns="seed").isna().all(axis=None)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_without_any_data(evaluated, name, tmp_path):
    table = build_table("elazmeh2006", name, bare(evaluated, tmp_path))
    assert set(table.frame["dataset"]) == {*SETS, "dis"}
    assert table.markdown().count("**Missing:**") == 3


def test_segment_intervals_by_resampling_rows_one_at_a_time(tables, all_scores):
    frame = tables["segment_intervals"].frame.set_index(["dataset", "engine", "learner"])
    for model, label, score in models(all_scores):
        streams = generator(1, f"elazmeh2006/segment_intervals/{model[0]}").spawn(2)
        drawn = []
        for value, stream in zip((1, 0), streams, strict=True):
            own = np.flatnonzero(label == value)
            drawn.append(own[stream.integers(len(own), size=(RESAMPLES, len(own)))])
        samples = np.array([literal_measures(label[r], score[r]) for r in np.hstack(drawn)])
        row = frame.loc[model]
        assert row["n_without"] == np.isnan(samples[:, 1]).sum()
        for name, value, sample in zip(
            ("cauc", "aved"), literal_measures(label, score), samples.T, strict=True
        ):
            kept = sample[~np.isnan(sample)]
            expected = [np.nan] * 3
            if len(kept):
                expected = [*np.quantile(kept, [0.025, 0.975]), kept.mean()]
            found = row[[name, f"{name}_low", f"{name}_high", f"{name}_mean"]].to_numpy(dtype=float)
            np.testing.assert_allclose(found, [value, *expected], atol=1e-12)


@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.metrics.UndefinedIntervalWarning")
def test_segment_intervals_are_those_of_the_library(tables, all_scores):
    frame = tables["segment_intervals"].frame.set_index(["dataset", "engine", "learner"])
    for model, label, score in list(models(all_scores))[::3]:
        for name, function in (("cauc", cauc_interval), ("aved", aved_interval)):
            stream = generator(1, f"elazmeh2006/segment_intervals/{model[0]}")
            found = function(label, score, n_resamples=RESAMPLES, seed=stream)
            row = frame.loc[model, [f"{name}_low", f"{name}_high"]].to_numpy(dtype=float)
            # The table shows what the resamples gave; the library calls limits that agree not estimable.
            if row[0] == row[1]:
                assert np.isnan([found.lower, found.upper]).all()
            else:
                np.testing.assert_allclose(row, [found.lower, found.upper], atol=1e-15)


@pytest.mark.parametrize("shares", [(0.2, 0.1, 0.1), (0.2, 0.15, 0.05), (0.1, 0.0, 0.08), (0.3, 0.02, 0.02)])
def test_coverage_is_that_of_every_table(shares):
    p_tp, p_fn, p_fp = shares
    for test, found in coverages(40, *shares, alpha=0.1).items():
        whole = confidence_coverage(40, p_fn, p_fp, p_tp=p_tp, alpha=0.1, test=test)
        expected = (whole.coverage, whole.accepts_zero, whole.mean_width)
        np.testing.assert_allclose(found, expected, atol=1e-6)


def test_coverage_of_many_rows_by_simulation():
    n, shares = 972, (0.05, 0.02, 0.012)
    rng = np.random.default_rng(8)
    tp, fn, fp, tn = rng.multinomial(n, [*shares, 1 - sum(shares)], size=40_000).T
    found = coverages(n, *shares, alpha=0.05)
    rejected = np.abs(fn - fp) > Z * np.sqrt(fn + fp)
    assert found["tango"][1] == pytest.approx(1 - rejected.mean(), abs=0.01)
    variance = ((fn + fp) / n - ((fn - fp) / n) ** 2) / n
    inside = np.abs((fn - fp) / n - (shares[1] - shares[2])) <= Z * np.sqrt(variance)
    assert found["wald"][0] == pytest.approx(inside.mean(), abs=0.005)
    # The square-and-add interval of the two margins, written out.
    phi = np.where(tp * tn > fn * fp, np.maximum(tp * tn - fn * fp - n / 2, 0), tp * tn - fn * fp)
    phi = phi / np.sqrt((tp + fn) * (fp + tn) * 1.0 * (tp + fp) * (fn + tn))
    a, b = (tp + fn) / n, (tp + fp) / n
    low_a, high_a, low_b, high_b = (
        ((share + Z**2 / (2 * n)) + sign * Z * np.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)))
        / (1 + Z**2 / n)
        for share in (a, b)
        for sign in (-1, 1)
    )
    lower = a - b - np.sqrt((a - low_a) ** 2 - 2 * phi * (a - low_a) * (high_b - b) + (high_b - b) ** 2)
    upper = a - b + np.sqrt((high_a - a) ** 2 - 2 * phi * (high_a - a) * (b - low_b) + (b - low_b) ** 2)
    inside = (lower <= 0.008) & (upper >= 0.008)
    assert found["newcombe"][0] == pytest.approx(inside.mean(), abs=0.005)
    assert found["newcombe"][2] == pytest.approx((upper - lower).mean(), rel=1e-3)


def test_confidence_tests_beside_the_sets(tables, all_scores):
    frame = tables["confidence_tests"].frame.dropna(subset=["n"])
    frame = frame.set_index(["dataset", "engine", "learner", "test"])
    assert frame.index.is_unique
    assert len(frame) == len(SETS) * 2 * 4 * len(TESTS)
    for model, label, score in models(all_scores):
        cuts, fn, fp, _ = literal_curve(label, score)
        exact = [binomtest(int(a), int(a + b)).pvalue if a + b else 1.0 for a, b in zip(fn, fp, strict=True)]
        row = frame.loc[(*model, "mcnemar_exact")]
        assert row["n_confident"] == np.sum(np.array(exact) > 0.05)
        assert row["errors"] in (fn + fp)[np.abs(fn - fp) == np.abs(fn - fp).min()]
        tango = np.flatnonzero(np.abs(fn - fp) <= Z * np.sqrt(fn + fp))
        assert frame.loc[(*model, "tango"), "n_confident"] == len(tango)
        if len(tango):
            assert frame.loc[(*model, "tango"), "threshold_high"] == cuts[tango[0]]
            p_fn, p_fp = fn[tango[-1]] / len(label), fp[tango[-1]] / len(label)
            whole = confidence_coverage(len(label), p_fn, p_fp, test="tango")
            assert frame.loc[(*model, "tango"), "coverage_lenient"] == pytest.approx(whole.coverage, abs=1e-6)
            assert row["accepts_lenient"] > frame.loc[(*model, "tango"), "accepts_lenient"] - 1e-6


def score_statistic(b, c, n, delta):
    """Tango's statistic with the constrained maximum of the likelihood found by search."""

    def loss(q):
        cells = np.array([q + delta, q, 1 - 2 * q - delta])
        return -np.sum(np.where(np.array([b, c, n - b - c]) > 0, np.log(np.maximum(cells, 1e-300)), 0.0)
                       * np.array([b, c, n - b - c]))  # fmt: skip

    low, high = max(0.0, -delta), (1 - delta) / 2
    q = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return (b - c - n * delta) / np.sqrt(n * (2 * q + delta - delta**2))


def test_equivalence_by_searching_the_likelihood(tables, all_scores):
    frame = tables["equivalence"].frame.dropna(subset=["verdict"])
    found = frame.set_index(["dataset", "rule", "engine", "a", "engine_b", "b"])
    assert found.index.is_unique
    right = {}
    for (dataset, engine, learner), label, score in models(all_scores):
        cuts, fn, fp, _ = literal_curve(label, score)
        best = min(range(len(fn)), key=lambda i: (abs(fn[i] - fp[i]), fn[i] + fp[i], -cuts[i]))
        right[dataset, "balanced", engine, learner] = (score >= cuts[best]) == (label == 1)
        right[dataset, "half", engine, learner] = (score >= 0.5) == (label == 1)
        for rule in ("balanced", "half"):
            right[dataset, rule, "", "all_negative"] = label == 0
    # Six pairs of learners in either engine, four in both, eight with the trivial one; two sets, two rules.
    assert len(found) == 2 * 2 * (2 * len(list(combinations(LEARNERS, 2))) + 4 + 8)
    for (dataset, rule, *pair), row in found.iterrows():
        a, b = right[dataset, rule, *pair[:2]], right[dataset, rule, *pair[2:]]
        only_a, only_b, n = int((a & ~b).sum()), int((b & ~a).sum()), len(a)
        assert (row["only_a"], row["only_b"], row["n"]) == (only_a, only_b, n)
        worse = score_statistic(only_a, only_b, n, -0.02) > norm.isf(0.05)
        better = score_statistic(only_a, only_b, n, 0.02) < -norm.isf(0.05)
        differs = abs(only_a - only_b) > Z * np.sqrt(only_a + only_b)
        verdict = "equivalent" if worse and better else "different" if differs else "undecided"
        assert (row["verdict"], row["differs"]) == (verdict, differs)
        assert row["accuracy_a"] - row["accuracy_b"] == pytest.approx(row["difference"], abs=1e-12)


def test_other_choices_of_the_config_are_followed(evaluated, all_scores, tmp_path):
    """scikit-learn alone, at another level, by another test and reading, with a wide margin."""
    choices = {"alpha": 0.1, "confidence_test": "wald", "cauc_reading": "vertical", "target_prevalence": 0.2}
    other = with_choices(evaluated, all_scores, tmp_path, **choices, equivalence_margin=0.9)
    other = replace(other, engine_gaps={"weka": "no Java"})
    found = {name: build_table("elazmeh2006", name, other) for name in NAMES}
    assert set(found["equivalence"].frame["verdict"].dropna()) == {"equivalent"}
    assert "wald, alpha = 0.1" in found["neighbours"].markdown()
    assert "90% interval" in found["prevalence"].markdown()
    assert set(found["prevalence"].frame.query("at == 'target'")["prevalence"]) == {0.2}
    assert "(vertical)" in found["segment_intervals"].title
    assert "**Missing:** engine weka: no Java" in found["confidence_tests"].markdown()
    assert "weka" not in " ".join(map(str, found["equivalence"].cells()))


@pytest.mark.parametrize("key", ["equivalence_margin", "target_prevalence"])
def test_the_new_keys_are_checked_and_change_no_simulation_without_data(key):
    root = Path(__file__).parents[3]
    config = load_yaml(root / "config/config.yaml")
    shown = load_settings(dict(config), root).shown("elazmeh2006", ["spect"])
    assert shown[key] == config[key]
    assert key not in load_settings(dict(config), root).shown("elazmeh2006", [])
    for bad in (0, 1, -0.1, "much"):
        with pytest.raises(InputError, match=f"{key}: found"):
            load_settings(config | {key: bad}, root)
    del config[key]
    with pytest.raises(InputError, match=key):
        load_settings(config, root)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("confidence_tests", ["engine", "learner", "test"]),
        ("equivalence", ["rule", "engine", "a", "engine_b", "b"]),
    ],
)
def test_a_missing_data_set_has_every_row_and_no_other_row_used_it(tables, name, key):
    frame, uses = tables[name].frame, np.array([split(cell) for cell in tables[name].uses])
    rows = {dataset: (frame["dataset"] == dataset).to_numpy() for dataset in ("dis", "spect")}
    assert frame.loc[rows["dis"], "n"].isna().all()
    assert frame.loc[rows["spect"], "n"].notna().all()
    assert [*frame.loc[rows["dis"], key].itertuples(index=False)] == [
        *frame.loc[rows["spect"], key].itertuples(index=False)
    ]
    assert all("dis" in cell for cell in uses[rows["dis"]])
    assert not any("dis" in cell for cell in uses[~rows["dis"]])
    assert any(cell == {"spect", "engine weka"} for cell in uses)
