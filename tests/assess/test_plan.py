"""``rocrepro plan``: what a user types, and what comes out."""

import json

import pytest

from rocrepro import evaluation
from rocrepro.cli import main


def test_the_rows_for_a_width(capsys):
    assert main(["plan", "--auc", "0.8", "--width", "0.1", "--prevalence", "0.25"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["variance", "by", "hanley_mcneil", "obuchowski", "normal"]
    expected = [
        evaluation.auc_interval_size(0.8, 0.1, prevalence=0.25, method=method) for method in lines[0][2:]
    ]
    assert lines[1][2:] == [str(size.n_pos) for size in expected]
    assert lines[3][1:] == [str(size.n) for size in expected]


def test_a_difference_as_json(capsys):
    words = ["--auc", "0.85", "--auc-b", "0.8", "--score-correlation", "0.6", "--ratio", "4"]
    assert main(["plan", *words, "--power", "0.8", "--method", "normal", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    r = evaluation.auc_correlation(0.85, 0.8, 0.6, ratio=4)
    size = evaluation.auc_difference_size(0.85, 0.8, 0.8, correlation=r, prevalence=0.2, method="normal")
    assert found["correlation"] == pytest.approx(r)
    (plan,) = found["plans"]
    assert (plan["n_pos"], plan["n_neg"], plan["n"]) == (size.n_pos, size.n_neg, size.n)
    assert plan["power"] == pytest.approx(size.reached)
    assert plan["width"] is None


def test_what_the_rows_that_there_are_can_show(capsys):
    assert main(["plan", "--auc", "0.7", "--rows", "60", "--ratio", "2", "--json"]) == 0
    plans = json.loads(capsys.readouterr().out)["plans"]
    assert [plan["method"] for plan in plans] == ["hanley_mcneil", "obuchowski", "normal"]
    for plan in plans:
        assert (plan["n_pos"], plan["n_neg"]) == (20, 40)
        assert plan["power"] == evaluation.auc_test_power(0.7, 20, 40, method=plan["method"])
        assert plan["width"] == evaluation.auc_interval_width(0.7, 20, 40, method=plan["method"])
    assert main(["plan", "--auc", "0.5", "--rows", "60"]) == 0
    assert "power against 0.5      –" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--width", "0.1"], "the following arguments are required: --auc"),
        (["--auc", "0.8"], "one of the arguments --width --power --rows is required"),
        (["--auc", "0.8", "--rows", "9", "--power", "0.2"], "--power: not allowed with argument --rows"),
        (["--auc", "1", "--rows", "20"], "--auc: found 1.0; expected a number between 0 and 1"),
        (["--auc", "0.8", "--rows", "1"], "--rows: found 1; expected at least 2"),
        (["--auc", "0.8", "--rows", "9", "--prevalence", "0.001"], "--rows: found 0; expected a number"),
        (["--auc", "0.8", "--width", "2"], "--width: found 2.0"),
        (["--auc", "0.8", "--width", "0.1", "--ratio", "0"], "--ratio: found 0.0"),
        (["--auc", "0.5", "--power", "0.8"], "--auc: found 0.5; expected another than 0.5"),
        (["--auc", "0.5000001", "--power", "0.8"], "--power: found a need for more than"),
        (["--auc", "0.8", "--auc-b", "0.7", "--power", "0.8"], "--auc-b: found no correlation"),
        (["--auc", "0.8", "--auc-b", "0.7", "--width", "0.1", "--correlation", "0"], "--width: found"),
        (["--auc", "0.8", "--power", "0.8", "--correlation", "0"], "--correlation: found only one AUC"),
        (["--auc", "0.8", "--auc-b", "0.8", "--power", "0.8", "--correlation", "0"], "--auc, --auc-b:"),
        (["--auc", "0.8", "--auc-b", "0.7", "--power", "0.8", "--correlation", "nan"], "--correlation:"),
    ],
)  # fmt: skip
def test_bad_numbers_are_one_line(words, message, capsys):
    assert main(["plan", *words]) == 1
    error = capsys.readouterr().err
    assert error.startswith("rocrepro: error: ")
    assert message in error
    assert error.count("\n") == 1
