"""Reviews from files to verdicts: the examples against a count by hand, and whatever may be wrong."""

import csv
import json
import re
from pathlib import Path

import pytest

from rocrepro.cli import main
from rocrepro.review import review
from tests.review.conftest import CLAIMS, PAPER, SCORES
from tests.review.make_two_models import FILE, scores

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ("conclusions", "statements", "claims", "findings")


def rows(folder, name):
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as stream:
        return {row["id"].partition(".")[2]: row for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def fawcett(tmp_path_factory):
    out = tmp_path_factory.mktemp("fawcett")
    review(ROOT / "examples/fawcett2006", out)
    return out


@pytest.fixture(scope="module")
def two_models(tmp_path_factory):
    out = tmp_path_factory.mktemp("two")
    review(ROOT / "examples/two_models", out)
    return out


def by_hand(classes, thresholds, cut):
    """Counts of the errors and of the others where the score is at least the cut."""
    called = [score >= cut for score in thresholds]
    tp = sum(one and label for one, label in zip(called, classes, strict=True))
    fp = sum(called) - tp
    return tp, sum(classes) - tp, fp, len(classes) - sum(classes) - fp


def shipped(name):
    with (ROOT / f"examples/fawcett2006/scores/{name}.csv").open(newline="") as stream:
        found = list(csv.DictReader(stream))
    return [row["class"] in ("p", "Y") for row in found], [float(row["score"]) for row in found]


def test_fawcetts_instances_are_those_of_the_paper():
    classes, values = shipped("instances")
    assert "".join("p" if one else "n" for one in classes) == "ppnpppnnpnpnpnnnpnpn"
    assert values == [
        *(0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505),
        *(0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1),
    ]
    classes, values = shipped("insurance")
    assert values[:6] == [0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955]
    assert values[6:] == [0.68139, 0.50961, 0.48880, 0.44951]
    assert classes == [True] * 6 + [False] * 4


def test_fawcetts_values_are_those_of_a_count_by_hand(fawcett):
    """Over every threshold; nothing of the library takes part."""
    classes, values = shipped("instances")
    counts = {cut: by_hand(classes, values, cut) for cut in [2.0, *values]}
    right = {cut: tp + tn for cut, (tp, _, _, tn) in counts.items()}
    (best,) = (cut for cut, number in right.items() if number == max(right.values()))
    tp, fn, fp, tn = counts[best]
    assert (best, tp, fn, fp, tn) == (0.54, 5, 5, 1, 9)
    claims = {name: row["measured"] for name, row in rows(fawcett, "claims").items()}
    assert float(claims["instances.best_point.fpr"]) == fp / 10
    assert float(claims["instances.best_point.tpr"]) == tp / 10
    assert float(claims["instances.best_point.accuracy"]) == right[best] / 20
    assert claims["instances.best_point.only"] == "1"
    assert float(claims["instances.threshold.best"]) == best
    at_half = sum(by_hand(classes, values, 0.5)[::3])
    assert at_half == 12
    assert float(claims["instances.threshold.better_than_half"]) == pytest.approx((14 - at_half) / 20)
    assert right[0.55] == 13  # the note says so
    for errors in (0, 1):
        found = max(tp for tp, _, fp, _ in counts.values() if fp == errors)
        mirror = max(tn for _, fn, _, tn in counts.values() if fn == errors)
        assert float(claims[f"instances.conservative.{errors}_errors"]) == found - mirror > 0
    for errors in (2, 3):  # where the note says that both sides are equal
        found = max(tp for tp, _, fp, _ in counts.values() if fp == errors)
        assert found == max(tn for _, fn, _, tn in counts.values() if fn == errors)
    classes, values = shipped("insurance")
    assert min(values[:6]) > max(values[6:])
    assert float(claims["insurance.ranked"]) == 1
    assert by_hand(classes, values, 0.5) == (6, 0, 2, 2)
    assert float(claims["insurance.accuracy.share"]) == 0.8
    assert float(claims["insurance.accuracy.errors"]) == 2


def test_fawcetts_statements_all_have_a_verdict_by_a_measure(fawcett):
    statements = rows(fawcett, "statements")
    assert {name: row["verdict"] for name, row in statements.items()} == dict.fromkeys(
        [
            *("instances.best_point", "instances.balanced", "instances.threshold", "instances.conservative"),
            *("insurance.ranked", "insurance.accuracy"),
        ],
        "reproduced",
    )
    assert all(int(row["n_decided"]) == int(row["n_cases"]) > 0 for row in statements.values())
    assert {row["verdict"] for row in rows(fawcett, "conclusions").values()} == {"holds"}


@pytest.mark.parametrize(
    ("old", "new", "turned"),
    [
        ("6,p,0.54", "6,n,0.54", {"instances.best_point", "instances.threshold", "instances.balanced"}),
        ("8,N,0.50961", "8,N,0.49", {"insurance.accuracy"}),
        ("7,N,0.68139", "7,N,0.99999", {"insurance.ranked"}),
        ("2,p,0.8", "2,p,0.65", {"instances.conservative"}),
    ],
)
def test_each_of_fawcetts_statements_could_have_failed(paper, tmp_path, old, new, turned):
    source = ROOT / "examples/fawcett2006"
    texts = {path.relative_to(source).as_posix(): path.read_text() for path in source.rglob("*.*")}
    changed = {name: text.replace(old, new) for name, text in texts.items()}
    assert changed != texts
    out = tmp_path / "out"
    found = review(paper({**changed, "tables/counts.csv": None, "scores/cases.csv": None}, "f2006"), out)
    failed = {
        row["id"].partition(".")[2] for row in found.judged.statements if row["verdict"] != "reproduced"
    }
    assert turned <= failed


def test_the_made_up_paper_shows_every_kind_of_verdict(two_models):
    verdicts = {name: row["verdict"] for name, row in rows(two_models, "statements").items()}
    assert verdicts == {
        "abstract.better": "undecided",
        "section1.ratio": "reproduced",
        "table1.auc": "reproduced",
        "table1.cases": "partly",
        "section2.better": "undecided",
        "figure1.larger": "reproduced",
        "section2.errors": "contradicted",
        "section3.points": "unsupported",
        "section3.thresholds": "partly",
        "section4.doctors": "not testable",
    }
    ratio = rows(two_models, "statements")["section1.ratio"]
    assert ratio["reading"] == "as positives to negatives"
    assert ratio["others"] == "as a share of all cases: contradicted"
    cases = rows(two_models, "claims")
    assert cases["table1.auc.forest"]["verdict"] == "within spread"
    assert float(cases["section2.better"]["resample_share"]) < 0.95
    outcomes = [row["verdict"] for row in rows(two_models, "conclusions").values()]
    assert outcomes == ["holds in part", "open", "does not hold"]
    (finding,) = rows(two_models, "findings").values()
    assert finding["verdict"] == "reproduced"


def test_the_made_up_scores_are_those_of_their_script():
    assert FILE.read_text() == scores()


def test_a_review_writes_the_four_files_a_summary_its_evidence_and_the_page(fawcett):
    names = {path.relative_to(fawcett).as_posix() for path in fawcett.rglob("*") if path.is_file()}
    assert {f"{level}.{suffix}" for level in LEVELS for suffix in ("csv", "json")} <= names
    assert {"claims.md", "report/index.html"} <= names
    evidence = {row["evidence"] for row in rows(fawcett, "claims").values()}
    assert evidence <= names
    assert "evidence.json" not in names
    page = (fawcett / "report/index.html").read_text(encoding="utf-8")
    assert "Fawcett 2006" in page
    assert "The threshold of the best accuracy need not be .5" in page
    for name in re.findall(r'href="\.\./([^"#]+)"', page):
        assert name in names
    assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", page)


def test_the_page_has_what_a_review_has_and_nothing_of_a_run(two_models):
    page = (two_models / "report/index.html").read_text(encoding="utf-8")
    assert "Do its conclusions hold?" in page
    assert "cases: ROC curves" in page
    for absent in ("Raw files", "requirements.lock", "every engine started", 'id="methods"', "Own scores"):
        assert absent not in page
    # Tables and figures stand with the paper, each beside the statements that it decides.
    own = page[page.index('id="paper-two_models"') :]
    assert own.index('id="table-table1"') < own.index("The counts of each model add up")


def test_a_second_review_has_the_same_bytes(fawcett, tmp_path):
    review(ROOT / "examples/fawcett2006", tmp_path)
    for path in sorted(tmp_path.rglob("*.*")):
        assert path.read_bytes() == (fawcett / path.relative_to(tmp_path)).read_bytes(), path


def test_the_command_prints_the_verdicts_and_leaves_whole_folders(paper, tmp_path, capsys):
    folder, out = paper(), tmp_path / "out"
    for _ in range(2):
        assert main(["review", str(folder), "--out", str(out)]) == 0
    found = capsys.readouterr().out
    assert "  holds: Model a ranks perfectly." in found
    assert "Statements: 2 reproduced" in found
    assert str(out / "report/index.html") in found
    assert (out / "report/index.html").is_file()
    assert set(json.loads((out / "record.json").read_text())["files"]) == {
        path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()
    } - {"record.json"}


def test_verdicts_do_not_change_the_exit_status(paper, tmp_path, capsys):
    text = CLAIMS.replace("printed: 1\n", "printed: 0.5\n")
    assert main(["review", str(paper({"claims.yaml": text})), "--out", str(tmp_path / "out")]) == 0
    assert "contradicted: auc: The area of model a is 1. measured 1, printed 0.5" in capsys.readouterr().out


def test_scores_in_other_columns_and_classes_are_read_as_the_paper_file_says(paper, tmp_path):
    text = SCORES.replace("model,label,score", "who,ill,p").replace(",1,", ",yes,").replace(",0,", ",no,")
    entry = "scores: {cases: {label: ill, score: p, model: who, pos_label: 'yes'}}\n"
    found = review(paper({"paper.yaml": PAPER + entry, "scores/cases.csv": text}), tmp_path / "out")
    assert {row["verdict"] for row in found.judged.cases} == {"reproduced"}


def test_an_answer_that_is_always_there_can_be_read_as_a_table(paper, tmp_path):
    changed = with_claim("{name: cell, table: cases_summary, column: auc, where: {model: a}}")
    found = review(paper(changed), tmp_path / "out")
    assert [row["verdict"] for row in found.judged.statements] == ["reproduced", "reproduced"]


def test_another_level_turns_what_depends_on_it(paper, tmp_path):
    """The table of the summary has the other choices, by which every verdict is judged again."""
    text = """
- id: confident
  says: Seven points are confident.
  kind: count
  basis: data
  printed: 7
  measure: {name: study, kind: summary, column: n_confident, where: {model: a}}
"""
    changed = {"claims.yaml": text, "paper.yaml": "title: T"}
    found = review(paper(changed), tmp_path / "out")
    (row,) = found.judged.statements
    assert row["verdict"] == "reproduced"
    assert "test=wald: contradicted" in row["turns"]


def with_claim(text):
    """The claims file with another measure of the first statement."""
    old = "{name: study, kind: summary, column: auc, where: {model: a}}"
    return {"claims.yaml": CLAIMS.replace(old, text)}


REFUSED = {
    "no claims": ({"claims.yaml": "[]"}, "P/claims.yaml: top level: found []; expected at least one item"),
    "no title": (
        {"paper.yaml": "authors: X"},
        "P/paper.yaml: top level: the key 'title' is missing; expected title",
    ),
    "no YAML": ({"paper.yaml": "title: ["}, "P/paper.yaml: line 1, column 9: found "),
    "no text": ({"claims.yaml": b"\xff"}, "P/claims.yaml: found "),
    "unknown key": (
        {"claims.yaml": CLAIMS.replace("  kind: number", "  colour: red\n  kind: number")},
        "P/claims.yaml: auc: found the unknown key 'colour'; expected one of about, basis,",
    ),
    "no measure of the name": (
        with_claim("{name: guess}"),
        "P/claims.yaml: auc: measure: found 'guess'; expected one of cell,",
    ),
    "parameter": (
        with_claim("{name: study, kind: summary, columns: auc}"),
        "P/claims.yaml: auc: measure cell: found or missing 'columns'; expected column,",
    ),
    "no such column": (
        with_claim("{name: study, kind: summary, column: AUC, where: {model: a}}"),
        "P/claims.yaml: auc: measure: tables/cases_summary.csv has no column 'AUC'; expected model,",
    ),
    "no such row": (
        with_claim("{name: study, kind: summary, column: auc, where: {model: c}}"),
        "P/claims.yaml: auc: measure: tables/cases_summary.csv has no row with ",
    ),
    "several rows": (
        with_claim("{name: cell, table: counts, column: errors}"),
        "P/claims.yaml: auc: measure: tables/counts.csv has 2 rows with {}; expected one",
    ),
    "no such table": (
        with_claim("{name: cell, table: ../../etc/passwd, column: x}"),
        "P/claims.yaml: auc: measure: found the table '../../etc/passwd'; expected one of cases_",
    ),
    "a figure": (
        with_claim("{name: cell, figure: cases_roc, column: tpr}"),
        "P/claims.yaml: auc: measure: found a figure; expected one of cases_",
    ),
    "words among numbers": (
        {"tables/counts.csv": "model,errors\na,0\nb,two\n"},
        "P/tables/counts.csv: row 2: errors: found 'two'; expected a number or nothing, as P/claims.yaml: "
        "errors measures this column",
    ),
    "scores without labels": (
        {"scores/cases.csv": "score\n1\n"},
        "P/scores/cases.csv: label: found no column 'label'; expected one of score",
    ),
    "scores of one class": (
        {"scores/cases.csv": "model,label,score\na,1,0.5\n"},
        "P/scores/cases.csv: label: found ",
    ),
    "a score that is none": (
        {"scores/cases.csv": SCORES.replace("0.7", "high")},
        "P/scores/cases.csv: row 3: score: found 'high'; expected a finite number",
    ),
    "a choice out of range": (
        {"paper.yaml": PAPER + "scores: {cases: {alpha: 1.5}}"},
        "P/paper.yaml: scores.cases: alpha: found 1.5; expected ",
    ),
    "a test that is none": (
        {"paper.yaml": PAPER + "scores: {cases: {test: student}}"},
        "P/paper.yaml: scores.cases: test: found 'student'; expected one of tango,",
    ),
    "a choice by its own name": (
        {"paper.yaml": PAPER + "scores: {cases: {n_boot: 1}}"},
        "P/paper.yaml: scores.cases: n_boot: found 1; expected a whole number of at least 2",
    ),
    "a condition that is none": (
        with_claim("{name: study, kind: summary, column: auc, where: [a]}"),
        "P/claims.yaml: auc: measure: where: found ['a']; expected columns, each with a value or a list",
    ),
    "words to add up": (
        with_claim("{name: aggregate, table: counts, column: model, how: sum}"),
        "P/tables/counts.csv: model: found text; expected a number or nothing, as P/claims.yaml: auc ",
    ),
    "words to compare with numbers": (
        with_claim("{name: count_where, table: counts, column: errors, op: gt, value: few}"),
        "P/claims.yaml: auc: measure: value: found text; expected a number, as errors has",
    ),
    "a seed that is none": (
        {"tables/counts.csv": "seed,model,errors\ninf,a,0\n2,a,2\n"},
        "P/tables/counts.csv: row 1: seed: found 'inf'; expected a whole number",
    ),
    "evidence that is not there": (
        {"paper.yaml": PAPER.replace("cases_summary", "cases_sumary")},
        "P/paper.yaml: conclusions: ranks: evidence: found 'tables/cases_sumary'; expected one of tables/",
    ),
    "a table of an answer's name": (
        {"tables/cases_summary.csv": "a\n1\n"},
        "P/tables/cases_summary.csv: found a table named 'cases_summary', like a table of the scores ",
    ),
    "a conclusion on nothing": (
        {"paper.yaml": PAPER.replace("[auc]", "[area]")},
        "P/paper.yaml: ranks: found 'area'; expected the id of a statement",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_is_one_line_and_leaves_nothing(refusal, name):
    changed, message = REFUSED[name]
    assert refusal(changed).startswith(message)


def test_names_that_are_markup_stay_text_on_the_page(paper, tmp_path):
    name = "<script>alert(1)</script>"
    changed = {
        "scores/cases.csv": SCORES.replace("\nb,", f"\n{name},"),
        "tables/counts.csv": f"model,errors\n{name},2\n",
        "paper.yaml": PAPER.replace("A. Nobody", name),
    }
    review(paper(changed), tmp_path / "out")
    page = (tmp_path / "out/report/index.html").read_text(encoding="utf-8")
    assert name not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_killed_review_leaves_the_earlier_one(paper, tmp_path, monkeypatch):
    folder, out = paper(), tmp_path / "out"
    assert main(["review", str(folder), "--out", str(out)]) == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("rocrepro.review.judging.page_of", stop)
    assert main(["review", str(folder), "--out", str(out)]) == 130
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
