"""What the page promises, read from its text."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from rocrepro.errors import InputError
from rocrepro.report import build
from tests.report import example
from tests.report.example import HOSTILE, RUN

VOID = {"meta", "link", "img", "input", "br", "wbr", "hr"}


class Reader(HTMLParser):
    """Collects elements, ids and the text of scripts and styles; notices tags that do not match."""

    def __init__(self):
        super().__init__()
        self.elements, self.raw, self.open, self.wrong = [], {}, [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            self.raw.setdefault(self.open[-1], []).append(data)


@pytest.fixture(scope="module")
def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def test_same_input_gives_the_same_bytes_in_any_order(built, page):
    again = build(
        reversed(built["artifacts"]),
        claims=built["claims"],
        run=example.RUN,
        about=example.ABOUT,
        folder=built["folder"],
    )
    assert again == page


def test_tags_match_and_ids_are_unique(read):
    assert read.wrong == []
    assert read.open == []
    ids = [attrs["id"] for _, attrs in read.elements if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_every_link_inside_the_page_has_a_target(read):
    ids = {attrs["id"] for _, attrs in read.elements if "id" in attrs}
    inner = {attrs["href"][1:] for tag, attrs in read.elements if tag == "a" and attrs["href"][0] == "#"}
    assert {name for name in inner if "=" not in name} - ids == set()
    assert {tag for tag, attrs in read.elements if "href" in attrs} == {"a", "link", "use"}


@pytest.fixture(scope="module")
def data(read):
    """What the page's script reads."""
    found, _ = read.raw["script"]
    return json.loads(found)


def test_every_statement_is_there_once_with_all_its_verdicts(read, built):
    judged = json.loads(built["claims"].read_text())
    rows = [*judged["statements"], *judged["findings"]]
    said = {
        attrs["id"]: attrs["data-v"]
        for _, attrs in read.elements
        if "claim" in attrs.get("class", "").split()
    }
    assert set(said) == {row["id"] for row in rows}
    assert sum(len(marks.split()) for marks in said.values()) == len(rows)


def test_every_case_is_in_the_data_below_its_statement(data, built):
    cases = json.loads(built["claims"].read_text())["claims"]
    found = {one["id"]: (name, one["marks"]) for name, some in data["cases"].items() for one in some}
    assert set(found) == {case["id"] for case in cases}
    assert all(found[case["id"]][0] == case["statement"] for case in cases)
    assert all([case["engine"], case["verdict"]] in found[case["id"]][1] for case in cases)
    assert data["retired"][f"{example.PAPERS[0]}.s1.old"] == example.statement_of(0)


def test_the_first_section_has_each_conclusion_with_a_verdict_for_each_engine(page):
    first = page[page.index('<section id="conclusions"') : page.index('<nav class="contents"')]
    for paper in example.PAPERS:
        assert first.count(f'href="#{paper}.conclusion0"') == 1
    assert first.count('<td class="e">') == 4 * 2
    assert first.count('<td class="e" colspan="2">') == 4
    assert "Weka: <span" in first
    assert '1 holds</span>, <span class="nb">1 in part' in first
    assert page.index("</form>") < page.index('<div class="matrix">')


def test_a_conclusion_has_its_reason_its_choices_its_seeds_and_its_figure(page):
    article = page[page.index('id="hamel2008.conclusion1"') :]
    article = article[: article.index("</article>")]
    assert 'href="#figure-hamel2008_fig1"' in article
    assert "Another choice changes the verdict:</b> level alpha = 0.1: open" in article
    assert "Rests on 3 statements, and holds if most of those that could be decided hold<" in article
    name = example.statement_of(1)
    assert (
        f'Of 3 statements, 1 holds. <a href="#{name}">{name.partition(".")[2]}</a>: 1 of 4 agree' in article
    )
    other = page[page.index('id="hamel2008.conclusion0"') :]
    other = other[: other.index("</article>")]
    assert "Weka gives this verdict at 72 % of the random seeds, each judged alone" in other
    assert 'Decided by <a href="#table-elazmeh2006_table3">' in other


def test_a_reason_links_to_the_statement_of_its_own_paper(built, tmp_path):
    """Statements of two papers may have the same name after the paper's."""
    judged = json.loads(built["claims"].read_text())
    name = example.statement_of(1).partition(".")[2]
    last = next(row for row in judged["statements"] if row["paper"] == example.PAPERS[3])
    judged["statements"].append(last | {"id": f"{example.PAPERS[3]}.{name}"})
    changed = tmp_path / "claims.json"
    changed.write_text(json.dumps(judged))
    page = build([], claims=changed, run=RUN)
    assert f'Of 3 statements, 1 holds. <a href="#{example.PAPERS[1]}.{name}">' in page


def test_choices_say_what_turns(page, data):
    section = page[page.index('<section id="sure"') :]
    turning = section[section.index('<table class="turning">') : section.index("</table>")]
    assert turning.count("0.1</td>") == 1
    assert turning.count("conclusion1</a>") == 4
    assert "Nothing changes with kind of curve (one curve per fold).</p>" in section
    assert set(data["turned"]) == {example.ALPHA, example.CURVE, "cauc=vertical", "engine=sklearn"}
    assert data["turned"][example.ALPHA]["hamel2008.conclusion1"] == {"": "open"}


def test_statements_stand_beside_what_they_are_about(page):
    """Those on Figure 6, which the run lacks, and on sections stand by the text."""
    table = page[page.index('id="table-elazmeh2006_table3"') :]
    beside = re.findall('class="claim[^>]*id="([^"]+)"', table[: table.index('class="artifact"')])
    rows = [name for name in map(example.statement_of, range(240)) if name.startswith("elazmeh2006.")]
    assert set(rows) <= set(beside)
    text = page[page.index('id="paper-hamel2008"') :]
    text = text[text.index('class="listing"') :]
    assert example.statement_of(1) in text[: text.index("</section>")]


def test_what_is_not_counted_says_so(page):
    for words in ("definition, not counted", "repeated, not counted", "hedged", "Read as: as a share"):
        assert words in page
    assert "Other readings: as a ratio: not reproduced" in page
    assert page.count("some words of the paper") > 10


def test_a_finding_is_said_to_hold(page):
    section = page[page.index('<section id="findings"') : page.index('<section id="sure"')]
    assert "holds</span>" in section
    assert "reproduced</span>" not in section
    assert "../findings.csv" in section


def test_nothing_from_outside_becomes_markup(page, read):
    assert HOSTILE not in page
    assert "&lt;script&gt;window.hacked" in page
    scripts = [attrs.get("type") for tag, attrs in read.elements if tag == "script"]
    assert scripts == ["application/json", None]
    assert not [attrs for _, attrs in read.elements if any(name.startswith("on") for name in attrs)]
    assert not [tag for tag, attrs in read.elements if "style" in attrs]


def test_policy_has_the_digests_of_the_script_and_the_style(read):
    policy = next(
        attrs["content"] for _, attrs in read.elements if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        text = read.raw[tag][-1]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_nothing_is_loaded(read):
    sources = [attrs["src"] for _, attrs in read.elements if "src" in attrs]
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    hrefs = [attrs["href"] for _, attrs in read.elements if "href" in attrs]
    assert all(re.match(r"#|\.\./((tables|figures)/|[a-z]+\.csv$)|data:,$", href) for href in hrefs)


def test_every_picture_says_what_it_shows(read):
    pictures = [attrs for tag, attrs in read.elements if tag == "img"]
    figures = [attrs["alt"] for attrs in pictures if "learner: <b>stump</b>, tree" in attrs["alt"]]
    assert len(figures) == 12
    assert all(len(attrs["alt"]) > 20 for attrs in pictures)


def test_every_artifact_is_shown_with_a_link_to_its_file(read, built):
    ids = {attrs.get("id") for _, attrs in read.elements}
    for path in built["artifacts"]:
        if path.match("tables/*.csv"):
            assert f"table-{path.stem}" in ids
        if path.suffix == ".png":
            assert f"figure-{path.stem}" in ids
    hrefs = {attrs.get("href") for _, attrs in read.elements}
    assert {"../tables/engines.csv", "../tables/elazmeh2006_table3.csv"} <= hrefs
    assert "../tables/elazmeh2006_engines.csv" not in hrefs
    assert {"../figures/hamel2008_fig1.svg", "../figures/hamel2008_fig1.csv"} <= hrefs


def test_headings_come_in_order(read):
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_what_was_run_is_said(page):
    for text in ("numpy 2.5.5", "a3a3a3a3a3a3", "discordant", "1 to 25", "no source served it", "ab" * 6):
        assert text in page


EMPTY = {"claims": [], "statements": [], "findings": [], "conclusions": []}


def test_a_file_that_is_no_ledger_is_named(built, tmp_path):
    broken = tmp_path / "claims.json"
    broken.write_text(json.dumps(EMPTY | {"claims": [{"verdict": "fine", "paper": "x"}]}))
    with pytest.raises(InputError, match=r"claims\.json: found the verdict 'fine'"):
        build([], claims=broken, run=RUN)
    broken.write_text(json.dumps(EMPTY | {"conclusions": [{"verdict": "reproduced", "paper": "x"}]}))
    with pytest.raises(InputError, match=r"found the verdict 'reproduced'; expected one of holds, "):
        build([], claims=broken, run=RUN)
    broken.write_text('{"claims": []}')
    with pytest.raises(InputError, match=r"found KeyError\('statements'\)"):
        build([], claims=broken, run=RUN)
    with pytest.raises(InputError, match=r"gone\.json: found"):
        build([], claims=tmp_path / "gone.json", run=RUN)


def test_a_page_without_artifacts_and_claims_is_a_page(tmp_path):
    empty = tmp_path / "claims.json"
    empty.write_text(json.dumps(EMPTY))
    page = build([], claims=empty, run=RUN | {"gaps": {}})
    assert "0 conclusions, 0 statements and 0 cases were judged by code" in page
    assert "by rules.\nClick on a conclusion" in page
    assert "None: every data set was found" in page


def test_papers_without_a_ledger_folder_have_their_key(built):
    page = build(built["artifacts"], claims=built["claims"], run=RUN, folder=built["folder"])
    assert '<a href="#why-hamel2008">hamel2008</a>' in page
