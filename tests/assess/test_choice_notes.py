"""Choices with which an assessment says less than it seems to, and scores of classes: each gives a note."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.assessment import study_of
from rocrepro.assess.choice_notes import note_at_cut, note_choices, note_levels
from rocrepro.assess.design_tables import note_groups
from rocrepro.evaluation import delong_interval
from rocrepro.formats.given.notes import AssessmentNote, collected, note_auc
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices

RNG = np.random.default_rng(11)
N = 100
LABEL = (np.arange(N) % 5 == 0).astype(int)  # 20 of 100
P = np.round(1 / (1 + np.exp(-RNG.normal(size=N) - LABEL)), 5)
Q = np.round(1 / (1 + np.exp(-RNG.normal(size=N) - LABEL)), 5)


@pytest.fixture
def notes(tmp_path):
    """The notes on columns and choices, without all the tables of an assessment."""

    def notes(columns, roles, **choices):
        path = tmp_path / "scores.csv"
        pd.DataFrame(columns).to_csv(path, index=False)
        with warnings.catch_warnings(), collected() as found:
            warnings.simplefilter("ignore", AssessmentNote)
            given, chosen = read_given(path, Columns(**roles)), Choices(**{"n_resamples": 40} | choices)
            note_levels(chosen)
            note_choices(study := study_of(given, chosen))
            note_groups(study)
        return "\n".join(found)

    return notes


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (
            {"alpha": 0.95},
            "alpha: 0.95 gives intervals at the level 5 %, because alpha is 1 - level; 0.05 gives",
        ),
        ({"n_resamples": 10}, "n_boot: 10 resamples are too few for limits at the level 95 %"),
        ({"cost_fn": 0.0}, "cost_fn: a cost of 0 for a missed positive row makes it cheapest"),
        ({"cost_fp": 0.0}, "cheapest to predict every row positive, whatever its score"),
        ({"margin": 0.2}, "margin: 0.2 is at least the share of the rarer class, 0.2"),
        ({"auc_margin": 0.49}, "auc_margin: 0.49 is at least the difference between the highest AUC"),
        (
            {"at_specificity": 0.05},
            "at_specificity: 0.05 is unusual for this rate; use 0.95 for a false positive",
        ),
        ({"at_sensitivity": 0.1}, "use 0.9 for a share of missed positive rows of 0.1"),
        (
            {"max_fpr": 0.95},
            "max_fpr: 0.95 is unusual for this rate; use 0.05 for a specificity of 0.95",
        ),
        ({"partial_fpr": 0.9}, "use 0.1 for a specificity of 0.9"),
        ({"partial_tpr": 0.2}, "use 0.8 for a share of missed positive rows of 0.2"),
        ({"margin": 0.1, "auc_margin": 0.05, "cost_fn": 5.0, "alpha": 0.1}, ""),
        ({"at_specificity": 0.5, "max_fpr": 0.5, "partial_fpr": 0.2}, ""),
    ],
)
def test_choices_that_few_people_mean(notes, choices, words):
    found = notes({"label": LABEL, "a": P, "b": Q}, {"score": ("a", "b")}, **choices)
    assert words in found
    known = ("alpha:", "n_boot:", "cost_f", "margin:", "is unusual")
    assert any(name in found for name in known) == bool(words)


def test_one_threshold_for_models_on_two_scales(notes):
    table = {"label": LABEL, "a": 100 * P, "b": Q}
    found = notes(table, {"score": ("a", "b")}, threshold=0.5)
    assert (
        f"those of a from {100 * P.min():.4g} to {100 * P.max():.4g}; they may be on different scales"
        in found
    )
    assert "on different scales" not in notes(table, {"score": ("a", "b")}, threshold="youden")
    assert "on different scales" not in notes(table | {"a": P}, {"score": ("a", "b")}, threshold=0.5)


def test_the_threshold_of_probabilities_for_other_scores(notes):
    words = "threshold: 0.5 is usual for probabilities"
    log_odds = {"label": LABEL, "score": np.log(P / (1 - P))}
    assert words in notes(log_odds, {}, threshold=0.5)
    assert words in notes(log_odds | {"score": 100 * P}, {}, threshold=0.5)
    assert words not in notes(log_odds, {}, threshold=0.4)
    assert words not in notes(log_odds, {})
    assert words not in notes(log_odds | {"score": P}, {}, threshold=0.5)
    assert words not in notes(log_odds | {"score": np.round(10 * P)}, {}, threshold=0.5)


@pytest.mark.parametrize("precision", [np.float32, np.float64])
def test_scores_that_rounding_puts_below_a_threshold(notes, precision):
    """0.7 in single precision is 0.699999988; 1 - 0.9 is 0.09999999999999998."""
    tenths = precision(1) - (np.round(10 * P) / 10).astype(precision)
    cut = 0.7 if precision is np.float32 else 0.1
    low = (np.abs(tenths - cut) < 1e-6) & (tenths.astype(float) < cut)
    assert low.sum() >= 5
    found = notes({"label": LABEL, "score": tenths.astype(float)}, {}, threshold=cut)
    assert f"{low.sum()} scores are below the threshold {cut} only by rounding" in found
    mended = float(found.partition("--threshold ")[2].split()[0])
    assert np.array_equal(tenths.astype(float) >= mended, np.round(tenths.astype(float), 4) >= cut)


def test_scores_at_the_threshold():
    with collected() as found, warnings.catch_warnings():
        warnings.simplefilter("ignore", AssessmentNote)
        note_at_cut("m", np.repeat([0.25, 0.5, 0.75], 10), 0.5)
        assert found == [
            "m: 10 of 30 scores are equal to the threshold 0.5 and are predicted positive; other programs "
            "may predict them negative"
        ]
        note_at_cut("m", P, 0.5)
        note_at_cut("m", P, float(P[0]))
        assert len(found) == 1


@pytest.mark.parametrize(
    ("n_pos", "words"), [(2, "not reliable"), (4, "not reliable"), (7, "too narrow"), (10, "")]
)
def test_few_rows_of_a_class(n_pos, words):
    row = {"model": "m", "auc": 0.8, "auc_low": 0.7, "auc_high": 0.9, "n_pos": n_pos, "n_neg": 90}
    with collected() as found, warnings.catch_warnings():
        warnings.simplefilter("ignore", AssessmentNote)
        note_auc(row)
    assert len(found) == bool(words)
    assert all(f"{n_pos} positive rows: with so few, intervals" in one and words in one for one in found)


def test_intervals_of_few_rows_hold_the_area_too_seldom():
    """Why there is a note: with 4 rows of 154, 95 % intervals hold a known area in about 80 % of samples."""
    rng, area, held = np.random.default_rng(2), 0.760250, 0  # of a shift by 1
    label = np.repeat([1, 0], [4, 150])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(300):
            _, low, high = delong_interval(label, rng.normal(size=154) + label)
            held += low <= area <= high
    assert held < 0.87 * 300


def test_an_assessment_has_these_notes_and_those_of_leaving_one_out(tmp_path):
    """Scores that are the share of positive rows among the others: the AUC is 0, whatever the rows say."""
    path = tmp_path / "scores.csv"
    left_out = (LABEL.sum() - LABEL) / (N - 1)
    pd.DataFrame({"label": LABEL, "score": left_out + 1e-6 * P, "k": np.arange(N)}).to_csv(path, index=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssessmentNote)
        found = "\n".join(assess(read_given(path, Columns(fold="k")), Choices(n_resamples=10)).notes)
    assert "each fold has one row (leave-one-out)" in found
    assert "AUC 0.000 is below 0.5" in found
    assert "n_boot: 10 resamples are too few" in found


def test_many_groups_without_an_area_have_one_note(notes):
    found = notes({"label": LABEL, "score": P, "age": np.arange(N) % 50}, {"group": "age"})
    assert "group: 50 of 50 groups have rows of only one class, and so no AUC" in found
    assert "group 1" not in found


@pytest.fixture(scope="module")
def classes():
    """Probabilities of three classes, with their rows."""
    rng = np.random.default_rng(5)
    kind = rng.integers(0, 3, 150)
    weight = np.exp(rng.normal(size=(150, 3)) + 1.5 * np.eye(3)[kind])
    shares = weight / weight.sum(axis=1, keepdims=True)
    return {"label": np.array(["a", "b", "c"])[kind]} | dict(
        zip(("pa", "pb", "pc"), shares.T.round(3), strict=True)
    )


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"a": "pa", "b": "pb", "c": "pc"}, ""),
        ({"a": "pa", "b": "pc", "c": "pb"}, "b=pb, c=pc would fit the classes better, by 0."),
        ({"a": "pb", "b": "pc", "c": "pa"}, "a=pa, b=pb, c=pc would fit the classes better"),
    ],
)
def test_columns_of_the_wrong_classes(notes, classes, named, words):
    found = notes(classes, {"class_scores": named})
    assert words in found
    assert ("fit the classes" in found) == bool(words)
    assert "sum to" not in found


def test_scores_of_classes_that_do_not_sum_to_one(notes, classes):
    named = {"class_scores": {"a": "pa", "b": "pb", "c": "pc"}}
    assert "the scores of the classes of one row sum to" in notes(classes | {"pb": classes["pb"] / 2}, named)
    logs = {name: np.log(classes[name] + 0.01) for name in ("pa", "pb", "pc")}
    assert "sum to" not in notes(classes | logs, named)


def test_a_file_without_a_header(notes):
    table = {"0": LABEL, "0.53": P}
    assert "without a header row, the first row of scores is lost" in notes(
        table, {"label": "0", "score": "0.53"}
    )
    assert "header" not in notes({"0": LABEL, "1": P}, {"label": "0", "score": "1"})


def test_scores_just_outside_0_to_1(notes):
    found = notes({"label": LABEL, "score": np.where(np.arange(N) == 3, 1.0000001, P)}, {})
    assert "1 of the scores, such as 1.0000001, lie just outside 0 to 1, as if by rounding" in found


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ((pd.Series(P).rank(pct=True)).round(4), "are evenly spaced, as ranks and percentiles are"),
        (pd.Series(np.round(P, 2)).rank(pct=True, method="max"), "are evenly spaced, as ranks"),
        ((P - P.min()) / np.ptp(P), "reach exactly 0 once and exactly 1 once"),
    ],
)
def test_scores_that_were_brought_into_0_to_1_are_noted(notes, score, words):
    found = notes({"y": LABEL, "s": score}, {"label": "y", "score": "s"})
    assert words in found
    assert "calibration, net benefit and the threshold 0.5 are meaningless" in found
    for said in (True, False):
        assert "calibration" not in notes(
            {"y": LABEL, "s": score}, {"label": "y", "score": "s"}, probabilities=said
        )


@pytest.mark.parametrize("score", [P, np.round(P, 2), np.clip(np.round(2 * P - 0.6, 2), 0, 1)])
def test_probabilities_are_taken_for_such_without_a_note(notes, score):
    assert "calibration" not in notes({"y": LABEL, "s": score}, {"label": "y", "score": "s"})
