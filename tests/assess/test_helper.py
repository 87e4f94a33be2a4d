"""The second process draws what this one would, and may fail at any time."""

import sys
from contextlib import suppress

import pytest

from rocrepro.assess import helper as helpers
from rocrepro.assess import output
from rocrepro.assess.figures import of_curves, words_of


@pytest.fixture(autouse=True)
def two_threads(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "2")


@pytest.fixture(scope="module")
def plain(assessment, tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    output.save(assessment, folder)
    return contents(folder)


@pytest.fixture
def drawn_here(monkeypatch):
    """Names of the figures that this process draws."""
    names, saved = [], output.save_figure

    def save_figure(figure, paths):
        names.append(paths[0].stem)
        saved(figure, paths)

    monkeypatch.setattr(output, "save_figure", save_figure)
    return names


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_its_figures_have_the_same_bytes(tmp_path, assessment, plain, drawn_here):
    with helpers.helping(tmp_path) as helper:
        helper.draw(assessment.study)
        helper.process.wait(100)
        output.save(assessment, tmp_path, helper)
    assert contents(tmp_path) == plain
    assert set(drawn_here) == set(words_of(assessment)) - set(of_curves(assessment.study))


@pytest.mark.parametrize("code", ["", "raise SystemExit(1)"])
def test_without_it_this_process_draws_all(tmp_path, assessment, plain, drawn_here, monkeypatch, code):
    monkeypatch.setattr(helpers, "WORDS", ["-c", code])
    with helpers.helping(tmp_path) as helper:
        helper.process.wait(100)
        helper.draw(assessment.study)
        output.save(assessment, tmp_path, helper)
    assert contents(tmp_path) == plain
    assert set(drawn_here) == set(words_of(assessment))


def test_it_ends_with_the_first_one_whatever_it_does(tmp_path, assessment):
    with suppress(KeyboardInterrupt), helpers.helping(tmp_path) as helper:
        helper.draw(assessment.study)
        assert helper.process.poll() is None
        raise KeyboardInterrupt
    assert helper.process.poll() is not None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("threads", "program"), [("1", sys.executable), ("2", "/no/such/program"), ("2", "")]
)
def test_there_may_be_none(tmp_path, monkeypatch, threads, program):
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    monkeypatch.setattr(sys, "executable", program)
    with helpers.helping(tmp_path) as helper:
        assert helper is None


def test_a_figure_with_a_warning_is_left_to_the_first_process(tmp_path, assessment):
    """Only the first one can show it."""
    study = assessment.study
    renamed = {(f"{name[0]} \u4e2d",): frame for name, frame in study.scores.items()}
    with helpers.helping(tmp_path) as helper:
        helper.draw(type(study)(renamed, choices=study.choices))
        assert helper.process.wait(100) == 0
        assert not helper.gave("confident", tmp_path)
