"""How jobs report errors."""

import warnings

import pytest

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.pipeline.jobs import STOPPED, error_lines, reporting, start_run, tell


def test_an_input_error_is_one_line_and_exit_status_1(tmp_path, capfd):
    with pytest.raises(SystemExit) as caught, reporting(tmp_path / "logs/a.log"):
        raise InputError("file.csv: row 3:\n found x;   expected y")
    assert caught.value.code == 1
    line = "rocrepro: error: file.csv: row 3: found x; expected y"
    assert capfd.readouterr().err == line + "\n"
    assert error_lines(tmp_path / "logs") == [line]


def test_a_group_of_errors_gives_a_line_each(tmp_path):
    with pytest.raises(SystemExit), reporting(tmp_path / "logs/a.log"):
        raise ExceptionGroup("two", [InputError("one"), InputError("two")])
    assert error_lines(tmp_path / "logs") == ["rocrepro: error: one", "rocrepro: error: two"]


def test_our_own_defects_keep_their_traceback(tmp_path):
    with pytest.raises(ZeroDivisionError, match="defect"), reporting(tmp_path / "a.log"):
        raise ZeroDivisionError("defect")


def test_a_new_run_forgets_old_errors(tmp_path):
    with pytest.raises(SystemExit), reporting(tmp_path / "a.log"):
        raise InputError("old")
    start_run(tmp_path)
    assert error_lines(tmp_path) == [STOPPED]


def test_an_interrupt_ends_a_job_in_silence(tmp_path, capsys):
    with pytest.raises(SystemExit) as caught, reporting(tmp_path / "a.log"):
        raise KeyboardInterrupt
    assert caught.value.code == 130
    assert capsys.readouterr().err == ""


def test_a_warning_is_one_line_without_its_place_in_the_code(tmp_path, capfd):
    log = tmp_path / "logs/train/mine.sklearn.svm.log"
    with reporting(log):
        for _ in range(2):
            warnings.warn("failed to converge:\n  more iterations", UserWarning, stacklevel=1)
            warnings.warn("file.csv: rows pair in their order", AssessmentNote, stacklevel=1)
        tell(["mine: column id"], log)
    expected = (
        "rocrepro: note: train/mine.sklearn.svm: failed to converge: more iterations\n"
        "rocrepro: note: file.csv: rows pair in their order\n"
        "rocrepro: note: mine: column id\n"
    )
    assert capfd.readouterr().err == expected
    assert log.read_text() == expected
    assert error_lines(tmp_path / "logs") == [STOPPED]


def test_an_error_is_found_among_notes(tmp_path):
    log = tmp_path / "a.log"

    def job():
        with reporting(log):
            tell(["one"], log)
            raise InputError("two")

    with pytest.raises(SystemExit):
        job()
    assert error_lines(tmp_path) == ["rocrepro: error: two"]
