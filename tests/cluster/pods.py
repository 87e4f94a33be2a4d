"""A stand-in for the API server of Kubernetes on this machine: it keeps the jobs, and may run them."""

from __future__ import annotations

import base64
import json
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

KUBECONFIG = """
apiVersion: v1
kind: Config
clusters: [{name: here, cluster: {server: "http://127.0.0.1:%d"}}]
users: [{name: nobody, user: {}}]
contexts: [{name: here, context: {cluster: here, user: nobody}}]
current-context: here
"""


class Pods:
    """What the executor plugin asked for.

    Attributes
    ----------
    jobs, secrets : dict of str to dict
        Manifests by name, as they came.
    deleted : set of str
        Names of the jobs and secrets that were removed again.
    """

    def __init__(self, folder: Path, environment: dict[str, str] | None):
        self.folder, self.environment = folder, environment
        self.jobs: dict[str, dict[str, Any]] = {}
        self.secrets: dict[str, dict[str, Any]] = {}
        self.deleted: set[str] = set()
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Run the command of a pod in an empty folder, as on a node that has nothing but the image."""
        if self.environment is None:
            return
        (container,) = self.jobs[name]["spec"]["template"]["spec"]["containers"]
        env = dict(self.environment)
        for variable in container.get("env", ()):
            key = variable["valueFrom"]["secretKeyRef"]
            env[variable["name"]] = base64.b64decode(self.secrets[key["name"]]["data"][key["key"]]).decode()
        folder = self.folder / name
        folder.mkdir()
        with (self.folder / f"{name}.log").open("wb") as log:
            words = container["command"] + container["args"]
            self.running[name] = subprocess.Popen(words, cwd=folder, env=env, stdout=log, stderr=log)

    def status(self, name: str) -> dict[str, int]:
        """State of a job; one that is not run has failed."""
        code = self.running[name].poll() if name in self.running else 1
        return {} if code is None else {"succeeded": 1} if code == 0 else {"failed": 1}

    def log(self) -> str:
        """The end of what each pod printed."""
        return "\n".join(path.read_text()[-2000:] for path in sorted(self.folder.glob("*.log")))


class Handler(BaseHTTPRequestHandler):
    """The few requests that the plugin makes."""

    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        pods, name = self.server.pods, body["metadata"]["name"]
        if self.path == "/api/v1/namespaces/default/secrets":
            pods.secrets[name] = body
        elif self.path == "/apis/batch/v1/namespaces/default/jobs":
            pods.jobs[name] = body
            pods.start(name)
        else:
            self._answer({}, 404)
            return
        self._answer(body, 201)

    def do_GET(self) -> None:
        kind, _, name = self.path.removesuffix("/status").rpartition("/")
        if kind.endswith("/jobs") and name in self.server.pods.jobs:
            self._answer(self.server.pods.jobs[name] | {"status": self.server.pods.status(name)})
        else:
            self._answer({"items": []})

    def do_DELETE(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.pods.deleted.add(self.path.partition("?")[0].rpartition("/")[2])
        self._answer({})

    def _answer(self, body: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """The server, with what it keeps."""

    pods: Pods


@contextmanager
def cluster(folder: Path, environment: dict[str, str] | None = None):
    """Pods, and the file that leads the client to them; with an environment they are run."""
    server = Server(("127.0.0.1", 0), Handler)
    server.pods = Pods(folder, environment)
    config = folder / "kubeconfig"
    config.write_text(KUBECONFIG % server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.pods, config
    finally:
        server.shutdown()
        server.server_close()
        for process in server.pods.running.values():
            process.terminate()
