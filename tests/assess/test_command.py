"""``rocrepro evaluate``: what a user types, and what comes out."""

import subprocess
import sys

import pytest

TEXT = "y,p,clf\n" + "".join(
    f"{'ill' if i % 4 == 0 else 'well'},{(i * 7 % 40) / 80 + (i % 4 == 0) * 0.4:.4f},{model}\n"
    for model in ("one", "two")
    for i in range(40)
)
WORDS = ["--label", "y", "--score", "p", "--pos-label", "ill", "--model", "clf"]


def rocrepro(folder, *words):
    command = [sys.executable, "-m", "rocrepro", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_summary_and_a_folder(tmp_path):
    (tmp_path / "my scores.csv").write_text(TEXT)
    done = rocrepro(tmp_path, "evaluate", "my scores.csv", *WORDS, "--n-boot", "50", "--output", "out")
    assert done.returncode == 0, done.stderr
    assert "auc" in done.stdout
    assert "p_delong" in done.stdout
    assert "start at out/index.html" in done.stdout
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"index.html", "summary.csv", "confident.svg", "comparisons.md"} <= names


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.csv"], "gone.csv: found no such file"),
        (["scores.csv"], "scores.csv: label: found no column 'label'; expected one of y, p, clf"),
        (["scores.csv", "--label", "y", "--score", "p"], "expected the positive one named"),
        (["scores.csv", *WORDS, "--alpha", "2"], "alpha: found 2.0; expected a number between 0 and 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line_and_status_1(tmp_path, words, message):
    (tmp_path / "scores.csv").write_text(TEXT)
    done = rocrepro(tmp_path, "evaluate", *words)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "assessment").exists()
