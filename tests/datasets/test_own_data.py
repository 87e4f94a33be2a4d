"""Parquet files, and the sets that scikit-learn brings along."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer

from rocrepro.datasets.bundled import bundled_csv
from rocrepro.datasets.registry import build_dataset
from rocrepro.datasets.sources import fetch
from rocrepro.errors import InputError

ENTRY = {"title": "own", "target": "y", "positive": "ill", "protocol": "cv", "folds": 2}


def built(entry, folder):
    report = fetch("own", entry, folder / "raw", root=folder)
    return build_dataset("own", entry, folder / "raw", report)


@pytest.fixture
def parquet(tmp_path):
    def write(frame):
        frame.to_parquet(tmp_path / "own.parquet")
        return ENTRY | {"reader": "parquet", "files": {"data": {"sources": [{"file": "own.parquet"}]}}}

    return write


def test_parquet_keeps_its_types(parquet, tmp_path):
    frame = pd.DataFrame(
        {
            "age": [1, 2, 3, 4],
            "dose": [0.1, np.nan, 1 / 3, 1e300],
            "smoker": [True, False, True, None],
            "town": pd.Categorical(["b", "a", "b", None]),
            "y": ["ill", "well", "ill", "well"],
        }
    )
    dataset = built(parquet(frame), tmp_path)
    kinds = {attribute.name: attribute.kind for attribute in dataset.attributes}
    assert kinds == {"age": "numeric", "dose": "numeric", "smoker": "nominal", "town": "nominal"}
    np.testing.assert_array_equal(dataset.frame["dose"], frame["dose"])
    assert dataset.frame["smoker"].tolist()[:3] == ["true", "false", "true"]
    assert pd.isna(dataset.frame["town"][3])
    assert dataset.counts() == {"all": [2, 2]}


def test_what_parquet_cannot_be_is_said_in_one_line(parquet, tmp_path):
    entry = parquet(pd.DataFrame({"x": [1, 2], "y": ["ill", "well"]}))
    (tmp_path / "own.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match=r"own\.parquet: found .*; expected a readable Parquet file"):
        built(entry, tmp_path)
    entry = parquet(pd.DataFrame({"x": [[1], [2]], "y": ["ill", "well"]}))
    with pytest.raises(
        InputError, match=r"column x: found type list.*; expected numbers, text or truth values"
    ):
        built(entry, tmp_path)


def test_a_bundled_set_is_what_scikit_learn_loads(tmp_path):
    entry = ENTRY | {
        "reader": "csv",
        "target": "class",
        "positive": "malignant",
        "files": {"data": {"sources": [{"bundled": "breast_cancer"}]}},
    }
    dataset = built(entry, tmp_path)
    data = load_breast_cancer()
    np.testing.assert_array_equal(dataset.frame.to_numpy(), data.data)
    np.testing.assert_array_equal(dataset.y, data.target == 0)


@pytest.mark.parametrize("name", ["breast_cancer", "digits", "iris", "wine"])
def test_every_bundled_set_is_a_csv_file(name):
    header, *rows = bundled_csv(name).decode().splitlines()
    assert header.endswith(",class")
    assert len({row.count(",") for row in [header, *rows]}) == 1


@pytest.mark.parametrize("settings", [{}, {"nominal": ["z"]}, {"keep": ["z"]}])
def test_categories_of_pandas_that_are_numbers(parquet, tmp_path, settings):
    frame = pd.DataFrame(
        {"x": np.arange(8) / 7, "z": pd.Categorical([1, 2, 3, 3] * 2), "y": ["ill", "well"] * 4}
    )
    dataset = built(parquet(frame) | settings, tmp_path)
    noted = [note for note in dataset.notes if "column z holds categories of pandas that are numbers" in note]
    assert len(noted) == (not settings)
    assert dataset.attributes[1].kind == ("nominal" if "nominal" in settings else "numeric")


def test_long_integers_of_parquet_that_become_one(parquet, tmp_path):
    frame = pd.DataFrame({"x": 2**53 + np.arange(16) // 4, "y": ["ill", "well"] * 8})
    (note,) = built(parquet(frame), tmp_path).notes
    assert "9007199254740992 and 9007199254740993 that are equal in double precision" in note
