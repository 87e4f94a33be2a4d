"""What is read of an `Evaluated` is recorded, also where there is nothing; how things are shown is not."""

import json
import shutil
from dataclasses import replace

import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.parquet import write_frame
from rocrepro.formats.uses import joined
from rocrepro.papers import build_figure, build_table
from rocrepro.papers.evaluated import Evaluated
from rocrepro.study.trained import WRITTEN


def used(evaluated, read):
    """The record of one reading, as a cell."""
    with evaluated.reading() as found:
        read(evaluated)
    return joined(found)


OF_A_MODEL = {
    "curve": lambda e, *model: e.curve(*model),
    "has": lambda e, dataset, learner, *_: e.has(dataset, learner),
    "auc": lambda e, *model: e.auc(*model),
    "over_seeds": lambda e, *model: e.over_seeds(*model),
    "rows": lambda e, *model: e.rows("soft", *model),
    "segments": lambda e, *model: e.segments(*model),
    "band": lambda e, dataset, learner, *engine: e.band(dataset, learner, "ks", *engine),
}


@pytest.mark.parametrize("dataset", ["spect", "dis", "not_configured"])
@pytest.mark.parametrize("name", OF_A_MODEL)
def test_what_is_read_of_a_model_is_recorded_whether_or_not_it_is_there(evaluated, name, dataset):
    def read(e):
        OF_A_MODEL[name](e, dataset, "tree")

    assert used(evaluated, read) == joined([dataset, "engine weka"])


@pytest.mark.parametrize("dataset", ["spect", "dis"])
@pytest.mark.parametrize("name", [name for name in OF_A_MODEL if name != "has"])
def test_a_named_engine_is_recorded_in_place_of_the_drawn_one(evaluated, name, dataset):
    def read(e):
        OF_A_MODEL[name](e, dataset, "tree", "sklearn")

    assert used(evaluated, read) == joined([dataset, "engine sklearn"])


@pytest.mark.parametrize("name", OF_A_MODEL)
def test_a_learner_that_the_config_leaves_out_is_recorded(evaluated, name):
    def read(e):
        OF_A_MODEL[name](e, "spect", "mine")

    assert used(evaluated, read) == "engine weka; mine; spect"


def test_a_curve_as_counts_is_recorded(evaluated):
    assert used(evaluated, lambda e: e.roc("spect", "tree", "sklearn")) == "engine sklearn; spect"


OF_A_DATASET = {
    "data": lambda e, name: e.data(name),
    "described": lambda e, name: e.described(name),
    "gap": lambda e, name: e.gap(name),
}


@pytest.mark.parametrize("dataset", ["spect", "dis", "not_configured"])
@pytest.mark.parametrize("name", OF_A_DATASET)
def test_what_is_read_of_a_data_set_is_recorded(evaluated, name, dataset):
    assert used(evaluated, lambda e: OF_A_DATASET[name](e, dataset)) == dataset


def test_class_counts_are_recorded(evaluated):
    assert used(evaluated, lambda e: e.test_counts("spectf_cv80")) == "spectf_cv80"


def test_an_engine_that_stands_in_depends_on_the_first(evaluated):
    assert used(evaluated, lambda e: e.engine) == "engine weka"
    gone = replace(evaluated, engine_gaps={"weka": "no Java"})
    assert gone.engine == "sklearn"
    assert used(gone, lambda e: e.engine) == "engine sklearn; engine weka"
    assert used(gone, lambda e: e.curve("spect", "tree")) == "engine sklearn; engine weka; spect"
    assert used(gone, lambda e: e.curve("spect", "tree", "sklearn")) == "engine sklearn; spect"
    assert used(gone, lambda e: e.learners_of("spect")) == "engine sklearn; engine weka"
    neither = replace(evaluated, engine_gaps={"weka": "no Java", "sklearn": "gone"})
    assert neither.engine == "weka"
    assert used(neither, lambda e: e.engine) == "engine weka"


def test_the_other_engine_depends_on_all(evaluated):
    assert evaluated.other_engine == "sklearn"
    assert used(evaluated, lambda e: e.other_engine) == "engine sklearn; engine weka"
    gone = replace(evaluated, engine_gaps={"weka": "no Java"})
    assert gone.other_engine is None
    assert used(gone, lambda e: e.other_engine) == "engine sklearn; engine weka"


def test_going_through_the_data_sets_depends_on_those_that_the_config_leaves_out(evaluated):
    assert used(evaluated, lambda e: e.datasets) == ""
    fewer = replace(evaluated, shown=evaluated.shown | {"absent": ["sick", "spectf"]})
    assert fewer.datasets == evaluated.datasets
    assert used(fewer, lambda e: e.datasets) == "sick; spectf"


def test_a_simulation_brings_what_it_read(evaluated):
    assert used(evaluated, lambda e: e.simulation("spectf_protocols")) == "engine weka; spectf_cv80"
    closed = replace(evaluated, simulations={"draws": pd.DataFrame({"x": [1.0]})})
    assert used(closed, lambda e: e.simulation("draws")) == ""


@pytest.mark.parametrize(
    "show",
    [
        lambda e: e.title("dis"),
        lambda e: e.protocol("spect"),
        lambda e: e.learner_title("tree"),
        lambda e: e.models("spect"),
        lambda e: e.gaps(),
        lambda e: (e.learners, e.seed, e.alpha, e.level, e.confident_by),
    ],
)
def test_titles_protocols_and_notes_are_no_values(evaluated, show):
    assert used(evaluated, show) == ""


def test_rows_say_what_their_function_read_unless_they_say_so_themselves(evaluated):
    def rows(e):
        yield {"a": 1}
        e.gap("spect")
        yield {"a": 2, "uses": "own"}

    with evaluated.reading() as read:
        found = evaluated.traced(rows, evaluated)
    assert found == [{"uses": "spect", "a": 1}, {"uses": "own", "a": 2}]
    assert read == {"spect"}


def test_a_table_and_a_figure_carry_what_was_read(evaluated):
    table = build_table("elazmeh2006", "table3", evaluated)
    assert table.read == {"dis", "spect", "spectf_cv80", "engine weka", "engine sklearn"}
    at = table.frame[["dataset", "engine"]]
    assert table.uses == [joined([dataset, f"engine {engine}"]) for dataset, engine in at.to_numpy()]
    assert "uses" not in table.frame
    _, plotted = build_figure("elazmeh2006", "fig1", evaluated)
    assert set(plotted.uses) == {"engine weka; spect"}
    assert plotted.read == {"engine weka", "spect"}


def test_what_one_table_read_is_not_said_of_the_next(evaluated):
    build_table("elazmeh2006", "table3", evaluated)
    assert build_table("bradley1996", "null", evaluated).read == frozenset()


def test_files_that_are_not_declared_are_an_error_and_no_gap(evaluated):
    other = replace(evaluated, inputs=Inputs())
    assert other.data("dis") is None  # a gap, of which there is no file to read
    with pytest.raises(LookupError, match=r"^study/spect\.soft\.parquet is read by a job that does not"):
        other.rows("soft", "spect", "tree")
    with pytest.raises(LookupError, match=r"^data/spect\.parquet is read by a job that does not"):
        other.data("spect")


def written(build, evaluated):
    """Write the files that `Evaluated.load` reads."""
    for folder in ("data", "engines", "simulations"):
        (build / folder).mkdir()
    shutil.copytree(evaluated.inputs.path("study/spect.points.parquet").parent, build / "study")
    for name, facts in evaluated.facts.items():
        (build / f"data/{name}.json").write_text(json.dumps(facts))
    for name, reason in (("weka", "no Java"), ("sklearn", "")):
        (build / f"engines/{name}.json").write_text(json.dumps({"engine": name, "reason": reason}))
    write_frame(evaluated.simulations["same_folds"], build / "simulations/elazmeh2006_same_folds.parquet")


@pytest.fixture
def build(tmp_path, evaluated):
    written(tmp_path, evaluated)
    return tmp_path


def test_loading_reads_declared_files_and_records_nothing_yet(build, evaluated):
    shown = evaluated.shown | {"simulations": ["same_folds"]}
    inputs = Inputs.below(build)
    with inputs.reading() as read:
        loaded = Evaluated.load(inputs, shown)
    assert read == set()
    assert loaded.engine_gaps == {"weka": "no Java"}
    assert loaded.gaps() == {"dis": "no source served it", "engine weka": "no Java"}
    for kind in WRITTEN:
        if kind not in ("comparisons", "equivalence"):
            own, other = (one.rows(kind, "spect", "tree", "sklearn") for one in (loaded, evaluated))
            pd.testing.assert_frame_equal(own, other)
    assert used(loaded, lambda e: e.simulation("same_folds")) == "spectf_cv80"


@pytest.mark.parametrize("name", ["data/spect.json", "engines/weka.json"])
def test_loading_what_is_not_declared_or_gone_stops(build, evaluated, name):
    declared = Inputs.below(build)
    (build / name).unlink()
    with pytest.raises(InputError, match="found nothing"):
        Evaluated.load(declared, evaluated.shown)
    with pytest.raises(LookupError, match=f"^{name} is read by a job that does not declare it"):
        Evaluated.load(Inputs.below(build), evaluated.shown)
