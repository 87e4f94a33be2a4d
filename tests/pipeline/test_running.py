"""Whose lock it is, and files from the future."""

import json
import os
import platform
import subprocess
import sys

import pytest

from rocrepro.errors import InputError
from rocrepro.formats.files import writing
from rocrepro.pipeline.running import (
    LOCKS,
    RECORD,
    began,
    clear_the_way,
    record_run,
    remove_unfinished,
    settle_clock,
)


@pytest.fixture
def locked(tmp_path):
    (tmp_path / LOCKS).mkdir(parents=True)
    (tmp_path / LOCKS / "0.input.lock").touch()
    return tmp_path


def write(root, **record):
    (root / RECORD).parent.mkdir(exist_ok=True)
    (root / RECORD).write_text(json.dumps(record))


def test_without_a_lock_the_way_is_clear(tmp_path):
    assert clear_the_way(tmp_path) is False


def test_a_live_holder_is_named_and_left_alone(locked):
    record_run(locked)
    with pytest.raises(InputError, match=f"a run in progress in this folder, process {os.getpid()}"):
        clear_the_way(locked)


def test_a_dead_holder_is_cleared(locked):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        write(locked, pid=process.pid, began=began(process.pid), host=platform.node())
        with pytest.raises(InputError, match="in progress"):
            clear_the_way(locked)
        process.kill()
    assert began(process.pid) is None
    assert clear_the_way(locked) is True


def test_a_number_that_was_given_again_is_not_the_holder(locked):
    write(locked, pid=os.getpid(), began="an earlier process of this number", host=platform.node())
    assert clear_the_way(locked) is True


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (None, "no record of its holder"),
        ("{", "no record of its holder"),
        ('{"pid": 1}', "no record of its holder"),
        ('{"pid": 1, "began": "x", "host": "another"}', "process 1 on another as its holder"),
    ],
)
def test_a_lock_that_nobody_can_judge_stays(locked, record, words):
    if record is not None:
        (locked / RECORD).parent.mkdir()
        (locked / RECORD).write_text(record)
    with pytest.raises(InputError, match=words) as caught:
        clear_the_way(locked)
    assert "snakemake --unlock" in str(caught.value)


def test_files_from_the_future_come_back_in_their_order(tmp_path):
    now = 1_000_000.0
    times = {"old": now - 50, "new": now, "first": now + 100, "second": now + 300, "third": now + 330}
    (tmp_path / "build").mkdir()
    for name, at in times.items():
        (tmp_path / "build" / name).touch()
        os.utime(tmp_path / "build" / name, (at, at))
    assert settle_clock(tmp_path, now) == 3
    found = {name: (tmp_path / "build" / name).stat().st_mtime for name in times}
    assert max(found.values()) <= now
    assert found["old"] == now - 50
    ordered = list(found.values())
    assert ordered == sorted(ordered)
    assert settle_clock(tmp_path, now) == 0


@pytest.mark.parametrize("name", ["fig1.pdf", "table", "a b.csv.gz", "two\nlines.csv", ".hidden.json"])
def test_what_a_killed_writer_left_is_removed(tmp_path, name):
    path = tmp_path / "build/artifacts" / name
    code = (
        "import sys; from rocrepro.formats.files import writing\n"
        "with writing(sys.argv[1]) as temporary:\n"
        "    temporary.write_text('half'); print(flush=True); input()"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert remove_unfinished(tmp_path) == 0  # it is alive
        process.kill()
    assert len(list(path.parent.iterdir())) == 1
    assert remove_unfinished(tmp_path) == 1
    assert list(path.parent.iterdir()) == []


def test_a_folder_that_a_killed_run_left_half_written_is_removed(tmp_path):
    code = (
        "import os, sys; from rocrepro.formats.files import replacing, write_text\n"
        "with replacing(sys.argv[1]) as folder:\n"
        "    write_text(folder / 'tables/a.csv', 'half'); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "build/trial")], check=False)
    assert len(list((tmp_path / "build").iterdir())) == 1
    assert remove_unfinished(tmp_path) == 1
    assert list((tmp_path / "build").iterdir()) == []


def test_a_crate_that_was_being_written_goes(tmp_path):
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    half = tmp_path / f".ro-crate-metadata.{process.pid}.part.json"
    other = tmp_path / f".notes.{process.pid}.part.json"
    for path in (half, other):
        path.touch()
    assert remove_unfinished(tmp_path) == 1
    assert list(tmp_path.iterdir()) == [other]


def test_other_files_stay(tmp_path):
    names = [".part", "a.1.part.csv", ".a.x.part.csv", ".gitkeep", ".a.1.partial"]
    for name in names:
        (tmp_path / "results").mkdir(exist_ok=True)
        (tmp_path / "results" / name).touch()
    with writing(tmp_path / "results/whole.csv") as temporary:
        temporary.touch()
        assert remove_unfinished(tmp_path) == 0
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == sorted([*names, "whole.csv"])
