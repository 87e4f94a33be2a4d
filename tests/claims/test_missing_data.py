"""Whatever a run lacks, no verdict rests on it, and every other verdict is that of the full run."""

import matplotlib
import pytest

from rocrepro.claims.judge import NOT_TESTABLE
from rocrepro.claims.ledger import judge_claims
from rocrepro.claims.robustness import robustness
from rocrepro.papers.elazmeh2006.facts_bands import contained

from .built import Built, few

pytestmark = pytest.mark.xdist_group("missing data")
matplotlib.use("agg")

THYROID = ("dis", "sick", "hypothyroid", "sick_euthyroid")
HEART = ("spect", "spectf", "spectf_withdrawn", "spectf_cv80")
EVERYTHING = (*THYROID, *HEART, "ringnorm", "ringnorm_keel")
UNSERVED = ("dis", "sick", "sick_euthyroid")  # where UCI does not answer and no copy comes along
GAPS = {
    **{name: (name,) for name in EVERYTHING},
    **{"thyroid": THYROID, "heart": HEART, "unserved": UNSERVED, "everything": EVERYTHING},
    **{"weka": ("engine weka",), "both": (*EVERYTHING, "engine weka")},
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        few(patch)
        made = Built(tmp_path_factory.mktemp("built") / "build")
        made.make()
        yield made
    contained.cache_clear()


@pytest.fixture(scope="module")
def full(built, tmp_path_factory):
    """The ledger of the run that lacks nothing, by claim and engine."""
    artifacts = built.artifacts(tmp_path_factory.mktemp("full"))
    rows = judge_claims(built.claims, artifacts, {})
    return {(row["id"], row["engine"]): row for row in rows}


@pytest.fixture(scope="module", params=GAPS)
def lacking(request, built, tmp_path_factory):
    """Name of a gap, what it lacks, the artifacts and the ledger of the run."""
    missing = GAPS[request.param]
    other = built.without(tmp_path_factory.mktemp("gap") / "build", missing)
    artifacts = other.artifacts(tmp_path_factory.mktemp("artifacts"))
    gaps = dict.fromkeys(missing, "gone")
    rows = judge_claims(built.claims, artifacts, gaps)
    assert all(row["lacking"] == [] for row in robustness_base(built, artifacts, rows, gaps))
    return request.param, missing, {(row["id"], row["engine"]): row for row in rows}


def robustness_base(built, artifacts, rows, gaps):
    """The ledger's rows of the claims that are judged again under other choices."""
    ledger = {(row["id"], row["engine"]): row for row in rows}
    others = robustness(built.claims, artifacts, rows, gaps)
    return [ledger[other["id"], other["engine"]] for other in others]


def test_the_ledger_has_the_rows_of_the_full_run(lacking, full):
    assert list(lacking[2]) == list(full)


def test_every_verdict_is_that_of_the_full_run_or_says_what_is_lacking(lacking, full):
    _, missing, rows = lacking
    for key, row in rows.items():
        if not row["lacking"]:
            assert {k: str(v) for k, v in row.items()} == {k: str(v) for k, v in full[key].items()}, key
            continue
        assert set(row["lacking"]) <= set(missing), key
        assert row["verdict"] == NOT_TESTABLE, key
        assert row["reason"].startswith("this run lacks "), key
        assert str(row["measured"]) == "nan", key
        assert row["replicates"] == [], key


def test_what_does_not_read_the_gap_keeps_its_verdict(lacking):
    """Few claims rest on one data set alone; a gap must not silence the others."""
    name, missing, rows = lacking
    judged = [row for row in rows.values() if not row["lacking"] and row["rule"]]
    if len(missing) == 1 and name != "weka":
        assert len(judged) > 0.7 * sum(bool(row["rule"]) for row in rows.values())
    for row in judged:
        if "where" in row["cell"]:
            assert row["cell"]["where"].get("dataset") not in missing


FALSE_ONCE = (
    *("elazmeh2006.dis.row_from_test_file", "elazmeh2006.s4.forest_best_on_most.spectf_cv80"),
    *("elazmeh2006.s4.forest_best_on_most.spectf", "elazmeh2006.fig6.tree_performs_well.spectf_cv80"),
    *("hamel2008.figure3d.",),
)


@pytest.mark.parametrize("claim", FALSE_ONCE)
def test_a_count_over_data_sets_that_are_missing_is_no_disagreement(lacking, full, claim):
    name, _, rows = lacking
    if name not in ("unserved", "everything", "both"):
        pytest.skip("these data sets are there")
    found = [
        row for key, row in rows.items() if key[0].startswith(claim) and full[key]["verdict"] != NOT_TESTABLE
    ]
    assert found, claim
    measured = [row for row in found if full[row["id"], row["engine"]]["cell"].get("printed") is None]
    assert measured, claim
    for row in measured:
        assert row["verdict"] == NOT_TESTABLE, row["id"]
        assert "this run lacks " in row["reason"], row["id"]
