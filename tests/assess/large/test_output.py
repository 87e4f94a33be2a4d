"""Output of large files: figures, tables and the command."""

import argparse
import re

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import command, large_files, read_given
from rocrepro.assess.assessment import study_of
from rocrepro.assess.large import assess_large, figures, printed_large, save_large
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from tests.assess.large.rows import both, frame

pytestmark = pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")


def test_figures_carry_the_numbers_of_the_whole_curve(tmp_path):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(5), 800, "probabilities").to_parquet(path)
    whole, disk = both(path)
    row = whole.tables["summary"].frame.iloc[0]
    drawn = {name: figure for name, _, figure in figures(disk)}
    texts = [text.get_text() for text in drawn["confident"].axes[0].get_legend().get_texts()]
    assert f"AUC {row['auc']:.3f}; {row['n_confident']} of {row['n_points']} points confident" in texts
    best = whole.tables["operating_points"].frame.set_index("criterion")["threshold"]["chi_square"]
    texts = [text.get_text() for text in drawn["chi_square"].axes[0].get_legend().get_texts()]
    assert f"best by chi-square, threshold {best:.3g}" in texts
    written = save_large(disk, tmp_path / "out")
    assert written[0].name == "index.html"
    assert {path.name for path in written} >= {"summary.csv", "points.md", "confident.svg", "sensibility.png"}
    assert "Results are left out" in (tmp_path / "out" / "tables" / "summary.md").read_text()
    assert re.search(r"auc +0\.\d+", printed_large(disk))


def test_files_are_large_by_their_rows(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n" + "1,0.25\n" * 10)
    assert large_files.is_large(path)
    monkeypatch.setattr(large_files, "LIMIT", 11)
    assert not large_files.is_large(path)
    parquet = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1] * 12}).to_parquet(parquet)
    assert large_files.is_large(parquet)
    parquet.write_bytes(b"PAR1")
    assert not large_files.is_large(parquet)
    assert not large_files.is_large(tmp_path / "gone.csv")
    for part in "ab":
        pd.DataFrame({"label": [1] * 6}).to_parquet(tmp_path / f"{part}.part.parquet")
    assert large_files.is_large(tmp_path / "?.part.parquet")
    assert not large_files.is_large(tmp_path / "a.part.parquet")


def test_the_command_takes_a_large_file_by_itself(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args([str(path), "--output", str(tmp_path / "out")])) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("model ")
    assert "n_points" in shown
    assert f"Open {tmp_path / 'out' / 'index.html'} in a browser." in shown
    assert "Results are left out" in (tmp_path / "out" / "index.html").read_text()


def test_models_are_cut_as_in_memory(tmp_path):
    path = tmp_path / "scores.csv"
    frame(np.random.default_rng(3), 300, "signed").to_csv(path, index=False)
    for threshold in (None, 0.3, "accuracy"):
        choices = Choices(threshold=threshold)
        (model,) = study_of(read_given(path, Columns()), choices).models
        assert assess_large(path, Columns(), choices).models[0].in_use == model.in_use
