"""Runs that are killed, interrupted, or started twice, one fault after another in one folder."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.faults.conftest import SOAK
from tests.reliability import record

TIMES = 4 if SOAK else 1
KILLS = 20 if SOAK else 5


def kill(run, process):
    """The whole group is killed in mid-job: a step has just ended or not, and others are under way."""
    run.wait_for(process, 1)
    time.sleep(random.Random(len(run.everything)).uniform(0, 1.5))
    run.kill(process)


def interrupt(run, process):
    run.wait_for(process, 1)
    begin = time.monotonic()
    assert run.kill(process, signal.SIGINT) == 1
    assert time.monotonic() - begin < 5
    assert "the same command continues it" in run.printed()


def second_run(run, process):
    """A run in the same folder at the same time says so, stops, and harms nothing."""
    run.wait_for(process, 1)
    second = subprocess.run(
        [sys.executable, "-m", "rocrepro", "run"], cwd=run.root, capture_output=True, text=True, check=False
    )
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr == (
        "rocrepro: error: build/running.json: found a run in progress in this folder, process "
        f"{process.pid}; expected none\n"
    )
    assert process.poll() is None
    run.kill(process)


def dying_job(run, process):
    """As with a Java that crashes, or without memory: one process of a job is gone."""
    while process.poll() is None:
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = entry.read_bytes()
                # The job itself, and neither the Snakemake above it nor the shell.
                if (
                    b".snakemake/scripts/" in words
                    and b"\0-m\0" not in words
                    and str(run.root).encode() in words
                ):
                    os.kill(int(entry.parent.name), signal.SIGKILL)
        time.sleep(0.02)
    assert process.returncode == 1
    assert "the same command continues it" in run.printed()


NAMES = {
    kill: "the whole run killed (SIGKILL)",
    interrupt: "an interrupt (SIGINT)",
    second_run: "a second run in the same folder, the first killed after it",
    dying_job: "the process of a job killed",
}


def test_a_troubled_run_ends_with_the_same_bytes(run, undisturbed):
    """After every fault the same command continues it, and does nothing again that was finished."""
    faults = [dying_job, second_run, interrupt] * TIMES + [kill] * KILLS
    if SOAK:
        random.Random(1).shuffle(faults)
    done, remaining = [], None
    for fault in faults:
        process = run.start()
        run.wait_for(process, 1)
        if process.poll() is not None:
            break  # nothing was left to disturb
        fault(run, process)
        done.append(fault)
        finished, total = run.progress()
        if total is not None:
            # Planned again: those under way (two cores), `all`, and what follows a check of the engine.
            assert remaining is None or total <= remaining + 4, run.printed()
            remaining = total - finished
    assert len(done) >= 6
    assert run.finish() == 0, run.printed()
    lost = run.lost(undisturbed)
    assert lost == 0
    assert run.leftovers() == []
    # An interrupt can come before a job's own first line, where Python reports it.
    printed = run.everything + run.printed()
    assert printed.count("Traceback") == printed.count("\nKeyboardInterrupt")
    for fault, name in NAMES.items():
        record(name, done.count(fault), lost=lost)


def test_bare_snakemake_says_how_to_remove_the_lock_of_a_killed_run(run):
    process = run.start()
    run.wait_for(process, 1)
    run.kill(process)
    result = run.project.run()
    assert result.returncode == 1
    assert "--unlock" in result.stdout
    assert "Traceback" not in result.stdout
    assert run.project.run("--unlock").returncode == 0
    assert run.project.planned()  # no lock is in the way
    record("a bare snakemake after a kill")


def test_a_clock_that_was_set_back(ran, undisturbed):
    """Files from the future: what is there is not redone, what is missing is made, and nothing differs."""
    for path in (ran.root / "build").rglob("*"):
        if path.is_file():
            os.utime(path, (path.stat().st_mtime + 86_400,) * 2)
    for name in ("published.json", "artifacts/tables/bradley1996_table1.csv"):
        (ran.root / "build" / name).unlink()
    assert ran.finish() == 0, ran.printed()
    assert "had dates in the future" in ran.printed()
    assert "write table1 of bradley1996" in ran.printed()
    assert "train" not in ran.printed()
    lost = ran.lost(undisturbed)
    assert lost == 0
    assert "Traceback" not in ran.printed()
    record("a clock set back by a day", lost=lost)
