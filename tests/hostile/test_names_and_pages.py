"""Labels, models and file names that a page, a table or a shell might obey."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reliability import record

SOURCE = Path(__file__).parents[2] / "src"
HTML = "<script>hit()</script>"
NAMES = ["a b.csv", 'q"uote.csv', "new\nline.csv", "$(touch hit).csv", "<img src=x onerror=hit()>.csv"]


def evaluate(folder: Path, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rocrepro", "evaluate", "--n-boot", "2", *words, "--", name],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX allows them")
@pytest.mark.parametrize("name", NAMES[-2:])
def test_names_and_labels_reach_the_page_escaped_and_no_shell(tmp_path, name):
    rows = "".join(f"{label},{0.1 * i:.1f},=cmd|' /C calc'!A0\n" for i, label in enumerate([HTML, "b"] * 4))
    (tmp_path / name).write_text("label,score,model\n" + rows)
    ran = evaluate(tmp_path, name, "--pos-label", HTML, "--model", "model")
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "assessment"])
    page = (tmp_path / "assessment" / "index.html").read_text()
    assert HTML not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;hit()" in page
    record("evaluate: HTML, formulas and shell words in names and labels")


@pytest.mark.parametrize("name", NAMES)
def test_the_command_refuses_in_one_line(tmp_path, name):
    (tmp_path / name).write_text("label,score\n1,x\n0,1\n")
    ran = evaluate(tmp_path, name)
    assert ran.returncode == 1
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "row 1: score: found 'x'" in ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name]
    record("evaluate: odd file names")


def test_no_code_of_ours_starts_a_shell():
    """Every subprocess gets a list of words; no call has shell=True, and os.system is not called."""
    calls = 0
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            assert not any(k.arg == "shell" for k in node.keywords), path
            called = ast.unparse(node.func)
            assert called not in ("os.system", "os.popen", "eval", "exec", "subprocess.getoutput"), path
            calls += called.startswith("subprocess.")
    assert calls > 0
    rules = [Path(__file__).parents[2] / "Snakefile", *(SOURCE.parent / "workflow").rglob("*.smk")]
    assert not any("shell:" in path.read_text(encoding="utf-8") for path in rules)
