"""Hosts that give no answer, against a real HTTP server on loopback: each is asked once in a run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from rocrepro.datasets.hosts import RUN_VARIABLE, SilentHosts, host_of
from rocrepro.datasets.sources import fetch

from .conftest import digest

GOOD = b"x,y\n1,a\n2,b\n"


def entry(*urls):
    return {
        "files": {"data": {"name": "x.csv", "sha256": digest(GOOD), "sources": [{"url": u} for u in urls]}}
    }


def get(folder, name, *urls, run="first", **more):
    """One data set, as a job of a run fetches it: jobs share nothing but the folder."""
    silent = SilentHosts(folder / "hosts", run)
    limits = {"timeout": 0.5, "deadline": 1.5} | more
    return fetch(name, entry(*urls), folder / "raw" / name, silent=silent, **limits)


SILENT = {
    "hang": (lambda server: server.hang, "no answer within 0.5 s"),
    "reset": (lambda server: server.reset, "connection failed"),
    "drip": (lambda server: server.drip, "not finished after 1.5 s"),
}


@pytest.mark.parametrize("kind", SILENT)
def test_a_silent_host_is_asked_once_a_run(server, tmp_path, kind):
    page, reason = SILENT[kind]
    server.pages["/x.csv"] = page(server)
    first = get(tmp_path, "one", f"{server.url}/x.csv", f"{server.url}/again.csv")
    assert server.requests == ["/x.csv"]
    start = time.monotonic()
    second = get(tmp_path, "two", f"{server.url}/x.csv", f"{server.url}/other.csv")
    assert time.monotonic() - start < 0.3
    assert server.requests == ["/x.csv"]
    # The same words whichever job came first: what follows from a gap depends on no order.
    assert first["reason"] == second["reason"]
    assert first["reason"].startswith(f"x.csv: url: {reason}")
    get(tmp_path, "three", f"{server.url}/x.csv", run="second")
    assert server.requests == ["/x.csv", "/x.csv"]


def test_jobs_side_by_side_ask_once(server, tmp_path):
    server.pages["/x.csv"] = server.hang
    with ThreadPoolExecutor(5) as pool:
        reports = list(pool.map(lambda i: get(tmp_path, f"set{i}", f"{server.url}/x.csv"), range(5)))
    assert server.requests == ["/x.csv"]
    assert {report["reason"] for report in reports} == {"x.csv: url: no answer within 0.5 s"}


def test_a_host_that_answers_is_asked_by_every_job(server, tmp_path):
    """An HTTP error, a body that breaks off and wrong bytes are answers."""
    server.pages |= {
        "/503": lambda handler: server.send(handler, b"", status=503),
        "/cut": server.truncated(GOOD),
        "/other": b"other",
        "/x.csv": GOOD,
    }
    pages = ["/503", "/404", "/cut", "/other", "/x.csv"]
    for name in ("one", "two"):
        report = get(tmp_path, name, *(f"{server.url}{page}" for page in pages))
        assert report["status"] == "ok"
    assert server.requests == pages * 2


def test_another_host_is_asked(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    for name in ("one", "two"):
        report = get(tmp_path, name, "http://127.0.0.1:9/x.csv", f"{server.url}/x.csv")
        assert report["failures"] == [
            "data: url http://127.0.0.1:9/x.csv: connection failed (NewConnectionError)"
        ]
        assert report["status"] == "ok"


def test_offline_asks_nobody_and_records_nothing(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    report = get(tmp_path, "one", f"{server.url}/x.csv", offline=True)
    assert report["reason"] == "x.csv: url: not asked: offline"
    assert server.requests == []
    assert not (tmp_path / "hosts").exists()


@pytest.mark.parametrize("left", [b"", b'{"run": "first", "rea', b"[]", b"\xff", b'{"run": "first"}'])
def test_what_a_killed_job_left_is_no_record(server, tmp_path, left):
    server.pages["/x.csv"] = GOOD
    (tmp_path / "hosts").mkdir()
    (tmp_path / "hosts" / f"{host_of(server.url).replace(':', '_')}.json").write_bytes(left)
    assert get(tmp_path, "one", f"{server.url}/x.csv")["status"] == "ok"


def test_without_a_folder_that_can_be_written_each_job_asks_for_itself(server, tmp_path):
    server.pages |= {"/x.csv": server.hang}
    (tmp_path / "hosts").write_text("in the way")
    for name in ("one", "two"):
        assert "no answer" in get(tmp_path, name, f"{server.url}/x.csv")["reason"]
    assert len(server.requests) == 2


HOLDER = """
import sys, time
from pathlib import Path
from rocrepro.datasets.hosts import SilentHosts
with SilentHosts(Path(sys.argv[1]), "first").asking(sys.argv[2]):
    print("asking", flush=True)
    time.sleep(60)
"""


def test_a_job_that_was_killed_while_it_asked_holds_nobody_up(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    words = [sys.executable, "-c", HOLDER, str(tmp_path / "hosts"), host_of(server.url)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"asking\n"
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(get, tmp_path, "one", f"{server.url}/x.csv")
            time.sleep(0.3)
            assert not waiting.done()
            os.kill(holder.pid, signal.SIGKILL)
            assert waiting.result(timeout=10)["status"] == "ok"


def test_the_run_is_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv(RUN_VARIABLE, "this one")
    assert SilentHosts.of_this_run(tmp_path) == SilentHosts(tmp_path, "this one")
    monkeypatch.delenv(RUN_VARIABLE)
    assert SilentHosts.of_this_run(tmp_path).folder is None


def test_the_record_names_the_run_and_the_reason(server, tmp_path):
    server.pages["/x.csv"] = server.hang
    get(tmp_path, "one", f"{server.url}/x.csv")
    (path,) = (tmp_path / "hosts").iterdir()
    assert json.loads(path.read_text()) == {"run": "first", "reason": "no answer within 0.5 s"}


def test_hosts_of_addresses():
    assert host_of("https://Example.org/a/b?c=//d") == "example.org"
    assert host_of("http://127.0.0.1:8000") == "127.0.0.1:8000"
    assert host_of("https://me:secret@example.org:8443/x@y") == "example.org:8443"
    assert host_of("https://[::1]:80/x") == "[::1]:80"
    assert host_of("www.openml.org") == "www.openml.org"
