"""The workflow on a real cluster, and with its files in a storage that only the jobs reach."""

import os
import re
import sys
import time
from pathlib import Path

import pytest

from rocrepro.papers import CATALOG
from tests.cluster.conftest import running
from tests.cluster.summary import PROPERTY
from tests.cluster.test_plan import plan

# Two places, as the cluster of these tests has; the profile's intervals suit one with many users.
HERE = ("--cores", "2", "--latency-wait", "10", "--slurm-init-seconds-before-status-checks", "1")


def sent(jobs):
    """Number of submissions of each group among Slurm's jobs."""
    found = {}
    for _, comment in jobs.values():
        name = re.match(r"rule_([a-z]+)", comment)[1]
        found[name] = found.get(name, 0) + 1
    return found


def cancel_one(cluster, process, word, seconds=600):
    """Cancel the first job with this word in its comment once it runs; gives its number."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        for number, (state, comment) in cluster.jobs().items():
            if state == "RUNNING" and word in comment:
                cluster.cancel(number)
                return number
        time.sleep(0.2)
    return None


def test_all_papers_have_the_same_bytes_and_a_cancelled_job_is_sent_again(
    cluster, four, tmp_path, record_property
):
    here, project = four.copy(tmp_path / "here"), four.copy(tmp_path / "p")
    result = here.run("--cores", "2")
    assert result.returncode == 0, result.stdout
    log = tmp_path / "printed"
    earlier = set(cluster.jobs())
    planned, groups = plan(project, *HERE)
    with running(project, log, "--workflow-profile", "profiles/slurm", *HERE) as process:
        cancelled = cancel_one(cluster, process, "models")
        assert cancelled, log.read_text()
        process.wait(timeout=1800)
    assert process.returncode == 0, log.read_text()
    results = project.results()
    assert results == here.results()
    jobs = {number: job for number, job in cluster.jobs().items() if number not in earlier}
    assert jobs.pop(cancelled)[0] == "CANCELLED"
    assert {state for state, _ in jobs.values()} == {"COMPLETED"}
    assert sent(jobs) == groups | {"simulation": planned["simulation"]}
    assert project.planned() == {}
    figures = project.root / "build/artifacts/figures"
    papers = [paper for paper in CATALOG if any(figures.glob(f"{paper}_*.svg"))]
    assert papers == list(CATALOG)
    record_property(
        PROPERTY,
        f"{cluster.version()}, {len(jobs)} jobs completed (and one cancelled and sent again), "
        f"papers {', '.join(papers)}; "
        f"all {len(results)} files of results/ have the bytes of a run without Slurm",
    )


# Five minutes, most of them waiting.
@pytest.mark.skipif(not os.environ.get("ROCREPRO_SOAK"), reason="with make soak (ROCREPRO_SOAK=1)")
def test_with_files_in_a_storage_results_are_the_same_bytes(cluster, small, local, tmp_path):
    """The profile for Kubernetes, with Slurm in the place of pods and a folder in that of the bucket."""
    project = small.copy(tmp_path / "p")
    storage = tmp_path / "storage"
    result = project.run(
        "--workflow-profile", "profiles/kubernetes", "--executor", "slurm", *HERE,
        "--slurm-status-command", "squeue",
        "--default-storage-provider", "fs", "--default-storage-prefix", str(storage),
        "--local-storage-prefix", str(tmp_path / "here"),
        "--remote-job-local-storage-prefix", f"{tmp_path}/job/$SLURM_JOB_ID",
        PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # a pod's python
    )  # fmt: skip
    assert result.returncode == 0, result.stdout
    assert project.results() == local.results()
    left = {path.name for path in (project.root / "build").rglob("*") if path.is_file()}
    assert left == {"published.json", "running.json"}  # all else is in the storage alone
    assert (storage / "build/study/spect.points.parquet").is_file()
    assert (storage / "build/artifacts/claims.csv").is_file()
