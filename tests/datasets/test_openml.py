"""openml-python against a server on loopback that answers as OpenML's API does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rocrepro.datasets.registry import build_dataset
from rocrepro.datasets.sources import fetch
from rocrepro.errors import InputError

from .conftest import ROOT, digest

ARFF = b"""% A small data set in the form of OpenML's iris
@RELATION iris
@ATTRIBUTE sepallength REAL
@ATTRIBUTE colour {blue,violet,'light blue'}
@ATTRIBUTE class {Iris-setosa,Iris-versicolor,Iris-virginica}
@DATA
5.1,blue,Iris-setosa
4.9,violet,Iris-setosa
7.0,'light blue',Iris-versicolor
?,blue,Iris-versicolor
6.3,?,Iris-virginica
5.8,violet,Iris-virginica
"""
DESCRIPTION = """<oml:data_set_description xmlns:oml="http://openml.org/openml">
  <oml:id>61</oml:id>
  <oml:name>iris</oml:name>
  <oml:version>1</oml:version>
  <oml:description>A small data set.</oml:description>
  <oml:description_version>1</oml:description_version>
  <oml:format>{format}</oml:format>
  <oml:upload_date>2014-04-06T23:23:39</oml:upload_date>
  <oml:licence>Public</oml:licence>
  <oml:url>{url}/data/download/61/iris.arff</oml:url>
  <oml:parquet_url>{url}/no/dataset_61.pq</oml:parquet_url>
  <oml:file_id>61</oml:file_id>
  <oml:default_target_attribute>class</oml:default_target_attribute>
  <oml:status>active</oml:status>
  <oml:md5_checksum>ad484452702105cbf3d30f8deaba39a9</oml:md5_checksum>
</oml:data_set_description>
"""
UNKNOWN = """<oml:error xmlns:oml="http://openml.org/openml">
  <oml:code>111</oml:code>
  <oml:message>Unknown dataset</oml:message>
  <oml:additional_information>Data set description with data id [id] is not there</oml:additional_information>
</oml:error>
"""


@pytest.fixture
def openml(server, tmp_path, monkeypatch):
    """The server with data set 61; the home directory is an empty folder that must stay empty."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("OPENML_CACHE_DIR", raising=False)
    server.pages |= {
        "/api/v1/xml/data/61": DESCRIPTION.format(url=server.url, format="ARFF").encode(),
        "/data/download/61/iris.arff": ARFF,
    }
    yield server
    assert list(home.iterdir()) == []


def entry(server, data_id=61, sha256=None):
    file = {"sources": [{"openml": data_id, "server": f"{server.url}/api/v1/xml"}]}
    return {
        "title": "iris",
        "reader": "arff",
        "files": {"data": file | ({"sha256": sha256} if sha256 else {})},
        "target": "class",
        "positive": "Iris-virginica",
        "negative": "rest",
        "protocol": "cv",
        "folds": 2,
    }


def test_fetched_checked_and_read(openml, tmp_path):
    mine = entry(openml, sha256=digest(ARFF))
    report = fetch("iris", mine, tmp_path / "raw")
    assert report["failures"] == []
    assert report["files"]["data"]["file"] == "openml_61.arff"
    assert report["files"]["data"]["source"] == "openml 61"
    assert (tmp_path / "raw" / "openml_61.arff").read_bytes() == ARFF
    assert [path.split("?")[0] for path in openml.requests] == [
        "/api/v1/xml/data/61",
        "/data/download/61/iris.arff",
    ]
    dataset = build_dataset("iris", mine, tmp_path / "raw", report)
    assert dataset.counts() == {"all": [2, 4]}
    assert dataset.classes == ("Iris-virginica", "rest")
    assert dataset.attributes[1].values == ("blue", "violet", "light blue")
    assert dataset.frame["sepallength"].isna().tolist() == [False, False, False, True, False, False]


def test_other_bytes_than_the_config_expects(openml, tmp_path):
    with pytest.raises(InputError, match=f"found {digest(ARFF)}; expected {digest(b'x')}"):
        fetch("iris", entry(openml, sha256=digest(b"x")), tmp_path / "raw")


def test_no_checksum(openml, tmp_path):
    with pytest.raises(InputError, match=f"found none; expected {digest(ARFF)}, if you trust openml 61"):
        fetch("iris", entry(openml), tmp_path / "raw")


def test_unknown_id(openml, tmp_path):
    openml.pages["/api/v1/xml/data/9"] = lambda handler: openml.send(handler, UNKNOWN.encode(), status=412)
    report = fetch("iris", entry(openml, 9, digest(ARFF)), tmp_path / "raw")
    assert report["status"] == "missing"
    assert "Unknown dataset" in report["reason"]


def test_another_format(openml, tmp_path):
    sparse = DESCRIPTION.format(url=openml.url, format="Sparse_ARFF").encode()
    openml.pages["/api/v1/xml/data/61"] = sparse
    report = fetch("iris", entry(openml, sha256=digest(ARFF)), tmp_path / "raw")
    assert report["reason"].endswith("openml: the raw file has the format Sparse_ARFF, not ARFF")


def test_a_file_that_is_not_there(openml, tmp_path):
    del openml.pages["/data/download/61/iris.arff"]
    report = fetch("iris", entry(openml, sha256=digest(ARFF)), tmp_path / "raw")
    assert report["reason"].endswith("openml: HTTP status 404")


def test_a_server_that_never_answers_is_given_up(openml, tmp_path):
    openml.pages["/api/v1/xml/data/61"] = openml.hang
    report = fetch("iris", entry(openml, sha256=digest(ARFF)), tmp_path / "raw", deadline=4.0)
    assert report["reason"].endswith("openml: no answer within 4 s")


def test_a_server_that_is_not_there_counts_as_silent(openml, other_server, tmp_path):
    mine = entry(other_server, sha256=digest(ARFF))
    other_server.close()
    report = fetch("iris", mine, tmp_path / "raw")
    assert report["reason"].endswith("openml: connection failed (NewConnectionError)")


def test_without_openml_python_the_source_gives_way(openml, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    report = fetch("iris", entry(openml, sha256=digest(ARFF)), tmp_path / "raw")
    assert "openml: ModuleNotFoundError: " in report["reason"]


def test_raw_files_that_openml_python_would_decode_are_taken_as_they_are(openml, tmp_path, capfd):
    latin = ARFF.replace(b"violet", "viölet".encode("latin-1"))
    openml.pages["/data/download/61/iris.arff"] = latin
    report = fetch("iris", entry(openml, sha256=digest(latin)), tmp_path / "raw")
    assert (report["failures"], capfd.readouterr().err) == ([], "")
    assert (tmp_path / "raw" / "openml_61.arff").read_bytes() == latin


def test_nothing_imports_openml_or_pandas_before_it_is_needed():
    """Reading the config must stay quick."""
    heavy = ["openml", "pandas", "pooch", "requests", "arff", "sklearn"]
    program = (
        "import sys; from rocrepro.datasets import registry, sources; "
        f"registry.load_entries({str(ROOT / 'config/datasets.yaml')!r}, "
        f"{str(ROOT / 'config/schemas/datasets.schema.json')!r}); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(ROOT, "src"))}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "[]"


LISTING = """<oml:data xmlns:oml="http://openml.org/openml">
  <oml:dataset>
    <oml:did>61</oml:did>
    <oml:name>iris</oml:name>
    <oml:version>1</oml:version>
    <oml:status>active</oml:status>
    <oml:format>ARFF</oml:format>
  </oml:dataset>
</oml:data>
"""


def test_a_name_and_a_version_will_do(openml, tmp_path):
    listed = []

    def serve(handler):
        listed.append(handler.path)
        openml.send(handler, LISTING.encode())

    prefix = "/api/v1/xml/data/list/"
    for words in ("data_name/iris/data_version/1", "data_version/1/data_name/iris"):
        for more in ("", "/limit/2", "/limit/10000/offset/0", "/status/active"):
            openml.pages[f"{prefix}{words}{more}"] = serve
            openml.pages[f"{prefix}limit/10000/offset/0/{words}{more}"] = serve
    mine = entry(openml, "iris", digest(ARFF))
    mine["files"]["data"]["sources"][0]["version"] = 1
    report = fetch("iris", mine, tmp_path / "raw")
    assert report["failures"] == [], openml.requests
    assert report["files"]["data"]["file"] == "openml_iris_v1.arff"
    assert report["files"]["data"]["source"] == "openml iris version 1"
    assert listed


SORTED = (
    "@relation r\n@attribute ID numeric\n@attribute 'batch, no' {u,v}\n@attribute x numeric\n"
    "@attribute class {a,b}\n@data\n"
    + "".join(f"{i},{'uv'[i % 3 > 0]},{i * 7 % 5}.5,{'ab'[i > 9]}\n" for i in range(20))
).encode()


def described(server, *said):
    """Let OpenML's description of the data set say more."""
    text = DESCRIPTION.format(url=server.url, format="ARFF")
    more = "".join(f"<oml:{key}>{value}</oml:{key}>" for key, value in said)
    place = "<oml:status>"
    server.pages["/api/v1/xml/data/61"] = text.replace(place, more + place).encode()
    server.pages["/data/download/61/iris.arff"] = SORTED


def sorted_entry(server, **more):
    mine = entry(server, sha256=digest(SORTED)) | {"positive": "a", "folds": 2} | more
    del mine["negative"]
    return mine


SAID = {
    "one each": [("row_id_attribute", "ID"), ("ignore_attribute", "batch, no")],
    "several": [("ignore_attribute", "ID"), ("ignore_attribute", "batch, no")],
    "in one text": [("ignore_attribute", "other,'ID', batch"), ("row_id_attribute", "batch, no")],
}


@pytest.mark.parametrize("kind", SAID)
def test_columns_that_openml_says_are_no_features(openml, tmp_path, kind):
    described(openml, *SAID[kind])
    mine = sorted_entry(openml)
    report = fetch("iris", mine, tmp_path / "raw")
    dataset = build_dataset("iris", mine, tmp_path / "raw", report)
    assert [attribute.name for attribute in dataset.attributes] == ["x"]
    why = "names the rows or should be ignored according to OpenML's description, and is left out; keep: "
    assert [note.partition("[")[0] for note in dataset.notes] == [
        f"config/datasets.yaml: iris: column {name} {why}" for name in ("ID", "batch, no")
    ]


def test_the_entry_has_the_last_word_on_them(openml, tmp_path):
    described(openml, *SAID["one each"])
    for more, names in [
        ({"keep": ["ID"]}, ["ID", "x"]),
        ({"nominal": ["ID"], "drop": ["batch*"]}, ["ID", "x"]),
        ({"drop": ["ID", "batch*"]}, ["x"]),
        ({"target": "batch, no", "positive": "u"}, ["x", "class"]),
    ]:
        mine = sorted_entry(openml, **more)
        report = fetch("iris", mine, tmp_path / "raw")
        dataset = build_dataset("iris", mine, tmp_path / "raw", report)
        assert [attribute.name for attribute in dataset.attributes] == names


def tidy(name, mine, folder, report, into):
    dataset = build_dataset(name, mine, folder, report)
    into.mkdir()
    dataset.save(into / "data.parquet", into / "facts.json")
    return [path.read_bytes() for path in sorted(into.iterdir())]


def test_the_same_bytes_whatever_source_served(openml, tmp_path):
    """OpenML at first, then the file that is kept, and a mirror and a file that were copied from these."""
    described(openml, *SAID["one each"])
    raw = tmp_path / "raw"
    mine = sorted_entry(openml)
    made = [tidy("iris", mine, raw, fetch("iris", mine, raw), tmp_path / "openml")]
    made.append(tidy("iris", mine, raw, fetch("iris", mine, raw, offline=True), tmp_path / "kept"))
    for source in ({"mirror": "openml_61.arff"}, {"file": "raw/openml_61.arff"}):
        mine["files"]["data"]["sources"] = [source]
        report = fetch("iris", mine, tmp_path / next(iter(source)), mirror=raw, root=tmp_path)
        assert report["files"]["data"]["identifiers"] == ["ID", "batch", "batch, no", "no"]
        folder = tmp_path / next(iter(source))
        made.append(tidy("iris", mine, folder, report, tmp_path / f"{folder.name}.tidy"))
    # Without what OpenML says, the entry can say it.
    (raw / "openml_61.arff.columns.json").unlink()
    bare = tmp_path / "bare"
    report = fetch("iris", mine, bare, root=tmp_path)
    assert "identifiers" not in report["files"]["data"]
    assert len(build_dataset("iris", mine, bare, report).attributes) == 3
    dropped = mine | {"drop": ["ID", "batch, no"]}
    without = tidy("iris", dropped, bare, report, tmp_path / "dropped")
    assert made[0] == made[1] == made[2] == made[3]
    assert made[0][0] == without[0]  # the values; the facts have no notes
    described(openml, *SAID["one each"])
    dropped = dropped | {"files": sorted_entry(openml)["files"]}
    report = fetch("iris", dropped, tmp_path / "again")
    assert tidy("iris", dropped, tmp_path / "again", report, tmp_path / "again.tidy") == without


def test_what_was_said_of_other_bytes_does_not_count(openml, tmp_path):
    described(openml, *SAID["one each"])
    mine = sorted_entry(openml)
    fetch("iris", mine, tmp_path / "raw")
    beside = tmp_path / "raw" / "openml_61.arff.columns.json"
    for text in (beside.read_text().replace(digest(SORTED), digest(b"x")), "{", "[]", '{"identifiers": 5}'):
        beside.write_text(text)
        assert "identifiers" not in fetch("iris", mine, tmp_path / "raw", offline=True)["files"]["data"]
    beside.unlink()
    described(openml)
    raw = tmp_path / "raw" / "openml_61.arff"
    raw.unlink()
    assert "identifiers" not in fetch("iris", mine, tmp_path / "raw")["files"]["data"]
