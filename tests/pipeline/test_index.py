"""The index of the artifacts: every one is named and described, and no link is dead."""

import json
import re
from pathlib import Path

from rocrepro.config import load_yaml
from rocrepro.formats.schema import schema_path
from rocrepro.papers import CATALOG
from rocrepro.pipeline.index import INDEX, entries, index
from rocrepro.pipeline.names import SIZES, origin_of, origins, released_name
from rocrepro.pipeline.settings import load_settings
from rocrepro.texts import load_texts

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
LINK = re.compile(r"\]\(([^)]+)\)")


def test_the_released_index_names_every_artifact_and_leads_nowhere_else():
    listed = set(json.loads((RESULTS / "manifest.json").read_text())["artifacts"])
    text = (RESULTS / INDEX).read_text(encoding="utf-8")
    links = LINK.findall(text)
    assert len(links) == len(set(links))
    schemas = {schema_path(name).as_posix() for name in listed if name.endswith(".csv")}
    assert set(links) == listed - {INDEX} - schemas
    assert all((RESULTS / link).is_file() for link in links)


def test_the_released_index_is_what_the_code_writes():
    listed = set(json.loads((RESULTS / "manifest.json").read_text())["artifacts"])
    settings = load_settings(load_yaml(ROOT / "config/config.yaml"), ROOT)
    written = index(RESULTS, listed - {INDEX}, about=settings.about())
    assert (RESULTS / INDEX).read_text(encoding="utf-8") == written


def test_every_table_and_figure_is_described():
    """A title such as "Facts behind the claims" says too little in a list."""
    captions = load_texts("captions.yaml")
    for paper, module in CATALOG.items():
        for kind, names in (("table", module.tables), ("figure", module.figures)):
            for name in names:
                assert captions[f"{paper}_{name}"][kind].endswith("."), (paper, kind, name)
    described = {key for key in captions if re.match(r"[a-z]+[0-9]{4}_", key)}
    assert described == {f"{p}_{name}" for p, m in CATALOG.items() for name in {**m.tables, **m.figures}}


def test_origins_undo_the_names_of_releases():
    for paper, module in CATALOG.items():
        for name in module.tables:
            for size in SIZES:
                found = origin_of(released_name(f"tables/{paper}_{name}.md", size))
                assert found == (paper, name, size if name in module.sized else "ci")
    assert origin_of("claims.csv") is None
    assert len(origins()) == sum(
        (len(SIZES) if name in module.sized else 1)
        for module in CATALOG.values()
        for name in [*module.tables, *module.figures]
    )


def test_lines_are_grouped_by_paper_and_a_large_simulation_refers_to_the_small_one(tmp_path):
    names = ["tables/band_coverage.md", "tables/band_coverage.csv", "tables/band_coverage_full.md"]
    names += ["figures/bradley1996_fig1.svg", "figures/bradley1996_fig1.png", "report/index.html"]
    names += ["tables/band_coverage.json"]  # a schema belongs to its table
    names += [f"{level}.csv" for level in ("claims", "conclusions", "findings", "statements")]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# heading\n")
    about = {"elazmeh2006": {"authors": "A", "title": "T", "source": "S", "terms": "Words."}, "other": {}}
    text = index(tmp_path, names, about=about)
    assert "## elazmeh2006\n\nA, *T* (S).\n\nWords." in text
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == ["All papers together", "elazmeh2006", "bradley1996"]
    lines = entries(text.splitlines(), [])
    assert [line.split("]")[0] for line in lines] == [
        "| [review page",
        "| [conclusions",
        "| [findings",
        "| [statements",
        "| [claims",
        "| [band_coverage",
        "| [band_coverage_full",
        "| [bradley1996_fig1",
    ]
    assert "As `band_coverage`, from the larger simulation." in lines[6]
    assert lines[7].startswith(
        "| [bradley1996_fig1](figures/bradley1996_fig1.png) | Figure 1: score densities"
    )
    assert lines[7].endswith("| [SVG](figures/bradley1996_fig1.svg) |")
    assert ".json" not in "".join(lines)


def test_what_has_no_description_shows_its_heading(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/mine2026_a.md").write_text("# A table | of mine\n\n| x |\n")
    text = index(tmp_path, ["tables/mine2026_a.md", "scores/mine/index.html", "scores/mine/roc.csv"])
    assert "| [mine2026_a](tables/mine2026_a.md) | A table \\| of mine |  |" in text
    own = text[text.index("## Scores of your own") :]
    assert "| [mine](scores/mine/index.html) | All tables and figures for the scores that `mine`" in own
    assert "roc.csv" not in text


def test_lines_of_some_files_can_be_left_out():
    lines = ["# Results", "| [a](tables/a.md) | x | [CSV](tables/a.csv) |", "| [b](tables/b.md) | y |  |"]
    assert entries(lines, ["tables/a.csv"]) == lines[2:]
    assert entries(lines, ["tables/a"]) == lines[1:]
