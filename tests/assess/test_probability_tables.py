"""Calibration and net benefit in an assessment: when there are such, and what degenerate scores give."""

import argparse
import math

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import assess, panels, read_given
from rocrepro.assess.command import add_arguments
from rocrepro.assess.figures import words_of
from rocrepro.assess.terminal import printed
from rocrepro.cli import main
from rocrepro.errors import InputError
from rocrepro.evaluation import cost_curve, net_benefit, roc_points
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from rocrepro.study.choices import choices_of
from rocrepro.study.net_benefit import decisions

TABLES = {"calibration", "calibration_points", "net_benefit"}
LABEL = [0, 0, 1, 0, 1, 1, 0, 1]
PROBABILITIES = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]


def made_of(tmp_path, label, score, **choices):
    path = tmp_path / "own.csv"
    pd.DataFrame({"label": label, "score": score}).to_csv(path, index=False)
    return assess(read_given(path, Columns()), Choices(n_resamples=20, **choices))


def measures(made):
    return made.tables["calibration"].frame.set_index("measure")


def test_scores_from_0_to_1_are_taken_for_probabilities_which_is_said(tmp_path):
    made = made_of(tmp_path, LABEL, PROBABILITIES)
    assert set(made.tables) >= TABLES
    assert {"calibration", "net_benefit"} <= set(words_of(made))
    assert "treated as probabilities. Use --no-probabilities if they are not." in printed(made)
    assert "--no-probabilities" in made.tables["calibration"].notes[0]
    assert set(made.plotted) >= {"calibration_curves", "net_benefit_curves"}


def test_with_the_option_nothing_needs_saying_and_without_there_is_nothing(tmp_path):
    stated = made_of(tmp_path, LABEL, PROBABILITIES, probabilities=True)
    assert set(stated.tables) >= TABLES
    assert "treated as probabilities" not in printed(stated)
    assert "--no-probabilities" not in stated.tables["calibration"].notes[0]
    denied = made_of(tmp_path, LABEL, PROBABILITIES, probabilities=False)
    assert not set(denied.tables) & TABLES
    assert not {"calibration", "net_benefit"} & set(words_of(denied))
    # The default threshold is a matter of the range.
    assert denied.study.models[0].cut == stated.study.models[0].cut == 0.5


def test_other_scores_have_none_and_are_refused_in_one_line(tmp_path, monkeypatch, capsys):
    assert not set(made_of(tmp_path, LABEL, np.arange(8)).tables) & TABLES
    with pytest.raises(InputError, match="probabilities: model scores: found a score of 7; expected scores"):
        made_of(tmp_path, LABEL, np.arange(8), probabilities=True)
    monkeypatch.chdir(tmp_path)
    assert main(["evaluate", "own.csv", "--probabilities", "--n-boot", "2"]) == 1
    line = "rocrepro: error: --probabilities: model scores: found a score of 7; expected scores from 0 to 1\n"
    assert capsys.readouterr().err.splitlines(keepends=True)[-1] == line


def test_the_command_takes_both_options():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for words, expected in (
        ([], None),
        (["--probabilities"], True),
        (["--no-probabilities"], False),
    ):
        given = vars(parser.parse_args(["own.csv", *words]))
        named = {name: value for name, value in given.items() if value is not None}
        assert choices_of(named).probabilities is expected


def test_the_table_of_net_benefit_has_a_few_thresholds_and_the_one_in_use(tmp_path):
    made = made_of(tmp_path, LABEL, PROBABILITIES, threshold=0.333, prevalence=0.1)
    rows = made.tables["net_benefit"].frame
    at = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.333, 0.4, 0.5]
    assert rows.groupby("mix")["threshold"].apply(list).to_dict() == {"stated": at, "test rows": at}
    assert rows.loc[rows["in_use"], "threshold"].tolist() == [0.333, 0.333]
    assert rows.groupby("mix")["prevalence"].first().to_dict() == {"stated": 0.1, "test rows": 0.5}
    row = rows.set_index(["mix", "threshold"]).loc[("test rows", 0.5)]
    assert (row["net_benefit"], row["treat_all"], row["gain"]) == (
        pytest.approx(2 / 8),
        0,
        pytest.approx(0.25),
    )


@pytest.mark.parametrize(
    ("label", "score", "reason"),
    [
        ([0, 1, 0, 1, 1], [0.5] * 5, "all scores are equal"),
        ([0, 0, 1, 1], [0, 0, 1, 1], "4 of 4 scores are exactly 0 or 1"),
        ([0, 1, 1, 0], [0, 0, 1, 1], "4 of 4 scores are exactly 0 or 1"),
        ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9], "a threshold separates the classes"),
        ([0, 1], [0.3, 0.6], "a threshold separates the classes"),
        ([0, 0, 0, 1], [0.3, 0.6, 0.2, 0.9], "a threshold separates the classes"),
        ([0, 1], [0.5, 0.5], "all scores are equal"),
    ],
)
@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.metrics.UndefinedIntervalWarning")
def test_degenerate_scores_say_why_there_is_no_slope(tmp_path, label, score, reason):
    made = made_of(tmp_path, label, score)
    rows = measures(made)
    assert math.isnan(rows.loc["calibration_slope", "value"])
    assert reason in rows.loc["calibration_slope", "method"]
    # Nothing has an interval of no width, and what has no interval says so.
    plain = rows.loc[["brier", "brier_skill", "observed_less_predicted"]]
    assert ((plain["low"] < plain["high"]) | plain["method"].str.startswith("no interval")).all()
    distances = rows.loc[["ece", "ici"]]
    assert (distances["low"] <= distances["value"]).all()
    assert distances["value"].notna().all()
    assert made.tables["net_benefit"].frame["net_benefit"].notna().all()


def test_several_models_share_an_axis_and_one_does_not(assessment, tmp_path):
    names = ["precision_recall_all", "cost_all", "net_benefit_all"]
    assert list(words_of(assessment))[1:4] == names
    assert not set(names) & set(words_of(made_of(tmp_path, LABEL, PROBABILITIES, probabilities=True)))


def test_curves_on_one_axis_are_those_of_the_library(assessment, by_name):
    models = assessment.study.models
    _, axes = plt.subplots(1, 3)
    panels.precisions_together(axes[0], models)
    panels.costs_together(axes[1], models)
    found = {name[0]: one for (name, mix), one in assessment.study.get(decisions).items() if mix == "stated"}
    panels.decisions_together(axes[2], found)
    precisions, costs, benefits = (
        {line.get_label(): line.get_xydata() for line in ax.lines if line.get_label()[0].isdigit()}
        for ax in axes
    )
    assert (len(precisions), len(costs), len(benefits)) == (3, 3, 2)
    for at, (name, (label, score)) in enumerate(by_name.items()):
        curve = cost_curve(roc_points(label, score))
        shown = costs[f"{at + 1}  {name.replace('$', chr(92) + '$')}, area {curve.area:.3f}"]
        np.testing.assert_allclose(shown, np.c_[curve.corners, curve.cost])
    (good, *_) = benefits.values()
    label, score = by_name["<b>good</b>"]
    expected = net_benefit(roc_points(label, score), thresholds=good[:, 0], prevalence=0.1).net_benefit
    np.testing.assert_array_equal(good[:, 1], expected)
    plt.close("all")
