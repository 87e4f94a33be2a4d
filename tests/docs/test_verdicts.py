"""What docs/verdicts.md quotes and counts, looked up in the files that it names."""

import csv
import re

import pytest
import yaml

from rocrepro.papers import CATALOG
from tests.docs.conftest import DOCS, ROOT

PAPER, STATEMENT, CONCLUSION = "elazmeh2006", "s4.bands.dis", "bands_fail"
CLAIMS = ROOT / "config/claims" / PAPER
WEKA = ("stump", "tree", "forest", "naive_bayes")


@pytest.fixture(scope="module")
def text():
    return (DOCS / "verdicts.md").read_text(encoding="utf-8")


def entries(name):
    """One of the paper's files of claims."""
    return yaml.safe_load((CLAIMS / name).read_text(encoding="utf-8"))


def released(name, **where):
    """Rows of a released file of the ledger."""
    with (ROOT / "results" / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if where.items() <= row.items()]


def test_the_sentence_and_the_entry_are_those_of_the_files(text):
    (line,), (entry,) = map(yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S))
    assert line in entries("sentences.yaml")
    (kept,) = (entry for entry in entries("claims.yaml") if entry["id"] == STATEMENT)
    del kept["note"]
    assert entry == kept
    assert STATEMENT in line["statements"]
    assert f'"{entry["words"]}"' in text


def test_the_cases_are_those_of_the_ledger(text):
    for slope in ("ks", "inverse"):
        for learner in WEKA:
            name = f"{STATEMENT}.{learner}.{slope}"
            (row,) = released("claims.csv", id=f"{PAPER}.{name}", engine="weka")
            seeds = int(row["n_seeds"])
            agree = f"{round(float(row['share']) * seeds)} of {seeds}" if seeds > 1 else "–"
            shown = f"| `{name}` | {float(row['measured']):.3f} | {agree} | *{row['verdict']}* |"
            assert shown in text
            read = f'"fact": "band_area", "dataset": "dis", "learner": "{learner}", "slope": "{slope}"'
            assert read in row["cell"]
            assert row["evidence"] == f"tables/{PAPER}_facts.csv"
    assert CATALOG[PAPER].tables["facts"] == "facts:facts"


def test_the_statement_and_the_conclusion_are_those_of_the_ledger(text):
    for row in released("statements.csv", id=f"{PAPER}.{STATEMENT}"):
        other = row["others"].rpartition(": ")[2]
        cells = (row["engine"], f"*{row['verdict']}*", row["why"], f"*{other}*")
        assert "| " + " | ".join(cells) + " |" in text
    (conclusion,) = released("conclusions.csv", id=f"{PAPER}.{CONCLUSION}", engine="weka")
    prose = " ".join(text.split())
    assert f'`{CONCLUSION}` rests on four statements: "{conclusion["says"]}"' in prose
    assert f"Its rule is `{conclusion['rule']}`" in prose
    assert f"`results/conclusions.csv` says *{conclusion['verdict']}*" in prose
    named = conclusion["statements"].split("; ")
    verdicts = [released("statements.csv", id=name)[0]["verdict"] for name in named]
    assert (len(named), verdicts.count("reproduced")) == (4, 3)
    (other,) = released("statements.csv", id=f"{PAPER}.s4.bands", engine="weka")
    assert f"There {other['why'].partition(';')[0]}, which is fewer than half" in prose


def test_the_place_on_the_review_page_is_there(text):
    page, anchor = re.search(r"`(results/report/index\.html)#([\w.]+)`", text).groups()
    assert f'id="{anchor}"' in (ROOT / page).read_text(encoding="utf-8")
    assert "Why, conclusion by conclusion" in (ROOT / page).read_text(encoding="utf-8")
    assert f"rocrepro claim {anchor}" in text
