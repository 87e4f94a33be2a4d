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
        reversed(built["artifacts"]), claims=built["claims"], run=example.RUN, folder=built["folder"]
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


def test_every_claim_is_there_once_with_all_its_verdicts(read, built):
    rows = json.loads(built["claims"].read_text())["claims"]
    claims = {attrs["id"]: attrs["data-v"] for _, attrs in read.elements if attrs.get("class") == "claim"}
    assert set(claims) == {row["id"] for row in rows}
    assert sum(len(marks.split()) for marks in claims.values()) == len(rows)


def test_nothing_from_outside_becomes_markup(page, read):
    assert HOSTILE not in page
    assert "&lt;script&gt;window.hacked" in page
    assert [tag for tag, _ in read.elements].count("script") == 1
    assert not [attrs for _, attrs in read.elements if any(name.startswith("on") for name in attrs)]
    assert not [tag for tag, attrs in read.elements if "style" in attrs]


def test_policy_has_the_digests_of_the_script_and_the_style(read):
    policy = next(
        attrs["content"] for _, attrs in read.elements if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        (text,) = read.raw[tag]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_nothing_is_loaded(read):
    sources = [attrs["src"] for _, attrs in read.elements if "src" in attrs]
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    hrefs = [attrs["href"] for _, attrs in read.elements if "href" in attrs]
    assert all(re.match(r"#|\.\./(tables|figures)/|data:,$", href) for href in hrefs)


def test_every_picture_says_what_it_shows(read):
    pictures = [attrs for tag, attrs in read.elements if tag == "img"]
    figures = [attrs["alt"] for attrs in pictures if "learner: <b>stump</b>, tree" in attrs["alt"]]
    assert len(figures) == 12
    assert all(len(attrs["alt"]) > 20 for attrs in pictures)
    drawn = [attrs for tag, attrs in read.elements if tag == "svg" and attrs.get("role") == "img"]
    assert drawn
    assert all(attrs["aria-label"] for attrs in drawn)


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


def test_a_file_that_is_no_ledger_is_named(built, tmp_path):
    broken = tmp_path / "claims.json"
    broken.write_text(json.dumps({"claims": [{"verdict": "fine", "paper": "x"}]}))
    with pytest.raises(InputError, match=r"claims\.json: found the verdict 'fine'"):
        build([], claims=broken, run=RUN)
    with pytest.raises(InputError, match=r"gone\.json: found"):
        build([], claims=tmp_path / "gone.json", run=RUN)


def test_a_page_without_artifacts_and_claims_is_a_page(tmp_path):
    empty = tmp_path / "claims.json"
    empty.write_text('{"claims": [], "expected": {}}')
    page = build([], claims=empty, run=RUN | {"gaps": {}})
    assert "No claim is contradicted." in page
    assert "None: every data set was found" in page
