"""What the pipeline keeps of an assessment."""

import hashlib

from rocrepro.assess.record import missing, record


def test_a_record_names_the_file_and_what_was_compared(path, assessment):
    found = record("own", {"title": "My scores", "scores": {"file": str(path)}}, assessment)
    assert found["files"] == {
        "scores": {"file": "my scores.csv", "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    }
    assert (found["dataset"], found["title"], found["status"]) == ("own", "My scores", "ok")
    assert (found["positive"], found["negative"]) == ("1", "0")
    assert found["models"] == ["<b>good</b>", "$poor$", "margin"]
    assert found["paired"] is True
    assert found["figures"]


def test_without_a_file_the_reason_names_it():
    assert missing("own", {"scores": {"file": "gone.csv"}}) == {
        "dataset": "own",
        "title": "own",
        "status": "missing",
        "reason": "scores.file: found no file gone.csv; expected a CSV or Parquet file",
    }
