"""The released ledger: complete, judged by code alone, and able to fail at every entry."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import judge
from rocrepro.claims.ledger import Judged, cases_table, judge_ledger, level_tables
from rocrepro.claims.measures import measure
from rocrepro.claims.rules import bounded, half_width
from rocrepro.claims.takes import MAIN, main_column
from rocrepro.claims.truth import (
    DISAGREE,
    NOT_TESTABLE,
    PARTLY,
    REPRODUCED,
    UNDECIDED,
    UNDEFINED,
    VERDICTS,
)
from rocrepro.config import load_yaml
from rocrepro.formats.files import read_json
from rocrepro.formats.schema import schema_path
from rocrepro.formats.table import Table
from rocrepro.pipeline.names import released_name
from rocrepro.pipeline.settings import load_settings
from tests.formats.table_schema import valid

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")


def released(name):
    return released_name(name, "ci")


def near(claim):
    """A claim whose file is named as the run does, from the project's folder."""
    return replace(claim, file=str(Path(claim.file).relative_to(ROOT)))


@pytest.fixture(scope="module")
def ledgers():
    settings = load_settings(load_yaml(ROOT / "config/config.yaml"), ROOT)
    return list(settings.ledgers.values())


@pytest.fixture(scope="module")
def claims(ledgers):
    return [near(claim) for ledger in ledgers for claim in ledger.claims]


@pytest.fixture(scope="module")
def artifacts():
    return Artifacts(ROOT / "results", released=released)


@pytest.fixture(scope="module")
def judged(ledgers, artifacts):
    """All ledgers, judged on the released artifacts."""
    all_of_them = Judged()
    for ledger in ledgers:
        all_of_them += judge_ledger(ledger, artifacts, {}, released=released)
    return all_of_them


@pytest.fixture(scope="module")
def measured(claims, artifacts):
    """(claim, measured) for every claim that has a measure and that a measurement can decide."""
    pairs = []
    for claim in claims:
        if claim.measure is not None:
            able = replace(claim, basis="run", general=True) if claim.basis == "reconstruction" else claim
            pairs += [(able, fixed(one)) for one in measure(claim, artifacts)]
    return pairs


def fixed(one):
    """What was measured at the default seed, as if nothing were random."""
    nothing = dict.fromkeys(("seeds_low", "seeds_high", "share_seeds"), math.nan)
    return replace(one, seeds=(), n_seeds=1, **nothing)


def test_the_released_ledger_is_what_the_judge_says_of_the_released_artifacts(judged):
    tables = {"claims": cases_table(judged), **level_tables(judged)}
    for name, table in tables.items():
        assert (ROOT / f"results/{name}.csv").read_text() == table.csv(), name


def test_no_verdict_is_typed():
    telling = {*VERDICTS} - {NOT_TESTABLE, PARTLY, UNDECIDED, UNDEFINED}  # these are common words as well
    words = re.compile("|".join(sorted(telling, key=len, reverse=True)))
    typed = re.compile(rf"verdict: *[\"']?({words.pattern})")
    for path in sorted((ROOT / "config/claims").glob("*/*.yaml")):
        assert not typed.search(path.read_text().lower()), path
    quoted = re.compile(rf"""["']({words.pattern})["']""")
    for path in sorted((ROOT / "src/rocrepro/claims").glob("*.py")):
        if path.name != "truth.py":
            assert not quoted.search(path.read_text()), path


def test_every_paper_has_its_conclusions_and_statements(ledgers):
    by_paper = {ledger.paper: ledger for ledger in ledgers}
    assert set(by_paper) == {*PAPERS, "between"}
    for paper in PAPERS:
        assert 6 <= len(by_paper[paper].conclusions) <= 10, paper
        assert len(by_paper[paper].statements) > 40, paper
    names = [claim.id for ledger in ledgers for claim in ledger.claims]
    assert len(names) == len(set(names))


def test_no_two_statements_take_the_same_measures_by_the_same_rules(ledgers):
    seen = {}
    for statement in (one for ledger in ledgers for one in (*ledger.statements, *ledger.findings)):
        keys = {repr((one.kind, one.printed, one.measure, one.rule)) for one in statement.claims}
        if keys:
            assert seen.setdefault(frozenset(keys), statement.id) == statement.id


def test_what_cannot_be_tested_says_why(judged):
    for row in judged.statements:
        if row["verdict"] == NOT_TESTABLE and not row["n_cases"]:
            assert len(row["why"]) > 15, row["id"]
    for case in judged.cases:
        assert len(case["reason"]) > 15 or case["verdict"] != NOT_TESTABLE, case["id"]


def test_every_id_of_the_first_releases_is_a_case_or_says_what_became_of_it(judged, ledgers):
    known = {row["id"] for row in judged.cases} | {one.id for one in judged.retired}
    known |= {statement.id for ledger in ledgers for statement in ledger.statements}
    with (ROOT / "tests/claims/former_ids.txt").open() as file:
        former = set(file.read().split())
    assert len(former) > 1600
    assert former <= known, sorted(former - known)[:5]


def outside(frame, value):
    """Rows with a value and a limit where the value does not lie between both limits."""
    shown = frame[frame[value].notna() & (frame["low"].notna() | frame["high"].notna())]
    return shown[~((shown["low"] <= shown[value]) & (shown[value] <= shown["high"]))]


def test_every_interval_of_the_ledger_holds_its_value():
    frame = pd.read_csv(ROOT / "results/claims.csv")
    frame["measured"] = pd.to_numeric(frame["measured"], errors="coerce")
    assert frame[["low", "measured", "high"]].notna().all(axis=1).sum() > 100
    wrong = outside(frame, "measured")
    assert wrong.empty, wrong[["id", "engine", "low", "measured", "high"]].to_string()
    seeds = frame[frame["seeds_low"].notna() | frame["seeds_high"].notna()]
    assert (seeds["seeds_low"] <= seeds["seeds_high"]).all()
    assert len(seeds)


def test_every_released_table_is_described_so_that_it_reads_back():
    for path in sorted((ROOT / "results").rglob("*.csv")):
        schema = read_json(schema_path(path))
        assert valid(schema) == [], path
        assert "primaryKey" in schema or path.parent.name == "figures", path
        table = Table.load(path)
        assert table.frame.shape == pd.read_csv(path).shape
        if path.parent.name != "results":  # the ledger's whole numbers have no decimal point
            assert table.csv() == path.read_text(), path


def header(path):
    with path.open() as file:
        return file.readline().strip().split(",")


ARTIFACTS = sorted((ROOT / "results").glob("*s/*.csv"))
WITH_INTERVAL = [path for path in ARTIFACTS if "low" in header(path)]


@pytest.mark.parametrize("path", WITH_INTERVAL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_interval_of_an_artifact_belongs_to_one_column_and_holds_its_value(path):
    frame = pd.read_csv(path)
    main = main_column(frame)
    assert main is not None, f"{path.name} has {list(frame)}; expected exactly one of {MAIN}"
    wrong = outside(frame, main)
    assert wrong.empty, wrong.to_string()


def test_no_lower_limit_of_an_artifact_lies_above_the_upper_one():
    pairs = 0
    for path in ARTIFACTS:
        frame = pd.read_csv(path)
        for low in frame:
            high = low.replace("lower", "upper").replace("low", "high")
            if high != low and high in frame:
                assert not (frame[low] > frame[high]).any(), f"{path.name}: {low}, {high}"
                pairs += 1
    assert pairs > 20


def test_every_number_agrees_with_itself_and_disagrees_once_moved(measured):
    tested = 0
    for claim, one in measured:
        if claim.kind not in ("number", "count", "definition") or one.values[0] != one.values[0]:
            continue
        if bounded(claim):
            continue  # its printed value decides nothing
        same = replace(claim, printed=one.values[0])
        assert judge(same, one).verdict == REPRODUCED, claim.id
        farther = abs(one.values[0])
        moved = replace(
            claim, printed=farther + 3 * half_width(same) + 3 * half_width(claim) + 1e-6 * (1 + farther)
        )
        if "relative" in claim.rule:
            moved = replace(claim, printed=10 * farther + 1)
        assert judge(moved, one).verdict in DISAGREE, claim.id
        tested += 1
    assert tested > 150


def test_every_presence_range_and_identity_can_fail(measured):
    for claim, one in measured:
        if any(value != value for value in one.values):
            continue
        values = one.values
        if claim.kind == "presence" and isinstance(claim.printed, bool):
            verdicts = {judge(replace(claim, printed=printed), one).verdict for printed in (True, False)}
        elif claim.kind == "identity":
            verdicts = {
                judge(claim, replace(one, values=(v,))).verdict for v in (0.0, 2 * half_width(claim) + 1)
            }
        elif claim.kind == "range" and isinstance(claim.printed, list):
            wide, far = [min(values), max(values)], [max(values) + 1 + 2 * half_width(claim)] * 2
            verdicts = {judge(replace(claim, printed=printed), one).verdict for printed in (wide, far)}
        elif claim.kind in ("range", "presence"):
            verdicts = {judge(claim, replace(one, values=(v,))).verdict for v in bounds(claim)}
        elif claim.kind in ("ordering", "trend"):
            verdicts = {
                judge(claim, replace(one, values=(v,), resample_share=s)).verdict for v, s in sides(claim)
            }
        elif claim.kind == "domains":
            verdicts = {judge(claim, replace(one, values=(v,))).verdict for v in (0.0, 1.0)}
        else:
            continue
        assert REPRODUCED in verdicts, claim.id
        assert verdicts & DISAGREE, claim.id


def bounds(claim):
    """A value inside the rule's bounds, and one outside of each."""
    low = max((claim.rule[key] for key in ("at_least", "above") if key in claim.rule), default=None)
    high = min((claim.rule[key] for key in ("at_most", "below") if key in claim.rule), default=None)
    if low is None:
        return [high - 1, high + 1]
    if high is None:
        return [low + 1, low - 1]
    return [(low + high) / 2, low - 1, high + 1]


def sides(claim):
    """A difference, or correlation, and a share of resamples on either side of the rule."""
    margin = claim.rule.get("margin", 0)
    if claim.rule["direction"] == "equal":
        return [(0.0, 0.5), (2 * margin + 1, 0.5)]
    return [(margin + 1, 1.0), (-margin - 1, 0.0)]
