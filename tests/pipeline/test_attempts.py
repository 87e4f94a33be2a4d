"""When a source or an engine is tried again."""

import hashlib
import json

import pytest

from rocrepro.formats.files import write_json
from rocrepro.pipeline.attempts import any_missing, next_attempt


@pytest.fixture
def report(tmp_path):
    (tmp_path / "x.data").write_bytes(b"1,2\n")
    record = {"file": "x.data", "sha256": hashlib.sha256(b"1,2\n").hexdigest()}
    path = tmp_path / "source.json"
    path.write_text(json.dumps({"status": "ok", "attempt": 3, "files": {"data": record}}))
    return path


def test_nothing_is_tried_again_while_all_is_there(report):
    assert next_attempt(report) == 3


def test_a_missing_or_changed_file_is_fetched_again(report):
    (report.parent / "x.data").write_bytes(b"1,3\n")
    assert next_attempt(report) == 4
    (report.parent / "x.data").unlink()
    assert next_attempt(report) == 4


def test_a_gap_is_tried_again(report):
    report.write_text(json.dumps({"status": "missing", "attempt": 7, "files": {}}))
    assert next_attempt(report) == 8


def test_the_first_attempt_and_a_broken_report(report):
    assert next_attempt(report.with_name("nowhere.json")) == 1
    for text in ("{", "[]", "{}", '{"status": "ok", "attempt": null}'):
        report.write_text(text)
        assert next_attempt(report) == 0


def test_whether_a_gap_is_on_record(tmp_path):
    for name, status in (("a", "ok"), ("b", "missing")):
        (tmp_path / name).mkdir()
        write_json(tmp_path / name / "attempt.json", {"dataset": name, "status": status, "attempt": 1})
    assert any_missing("*/attempt.json", tmp_path)
    assert not any_missing("a/attempt.json", tmp_path)
    assert not any_missing("nowhere/*.json", tmp_path)
