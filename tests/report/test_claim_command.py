"""The command that prints a claim."""

import csv

import pytest

from rocrepro.claims.ledger import Judged, cases_table, level_tables
from rocrepro.claims.model import Retired
from rocrepro.cli import main
from tests.report import example

CASES = example.rows()[:700]
CONCLUSION = f"{example.PAPERS[0]}.conclusion0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files of the ledger as they are released."""
    found = tmp_path_factory.mktemp("results")
    made = example.ledger(CASES)
    cases = [case | {"lacking": [], "pass_by_chance": None} for case in CASES]
    gone = [
        Retired("elazmeh2006.s1.old", "elazmeh2006", example.statement_of(0), "It was one of two."),
        Retired("elazmeh2006.s1.gone", "elazmeh2006", "left out", "It could not fail."),
    ]
    judged = Judged(cases, made["statements"], made["findings"], made["conclusions"], [], gone)
    for name, table in {"claims": cases_table(judged), **level_tables(judged)}.items():
        table.save(found / f"{name}.csv")
    return str(found)


@pytest.fixture
def said(folder, capsys):
    def say(name):
        assert main(["claim", name, "--results", folder]) == 0
        return " ".join(capsys.readouterr().out.split())

    return say


def test_a_conclusion_has_its_verdicts_and_its_statements(said):
    text = said(CONCLUSION)
    assert "Weka: HOLDS. Of 3 statements, 1 holds" in text
    assert "scikit-learn: HOLDS IN PART." in text
    assert "this verdict at 72% of the seeds" in text
    assert "rule: most of these statements hold" in text
    assert f"{example.statement_of(0)}: Weka: reproduced. What" in text


def test_a_statement_has_its_cases_with_rule_evidence_and_reason(said):
    name = example.statement_of(240)
    text = said("#" + name)
    own = {case["id"]: case for case in CASES if case["statement"] == name}
    assert len(own) > 1
    for case in own:
        assert f"case {case} " in text
    first = next(iter(own.values()))
    assert f"rule ({first['kind']}, {first['basis']}): {first['rule']}" in text
    assert "elazmeh2006_table3.csv: dataset dis, learner stump" in text
    assert "agrees at 64% of 25 seeds" in text
    assert first["reason"] in text


def test_a_statement_says_how_it_is_read(said):
    assert "read as as a share; other readings: as a ratio: not reproduced" in said(example.statement_of(4))
    assert "(not counted)" in said(example.statement_of(8))
    assert f"It repeats {example.statement_of(0)}." in said(example.statement_of(8))
    assert said(example.statement_of(2)).startswith("definition ")


def test_a_case_names_its_statement(said):
    case = CASES[-1]
    assert said(f"claim-{case['id']}").endswith(f"It is a case of {case['statement']}.")


def test_a_finding_is_printed(said):
    assert said("elazmeh2006.findings.found").startswith("statement elazmeh2006.findings.found")


def test_what_is_gone_says_what_it_became(said):
    text = said("elazmeh2006.s1.old")
    assert "It became: elazmeh2006.abstract.said0. It was one of two." in text
    assert "statement elazmeh2006.abstract.said0" in text
    assert said("elazmeh2006.s1.gone").endswith("It became: left out. It could not fail.")


def test_a_wrong_id_or_folder_is_one_line(folder, tmp_path, capsys):
    assert main(["claim", example.statement_of(0) + "x", "--results", folder]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "expected the id of a conclusion, statement or case" in line
    assert example.statement_of(0) in line
    assert main(["claim", "x", "--results", str(tmp_path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "conclusions.csv: found" in line
    for name in ("conclusions", "statements", "findings", "claims"):
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([["a"], ["b"]])
    assert main(["claim", "x", "--results", str(tmp_path)]) == 1
    assert "found no columns id, engine and paper" in capsys.readouterr().err
