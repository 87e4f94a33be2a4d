"""What the tutorial says of its example: the sentences of the page, and the warning about CAUC."""

import re
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.output import drawn, facts_of
from rocrepro.evaluation import confident_segment, roc_auc, roc_points
from rocrepro.formats.given.reading import Columns
from rocrepro.report.answers import QUESTIONS
from rocrepro.study import Choices

DOCS = Path(__file__).parents[2] / "docs"
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
COLUMNS = Columns(label="outcome", score="p", model="model", fold="fold")


@pytest.fixture
def scores(tmp_path, monkeypatch):
    """The file of the tutorial, made as it says."""
    monkeypatch.chdir(tmp_path)
    exec(re.search(r"```python\n(.*?)```", TUTORIAL, re.DOTALL)[1], {})
    return tmp_path / "scores.csv"


@pytest.fixture
def measured(scores):
    """AUC, number of confident points and CAUC of both models, as the pages write them."""
    scores = pd.read_csv(scores)
    found = {}
    for model, rows in scores.groupby("model"):
        points = roc_points(rows["outcome"], rows["p"], pos_label="ill")
        segment = confident_segment(points)
        found[model] = f"{roc_auc(points):.2f}", str(segment.n_confident), f"{segment.cauc():.3f}"
    return found


def test_the_worse_model_has_the_larger_cauc_and_the_pages_warn_of_it(measured):
    careful, hasty = (tuple(map(float, measured[name])) for name in ("careful", "hasty"))
    assert hasty[0] < careful[0]
    assert hasty[1] > careful[1]
    assert hasty[2] > careful[2]
    tutorial = " ".join(TUTORIAL.split())
    warning = tutorial[tutorial.index("Do not rank models by CAUC") :][:400]
    for value in (*measured["careful"], *measured["hasty"]):
        assert value in warning
    guide = " ".join((DOCS / "guide" / "confident_set.md").read_text(encoding="utf-8").split())
    warning = guide[guide.index("## When it misleads") :][:900]
    for value in (*measured["careful"], *measured["hasty"]):
        assert value in warning


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_sentences_that_it_quotes_are_those_of_the_page(scores):
    """The first command has the defaults, the second one costs and a prevalence."""
    said = ""
    for choices in (Choices(), Choices(cost_fn=10, prevalence=0.02)):
        made = assess(read_given(scores, COLUMNS, pos_label="ill"), choices)
        facts = facts_of(made, drawn(made))
        answers = (question.answer(facts, made.tables) for question in QUESTIONS)
        said += "\n".join(sentence.striptags() for answer in answers for sentence in answer.sentences)
    quoted = re.findall(r"^> (.*)$", TUTORIAL, re.MULTILINE)
    assert len(quoted) == 5
    assert [quote for quote in quoted if quote not in said] == []
    here, there = re.search(r"threshold is (\S+) on these rows and (\S+) at prevalence", quoted[2]).groups()
    assert f"{float(here):.2f} for patients as in this file, and {float(there):.2f} where" in TUTORIAL
