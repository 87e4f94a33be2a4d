"""Runs that are disturbed, on a project small enough to run many times."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workflow.conftest import Project, once

SOAK = bool(os.environ.get("ROCREPRO_SOAK"))
STEPS = re.compile(r"(\d+) of (\d+) steps")


class Disturbed:
    """A project, and runs of it that can be watched and stopped."""

    def __init__(self, project: Project):
        self.project = project
        self.root = project.root
        self.output = self.root / "output.txt"
        self.everything = ""

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """The command of `make reproduce`, in a process group of its own."""
        self.everything += self.printed()
        env = {k: v for k, v in os.environ.items() if k != "ROCREPRO_MIRROR"}
        with self.output.open("wb") as stream:
            return subprocess.Popen(
                [sys.executable, "-m", "rocrepro", "run", "--cores", "2", *words],
                cwd=self.root, env=env | {"PYTHONPATH": str(self.root / "src")},
                stdout=stream, stderr=subprocess.STDOUT, start_new_session=True,
                # A shell's background jobs ignore interrupts, and these tests may be one.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )  # fmt: skip

    def finish(self, *words: str) -> int:
        """Run to the end and return the exit status."""
        return self.start(*words).wait(timeout=600)

    def printed(self) -> str:
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def progress(self) -> tuple[int, int | None]:
        """How many steps are done, and how many this run has; None before the first is done."""
        found = STEPS.findall(self.printed())
        return (int(found[-1][0]), int(found[-1][1])) if found else (0, None)

    def wait_for(self, process: subprocess.Popen[bytes], steps: int) -> None:
        """Wait until so many steps are done, or the run is over."""
        while process.poll() is None and self.progress()[0] < steps:
            time.sleep(0.02)

    def kill(self, process: subprocess.Popen[bytes], number: int = signal.SIGKILL) -> int:
        """Signal the whole group and wait for its end."""
        os.killpg(process.pid, number)
        return process.wait(timeout=60)

    def lost(self, undisturbed: Project) -> int:
        """Bytes of results that are gone or changed, against a run that nothing disturbed."""
        made, expected = self.project.results(), undisturbed.results()
        assert made.keys() <= expected.keys()
        return sum(len(data) for name, data in expected.items() if made.get(name) != data)

    def leftovers(self) -> list[Path]:
        """Temporary files of jobs that did not end."""
        return [path for folder in ("build", "results") for path in (self.root / folder).rglob(".*.part*")]


@pytest.fixture(scope="session")
def smallest(tmp_path_factory):
    """One paper, one data set, one engine; do not run in it, copy it."""
    project = Project.new(tmp_path_factory.mktemp("smallest") / "project")
    project.keep("spect")
    project.edit("config/config.yaml", r"^papers: .*", "papers: [bradley1996]")
    project.edit("config/config.yaml", r"^engines: .*", "engines: [sklearn]")
    return project


@pytest.fixture(scope="session")
def undisturbed(smallest, tmp_path_factory):
    """The same after a run that nothing disturbed; do not run in it, copy it."""

    def make(folder: Path) -> None:
        run = Disturbed(smallest.copy(folder / "project"))
        assert run.finish() == 0, run.printed()

    return Project(once(tmp_path_factory, "undisturbed", make) / "project")


@pytest.fixture
def run(smallest, tmp_path):
    """A project before its first run."""
    return Disturbed(smallest.copy(tmp_path / "project"))


@pytest.fixture
def ran(undisturbed, tmp_path):
    """A project after a run."""
    return Disturbed(undisturbed.copy(tmp_path / "project"))
