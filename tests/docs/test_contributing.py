"""What CONTRIBUTING.md says of `rocrepro verify`: every kind of line that it prints, and no other."""

import json
import re

import pytest

from rocrepro.errors import ERROR, InputError
from rocrepro.pipeline.verify import verify
from tests.docs.conftest import ROOT
from tests.pipeline.test_publish import CITATION
from tests.pipeline.test_verify import FILES, TABLE, Run, git, release

PLACEHOLDER = re.compile(r"\b(?:FILE|N|KEY|COLUMN|NAME|PLACE|OLD|NEW|REASON|RESULT)\b")
FULL = "tables/t_full.csv"
WIDE = "name,x\n" + "".join(f"r{i},{i}\n" for i in range(9))


@pytest.fixture(scope="module")
def kinds():
    """Patterns of the first column of the page's table, each with whether such a line is a failure."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \| (.*?) \|", text, re.MULTILINE)
    listed = ((line, meaning) for lines, meaning in rows for line in re.findall("`(.*?)`", lines))
    return {line: not meaning.startswith("No failure") for line, meaning in listed if ": " in line}


def matches(kind, line):
    """Whether a printed line is of a kind."""
    pieces = map(re.escape, PLACEHOLDER.split(kind))
    return re.fullmatch(".+?".join(pieces), line) is not None


@pytest.fixture
def spoiled(tmp_path):
    """A project whose tracked results differ from what a run makes in many ways."""
    root = tmp_path / "project"
    tracked = {
        "tables/t.csv": TABLE.replace("0.75", "0.76"),
        "tables/t.md": "| 0.852 |\n",
        "tables/wide.csv": WIDE.replace(",", ",1"),
        "tables/shape.csv": "a,b\nx,1\ny,1\n",
        "figures/f.svg": "<svg></svg>\n",
        "figures/old.svg": "<svg/>\n",
        FULL: "a\n1\n",
    }
    release(root / "results", tracked, full=[FULL])
    manifest = root / "results/manifest.json"
    content = json.loads(manifest.read_text())
    content |= {
        "settings": {"alpha": 0.1},
        "raw": {},
        "config": {},
        "lock": "00" * 32,
        "versions": {"numpy": "1"},
    }
    manifest.write_text(json.dumps(content))
    (root / "CITATION.cff").write_text(CITATION)  # with it and the Snakefile there should be a crate
    (root / "Snakefile").write_text("rule all:\n")
    git(tmp_path, "init", "-q", root)
    git(root, "add", "-A")
    return root


def test_the_page_has_every_kind_of_line_and_no_other(kinds, spoiled):
    files = FILES | {"tables/wide.csv": WIDE, "tables/shape.csv": "a\nx\n", "figures/new.svg": "<svg/>\n"}
    lines = verify(spoiled, run=Run(files)).lines(limit=2)
    (spoiled / "results/tables/t.csv").write_text(TABLE.replace("0.75", "0.77"))  # by hand
    lines += verify(spoiled, run=Run(files)).lines(limit=2)
    with pytest.raises(InputError) as caught:
        verify(spoiled, run=Run(status=1))
    lines.append(f"{ERROR}{caught.value}")
    for line in lines:
        assert any(matches(kind, line) for kind in kinds), line
    for kind in kinds:
        assert any(matches(kind, line) for line in lines), kind


def test_what_the_page_calls_no_failure_is_none(kinds, tmp_path):
    root = tmp_path / "project"
    release(root / "results", FILES | {FULL: "a\n1\n"}, full=[FULL])
    git(tmp_path, "init", "-q", root)
    git(root, "add", "-A")
    files = FILES | {"tables/t.csv": TABLE.replace("6824", "6826"), "figures/f.svg": "<svg />"}
    result = verify(root, run=Run(files))
    assert not result.failed
    *lines, _ = result.lines()
    assert len(lines) == 3
    harmless = [kind for kind, failing in kinds.items() if not failing]
    assert len(harmless) == 2
    assert all(any(matches(kind, line) for kind in harmless) for line in lines)
