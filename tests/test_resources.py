"""The files in resources/: unchanged, described, and under their own licence."""

import re
import subprocess
from pathlib import Path

import pytest

from rocrepro.config import load_yaml
from rocrepro.formats.files import sha256

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources"
ROW = re.compile(r"^\| \[(\S+)\]\((\S+)\) \| (\d+) \| (\d+|–) \| (.+) \| `([0-9a-f]{64})` \|$", re.MULTILINE)
DOI = "10.24432/C5D010"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"


def described():
    """Rows of the README's table by path below resources/: bytes, rows, classes, sha256."""
    found = {path: (name, *cells) for name, path, *cells in ROW.findall((FOLDER / "README.md").read_text())}
    assert all(Path(path).name == name for path, (name, *_) in found.items())
    return {path: cells for path, (_, *cells) in found.items()}


def configured():
    """Files in resources/ that entries name, with entry, role, and place among the role's sources."""
    for entry in load_yaml(ROOT / "config/datasets.yaml").values():
        for role, file in entry["files"].items():
            for place, source in enumerate(file["sources"]):
                if source.get("file", "").startswith("resources/"):
                    yield source["file"].removeprefix("resources/"), entry, role, place


def test_the_table_has_every_file_as_it_is():
    files = [path for path in FOLDER.rglob("*") if path.is_file() and path.name != "README.md"]
    table = described()
    assert {path.relative_to(FOLDER).as_posix() for path in files} == set(table)
    for name, (size, rows, _, digest) in table.items():
        content = (FOLDER / name).read_bytes()
        assert (int(size), digest) == (len(content), sha256(FOLDER / name))
        if rows != "–":
            assert int(rows) == len(content.splitlines())


def test_the_table_and_the_files_are_those_of_the_configuration():
    named = list(configured())
    assert {name for name, *_ in named} == set(described())
    for name, entry, role, place in named:
        file = entry["files"][role]
        assert sha256(FOLDER / name) == described()[name][-1] == file["sha256"]
        assert place == len(file["sources"]) - 1  # after what the user has, and UCI
        if role != "names":
            positive, negative = entry["counts"][role]
            classes = f"{positive} {entry['positive']}, {negative} negative"
            assert described()[name][1:3] == [str(positive + negative), classes]


def test_every_place_that_speaks_of_licences_names_the_folder():
    for name in ("resources/README.md", "LICENSE", "docs/licences.md"):
        text = (ROOT / name).read_text()
        assert DOI in text, name
        assert LICENCE in text, name
    assert "resources/" in (ROOT / "docs/licences.md").read_text()
    licence = (ROOT / "LICENSE").read_text()
    assert licence.startswith("BSD 3-Clause License\n")  # whole, before our note
    assert licence.index("POSSIBILITY OF SUCH DAMAGE.") < licence.index("resources/")


def test_the_data_set_is_cited():
    (cited,) = (work for work in load_yaml(ROOT / "CITATION.cff")["references"] if work["type"] == "data")
    assert cited["doi"] == DOI
    assert cited["license"] == "CC-BY-4.0"


def test_no_checkout_changes_line_ends():
    words = ["git", "check-attr", "text", "--", *(f"resources/{name}" for name in described())]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip("no git, or no working tree of it")
    lines = result.stdout.splitlines()
    assert len(lines) == len(described())
    assert all(line.endswith(": text: unset") for line in lines)
