"""datasets.yaml, learners.yaml and claims files with a few bytes changed: sound, or one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.claims.loading import load_ledger
from rocrepro.config import load_yaml, validate
from rocrepro.datasets.registry import load_entries
from rocrepro.learners.sklearn_engine import check_learner
from tests.hostile.conftest import SOAK, outcome
from tests.hostile.files import mutations
from tests.reliability import record

CONFIG = Path(__file__).parents[2] / "config"
SCHEMAS = CONFIG / "schemas"
N_MUTATIONS = 5000 if SOAK else 150


def read_datasets(path):
    return load_entries(path, SCHEMAS / "datasets.schema.json")


def read_learners(path):
    learners = load_yaml(path)
    validate(learners, SCHEMAS / "learners.schema.json", path)
    for name, entry in learners.items():
        check_learner(entry, name=f"{path}: {name}")
    return learners


def read_claims(path):
    path.with_name("paper.yaml").write_text("title: A paper\n")
    return load_ledger(path.parent, SCHEMAS / "claims.schema.json").statements


def read_settings(path):
    value = load_yaml(path)
    validate(value, SCHEMAS / "config.schema.json", path)
    return value


def beginning(name: str, lines: int) -> bytes:
    """The first entries of one of our files, whole."""
    kept = (CONFIG / name).read_text(encoding="utf-8").split("\n")
    if len(kept) <= lines:
        return (CONFIG / name).read_bytes()
    kept = kept[:lines]
    while kept and not re.match(r"\S", kept[-1]):
        kept.pop()
    return ("\n".join(kept[:-1]) + "\n").encode()


FILES = {
    "datasets.yaml": (read_datasets, 90),
    "learners.yaml": (read_learners, 200),
    "claims/hamel2008/claims.yaml": (read_claims, 70),
    "config.yaml": (read_settings, 200),
}


@pytest.mark.parametrize("name", FILES)
def test_mutated_files(tmp_path, name):
    read, lines = FILES[name]
    content = beginning(name, lines)
    path = tmp_path / Path(name).name
    path.write_bytes(content)
    assert read(path)
    refused = 0
    for data in mutations(content, N_MUTATIONS, seed=4):
        path.write_bytes(data)
        _, message = outcome(lambda: read(path))
        assert not message or path.name in message or "learner" in message, (message, data)
        refused += bool(message)
    assert refused
    record(f"{name}: a few bytes changed", N_MUTATIONS)


words = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
    st.sampled_from(["csv", "arff", "a", "data", "http://x", "../x", "$(x)", "\x1b", "{1..9999999999}"]),
)  # fmt: skip
keys = st.sampled_from(
    ["title", "reader", "files", "data", "train", "sources", "url", "file", "openml", "target", "positive",
     "protocol", "folds", "columns", "values", "sklearn", "class", "parameters", "letter", "id", "where",
     "says",
     "kind", "basis", "measure", "rule", "printed", "cases", "rows", "scores", "x"]
)  # fmt: skip
trees = st.recursive(
    words, lambda t: st.lists(t, max_size=3) | st.dictionaries(keys, t, max_size=4), max_leaves=12
)


@pytest.mark.parametrize("name", FILES)
@given(tree=trees)
@settings(max_examples=300 if SOAK else 40)
def test_any_tree_of_values(tmp_path_factory, name, tree):
    import yaml

    read, _ = FILES[name]
    path = tmp_path_factory.mktemp("tree") / Path(name).name
    for value in (tree, {"one": tree}, [tree]):
        path.write_text(yaml.safe_dump(value, allow_unicode=True), encoding="utf-8")
        outcome(lambda: read(path))


ODD = {
    "empty": "",
    "only a comment": "# nothing\n",
    "a byte-order mark": "\ufeffx: 1\n",
    "NUL": "x: \0\n",
    "a tag that makes an object": "x: !!python/object/apply:os.system [touch hit]\n",
    "a date": "x: 2020-01-01\n",
    "a key that is a date": "2020-01-01: {}\n",
    "a set": "x: !!set {a, b}\n",
    "bytes": "x: !!binary aGk=\n",
    "a merge key without a mapping": "x: {<<: 1}\n",
    "an impossible date": "x: 2020-99-99\n",
    "an impossible number": "x: !!int one\n",
    "a huge number": "x: " + "9" * 5000 + "\n",
    "a number of base 60": "x: " + ":".join(["59"] * 2000) + "\n",
    "nested without end": "[" * 100_000,
    "a line of a megabyte": "x: " + "z" * 1_000_000 + "\n",
    "Latin-1": "x: \xe9\n".encode("latin-1"),
    "UTF-16": "x: 1\n".encode("utf-16"),
    "braces that name too many columns": (
        "x: {reader: csv, header: false, columns: ['F{1..9999999999}'], target: y, positive: a, "
        "protocol: cv, files: {data: {sources: [{file: a}]}}}\n"
    ),
    "braces in braces": (
        "x: {reader: csv, header: false, columns: ['" + "{a,b}" * 40 + "'], target: y, positive: a, "
        "protocol: cv, files: {data: {sources: [{file: a}]}}}\n"
    ),
}


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", FILES)
def test_odd_files(tmp_path, monkeypatch, name, kind):
    monkeypatch.chdir(tmp_path)
    read, _ = FILES[name]
    text = ODD[kind]
    path = tmp_path / Path(name).name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    _, message = outcome(lambda: read(path), path.name)
    assert message
    assert not (tmp_path / "hit").exists()
    record(f"{name}: {kind}")


RELEASE = {"pypi": "some-data", "version": "1.0", "path": "some_data/x.csv"}
NAMES = (
    "--index-url=https://example.org", "-r", "", " ", "a b", "a==2", "a[x]", "a;python_version>'3'", ".",
    "a.", "a @ https://example.org/a.whl", "https://example.org/a.whl", "../a", "./a", "a/b", "a\\b", "a\n",
    "\na", "a\0", "$(touch hit)", "\u0430", "a,b", 1, None, ["a"],
)  # fmt: skip
VERSIONS = (
    "--no-deps", "1.0 --pre", "1.0,>0", ">=1", "*", "1.*", "1.0;x", "1.0 @ https://example.org", "", " 1",
    "v1", "1.0\n", "1/../2", "1.0\0", "\u0661", "$(touch hit)", 1, 1.0, None, True,
)  # fmt: skip
PATHS = ("/etc/passwd", "../x.csv", "a/../../x.csv", "..", "", 1)
RELEASES = (
    *({**RELEASE, "pypi": name} for name in NAMES),
    *({**RELEASE, "version": version} for version in VERSIONS),
    *({**RELEASE, "path": path} for path in PATHS),
    {**RELEASE, "member": "x.csv"},
    {**RELEASE, "url": "https://example.org/x.csv"},
    *({key: RELEASE[key] for key in RELEASE if key != left} for left in RELEASE),
    {"url": "https://example.org/x.csv", "version": "1.0"},
    {"openml": "iris", "version": "1.0"},
)


@pytest.mark.parametrize("source", RELEASES, ids=str)
def test_a_release_is_a_name_and_a_version_and_nothing_that_pip_would_take_otherwise(tmp_path, source):
    import yaml

    def written(value):
        path.write_text(yaml.safe_dump({"x": entry | {"files": {"data": {"sources": [value]}}}}))
        return path

    path = tmp_path / "datasets.yaml"
    entry = {"reader": "csv", "target": "y", "positive": "a", "protocol": "cv"}
    assert read_datasets(written(RELEASE))
    _, message = outcome(lambda: read_datasets(written(source)), f"{path}: x.files.data.sources.0")
    assert message
    record("a release on the package index that is none")
