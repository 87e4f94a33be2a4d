"""A Slurm cluster of one node on this machine, from Debian's packages.

``apt-get install slurm-wlm munge rsync``; the Python side is the ``cluster`` extra. The daemons are started
here and stopped at the end, without systemd. They need root, and Slurm's configuration at its default path:
nothing is started where another one lies there. Where something is absent these tests skip and say what.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.workflow.conftest import SMALL, Project

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scancel", "runuser", "rsync")
MODULES = ("snakemake_executor_plugin_slurm", "snakemake_storage_plugin_fs")
CONFIG = Path("/etc/slurm/slurm.conf")
MARK = "# Written by rocrepro's tests; deleted when they end.\n"
START_SECONDS = 60


def configuration(folder: Path, host: str) -> str:
    """slurm.conf of one node with two places, whatever the machine has."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        control, daemon = one.getsockname()[1], two.getsockname()[1]
    return f"""{MARK}
ClusterName=rocrepro
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={daemon}
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0
MinJobAge=3600
KillWait=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=64000
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def lacking() -> str:
    """Why there can be no cluster here; empty when there can be one."""
    if os.geteuid() != 0:
        return "munged and Slurm's daemons are started as root"
    for program in PROGRAMS:
        if shutil.which(program) is None:
            return f"no {program} on this machine; get it with: apt-get install slurm-wlm munge rsync"
    for module in MODULES:
        if find_spec(module) is None:
            return f"{module} is not installed (cluster extra)"
    if CONFIG.exists() and not CONFIG.read_text().startswith(MARK):
        return f"{CONFIG} is another cluster's"
    return ""


def answers(*command: str) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


@contextmanager
def daemon(log: Path, *command: str):
    """A program in the foreground, ended afterwards."""
    with log.open("w") as stream:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(ready, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not ready():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)


def start_munge(stack: ExitStack, folder: Path) -> None:
    """The service that Slurm signs messages with, unless it runs already."""
    if answers("munge", "--no-input"):
        return
    run = Path("/run/munge")
    run.mkdir(exist_ok=True)
    shutil.chown(run, "munge", "munge")
    log = folder / "munged.log"
    stack.enter_context(daemon(log, "runuser", "-u", "munge", "--", "munged", "--foreground", "--force"))
    wait_until(lambda: answers("munge", "--no-input"), log)


class Cluster:
    """What the tests ask of Slurm."""

    def version(self) -> str:
        return subprocess.check_output(["squeue", "--version"], text=True).strip()

    def jobs(self) -> dict[str, tuple[str, str]]:
        """State and comment (rule or group) of every job by its number, finished ones included."""
        text = subprocess.check_output(
            ["squeue", "--states=all", "--noheader", "--format=%i|%T|%k"], text=True
        )
        rows = [line.split("|", 2) for line in text.splitlines()]
        return {number: (state, comment) for number, state, comment in rows}

    def cancel(self, number: str) -> None:
        subprocess.run(["scancel", number], check=True)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """A running cluster."""
    if reason := lacking():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("slurm")
    host = socket.gethostname().split(".")[0]
    with ExitStack() as stack:
        start_munge(stack, folder)
        CONFIG.parent.mkdir(exist_ok=True)
        CONFIG.write_text(configuration(folder, host))
        stack.callback(CONFIG.unlink)
        for name in ("state", "spool"):
            (folder / name).mkdir()
        for program in ("slurmctld", "slurmd"):
            stack.enter_context(daemon(folder / f"{program}.log", program, "-D"))
        wait_until(
            lambda: answers("sh", "-c", "sinfo --noheader --format=%T | grep -qx idle"),
            folder / "slurmd.log",
        )
        yield Cluster()


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A project before its first run, smaller than the workflow's tests have; copy it to run it."""
    project = Project.new(tmp_path_factory.mktemp("small") / "project")
    project.edit("config/config.yaml", r"^papers: .*", "papers: [bradley1996]")
    project.edit("config/datasets.yaml", r"^(  protocol: .*)", r"\1\n  learners: [stump, tree]")
    return project


@pytest.fixture(scope="session")
def local(small, tmp_path_factory):
    """The same after a run on this machine."""
    project = small.copy(tmp_path_factory.mktemp("local") / "project")
    result = project.run("--cores", "2")
    assert result.returncode == 0, result.stdout
    return project


@pytest.fixture(scope="session")
def four(tmp_path_factory):
    """A project with all papers before its first run: two data sets, two learners and few repetitions."""
    project = Project.whole(tmp_path_factory.mktemp("four") / "project")
    project.keep(*SMALL)
    project.trim()
    project.edit("config/datasets.yaml", r"^(  protocol: .*)", r"\1\n  learners: [stump, tree]")
    return project


@contextmanager
def running(project: Project, log: Path, *words: str):
    """Snakemake at work in a project, printing to a file; ended with its jobs if a test gives up."""
    env = {k: v for k, v in os.environ.items() if k != "ROCREPRO_MIRROR"}
    env["PYTHONPATH"] = str(project.root / "src")
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "snakemake", *words],
            cwd=project.root, env=env, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=120)
