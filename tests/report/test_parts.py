"""The parts of the page."""

import json

import numpy as np
import pandas as pd
import pytest

from rocrepro.claims.judge import CONTRADICTED, NOT_TESTABLE, REPRODUCED
from rocrepro.formats.table import Table
from rocrepro.report import plots, words
from rocrepro.report.artifacts import ON_PAGE, paper_of, plotted, table_view
from rocrepro.report.evidence import Evidence
from rocrepro.report.facts import run_facts
from rocrepro.report.ledger import claims_of, count_table, findings, groups, named, part_title, selection
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


def contradicted(name, basis, verdict=CONTRADICTED):
    return example.row(0, "", id=name, paper=name.split(".")[0], basis=basis, verdict=verdict)


def test_findings_follow_their_rule_and_nothing_else():
    rows = [
        contradicted("p.s1.a", "paper"),
        contradicted("p.s2.b", "arithmetic"),
        contradicted("p.table2.c", "data"),
        contradicted("p.table2.d", "data"),
        contradicted("p.s0.x", "data", REPRODUCED),
        contradicted("q.fig1.e", "paper"),
        contradicted("q.fig2.f", "data"),
        contradicted("q.fig3.g", "paper"),
    ]
    found = [claim.id for claim in findings(claims_of(rows), ["p", "q"])]
    assert found == ["p.table2.c", "q.fig2.f", "p.s2.b", "q.fig1.e", "p.s1.a"]
    assert findings([], []) == []


def test_printed_numbers_come_before_statements_in_words():
    rows = [
        contradicted("p.s1.a", "data") | {"kind": "range"},
        contradicted("p.s2.b", "paper") | {"kind": "count"},
    ]
    assert [claim.id for claim in findings(claims_of(rows), ["p"])] == ["p.s2.b", "p.s1.a"]


def test_rows_of_a_claim_stand_together_and_are_counted_apart():
    rows = example.rows()
    claims = claims_of(rows)
    assert len(claims) == example.N_CLAIMS
    assert claims[3].marks == "weka:3 sklearn:4"
    assert sum(len(group.claims) for group in groups(claims[::4])) == len(claims[::4])
    lines = count_table(rows, example.PAPERS)
    assert sum(line["all"] for line in lines) == len(rows)
    assert [line["first"] for line in lines[:3]] == [True, False, False]


def test_a_selection_is_written_out():
    cell = {"left": {"where": {"dataset": ["dis", "sick"]}, "column": "auc"}, "how": "difference"}
    assert named(cell, "dataset") == ["dis", "sick"]
    assert selection(cell) == [
        ("left: dataset", "['dis', 'sick']"),
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
    (claim,) = claims_of([example.row(0, "weka"), example.row(0, "sklearn")])
    assert evidence.files(claim)[0] == ("dis", "dis.data", "a3" * 32)
    assert evidence.short(claim) == "0.752 → 0.7000 / 0.7100"
    assert dict(evidence.lines(claim))["seeds that agree"] == ["64 % of 25", "64 % of 25"]
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
    (claim,) = claims_of(
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
    assert evidence.files(claim) == []
