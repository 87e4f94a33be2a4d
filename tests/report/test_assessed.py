"""The page of an assessment: questions in order, every table and figure once, a bound on its size."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from rocrepro.formats.table import Table
from rocrepro.report import assessed
from rocrepro.report.answers import QUESTIONS, Facts
from rocrepro.report.layout import figure_place, table_place
from rocrepro.study import Choices
from tests.report import example
from tests.report.test_answers import area, pair, point
from tests.report.test_scored import elements

NONE = {"models": []}
CONTROL = {
    "models": [{"name": "<b>one</b>", "threshold": [None, 0.5], "n_points": 2_000, "off": 0.0004}],
    "clusters": False,
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "figures").mkdir()
    for name in ("roc", "confident", "new_one"):
        example.picture(tmp_path / figure_place(name, "png"))
    tables = {
        "summary": Table(pd.DataFrame([area("<b>one</b>", 0.8, 0.7, 0.9), area("two", 0.6, 0.4, 0.8)]), "S"),
        "comparisons": Table(pd.DataFrame([pair("<b>one</b>", "two", 0.2, 0.1, 0.3, 0.001)]), "C"),
        "operating_points": Table(pd.DataFrame([point("<b>one</b>"), point("two")]), "O"),
        "bands": Table(pd.DataFrame({"model": ["two"] * 40, "area": 0.1}), "B", ("See points.csv.",)),
        "new_table": Table(pd.DataFrame({"model": ["two"]}), "N"),
        "points": Table(pd.DataFrame({"model": ["two"]}), "P"),
    }
    for name, table in tables.items():
        table.save(tmp_path / table_place(name))
    return tmp_path, tables


def page(folder, control=NONE, figures=("roc", "confident", "new_one"), choices=None, **more):
    path, tables = folder
    facts = Facts("f.csv", "ill", "well", ["<b>one</b>", "two"], "", ["odd <i>"], choices or Choices())
    words = {name: f"What {name} <i>shows</i>" for name in figures}
    return assessed.page("Assessment of <i>", facts, path, tables | more, words, control)


def test_the_questions_come_in_order_with_their_notes_first_and_everything_last(folder):
    text = page(folder)
    order = [*(question.key for question in QUESTIONS), "everything"]
    places = [text.index(f' id="{key}"') for key in order]
    assert places == sorted(places)
    parts = dict(zip(order, [text[a:b] for a, b in pairwise([*places, len(text)])], strict=True))
    assert "odd &lt;i&gt;." in parts["what-was-given"]
    assert "<li>No model was trained, tuned or chosen on these rows.</li>" in parts["what-was-given"]
    assert 'href="#notes">1 note to read first' in text
    assert "has the highest AUC" in parts["which-model"]
    assert "All ROC curves" in parts["which-model"]
    assert "All ROC curves" not in parts["everything"]
    threshold = parts["which-threshold"]
    assert threshold.index("At the threshold in use") < threshold.index("<dt>cost</dt>")


def test_every_table_and_figure_has_one_place_new_ones_too(folder):
    text = page(folder)
    found = elements(text)
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(ids) == len(set(ids))
    names = {
        "summary",
        "comparisons",
        "bands",
        "new_table",
        "figure-roc",
        "figure-confident",
        "figure-new_one",
    }
    assert names <= set(ids)
    hrefs = {attrs["href"] for tag, attrs in found if tag == "a"}
    assert {f"#{name}" for name in names - {"figure-roc"}} <= hrefs
    assert {"summary.csv", "tables/bands.csv", "tables/points.csv", "figures/roc.svg"} <= hrefs
    assert {href for href in hrefs if href.startswith("#")} <= {f"#{name}" for name in ids} | {"#main"}
    bands = text[text.index(' id="bands"') :]
    assert "Show 40 rows" in bands[: bands.index("</article>")]


def test_nothing_from_outside_becomes_markup(folder):
    text = page(folder, CONTROL)
    assert "<title>Assessment of &lt;i&gt;</title>" in text
    assert not re.search("<i>|<b>one|\\\\u003cb>one", text.replace("\\u003cb>one", ""))
    assert '"name":"\\u003cb>one' in text


def test_the_control_is_hidden_until_its_script_runs_and_says_how_curves_are_thinned(folder):
    assert ' id="control"' not in page(folder)
    text = page(folder, CONTROL)
    assert re.search(r'<section class="control" id="control"[^>]* hidden>', text)
    words = "&lt;b&gt;one&lt;/b&gt; has 2 of 2,000, and no point that is left out is further than 0.0004"
    assert words in text


def test_the_control_says_which_intervals_it_computes(folder):
    text = page(folder, CONTROL)
    assert "This control treats the rows as independent. Shares have Wilson's interval here." in text
    assert "come in clusters" not in text
    exact = page(folder, CONTROL, choices=Choices(proportion="clopper_pearson"))
    assert (
        "here, while the sentences and tables of the page have the interval of Clopper and Pearson" in exact
    )
    assert "The rows come in clusters" in page(folder, CONTROL | {"clusters": True})


def test_the_contents_fold_tables_and_figures(folder):
    text = page(folder)
    contents = text[text.index("<nav") : text.index("</nav>")]
    before, folded = contents.split("<details>")
    assert 'href="#everything"' in before
    assert "bands" not in before
    assert 'href="#bands"' in folded


def test_the_page_has_a_bound_however_many_rows_and_pictures(folder):
    path, _ = folder
    rng = np.random.default_rng(1)
    names = [f"noise{at}" for at in range(6)]
    for name in names:
        noise = rng.integers(0, 256, (900, 900, 3), dtype=np.uint8)
        Image.fromarray(noise).save(path / figure_place(name, "png"))
    assert sum(one.stat().st_size for one in (path / "figures").iterdir()) > 10_000_000
    frame = pd.DataFrame(rng.random((1000, 30)), columns=[f"column_{at}" for at in range(30)])
    many = {f"t{at}": Table(frame, f"T{at}") for at in range(40)}
    for name, table in many.items():
        table.save(path / table_place(name))
    text = page(folder, figures=["roc", *names], **many)
    assert len(text) < 4_500_000
    assert text.count("<img ") == 7
