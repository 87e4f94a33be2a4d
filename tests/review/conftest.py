"""A small manuscript, and what becomes of it when some of its files are others."""

import pytest

from rocrepro.cli import main

PAPER = """
title: Two models on six cases
authors: A. Nobody
conclusions:
  - {id: ranks, says: Model a ranks perfectly., rule: each, statements: [auc], evidence: tables/cases_summary}
"""
CLAIMS = """
- id: auc
  says: The area of model a is 1.
  kind: number
  basis: data
  printed: 1
  measure: {name: study, kind: summary, column: auc, where: {model: a}}
  rule: {decimals: 2}
- id: errors
  says: The table counts two errors.
  kind: count
  basis: paper
  printed: 2
  measure: {name: aggregate, table: counts, column: errors, how: sum}
"""
SCORES = "model,label,score\n" + "".join(
    f"{model},{label},{score}\n"
    for model, scores in (("a", (0.9, 0.8, 0.7, 0.3, 0.2, 0.1)), ("b", (0.9, 0.2, 0.7, 0.3, 0.8, 0.1)))
    for label, score in zip((1, 1, 1, 0, 0, 0), scores, strict=True)
)
FILES = {
    "paper.yaml": PAPER,
    "claims.yaml": CLAIMS,
    "scores/cases.csv": SCORES,
    "tables/counts.csv": "model,errors\na,0\nb,2\n",
}


@pytest.fixture
def paper(tmp_path):
    """A function that writes a manuscript, with some files changed, and left out where they are None."""

    def write(changed=(), name="study2026"):
        folder = tmp_path / name
        for file, text in (FILES | dict(changed)).items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return write


@pytest.fixture
def refusal(paper, tmp_path, capsys):
    """A function that reviews a changed manuscript, which must be refused, and returns the line."""

    def refused(changed, name="study2026", out="out"):
        folder = paper(changed, name)
        status = main(["review", str(folder), "--out", str(tmp_path / out)])
        found, error = capsys.readouterr()
        assert (status, found) == (1, "")
        lines = [line for line in error.splitlines() if not line.startswith("rocrepro: note: ")]
        assert len(lines) == 1, error
        assert not (tmp_path / out).exists()
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
        return lines[0].removeprefix("rocrepro: error: ").replace(f"{folder}", "P")

    return refused
