"""The pages: their examples run, their links lead somewhere, and the guide has every method."""

import pkgutil
import re

import pytest

from tests.docs.conftest import DOCS, PAGES, ROOT
from tests.docs.totals import by_weka, numbers, totals

from examples import Page, blocks, quiet  # isort: skip  (from docs/_ext)

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Without the pages' own examples, such as config/claims/<paper>/.
PATH = re.compile(r"`((?:config|src|tests|workflow)/[^`\s<>*{}]+)`")
NAME = re.compile(r"`(rocrepro(?:\.\w+)+)`")
WITH_EXAMPLES = [page for page in PAGES if blocks(page.read_text(encoding="utf-8"))]


def name_of(page):
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def closed():
    """Figures closed afterwards, and settings as they were."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    with mpl.rc_context():
        quiet()
        yield
        plt.close("all")


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_every_example_runs(page, tmp_path, monkeypatch, closed):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    shown = Page(page, tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        shown.run(block)
    for block in blocks(page.read_text(encoding="utf-8")):
        assert bool(block.alt) == ("savefig" in block.body) or page.name == "README.md"


def test_the_runner_names_the_line_of_a_failing_example(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n```python\nx = 1\nx / 0\n```\n")
    (block,) = blocks(page.read_text())
    with pytest.raises(ZeroDivisionError) as caught:
        Page(page, tmp_path).run(block)
    assert caught.traceback[-1].lineno == 4  # counted from 0: line 5 of the page


def test_the_runner_tells_a_command_that_fails(tmp_path):
    (block,) = blocks("```console\n$ rocrepro evaluate none.csv\n```\n")
    with pytest.raises(RuntimeError, match=r"none\.csv"):
        Page(tmp_path / "page.md", tmp_path).run(block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_to_a_file(page):
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if not target.startswith(("http:", "https:", "#", "mailto:")):
            assert (page.parent / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_and_function_that_a_page_names_is_there(page):
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for path in PATH.findall(text):
        assert (ROOT / path).exists(), path
    for name in NAME.findall(text):
        pkgutil.resolve_name(name)


def test_every_page_of_the_guide_has_the_same_parts():
    for page in sorted((DOCS / "guide").glob("*.md")):
        if page.name != "index.md":
            text = page.read_text(encoding="utf-8")
            assert "**What it answers.**" in text, page.name
            headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
            assert headings == ["Definition", "Example", "When it misleads", "Source"], page.name


def test_the_way_of_a_score_names_what_is_there():
    text = (DOCS / "journey.md").read_text(encoding="utf-8")
    assert len(set(NAME.findall(text))) > 15
    rules = re.findall(r"^\| \d `(\w+)` \|", text, re.MULTILINE)
    assert len(rules) == 8
    for rule in rules:
        assert (ROOT / f"workflow/scripts/{rule}.py").is_file(), rule


def test_the_way_of_a_score_ends_where_it_says():
    import csv

    text = (DOCS / "journey.md").read_text(encoding="utf-8")
    model = {"dataset": "dis", "engine": "weka", "learner": "tree"}
    with (ROOT / "results/tables/elazmeh2006_table3.csv").open(newline="") as file:
        (row,) = (row for row in csv.DictReader(file) if model.items() <= row.items())
    assert f"the area under the curve, {float(row['auc']):.3f}, beside the printed {row['paper']}" in text
    with (ROOT / "results/claims.csv").open(newline="") as file:
        claim = {"id": "elazmeh2006.table3.dis.tree", "engine": "weka"}
        (row,) = (row for row in csv.DictReader(file) if claim.items() <= row.items())
    assert f"`{row['id']}`: *{row['verdict']}* by Weka" in text
    assert row["evidence"] == "tables/elazmeh2006_variants.csv"


def test_the_readme_says_what_holds_as_the_ledger_does():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert totals(ROOT / "results") in text
    prose = " ".join(text.split())
    for words in numbers(ROOT / "results"):
        assert words in prose


def test_the_first_page_names_the_conclusions_that_do_not_hold():
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    rows = by_weka(ROOT / "results/conclusions.csv")
    failed = {row["id"] for row in rows if row["verdict"] == "does not hold"}
    assert set(re.findall(r"`(\w+\d{4}\.\w+)`", text)) == failed
    assert sum(row["verdict"] == "holds" for row in rows) > len(rows) / 2


def test_the_guide_names_every_public_function():
    import rocrepro.evaluation as package

    text = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "guide").glob("*.md"))
    functions = [name for name in package.__all__ if name.islower()]
    assert [name for name in functions if f"`{name}`" not in text] == []


def test_the_tutorials_entry_is_valid(tmp_path):
    from rocrepro.datasets.registry import load_entries

    (entry,) = re.findall(
        r"^```yaml\n(.*?)^```$", (DOCS / "tutorial.md").read_text(), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "datasets.yaml").write_text(entry)
    scores = load_entries(tmp_path / "datasets.yaml", ROOT / "config/schemas/datasets.schema.json")[
        "my_scores"
    ]
    assert scores["scores"]["margin"] == 0.05


def test_every_question_of_the_gallery_has_a_short_example_and_leads_to_the_guide():
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    questions = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert len(questions) == 14
    for question in questions:
        (block,) = blocks(question)
        assert 5 <= len([line for line in block.body.splitlines() if line]) <= 13, question
        assert "print(" in block.body or block.alt, question
        assert "](guide/" in question[block.end :], question
