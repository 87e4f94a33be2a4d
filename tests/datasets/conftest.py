"""Helpers of the data set tests: small entries, an HTTP server on loopback, and the real raw files."""

from __future__ import annotations

import hashlib
import os
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rocrepro.datasets.registry import build_dataset, load_entries
from rocrepro.datasets.sources import fetch, mirror_folder

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "config" / "datasets.yaml"
SCHEMA = ROOT / "config" / "schemas" / "datasets.schema.json"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Server:
    """A real HTTP server on loopback; `pages` maps a path to bytes or to a function of the handler."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}
        self.requests: list[str] = []
        self.released = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                owner.requests.append(self.path)
                page = owner.pages.get(self.path.split("?")[0])
                if page is None:
                    self.send_error(404)
                elif callable(page):
                    page(self)
                else:
                    owner.send(self, page)

            def log_message(self, *_: object) -> None:
                """Keep the test output clean."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def send(self, handler: Any, body: bytes, length: int | None = None, status: int = 200) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    def truncated(self, body: bytes) -> Any:
        """Promise more bytes than are sent."""
        return lambda handler: self.send(handler, body, length=len(body) + 100)

    def hang(self, handler: Any) -> None:
        """Accept the request and never answer."""
        self.released.wait(30)

    def reset(self, handler: Any) -> None:
        """Cut the connection with a TCP reset."""
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.connection.shutdown(socket.SHUT_RD)
        os.close(handler.connection.detach())

    def endless(self, handler: Any) -> None:
        """Send for ever, without a length."""
        handler.send_response(200)
        handler.end_headers()
        try:
            while not self.released.is_set():
                handler.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def drip(self, handler: Any) -> None:
        """Send a byte now and then, so that no single read times out."""
        handler.send_response(200)
        handler.end_headers()
        try:
            while not self.released.is_set():
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass

    def close(self) -> None:
        self.released.set()
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def server(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    running = Server()
    yield running
    running.close()


@pytest.fixture
def other_server(server):
    """Another host."""
    running = Server()
    yield running
    running.close()


@pytest.fixture
def load(tmp_path):
    """Load entries from YAML text."""

    def _load(text: str) -> dict[str, Any]:
        path = tmp_path / "datasets.yaml"
        path.write_text(text, encoding="utf-8")
        return load_entries(path, SCHEMA)

    return _load


@pytest.fixture
def build(tmp_path):
    """Build a data set from the contents of its files, by role."""

    def _build(contents: dict[str, str | bytes], **entry: Any):
        files = {}
        for role, content in contents.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / f"{role}.raw").write_bytes(data)
            files[role] = {"sources": [{"file": f"{role}.raw"}]}
        protocol = "split" if "train" in contents else "cv"
        whole = {
            "title": "mine",
            "reader": "csv",
            "files": files,
            "target": "y",
            "positive": "a",
            "protocol": protocol,
            "folds": 2 if protocol == "cv" else 0,
        } | entry
        report = fetch("mine", whole, tmp_path / "raw", root=tmp_path)
        assert report["status"] == "ok", report
        return build_dataset("mine", whole, tmp_path / "raw", report)

    return _build


@pytest.fixture(scope="session")
def entries():
    return load_entries(CONFIG, SCHEMA)


@pytest.fixture(scope="session")
def real(entries, tmp_path_factory):
    """Return a built-in data set from the mirror or the package; skip where neither has it."""
    folder = tmp_path_factory.mktemp("raw")
    built: dict[str, Any] = {}

    def _real(name: str):
        if name not in built:
            mirror = mirror_folder(None, ROOT)
            report = fetch(name, entries[name], folder / name, mirror=mirror, offline=True, root=ROOT)
            if report["status"] != "ok":
                pytest.skip(f"{name} has no source here: {report['reason']}")
            built[name] = build_dataset(name, entries[name], folder / name, report)
        return built[name]

    return _real
