"""Full disks, folders that cannot be written, and folders and files that go or change between jobs."""

import os
import re
import shutil
import subprocess
from contextlib import contextmanager

import pytest

from tests.faults.conftest import SOAK
from tests.reliability import record

ROOM = 64 * 2**20


@contextmanager
def small_disk(folder):
    """A file system of 64 MiB at `folder`, with what the folder held; skips where none can be mounted."""
    aside = folder.with_name(folder.name + ".aside")
    if folder.exists():
        folder.rename(aside)
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here: the tests with a full disk need root")
    try:
        if aside.exists():
            shutil.copytree(aside, folder, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder):
    """The folder mounted over itself so that nobody may write; skips where that cannot be done."""
    commands = ["mount", "--bind", folder, folder], ["mount", "-o", "remount,ro,bind", folder]
    if any(subprocess.run(command, capture_output=True, check=False).returncode for command in commands):
        pytest.skip("no file system can be mounted here: the test of read-only results needs root")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(folder, leave):
    """Fill the file system until `leave` bytes are free; returns the file that does."""
    space = os.statvfs(folder)
    path = folder / "filler"
    with path.open("wb") as stream:
        stream.write(bytes(max(0, space.f_bavail * space.f_frsize - leave)))
    return path


def lines(text):
    return [line for line in text.splitlines() if line.startswith("rocrepro: error: ")]


# How far the run is when the disk fills up, and the folder that is full.
STAGES = {
    "download": ("build", ("build/raw", "build/data", "build/scores", "build/study", "build/artifacts")),
    "scores": ("build", ("build/scores", "build/study", "build/artifacts")),
    "figures": ("build", ("build/artifacts/figures",)),
    "manifest": ("results", ("build/published.json",)),
}


# At length with `make soak`; here what differs most.
@pytest.mark.parametrize("stage", STAGES if SOAK else ["figures", "manifest"])
def test_a_full_disk(ran, undisturbed, stage):
    full, removed = STAGES[stage]
    for name in {*removed, "build/published.json"}:
        path = ran.root / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if full == "results":
        shutil.rmtree(ran.root / "results")
    with small_disk(ran.root / full):
        filler = fill(ran.root / full, 4096)
        assert ran.finish("--", "--keep-going") == 1
        printed = ran.printed()
        assert "Traceback" not in printed
        assert lines(printed)
        assert any("No space left on device; expected to write this file" in line for line in lines(printed))
        assert ran.leftovers() == []
        filler.unlink()
        assert ran.finish() == 0, ran.printed()
        lost = ran.lost(undisturbed)
        assert lost == 0
    record(f"disk full at {stage}", lost=lost)


def test_results_that_cannot_be_written(ran, undisturbed):
    """On a read-only file system: permissions do not bind root, under which tests may run."""
    (ran.root / "build/published.json").unlink()
    results = ran.root / "results"
    (results / "claims.csv").write_text("changed\n")
    with read_only(results):
        assert ran.finish() == 1
        assert any(
            re.search(r"results/\S+: found Read-only file system; expected to write this file", line)
            for line in lines(ran.printed())
        )
        assert "Traceback" not in ran.printed()
        assert (results / "claims.csv").read_text() == "changed\n"
    assert ran.finish() == 0, ran.printed()
    lost = ran.lost(undisturbed)
    assert lost == 0
    record("results/ on a read-only file system", lost=lost)


def test_a_folder_that_disappears(run, undisturbed):
    process = run.start()
    run.wait_for(process, 8)
    for name in ("build/scores", "build/study"):
        shutil.rmtree(run.root / name, ignore_errors=True)
    process.wait(timeout=600)
    first = run.printed()
    assert run.finish() == 0, run.printed()
    lost = run.lost(undisturbed)
    assert lost == 0
    assert "Traceback" not in first + run.printed()
    record("folders removed in mid-run", lost=lost)


DAMAGE = {
    "emptied": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "a byte changed": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]
    ),
}


@pytest.mark.parametrize("damage", DAMAGE if SOAK else ["a byte changed"])
def test_scores_that_changed_between_runs(ran, undisturbed, damage):
    """A damaged file in build/ is never used: one line names it."""
    path = ran.root / "build/scores/spect.sklearn.tree.parquet"
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    shutil.rmtree(ran.root / "build/study")
    assert ran.finish() == 1
    assert "Traceback" not in ran.printed()
    assert any("build/scores/spect.sklearn.tree.parquet" in line for line in lines(ran.printed()))
    path.unlink()
    assert ran.finish() == 0, ran.printed()
    lost = ran.lost(undisturbed)
    assert lost == 0
    record(f"scores damaged between runs: {damage}", lost=lost)
