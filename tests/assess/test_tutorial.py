"""The warning about CAUC in the tutorial and the guide rests on the tutorial's own example."""

import re
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, roc_auc, roc_points

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """AUC, number of confident points and CAUC of both models, as the pages write them."""
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], {})
    scores = pd.read_csv("scores.csv")
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
    tutorial = " ".join((DOCS / "tutorial.md").read_text(encoding="utf-8").split())
    warning = tutorial[tutorial.index("Do not rank models by CAUC") :][:400]
    for value in (*measured["careful"], *measured["hasty"]):
        assert value in warning
    guide = " ".join((DOCS / "guide" / "confident_set.md").read_text(encoding="utf-8").split())
    warning = guide[guide.index("## When it misleads") :][:900]
    for value in (*measured["careful"], *measured["hasty"]):
        assert value in warning
