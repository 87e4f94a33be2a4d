"""The parts of the page."""

import json

import numpy as np
import pandas as pd
import pytest

from rocrepro.claims.truth import NOT_TESTABLE
from rocrepro.formats.table import Table
from rocrepro.report import plots, words
from rocrepro.report.artifacts import ON_PAGE, Shelf, paper_of, plotted, table_view
from rocrepro.report.choices import choices, in_words
from rocrepro.report.evidence import Evidence
from rocrepro.report.facts import run_facts
from rocrepro.report.ledger import count_table, entries, named, outcomes, part_title, selection
from rocrepro.report.places import arrange
from rocrepro.texts import load_texts
from tests.report import example


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (0.7517, 3, "0.752"),
        (-126.0, None, "−126"),
        (0.00001234, 3, "1.234e−05"),
        (True, None, "yes"),
        (None, None, "–"),
        (float("inf"), None, "∞"),
        (float("nan"), None, "–"),
        ([0.5, 0.75], 2, "0.50; 0.75"),
        (2755, 0, "2755"),
        ("text", None, "text"),
    ],
)
def test_numbers_are_written_for_readers(value, decimals, shown):
    assert words.number(value, decimals) == shown


def test_a_share_near_an_end_does_not_look_like_it():
    shares = [0.0, 0.004, 0.5, 0.996, 1.0, None]
    assert [words.percent(s) for s in shares] == ["0 %", "0.4 %", "50 %", "99.6 %", "100 %", "–"]


def test_inline_text_is_escaped_but_for_its_three_marks():
    text = words.inline("a <b> `x < y` *soft* **loud** 2 * 3 * 4")
    expected = "a &lt;b&gt; <code>x &lt; y</code> <em>soft</em> <strong>loud</strong> 2 * 3 * 4"
    assert str(text) == expected


def test_names_of_files_are_links_and_nothing_else_is_markup():
    text = words.linked("<b> in points.csv, not in other.csv or *bands*", {"points.csv": "../x/points.csv"})
    expected = '&lt;b&gt; in <a href="../x/points.csv">points.csv</a>, not in other.csv or *bands*'
    assert str(text) == expected


def test_a_table_is_shown_as_far_as_the_page_has_room():
    frame = pd.DataFrame({"dataset": [f"d{at}" for at in range(300)], "paper_pos": 0.5, "auc": np.nan})
    table = Table(frame, "A title", ("One.\n\nTwo.",), excerpt=np.arange(300) < 100)
    view = table_view(table, "t", "t.csv")
    assert (view.title, view.notes) == ("A title", ["One.", "Two."])
    assert view.columns == [("dataset", False, False), ("paper_pos", True, True), ("auc", True, False)]
    assert view.rows[0] == ["d0", "0.5", "–"]
    assert (len(view.rows), view.more, view.total) == (ON_PAGE, 300 - ON_PAGE, 300)
    assert view.folded
    assert view.has_printed
    assert table_view(table, "t", "t.csv", most=200).more == 200
    assert not table_view(table, "t", "t.csv", long=ON_PAGE).folded


def test_a_table_on_its_side_has_a_column_a_row():
    table = Table(pd.DataFrame({"model": ["one", "two"], "paper": [0.9, 0.8], "n": [3, 4]}))
    view = table_view(table, "t", "t.csv", long=1, sideways=2)
    assert view.columns == [("model", False, False), ("one", True, False), ("two", True, False)]
    assert view.rows == [["paper", "0.9", "0.8"], ["n", "3", "4"]]
    assert not view.folded


def test_a_figure_says_what_it_plots():
    frame = pd.DataFrame({"dataset": ["dis", "dis"], "learner": ["stump", None], "x": [0.1, 0.2]})
    assert plotted(Table(frame)) == "Plotted from 2 rows (dataset: dis; learner: stump)."
    assert plotted(Table(frame[["x"]])) == "Plotted from 2 rows."


def test_artifacts_belong_to_papers():
    assert paper_of("elazmeh2006_fig1") == "elazmeh2006"
    assert paper_of("robustness") == ""


def test_parts_of_a_paper_have_names():
    given = ("s4", "section2", "table3", "fig6", "abstract", "appendix", "draw_roc", "eq14")
    assert [part_title(part) for part in given] == [
        *("Section 4", "Section 2", "Table 3", "Figure 6", "Abstract", "Appendix"),
        *("Draw ROC", "Equation 14"),
    ]


def test_rows_of_a_statement_stand_together_in_the_order_of_the_engines():
    rows = [example.row(3, "sklearn"), example.row(3, "weka"), example.row(4, "")]
    said = example.statements(rows)
    (both, alone) = entries(said, {said[2]["id"]: "0.7"})
    assert [row["engine"] for row in both.rows] == ["weka", "sklearn"]
    assert (both.short, alone.short) == ("", "0.7")
    assert both.reasons == [("", both.why)]
    said[0] |= {"why": "too few", "reading": "as a share"}
    (both, _) = entries(said)
    assert both.reasons[1] == ("scikit-learn", "too few")
    assert both.readings == ["scikit-learn: Read as: as a share"]


def test_a_count_has_its_quantifier_and_what_it_leaves_out():
    rows = [example.row(240, ""), example.row(400, "")]
    (entry,) = entries(example.statements(rows, scope="general", n_agree=1, n_decided=2, n_undefined=3))
    assert (entry.count, entry.left_out) == ("in general: 1 of 2", "3 undefined")
    (single,) = entries(example.statements(rows[:1]))
    assert single.count == ""


def test_totals_count_statements_and_no_definitions_nor_repetitions():
    said = example.statements(example.rows())
    *lines, totals = count_table(said, example.PAPERS)
    kept = [row for row in said if row["kind"] == "statement" and not row["same_as"]]
    assert len(kept) == len(said) - 2
    assert totals["all"] == len(kept) == sum(line["all"] for line in lines)
    assert sum(dict(totals["counts"]).values()) == len(kept)
    assert [line["first"] for line in lines[:3]] == [True, False, False]


def test_outcomes_are_told_apart_by_engine_where_they_differ():
    rows = [row for row in example.ledger(example.rows())["conclusions"] if row["paper"] == "hamel2008"]
    assert outcomes(entries(rows)) == [
        ("weka", [("holds", 1), ("holds in part", 1)]),
        ("sklearn", [("holds in part", 2)]),
    ]
    same = [row | {"verdict": "open"} for row in rows]
    assert outcomes(entries(same)) == [("", [("open", 2)])]


def said_on(name, evidence, paper="p2000"):
    """A statement of a paper with its evidence."""
    case = example.row(0, "", statement=f"{paper}.{name}", paper=paper)
    return entries(example.statements([case], evidence=evidence))[0]


def test_a_statement_stands_beside_its_table_else_beside_its_evidence_else_in_its_part():
    frame = pd.DataFrame({"x": [1]})
    names = ("table3", "pairs", "facts")
    tables = [table_view(Table(frame), f"table-p2000_{n}", f"../tables/p2000_{n}.csv") for n in names]
    some = [
        said_on("table3.said21", "tables/p2000_pairs.csv"),
        said_on("s4.said22", "tables/p2000_facts.csv; tables/p2000_pairs.csv"),
        said_on("s4.said23", "tables/p2000_facts.csv"),
        said_on("abstract.said25", ""),
    ]
    beside, groups = arrange(some, Shelf(tables))
    assert beside == {"table-p2000_table3": [some[0]], "table-p2000_pairs": [some[1]]}
    assert [(group.title, group.statements) for group in groups] == [
        ("Section 4", [some[2]]),
        ("Abstract", [some[3]]),
    ]


def test_choices_are_named_and_one_choice_has_one_entry():
    rows = [example.row(3, "weka"), example.row(3, "sklearn")]
    said = example.statements(rows, verdict="reproduced", turns="cauc=vertical: partly; curve=per_fold: open")
    said[1]["turns"] = "cauc=vertical: partly"
    judged = {"conclusions": [], "statements": said, "findings": [], "choices": ["cauc=union"]}
    found = choices(judged)
    assert [(one.key, one.label) for one in found] == [
        ("cauc=union", "union"),
        ("cauc=vertical", "vertical"),
        ("curve=per_fold", "one curve per fold"),
    ]
    assert found[1].turned == {said[0]["id"]: {"weka": "partly", "sklearn": "partly"}}
    assert found[1].statements == [said[0]["id"]]
    (entry,) = entries(said)
    assert (
        in_words(entry) == "definition of CAUC = vertical: partly; kind of curve = one curve per fold: open"
    )


def test_another_engine_is_a_choice_too():
    said = example.statements([example.row(3, "sklearn"), example.row(3, "weka")])
    said[0]["verdict"], said[1]["verdict"] = "partly", "reproduced"
    (found,) = choices({"conclusions": [], "statements": said, "findings": []})
    assert (found.key, found.label) == ("engine=sklearn", "scikit-learn")
    assert found.turned == {said[0]["id"]: {"weka": "partly"}}
    assert in_words(entries(said)[0]) == ""


def test_a_selection_is_written_out():
    cell = {"left": {"where": {"dataset": ["dis", "sick"]}, "column": "auc"}, "how": "difference"}
    assert named(cell, "dataset") == ["dis", "sick"]
    assert selection(cell) == [
        ("left: dataset", "dis, sick"),
        ("left: column", "auc"),
        ("how", "difference"),
    ]


def test_a_strip_shows_what_its_label_says():
    drawn = str(plots.strip([example.row(0, "weka"), example.row(0, "sklearn")]))
    assert drawn.count('class="me"') == 2
    assert drawn.count("h0") == 25
    assert "Weka 0.7000, from 0.7000 to 0.7060 over 25 seeds" in drawn
    assert "printed 0.752" in drawn
    assert "style=" not in drawn


def test_a_strip_of_nothing_is_nothing():
    bare = dict.fromkeys(("low", "high", "seeds_low", "seeds_high"), None)
    assert plots.strip([example.row(0, "", replicates=[], **bare)]) == ""
    assert plots.strip([example.row(0, "", measured=None)]) == ""


def test_places_on_a_strip_stay_between_its_margins():
    row = example.row(0, "weka", replicates=[-1e9, None, 1e9], printed=5.0)
    places = [float(part.split()[0]) for part in str(plots.strip([row])).split('d="M')[1:]]
    assert all(plots.LEFT <= place <= plots.WIDTH - plots.RIGHT for place in places)


def test_evidence_names_raw_files_and_rules():
    evidence = Evidence(example.RUN)
    (claim,) = entries([example.row(0, "weka"), example.row(0, "sklearn")])
    assert evidence.short(claim) == "0.752 → 0.7000 / 0.7100"
    assert dict(evidence.lines(claim))["seeds that agree"] == ["64 % of 25", "64 % of 25"]
    record = evidence.record(claim, claim.says)
    assert "says" not in record
    assert record["marks"] == [["weka", claim.verdict], ["sklearn", claim.rows[1]["verdict"]]]
    assert record["data"] == ["dis"]
    assert record["cell"] == [("dataset", "dis"), ("learner", "stump")]
    assert evidence.record(claim)["says"] == claim.says
    made = {"tables/x.csv": "table", "figures/x.csv": "figure", "tables/robustness.csv": "claims"}
    assert {path: evidence.made_by(path) for path in made} == made


def test_pictures_and_captions_name_artifacts_of_the_papers():
    from rocrepro.papers import CATALOG

    figures = {f"{paper}_{name}" for paper, module in CATALOG.items() for name in module.figures}
    assert figures - set(load_texts("captions.yaml")) == set()
    pictures = {entry["picture"] for entry in load_texts("methods.yaml").values()}
    assert pictures - figures == set()


def test_facts_come_from_reports_and_the_lock(tmp_path):
    lock = tmp_path / "requirements.lock"
    pins = ["numpy==2.4.6 ; old \\", "numpy==2.5.5 ; new \\", "scikit-learn==1.9.1 \\"]
    lock.write_text("".join(f"{pin}\n    --hash=sha256:00\n" for pin in pins))
    file = {"file": "dis.data", "sha256": "a3", "source": "https://nowhere", "bytes": 1}
    reports = [
        {"dataset": "dis", "status": "ok", "reason": "", "files": {"data": file}},
        {"dataset": "odd", "status": "missing", "reason": "no source", "files": {}},
        {"engine": "weka", "status": "missing", "reason": "no Java"},
    ]
    paths = [tmp_path / f"{at}.json" for at in range(3)]
    for path, report in zip(paths, reports, strict=True):
        path.write_text(json.dumps(report))
    entries = {"dis": {"protocol": "cv", "positive": "+"}, "odd": {"title": "Odd"}}
    run = run_facts(paths, entries, {"engines": ["weka"], "seeds": 3}, lock=lock)
    assert run["versions"] == {"numpy": "2.4.6 (old), 2.5.5 (new)", "scikit-learn": "1.9.1"}
    assert run["gaps"] == {"odd": "no source", "engine weka": "no Java"}
    assert run["datasets"]["dis"]["files"] == {"dis.data": "a3"}
    empty = {"title": "Odd", "protocol": "", "positive": "", "counts": {}, "files": {}}
    assert run["datasets"]["odd"] == empty
    assert "nowhere" not in json.dumps(run)


def test_an_untested_claim_shows_its_reason_alone():
    (claim,) = entries(
        [
            example.row(
                0,
                "",
                measured=None,
                rule="",
                evidence="",
                cell={},
                verdict=NOT_TESTABLE,
                reason="No data.",
                low=None,
                high=None,
                printed=None,
            )
        ]
    )
    evidence = Evidence(example.RUN)
    assert evidence.short(claim) == ""
    assert evidence.lines(claim) == [("why", ["No data."])]
    assert evidence.datasets(claim) == []
