"""The picture and the table of docs/architecture.md: true to the imports, and readable."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from tests.docs.conftest import DOCS

from architecture import PAGE, PICTURE, arranged, arrows, links, picture, rows, used, words_of  # isort: skip

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 8.5  # pixels: the widest letters of the small text on average


def reached(uses, package):
    """All packages below one, by any way."""
    return uses[package].union(*(reached(uses, below) for below in uses[package]))


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


def test_the_picture_is_that_of_the_imports(page):
    assert PICTURE.read_text(encoding="utf-8") == picture(used(), words_of(page)), (
        "run: python docs/_ext/architecture.py"
    )
    assert f"]({PICTURE.relative_to(DOCS)})" in page


def test_the_table_has_every_package_and_all_its_imports(page):
    listed = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|([^|]*)\|$", page, re.MULTILINE)
    assert {package: set(re.findall(r"`(\w+)`", names)) for package, names in listed} == used()


def test_the_arrows_lead_down_and_tell_all():
    uses = used()
    row, direct = rows(uses), arrows(uses)
    for package in uses:
        assert all(row[below] < row[package] for below in uses[package])
        assert reached(direct, package) == reached(uses, package)


def test_an_arrow_that_follows_from_others_is_left_out_and_a_long_one_has_a_lane():
    uses = {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"c", "e"}, "e": {"b"}}
    uses = {package: frozenset(below) for package, below in uses.items()}
    assert arrows(uses) == {"a": {"b"}, "b": {"c"}, "c": set(), "d": {"e"}, "e": {"b"}}
    assert rows(uses) == {"c": 0, "b": 1, "a": 2, "e": 2, "d": 3}
    uses["d"] |= {"f"}
    uses["f"] = frozenset()
    assert sorted(stop.row for stop in arranged(links(uses)) if stop.lane) == [1, 2]


def test_nothing_in_the_picture_overlaps(page):
    drawing = ElementTree.fromstring(PICTURE.read_text(encoding="utf-8"))
    boxes = [
        tuple(float(box.get(side)) for side in ("x", "y", "width", "height"))
        for box in drawing.iter(f"{SVG}rect")
        if box.get("class") == "box"
    ]
    assert len(boxes) == len(used())
    for (x, y, width, height), (a, b, _, _) in combinations(boxes, 2):
        assert abs(x - a) > width or abs(y - b) > height
    assert all(x > 0 and x + width < float(drawing.get("width")) for x, _, width, _ in boxes)
    assert all(len(words) * LETTER < boxes[0][2] for words in words_of(page).values())
    for line in drawing.iter(f"{SVG}path"):  # a lane passes between the boxes of its row
        if lane := re.fullmatch(r"M(\S+) (\d+)V\d+", line.get("d")):
            x, y = map(float, lane.groups())
            assert not any(y == top and left <= x <= left + width for left, top, width, _ in boxes)
