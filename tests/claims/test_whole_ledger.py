"""The released ledger: complete, judged by code alone, and able to fail at every entry."""

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import CONTRADICTED, NOT_REPRODUCED, NOT_TESTABLE, REPRODUCED, VERDICTS, judge
from rocrepro.claims.ledger import judge_claims, ledger_table
from rocrepro.claims.measures import measure
from rocrepro.claims.rules import half_width
from rocrepro.claims.takes import MAIN, main_column
from rocrepro.config import load_yaml
from rocrepro.formats.files import read_json
from rocrepro.formats.schema import schema_path
from rocrepro.formats.table import Table
from rocrepro.pipeline.names import released_name
from rocrepro.pipeline.settings import load_settings
from tests.formats.table_schema import valid

ROOT = Path(__file__).resolve().parents[2]
DISAGREE = {NOT_REPRODUCED, CONTRADICTED}


def released(name):
    return released_name(name, "ci")


@pytest.fixture(scope="module")
def ledger():
    settings = load_settings(load_yaml(ROOT / "config/config.yaml"), ROOT)
    claims = [claim for claims in settings.claims.values() for claim in claims]
    # Messages name files as the run does, from the project's folder.
    return [replace(claim, file=str(Path(claim.file).relative_to(ROOT))) for claim in claims]


@pytest.fixture(scope="module")
def artifacts():
    return Artifacts(ROOT / "results", released=released)


@pytest.fixture(scope="module")
def measured(ledger, artifacts):
    """(claim, measured) for every claim that has a measure, with its basis such that it may be judged."""
    pairs = []
    for claim in ledger:
        if claim.measure is not None:
            judged = replace(claim, basis="run") if claim.basis == "reconstruction" else claim
            pairs += [(judged, one) for one in measure(claim, artifacts)]
    return pairs


def test_the_released_ledger_is_what_the_judge_says_of_the_released_artifacts(ledger, artifacts):
    rows = judge_claims(ledger, artifacts, {}, released=released)
    assert (ROOT / "results/claims.csv").read_text() == ledger_table(rows).csv()


def test_no_verdict_is_typed():
    words = re.compile("|".join(sorted({*VERDICTS} - {NOT_TESTABLE}, key=len, reverse=True)))
    for path in sorted((ROOT / "config/claims").glob("*.yaml")):
        assert not words.search(path.read_text().lower()), path
    for path in sorted((ROOT / "src/rocrepro/claims").glob("*.py")):
        if path.name not in {"judge.py"}:
            quoted = re.findall(
                r"""["'](reproduced|within spread|not reproduced|contradicted)["']""", path.read_text()
            )
            assert not quoted, path


def test_the_ledger_is_complete(ledger):
    assert len(ledger) >= 400
    names = {claim.id for claim in ledger}
    assert len(names) == len(ledger)
    table3 = [
        c
        for c in ledger
        if c.paper == "elazmeh2006" and c.where.startswith("Table 3, ") and c.kind == "number"
    ]
    assert len(table3) >= 24
    assert {claim.paper for claim in ledger} == {"elazmeh2006", "hamel2008", "klement2009", "bradley1996"}


def test_what_has_no_measure_is_not_testable_and_says_why(ledger, artifacts):
    untested = [claim for claim in ledger if claim.measure is None]
    for row in judge_claims(untested, artifacts, {}):
        assert row["verdict"] == NOT_TESTABLE
        assert len(row["reason"]) > 15


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
    described = sorted((ROOT / "results").rglob("*.csv"))
    lacking = {path.stem for path in described if not schema_path(path).is_file()}
    assert all(name.endswith("_full") for name in lacking)  # simulated before there were schemas
    for path in described:
        if path.stem in lacking:
            continue
        schema = read_json(schema_path(path))
        assert valid(schema) == [], path
        assert "primaryKey" in schema or path.parent.name == "figures", path
        table = Table.load(path)
        assert table.frame.shape == pd.read_csv(path).shape
        if path.stem != "claims":  # whose whole numbers have no decimal point
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
        same = replace(claim, printed=one.values[0])
        assert judge(same, one).verdict == REPRODUCED, claim.id
        farther = max([*map(abs, one.seeds), abs(one.values[0]), *(v for v in (one.seeds_high,) if v == v)])
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
        one = replace(one, seeds=())  # a rule on the share of seeds would judge those as well
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
