"""The tables on cuts and on a part of the curve, as the command writes them."""

import csv
import math

import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.terminal import printed
from rocrepro.cli import main
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from tests.assess.conftest import OPTIONS

TIES = "y,s\n0,1\n0,2\n0,2\n0,3\n1,2\n1,3\n1,4\n1,4\n"


def rows_of(path):
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def written(tmp_path_factory, path):
    """The tables of three models, with a part of the curve named."""
    out = tmp_path_factory.mktemp("cuts") / "out"
    words = ["--label", "ill", "--score", "p", "--model", "clf", "--fold", "k", "--n-boot", "30"]
    more = ["--partial-fpr", "0.2", "--partial-tpr", "0.8", "--at-specificity", "0.8", "--prevalence", "0.1"]
    status = main(["evaluate", str(path), *words, *more, "--proportion", "clopper_pearson", "-o", str(out)])
    assert status == 0
    return out


def test_every_table_is_written(written):
    names = ("cut_measures", "chosen_cuts", "rates_at", "partial_areas", "partial_comparisons")
    found = {name: rows_of(written / "tables" / f"{name}.csv") for name in names}
    assert [len(rows) for rows in found.values()] == [3 * 7 * 11, 3 * 6, 3 * 2, 3 * 4, 3 * 4]
    for name in ("cut_measures", "rates_at", "partial_areas"):
        columns = list(found[name][0])
        assert columns[0] == "model"
        at = columns.index("measure")
        assert columns[at : at + 5] == ["measure", "value", "low", "high", "method"]
    assert {row["method"] for row in found["cut_measures"]} >= {
        "clopper_pearson",
        "log",
        "logit",
        "bootstrap",
    }
    assert {row["at_least"] for row in found["rates_at"]} == {"0.8", "0.9"}
    page = (written / "index.html").read_text()
    for title in (
        "Performance at the thresholds",
        "Uncertainty of the chosen thresholds",
        "One rate at a given value of the other",
        "Partial areas",
    ):
        assert title in page


def test_a_cut_that_these_rows_chose_is_marked_as_such(written):
    for row in rows_of(written / "tables" / "cut_measures.csv"):
        assert row["chosen_here"] == str(row["criterion"] != "in use")
    text = (written / "tables" / "chosen_cuts.md").read_text()
    assert "Every threshold here was chosen on these rows" in text


def test_the_summary_has_average_precision_with_its_interval(written):
    for row in rows_of(written / "summary.csv"):
        value, low, high = list(row)[-3:]
        assert (value, low, high) == tuple(f"average_precision{end}" for end in ("", "_low", "_high"))
        assert float(row[low]) < float(row[value]) < float(row[high])
    notes = (written / "tables" / "summary.md").read_text()
    assert "Random scores have an average precision of about the share of positive rows" in notes


def test_tied_cuts_are_named(tmp_path):
    target = tmp_path / "ties.csv"
    target.write_text(TIES)
    with pytest.warns(UserWarning, match="every row is predicted positive"):
        made = assess(read_given(target, Columns(label="y", score="s")), Choices(n_resamples=20))
    row = made.tables["chosen_cuts"].frame.set_index("criterion").loc["youden"]
    assert (row["tied"], row["n_tied"]) == ("4; 3", 2)


def test_values_do_not_depend_on_what_else_is_asked_for(path):
    columns = Columns(label="ill", score="p", model="clf", fold="k")
    one = assess(read_given(path, columns), OPTIONS)
    other = assess(read_given(path, columns), Choices(n_resamples=40, cost_fn=3, partial_fpr=0.1))
    for name in ("rates_at", "chosen_cuts", "summary"):
        frame = other.tables[name].frame
        assert frame.equals(one.tables[name].frame[frame.columns])
    assert "partial_areas" not in one.tables


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--partial-fpr", "1.5"], "--partial-fpr: found 1.5; expected a rate above 0, at most 1"),
        (["--at-sensitivity", "90"], "--at-sensitivity: found 90.0; expected a rate above 0, at most 1"),
        (["--proportion", "wald"], "wald"),
    ],
)
def test_bad_options_are_one_line(path, tmp_path, capsys, words, message):
    status = main(
        ["evaluate", str(path), "--label", "ill", "--score", "p", *words, "-o", str(tmp_path / "o")]
    )
    lines = [line for line in capsys.readouterr().err.splitlines() if "note" not in line]
    assert status == 1
    assert len(lines) == 1
    assert message in lines[0]


def test_one_class_predicted_has_reasons(tmp_path):
    target = tmp_path / "low.csv"
    target.write_text("label,score\n" + "".join(f"{i % 5 == 0:d},{0.01 * (i % 7)}\n" for i in range(60)))
    with pytest.warns(UserWarning, match="every row is predicted negative"):
        made = assess(read_given(target, Columns()), Choices(n_resamples=20, threshold=0.5))
    frame = made.tables["cut_measures"].frame.set_index(["criterion", "measure"])
    row = frame.loc[("in use", "ppv")]
    assert math.isnan(row["value"])
    assert row["reason"] == "no row is predicted positive"
    assert frame.loc[("in use", "mcc"), "reason"] == "one class does not occur or is never predicted"
    assert frame.loc[("in use", "lr_negative"), "reason"] == "both shares are 1: the variance is 0"


def test_the_terminal_marks_thresholds_that_these_rows_chose(path):
    given = read_given(path, Columns(label="ill", score="p", model="clf", fold="k"))
    fixed, chosen = (
        printed(assess(given, Choices(n_resamples=10, margin=0.2, threshold=threshold)))
        for threshold in (0.45, "youden")
    )
    assert "chosen on these rows" not in fixed
    assert ", chosen on these rows: " in chosen
    assert "(McNemar, at thresholds chosen on these rows)" in chosen
