"""No verdict rests on what a run lacks, and every other verdict is there: small artifacts by hand.

AUCS has two data sets, two engines and two seeds; the rows on dis are there without values in a run that
lacks it, and so are those of an engine.
"""

import math

import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.lacking import take
from rocrepro.claims.ledger import judge_claims
from rocrepro.claims.measures import NoRowError
from rocrepro.claims.robustness import other_choices
from rocrepro.claims.truth import NOT_TESTABLE, REPRODUCED
from rocrepro.formats.uses import engine_use

MODELS = [
    (dataset, engine, learner)
    for dataset in ("dis", "spect")
    for engine in ("weka", "sklearn")
    for learner in ("stump", "tree")
]
WEKA, SKLEARN = engine_use("weka"), engine_use("sklearn")
FULL = {model: 0.6 + 0.03 * place for place, model in enumerate(MODELS)}


@pytest.fixture
def lack(artifacts, table):
    """Write the table of AUCs as a run leaves it that lacks something."""

    def write(*missing, read=(), rows=MODELS):
        lines, uses = ["dataset,engine,learner,seed,auc"], []
        for model in rows:
            dataset, engine, learner = model
            used = [dataset, engine_use(engine)]
            value = "" if set(used) & set(missing) else FULL[model]
            seeds = [""] if value == "" else [1, 2]
            lines += [f"{dataset},{engine},{learner},{seed},{value}" for seed in seeds]
            uses += [used] * len(seeds)
        table("p2000_models", "\n".join(lines) + "\n", uses, read)
        return Artifacts(artifacts.folder)

    return write


def taken(claim, artifacts, measured, *gaps, kind="number"):
    """What is lacking of a claim and its values, by engine."""
    rules = {"number": {"printed": 1, "rule": "{decimals: 2}"}, "ordering": {"rule": "{direction: greater}"}}
    found = take(claim(kind, measured, **rules[kind]), artifacts, gaps)
    return {one.engine: lacking or [round(value, 9) for value in one.values] for one, lacking in found}


CELL = "{name: cell, table: p2000_models, where: {dataset: dis, learner: tree}, column: auc}"
LARGEST = "{name: aggregate, table: p2000_models, where: {learner: tree}, column: auc, how: max}"
COUNT = "{name: count_where, table: p2000_models, column: auc, op: gt, value: 0.7}"


def test_a_row_that_used_a_gap_has_no_verdict(claim, lack):
    assert taken(claim, lack("dis"), CELL, "dis") == {"weka": ["dis"], "sklearn": ["dis"]}


def test_a_row_that_used_none_is_measured(claim, lack):
    full = taken(claim, lack(), CELL)
    assert full == {"weka": [FULL["dis", "weka", "tree"]], "sklearn": [FULL["dis", "sklearn", "tree"]]}
    assert taken(claim, lack("spect"), CELL, "spect") == full


def test_a_number_over_rows_of_which_one_used_a_gap_has_no_verdict(claim, lack):
    """The largest of what is left, and the number of those above, would be taken for the whole's."""
    for measured in (LARGEST, COUNT):
        assert taken(claim, lack("dis"), measured, "dis") == {"weka": ["dis"], "sklearn": ["dis"]}
        assert taken(claim, lack("spect"), measured, "spect") == {"weka": ["spect"], "sklearn": ["spect"]}


@pytest.mark.parametrize("measured", [CELL, LARGEST, COUNT])
def test_of_two_engines_the_one_that_is_there_keeps_its_value(claim, lack, measured):
    full = taken(claim, lack(), measured)
    assert taken(claim, lack(WEKA), measured, WEKA) == {"weka": [WEKA], "sklearn": full["sklearn"]}
    assert taken(claim, lack(SKLEARN), measured, SKLEARN) == {"weka": full["weka"], "sklearn": [SKLEARN]}


def test_each_engine_says_all_that_it_lacks(claim, lack):
    assert taken(claim, lack("dis", WEKA), LARGEST, "dis", WEKA, "sick") == {
        "weka": ["dis", WEKA],
        "sklearn": ["dis"],
    }


def test_a_gap_that_no_row_used_changes_nothing(claim, lack):
    assert taken(claim, lack(), LARGEST, "sick", "engine other") == taken(claim, lack(), LARGEST)


def without_rows(lack):
    """A table that left out the rows of a data set which it read."""
    return lack(rows=[model for model in MODELS if model[0] != "dis"], read=["dis"])


def test_what_an_artifact_read_and_has_no_row_of_counts_unless_others_are_asked_for(claim, lack):
    artifacts = without_rows(lack)
    expected = {"weka": ["dis"], "sklearn": ["dis"]}
    assert taken(claim, artifacts, LARGEST, "dis") == expected
    listed = "{name: aggregate, table: p2000_models, where: {dataset: [spect, dis]}, column: auc, how: max}"
    assert taken(claim, artifacts, listed, "dis") == expected
    other = CELL.replace("dis", "spect")
    assert taken(claim, artifacts, other, "dis") == taken(claim, lack(), other)
    assert taken(claim, artifacts, LARGEST, "spect") == {"weka": ["spect"], "sklearn": ["spect"]}


@pytest.mark.parametrize(
    ("where", "gaps", "lacking"),
    [
        ("dataset: dis", ["dis", "spect"], {"": ["dis"]}),  # what is named, before what was read
        ("dataset: dis, engine: weka", ["dis", "spect"], {"weka": ["dis"]}),
        ("dataset: dis, engine: [weka, sklearn]", ["dis"], {"weka": ["dis"], "sklearn": ["dis"]}),
        ("learner: forest", ["dis", "spect"], {"": ["dis", "spect"]}),  # nothing is named: all that was read
        ("learner: mine", ["mine"], {"": ["mine"]}),  # a learner that the config leaves out
        ("learner: forest, engine: sklearn", [SKLEARN, "spect"], {"sklearn": [SKLEARN]}),
    ],
)
def test_no_row_at_all_is_explained_by_a_gap(claim, lack, where, gaps, lacking):
    measured = f"{{name: cell, table: p2000_models, where: {{{where}}}, column: auc}}"
    assert taken(claim, without_rows(lack), measured, *gaps) == lacking


@pytest.mark.parametrize("gaps", [["sick"], [SKLEARN, "sick"]])
def test_no_row_at_all_that_no_gap_explains_stops(claim, lack, gaps):
    artifacts = lack(rows=[model for model in MODELS if model[1] == "weka"])
    measured = "{name: cell, table: p2000_models, where: {dataset: hypo, learner: tree}, column: auc}"
    with pytest.raises(
        NoRowError, match=r"p2000_models has no row with .*'hypo'.* \(.*sick\) do not explain"
    ):
        taken(claim, artifacts, measured, *gaps)
    with pytest.raises(NoRowError, match=r"has no row with .*'hypo'"):
        taken(claim, artifacts, measured)


TREE, STUMP = (f"{{table: p2000_models, where: {{learner: {name}}}, column: auc, how: mean}}"
               for name in ("tree", "stump"))  # fmt: skip
COUNTED = "{table: p2000_counts, where: {row: spect}, column: ratio}"


def compared(left, right):
    return f"{{name: compare, left: {left}, right: {right}, how: difference}}"


def test_two_sides_lack_what_either_lacks(claim, lack, table):
    table("p2000_other", "engine,value\nweka,0.5\nsklearn,\n", [["sick", WEKA], ["hypo", SKLEARN]])
    measured = compared(TREE, "{table: p2000_other, column: value}")
    full = taken(claim, lack(), measured, kind="ordering")
    assert taken(claim, lack(), measured, "hypo", kind="ordering") == {
        "weka": full["weka"],
        "sklearn": ["hypo"],
    }
    expected = {"weka": ["dis"], "sklearn": ["dis", "hypo"]}
    assert taken(claim, lack("dis"), measured, "dis", "hypo", kind="ordering") == expected


@pytest.mark.parametrize(("left", "right"), [(TREE, COUNTED), (COUNTED, TREE)])
def test_a_side_without_engines_stands_beside_each_engine(claim, lack, left, right):
    measured = compared(left, right)
    full = taken(claim, lack(), measured, kind="ordering")
    assert set(full) == {"weka", "sklearn"}
    assert taken(claim, lack(WEKA), measured, WEKA, kind="ordering") == full | {"weka": [WEKA]}
    # p2000_counts: its row spect used spect, and so does each engine's difference.
    narrow = measured.replace("learner: tree", "learner: tree, dataset: dis")
    expected = {"weka": ["spect"], "sklearn": ["spect"]}
    assert taken(claim, lack("spect"), narrow, "spect", kind="ordering") == expected


def test_two_sides_of_different_engines_lack_what_either_lacks(claim, lack):
    sides = [TREE.replace("tree", f"tree, engine: {engine}") for engine in ("weka", "sklearn")]
    full = taken(claim, lack(), compared(*sides), kind="ordering")
    assert set(full) == {"weka", "sklearn"}
    assert taken(claim, lack("sick"), compared(*sides), "sick", kind="ordering") == full
    expected = {"weka": [WEKA], "sklearn": [WEKA]}
    assert taken(claim, lack(WEKA), compared(*sides), WEKA, kind="ordering") == expected


def test_what_the_paper_prints_needs_no_data(claim, lack):
    measured = "{name: printed, values: [3, 4], how: sum}"
    assert taken(claim, lack("dis"), measured, "dis", WEKA) == {"": [7]}


def test_a_fact_reads_the_papers_facts(claim, artifacts):
    assert taken(claim, artifacts, "{name: fact, fact: n_confident}", "dis") == {"weka": ["dis"]}
    assert taken(claim, artifacts, "{name: fact, fact: n_confident}", "spect") == {"weka": [7]}
    assert taken(claim, artifacts, "{name: fact, fact: identity}", "dis", WEKA) == {"": [0]}


def test_the_ledger_has_the_rows_of_the_full_run_and_judges_nothing_that_is_lacking(claim, lack):
    largest = FULL["spect", "sklearn", "tree"]
    one = claim("number", LARGEST, printed=f"{largest:.2f}", rule="{decimals: 2}")
    full = judge_claims([one], lack(), {})
    assert [row["verdict"] for row in full][1] == REPRODUCED
    for missing in (["dis"], [WEKA], [SKLEARN, "spect"]):
        rows = judge_claims([one], lack(*missing), dict.fromkeys(missing, "gone"))
        assert [row["engine"] for row in rows] == ["weka", "sklearn"]
        for row, old in zip(rows, full, strict=True):
            if row["lacking"]:
                assert row["verdict"] == NOT_TESTABLE
                assert math.isnan(row["measured"])
            else:
                assert str(row) == str(old)
        assert any(row["lacking"] for row in rows)


VARIANTS = """
    variant,dataset,engine,auc
    base,dis,weka,{}
    base,dis,sklearn,0.8
    alpha=0.1,dis,weka,{}
    alpha=0.1,dis,sklearn,0.5
"""


def test_robustness_leaves_out_what_is_lacking(claim, artifacts, table):
    one = claim("ordering", "{name: cell, table: p2000_variants, column: auc}", rule="{direction: greater}")
    uses = [["dis", WEKA], ["dis", SKLEARN]] * 2
    table("p2000_variants", VARIANTS.format(0.7, 0.6), uses)

    def judged(*gaps):
        seen = Artifacts(artifacts.folder)
        rows = judge_claims([one], seen, dict.fromkeys(gaps, "gone"))
        return [(row["engine"], row["variant"]) for row in other_choices([one], seen, rows, gaps)]

    assert judged() == [("weka", "alpha=0.1"), ("sklearn", "alpha=0.1"), ("weka", "engine=sklearn")]
    table("p2000_variants", VARIANTS.format("", ""), uses)
    assert judged(WEKA) == [("sklearn", "alpha=0.1")]
    assert judged("dis") == []
    assert judged("sick") == judged("engine other")
    # Only the other choice lacks something: it has nothing to say on this claim.
    table("p2000_variants", VARIANTS.format(0.7, ""), [*uses[:2], ["dis", WEKA, "sick"], uses[3]])
    assert judged("sick") == [("sklearn", "alpha=0.1"), ("weka", "engine=sklearn")]
