"""Own scores on the page: what is shown, what a missing file leaves, and nothing without such entries."""

import json
import re
from html.parser import HTMLParser

import pytest

from rocrepro.report import build
from rocrepro.report.answers import QUESTIONS, question_of
from rocrepro.report.scored import FIGURES, TABLES, scored
from tests.report import example
from tests.report.example import HOSTILE

GAP = {"dataset": "absent", "title": "absent", "status": "missing", "reason": f"no file {HOSTILE}"}


@pytest.fixture(scope="module")
def records(built, tmp_path_factory):
    """One entry with two models, and one whose file is missing."""
    folder = built["folder"] / "scores/mine"
    for inside in ("tables", "figures"):
        (folder / inside).mkdir(parents=True)
    rows = [["<b>one</b>", 0.9, 3], ["two", 0.8, 4]]
    example.save(folder / "summary", rows, ["model", "auc", "n_confident"])
    example.save(folder / "tables/comparisons", [["one", "two", 0.1]], ["a", "b", "difference"])
    example.save(
        folder / "tables/operating_points", [["one", "in use", 0.1]] * 40, ["model", "criterion", "tpr"]
    )
    example.save(folder / "tables/bands", [["one", 0.1]], ["model", "area"])
    example.picture(folder / "figures/confident.png")
    facts = {
        "dataset": "mine",
        "title": HOSTILE,
        "status": "ok",
        "files": {"scores": {"file": "my <i>.csv", "sha256": "cd" * 32}},
        "positive": "ill",
        "negative": "well",
        "models": ["<b>one</b>", "two"],
        "paired": False,
        "unpaired": "model '<b>one</b>' has 3 rows and 'two' has 4: models are not compared",
        "figures": {"confident": "ROC curve of each model", "strip": "not on the page"},
    }
    paths = []
    for one in (facts, GAP):
        paths.append(tmp_path_factory.mktemp("assessed") / f"{one['dataset']}.json")
        paths[-1].write_text(json.dumps(one))
    return paths


def page_of(built, records):
    given = {key: built[key] for key in ("claims", "folder")} | {"run": example.RUN, "about": example.ABOUT}
    return build(built["artifacts"], assessed=records, **given)


@pytest.fixture(scope="module")
def shown(built, records):
    return page_of(built, records)


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def elements(text):
    reader = Elements()
    reader.feed(text)
    return reader.found


def test_without_entries_the_page_has_nothing_of_them(built, records, page, shown):
    assert page_of(built, []) == page
    assert "Own scores" not in page
    assert page_of(built, records) == shown
    # With them, one section and one line of the contents are new.
    rest = re.sub(r'<section id="scores".*?(?=<section id="methods")', "", shown, flags=re.DOTALL)
    assert rest.replace('<li><a href="#scores">Own scores</a></li>\n', "") == page


def test_a_filter_of_claims_does_not_hide_it(shown):
    """The script and the style hide sections of the class "paper" and lists of artifacts without a hit."""
    part = shown[shown.index('<section id="scores"') : shown.index('<section id="methods"')]
    classes = {name for _, attrs in elements(part) for name in attrs.get("class", "").split()}
    assert not classes & {"paper", "artifacts", "cite", "about", "listing"}


def test_tables_figures_and_links_are_there(shown):
    found = elements(shown)
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {
        "scores",
        "scores-mine",
        "scores-absent",
        "scores-mine-summary",
        "scores-mine-comparisons",
    } <= set(ids)
    assert {"scores-mine-operating_points", "scores-mine-figure-confident"} <= set(ids)
    assert "scores-mine-bands" not in ids
    hrefs = {attrs["href"] for tag, attrs in found if tag == "a"}
    wanted = {
        f"../scores/mine/{name}"
        for name in ("index.html", "summary.csv", "figures/confident.svg", "figures/confident.png")
    }
    assert wanted <= hrefs
    assert "#scores" in hrefs
    assert "not on the page" not in shown
    assert not any("strip" in href for href in hrefs)
    assert all(attrs["alt"] for tag, attrs in found if tag == "img")


def test_the_summary_has_one_column_a_model_and_long_tables_are_folded(records, built, shown):
    mine = scored(records, built["folder"])[1]
    summary = mine.shelf.tables[0]
    assert [name for name, _, _ in summary.columns] == ["model", "<b>one</b>", "two"]
    assert summary.rows == [["auc", "0.9", "0.8"], ["n_confident", "3", "4"]]
    assert [table.id for table in mine.shelf.tables] == [
        *("scores-mine-summary", "scores-mine-comparisons", "scores-mine-operating_points"),
    ]
    points = shown[shown.index('id="scores-mine-operating_points"') :]
    points = points[: points.index("</article>")]
    assert "Show 40 rows" in points or "Show the first" in points


def test_the_page_says_why_models_are_not_compared(shown):
    reason = (
        "model &#39;&lt;b&gt;one&lt;/b&gt;&#39; has 3 rows and &#39;two&#39; has 4: models are not compared."
    )
    assert f"two; {reason}" in shown


def test_a_missing_file_is_a_gap_with_its_reason(shown):
    part = shown[shown.index('id="scores-absent"') : shown.index('id="scores-mine"')]
    assert "Missing: no file &lt;script&gt;" in part
    assert "<table" not in part


def test_nothing_from_outside_becomes_markup(shown):
    assert HOSTILE not in shown
    assert "my <i>.csv" not in shown
    assert "<b>one</b>" not in shown
    assert [tag for tag, _ in elements(shown)].count("script") == 2


@pytest.mark.parametrize(("names", "kind"), [(TABLES, "tables"), (FIGURES, "figures")])
def test_what_is_shown_answers_the_questions_of_an_assessments_page_in_their_order(names, kind):
    known = [name for question in QUESTIONS for name in getattr(question, kind)]
    assert set(names) <= set(known)
    keys = [question.key for question in QUESTIONS]
    places = [keys.index(question_of(name, kind)) for name in names]
    assert places == sorted(places)
    assert set(places) == {1, 2, 3, 4}
