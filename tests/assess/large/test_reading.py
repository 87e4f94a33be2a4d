"""Reading of large files: whatever their names, columns and types, as in memory."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.assess import assess, large_rows, read_given
from rocrepro.assess.large_walk import counted
from rocrepro.errors import InputError
from rocrepro.evaluation import roc_points
from rocrepro.formats.given.reading import Columns
from tests.assess.large.rows import KINDS, both, compare, compared_tables, frame, mixed, save
from tests.hostile.conftest import SOAK, outcome
from tests.hostile.files import mutations

pytestmark = pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_file_of_several_models_gives_the_same_tables(tmp_path, scratch, kind, suffix):
    table, path = mixed(kind), tmp_path / f"scores.{suffix}"
    save(table, path, row_group_size=100)
    # The whole assessment takes long: of the CSV files only.
    in_memory = assess if suffix == "csv" else compared_tables
    compare(*both(path, Columns(model="clf"), "ill", in_memory, threshold="youden"))
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_folder_and_a_pattern_are_one_file_in_parts(tmp_path, suffix):
    table = mixed("ties")
    for part in range(3):
        rows = table.iloc[part * 170 : (part + 1) * 170]
        path = tmp_path / f"flat/part-{part}.{suffix}"
        path.parent.mkdir(exist_ok=True)
        save(rows, path)
        for model, of_model in rows.groupby("clf"):
            path = tmp_path / f"deep/clf={model}%2C 1/{part}.{suffix}"
            path.parent.mkdir(exist_ok=True, parents=True)
            of_model = of_model.drop(columns="clf")
            save(of_model, path)
    for given_as in ("flat", f"flat/part-[0-2].{suffix}", f"f*/*.{suffix}", f"**/part-?.{suffix}"):
        compare(*both(tmp_path / given_as, Columns(model="clf"), "ill"))
    for given_as in ("deep", f"deep/clf=*/*.{suffix}"):
        whole, disk = both(tmp_path / given_as, Columns(model="clf"), "ill")
        assert list(disk.given.models) == ["a, 1", "b, 1"]
        compare(whole, disk)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_folders_around_a_file_give_it_no_columns(tmp_path, suffix):
    table, path = frame(np.random.default_rng(1), 60, "signed"), tmp_path / f"label=3/score=7/c1=2/x.{suffix}"
    path.parent.mkdir(parents=True)
    save(table, path)
    compare(*both(path))
    compare(*both(path.parent))


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@pytest.mark.parametrize("name", ["a*", "[a-c]?", "it's", "a\\b", "{1,2}", "~", "%41", "s3:", "é\n"])
def test_a_name_is_a_name_and_no_pattern(tmp_path, name, suffix):
    table = frame(np.random.default_rng(1), 60, "signed")
    for stem, rows in ((name, table), ("abc", table[table["label"] == 1])):
        path = tmp_path / f"{stem}.{suffix}"
        save(rows, path)
    compare(*both(tmp_path / f"{name}.{suffix}"))


@pytest.mark.parametrize(
    "label", ["label", "model", "n", "place", "score ", "file_row_number", "it's", 'a"b']
)
def test_columns_have_any_names_and_are_told_apart_by_their_capitals(tmp_path, label):
    table = frame(np.random.default_rng(1), 60, "signed").rename(columns={"label": label})
    table = table.assign(Score=1.0, filename="x", c1=4, file_index=2)
    table = table[["Score", "filename", "c1", label, "file_index", "score"]]
    table.to_parquet(tmp_path / "scores.parquet")
    table.to_csv(tmp_path / "scores.csv", index=False)
    for suffix in ("parquet", "csv"):
        compare(*both(tmp_path / f"scores.{suffix}", Columns(label=label)))


@pytest.mark.parametrize(
    "label", [[1, 0, 1, 0], [True, False, True, False], [1.0, 0.0, 1.0, 0.0], [1, -1, 1, -1], [*"1010"]]
)
@pytest.mark.parametrize("kind", ["float64", "float32", "int16", "uint8", "str", "decimal"])
def test_labels_and_scores_of_any_type(tmp_path, label, kind):
    path = tmp_path / "scores.parquet"
    score = np.array([1, 2, 3, 2]) if "int" in kind else np.array([0.1, 0.2, 0.3, 0.2])
    column = pa.array(score).cast(pa.decimal128(6, 2)) if kind == "decimal" else pd.Series(score).astype(kind)
    pq.write_table(pa.table({"label": label, "score": column}), path)
    compare(*both(path))


@pytest.mark.parametrize("text", ["0.1", "1e-30", "3e-320", "0.3333333333333333", "1"])
@pytest.mark.parametrize("n", [7, 1000])
def test_the_midpoint_is_rounded_once(tmp_path, text, n):
    """Where all scores are the midpoint, its last bit decides on every row."""
    (tmp_path / "scores.csv").write_text("label,score\n" + f"1,{text}\n0,{text}\n" * n)
    compare(*both(tmp_path / "scores.csv"))


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.text(alphabet="0123456789.eE+-_ xinfaINF\t", max_size=8).filter(str.strip),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(NUMBERS, min_size=1, max_size=40))
def test_a_csv_has_the_same_numbers_and_refusals_as_in_memory(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("numbers") / "scores.csv"
    path.write_text("label,score\n0,0\n" + "".join(f"1,{text}\n" for text in texts))
    found = []
    for read in (whole_curve, disk_curve):
        try:
            found.append(read(path))
        except InputError as error:
            found.append(str(error))
    assert found[0] == found[1]


def whole_curve(path):
    ((_, label, score),) = read_given(path, Columns()).at_seed()
    curve = roc_points(label, score)
    return curve.threshold.tolist(), curve.tp.tolist()


def disk_curve(path):
    with large_rows.opened(path, Columns()) as rows:
        ((totals, batches),) = ((totals, list(batches)) for totals, batches in rows.descending())
    blocks = list(counted(batches, totals))
    joined = ([getattr(block, name) for block in blocks] for name in ("threshold", "tp"))
    return tuple(
        [*parts[0].tolist(), *(value for part in parts[1:] for value in part[1:].tolist())]
        for parts in joined
    )


# What DuckDB refuses or reads in another way, and pandas does not.
ODD = {
    "a byte-order mark": "\ufefflabel,score\n1,2\n0,1\n",
    "CRLF": "label,score\r\n1,2\r\n0,1\r\n",
    "mixed line ends": "label,score\r\n1,2\n0,1\r\n",
    "an empty line first": "\nlabel,score\n1,2\n0,1\n",
    "lines of blanks": "label,score\n1,2\n \t\n\n0,1\n  \n",
    "rows without their last cells": "label,score,x\n1,2\n0,1,3\n",
    "line ends in cells": 'label,score,"a\nb"\n1,2,"c\n\nd"\n0,1,\n',
    "quotes": '"label","score"\n"1","2"\n"0",1\n',
    "blanks around numbers": "label,score\n1, 2 \n 0,1\n",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_csv_files_are_read_as_in_memory(tmp_path, name):
    path = tmp_path / "scores.csv"
    path.write_text(ODD[name], newline="")
    compare(*both(path))


ROWS = 'label,score,"x"\n1,0.9,one\n0,0.4,"a ""b"" c"\n0,-1e-310,\n1,8,"two\nlines"\n0,0.1,two\n1,7,z\n'


def test_mutated_csv_files_are_read_or_refused_as_in_memory(tmp_path):
    path = tmp_path / "scores.csv"
    for data in mutations(ROWS.encode(), 1000 if SOAK else 80, seed=5):
        path.write_bytes(data)
        found = [outcome(lambda read=read: read(path), str(path)) for read in (whole_curve, disk_curve)]
        # Two faults of one file may be found in another order.
        assert found[0][0] == found[1][0], data
        assert bool(found[0][1]) == bool(found[1][1]), data


def test_integers_up_to_two_to_the_53_are_scores(tmp_path):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1, 0, 1, 0], "score": [2**53, -(2**53), 2**53 - 1, 0]}).to_parquet(path)
    compare(*both(path))


def test_text_may_be_written_in_different_ways(tmp_path):
    """As words in a dictionary, for example; DuckDB knows one type of text."""
    table = frame(np.random.default_rng(1), 60, "signed").assign(label=lambda t: t["label"].astype(str))
    table.astype({"label": "category"}).to_parquet(tmp_path / "1.parquet")
    pq.write_table(
        pa.table({"label": table["label"].tolist(), "score": table["score"]}), tmp_path / "2.parquet"
    )
    compare(*both(tmp_path))
