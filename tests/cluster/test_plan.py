"""How many submissions the whole configuration makes; nothing is submitted."""

import re
import shutil

import pytest

from tests.workflow.conftest import ROOT, Project

LOCAL = {"all", "fetch", "publish", "sources"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A project with the configuration as it is shipped."""
    pytest.importorskip("snakemake_executor_plugin_slurm", reason="no Slurm plugin (cluster extra)")
    project = Project.whole(tmp_path_factory.mktemp("whole") / "project")
    shutil.copytree(ROOT / "config", project.root / "config", dirs_exist_ok=True)
    return project


def plan(project, *words):
    """Jobs by rule, and submissions by group; a job without a group is one by itself."""
    result = project.run("-n", "--workflow-profile", "profiles/slurm", *words)
    assert result.returncode == 0, result.stdout
    table = result.stdout.split("Job stats:")[1].split("\n\n")[0]
    jobs = {rule: int(n) for rule, n in re.findall(r"^(\w+) +(\d+)$", table, re.MULTILINE) if rule != "total"}
    sent = {}
    for name in re.findall(r"Group job (\w+) ", result.stdout):
        sent[name] = sent.get(name, 0) + 1
    return jobs, sent


def test_many_seeds_make_no_more_submissions(whole):
    jobs, sent = plan(whole, "--config", "seeds=25")
    assert plan(whole, "--config", "seeds=400") == (jobs, sent)
    alone = jobs["simulation"]
    assert set(sent) == {"engines", "prepare", "models", "artifacts", "ledger"}
    assert sent["models"] == jobs["evaluate"]  # one for each data set, its training included
    remote = sum(n for rule, n in jobs.items() if rule not in LOCAL)
    assert 5 * (sum(sent.values()) + alone) < remote


def test_every_rule_says_what_it_needs(whole):
    """Plain numbers, which every executor understands; jobs that stay on the submitting machine need none."""
    text = "".join(path.read_text() for path in sorted((ROOT / "workflow/rules").glob("*.smk")))
    for block in re.split(r"^(?:rule|checkpoint) ", text, flags=re.MULTILINE)[1:]:
        name = block.split(":")[0]
        numbers = re.findall(r"^        (mem_mb|runtime)=\d+,$", block, re.MULTILINE)
        assert (sorted(numbers) == ["mem_mb", "runtime"]) == (name not in LOCAL), name
