"""An assessment against the functions that it is made of, and what it writes."""

import csv
import hashlib
import re
from base64 import b64encode
from html import unescape

import numpy as np
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.output import save
from rocrepro.evaluation import confident_segment, delong_interval, delong_test, roc_points, sensibility
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from tests.assess.conftest import OPTIONS


def test_the_summary_is_what_the_functions_say(assessment):
    rows = assessment.tables["summary"].frame.set_index("model")
    for name, label, score in assessment.given.at_seed():
        assert tuple(rows.loc[name, ["auc", "auc_low", "auc_high"]]) == delong_interval(label, score)
        segment = confident_segment(roc_points(label, score))
        assert rows.loc[name, "n_confident"] == segment.n_confident
        assert rows.loc[name, "cauc_union"] == segment.cauc()
    good = assessment.given.models["<b>good</b>"]
    assert (
        rows.loc["<b>good</b>", "struggle_ratio"] == sensibility(good["label"], good["score"]).struggle_ratio
    )
    assert np.isnan(rows.loc["margin", "midpoint"])


def test_models_are_compared_in_pairs(assessment):
    rows = assessment.tables["comparisons"].frame
    assert len(rows) == 3
    (_, label, a), (_, _, b), _ = assessment.given.at_seed()
    assert rows.loc[0, "p_delong"] == delong_test(label, a, b).p_value


def test_models_on_other_examples_are_not(path, tmp_path):
    lines = path.read_text().splitlines()
    other = tmp_path / "other.csv"
    other.write_text("\n".join(lines[:-1]) + "\n")
    with pytest.warns(AssessmentNote, match="has 80 rows and 'margin' has 79: models are not compared"):
        given = read_given(other, Columns(label="ill", score="p", model="clf"))
    made = assess(given, Choices(n_resamples=10, probabilities=False))
    assert not {"equivalence", "band_comparisons", "mcnemar"} & set(made.tables)
    rows = made.tables["comparisons"].frame.set_index(["a", "b"])["rows"]
    assert rows.to_dict() == {
        ("<b>good</b>", "$poor$"): "own",
        ("<b>good</b>", "margin"): "own",
        ("$poor$", "margin"): "own",
    }
    assert not made.study.pairs
    page = save(made, tmp_path / "out")[0].read_text()
    assert "has 80 rows and &#39;margin&#39; has 79: models are not compared row by row." in page
    assert {*made.given.notes} <= {*made.notes}
    assert page.count("has 80 rows and &#39;margin&#39; has 79") == 1


def test_seeds_have_a_table_of_their_own(tmp_path):
    target = tmp_path / "seeds.csv"
    rows = [
        f"{label},{score},{seed}" for seed in (1, 2) for label, score in [(1, 0.9 - 0.3 * seed), (0, 0.5)]
    ]
    target.write_text("\n".join(["label,score,seed", *rows]) + "\n")
    with pytest.warns(
        AssessmentNote, match="model scores: a class has only one row, so the AUC has no interval"
    ):
        made = assess(read_given(target, Columns(seed="seed")), Choices(n_resamples=10))
    assert made.tables["seeds"].frame["auc"].tolist() == [1.0, 0.0]
    assert made.tables["summary"].frame["auc"].tolist() == [1.0]


def test_the_same_scores_give_the_same_bytes_and_a_page_that_loads_nothing(path, assessment, tmp_path):
    first = save(assessment, tmp_path / "one")
    again = assess(read_given(path, Columns(label="ill", score="p", model="clf", fold="k")), OPTIONS)
    second = save(again, tmp_path / "two")
    names = [path.relative_to(tmp_path / "one").as_posix() for path in first]
    assert names == [path.relative_to(tmp_path / "two").as_posix() for path in second]
    there = [path for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert {*first} == {*there}
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name
    page = first[0].read_text()
    assert "&lt;b&gt;good&lt;/b&gt;" in page
    assert "<b>good</b>" not in page
    assert not re.search(r"src=\"(?!data:)", page)
    links = re.findall(r"<a [^>]*href=\"([^\"]*)\"", page)
    tables = {f"tables/{name}.csv" for name in ("band_edges", "difference_bands")}
    assert {*links} >= {"summary.csv", "figures/confident.svg", *tables}
    anchors = {f"#{name}" for name in re.findall(r" id=\"([^\"]*)\"", page)}
    assert {*links} <= {*names} | anchors  # and none leads out of the folder
    assert len(anchors) == page.count(" id=")
    style = re.search(r"<style>(.*)</style>", page, re.DOTALL)[1]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = unescape(re.search(r"Content-Security-Policy\" content=\"([^\"]*)\"", page)[1])
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    sha = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{sha}'; ")
    assert not re.search(r"\beval\b|Function\(|innerHTML|https?://(?!www\.w3\.org/2000/svg)", script)
    assert f"style-src 'sha256-{digest}';" in policy
    assert page.count("<img ") == len([path for path in first if path.suffix == ".png"]) == 17
    assert not re.search(r"<img (?![^>]*alt=\"[^\"]+\")", page)
    with (tmp_path / "one/tables/points.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == sum(len(roc_points(label, score)) for _, label, score in assessment.given.at_seed())
