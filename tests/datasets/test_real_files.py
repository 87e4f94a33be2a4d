"""The built-in data sets, read from the real raw files."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from rocrepro.datasets.sources import fetch, mirror_folder
from rocrepro.formats.tidy import load as load_tidy

from .conftest import ROOT

# [positive, negative] of each part, position of the class, positive class, number of attributes.
EXPECTED = {
    "dis": ({"train": [45, 2755], "test": [13, 959]}, 29, "discordant", 29),
    "dis_cv2800": ({"all": [45, 2755]}, 29, "discordant", 29),
    "dis_cv3772": ({"all": [58, 3714]}, 29, "discordant", 29),
    "sick": ({"train": [171, 2629], "test": [60, 912]}, 29, "sick", 29),
    "hypothyroid": ({"all": [151, 3012]}, 0, "hypothyroid", 25),
    "sick_euthyroid": ({"all": [293, 2870]}, 0, "sick-euthyroid", 25),
    "spect": ({"train": [40, 40], "test": [15, 172]}, 0, "0", 22),
    "spectf": ({"train": [40, 40], "test": [15, 172]}, 0, "0", 44),
    "spectf_withdrawn": ({"train": [40, 40], "test": [55, 214]}, 0, "0", 44),
    "spectf_cv80": ({"all": [40, 40]}, 0, "0", 44),
    "ringnorm": ({"train": [150, 150], "test": [3736, 3664]}, 20, "1", 20),
    "ringnorm_keel": ({"all": [3736, 3664]}, 20, "1", 20),
}


def test_the_registry_has_these_sets(entries):
    assert list(entries) == list(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_counts_and_shape(real, entries, name):
    counts, class_index, positive, n_attributes = EXPECTED[name]
    dataset = real(name)
    assert dataset.counts() == counts
    asserted = entries[name]["counts"]
    together = [*map(sum, zip(*asserted.values(), strict=True))]
    assert ({"all": together} if "all" in counts else asserted) == counts
    assert dataset.class_index == class_index
    assert dataset.positive == positive
    assert set(dataset.label) == set(dataset.classes)
    assert len(dataset.classes) == 2
    assert dataset.frame.shape == (sum(map(sum, counts.values())), n_attributes)
    assert [a.name for a in dataset.attributes] == list(dataset.frame.columns)
    assert dataset.folds == (10 if "all" in counts else 0)
    assert dataset.sha256 == {role: file["sha256"] for role, file in entries[name]["files"].items()}


@pytest.mark.parametrize("name", EXPECTED)
def test_kinds_and_values(real, name):
    dataset = real(name)
    for attribute in dataset.attributes:
        column = dataset.frame[attribute.name]
        if attribute.kind == "numeric":
            assert column.dtype == np.float64
            assert np.isfinite(column.dropna()).all()
        else:
            assert set(column.dropna()) <= set(attribute.values)
            assert "?" not in attribute.values


@pytest.mark.parametrize("name", ["dis", "sick"])
def test_a_declared_value_that_never_occurs_is_kept(real, name):
    dataset = real(name)
    source = next(a for a in dataset.attributes if a.name == "referral source")
    assert source.values == ("WEST", "STMW", "SVHC", "SVI", "SVHD", "other")
    assert "WEST" not in set(dataset.frame["referral source"])


@pytest.mark.parametrize("name", ["hypothyroid", "sick_euthyroid"])
def test_the_data_win_only_where_the_header_lies(real, name):
    values = {a.name: a.values for a in real(name).attributes if a.kind == "nominal"}
    measured = {key: listed for key, listed in values.items() if key.endswith("_measured")}
    assert len(measured) == 6
    assert set(measured.values()) == {("n", "y")}
    others = {listed for key, listed in values.items() if key not in measured}
    assert others == {("M", "F"), ("f", "t")}


def test_missing_values_of_hypothyroid(real):
    frame = real("hypothyroid").frame
    missing = frame.isna().sum()
    expected = {"age": 446, "sex": 73, "TSH": 468, "T3": 695, "TT4": 249, "T4U": 248, "FTI": 247, "TBG": 2903}
    assert missing[missing > 0].to_dict() == expected
    assert frame["TSH"].max() == 530


@pytest.mark.parametrize(("name", "parts"), [("dis_cv2800", ["train"]), ("dis_cv3772", ["train", "test"])])
def test_dis_is_cross_validated_in_the_order_of_its_files(real, name, parts):
    """The order of the rows decides which of them Weka's folds hold."""
    whole, one = real("dis"), real(name)
    kept = np.isin(whole.part, parts)
    pd.testing.assert_frame_equal(one.frame, whole.frame[kept].reset_index(drop=True))
    assert (one.label == whole.label[kept]).all()
    assert set(one.part) == {"all"}
    for shared in ("attributes", "classes", "positive", "target", "class_index"):
        assert getattr(one, shared) == getattr(whole, shared)


def test_dis_and_sick_are_the_same_records(real):
    dis, sick = real("dis"), real("sick")
    pd.testing.assert_frame_equal(dis.frame, sick.frame)
    assert (dis.part == sick.part).all()
    assert not (dis.y & sick.y).any()


def test_hypothyroid_and_sick_euthyroid_are_the_same_rows(real):
    one, other = (
        sorted(map(tuple, real(name).frame.astype("string").fillna("?").to_numpy()))
        for name in ("hypothyroid", "sick_euthyroid")
    )
    assert one == other


def rows_of(dataset, part):
    chosen = dataset.part == part
    values = dataset.frame[chosen].to_numpy()
    return [(*row, label) for row, label in zip(map(tuple, values), dataset.label[chosen], strict=True)]


def test_the_withdrawn_test_file_contains_the_training_rows(real):
    withdrawn, corrected = real("spectf_withdrawn"), real("spectf")
    train = rows_of(withdrawn, "train")
    assert set(train) <= set(rows_of(withdrawn, "test"))
    assert len(set(train) & set(rows_of(corrected, "test"))) < 5
    assert rows_of(corrected, "train") == train == rows_of(real("spectf_cv80"), "all")


def test_spect_is_categorical_and_spectf_is_not(real):
    assert {(a.kind, a.values) for a in real("spect").attributes} == {("nominal", ("0", "1"))}
    assert {a.kind for a in real("spectf").attributes} == {"numeric"}


def test_first_row_of_spectf(real):
    row = real("spectf").frame.iloc[0]
    assert row.index[:4].tolist() == ["F1R", "F1S", "F2R", "F2S"]
    assert row.tolist()[:4] == [59, 52, 70, 67]
    assert row["F22S"] == 67


@pytest.mark.parametrize(("name", "stem"), [("spect", "SPECT"), ("spectf", "SPECTF")])
def test_columns_are_those_of_the_names_file(real, entries, tmp_path, name, stem):
    """UCI's description lists the attributes in prose, "2.  F1R:  continuous (...)", in file order."""
    real(name)
    fetch(name, entries[name], tmp_path, mirror=mirror_folder(None, ROOT), offline=True, root=ROOT)
    text = (tmp_path / f"{stem}.names").read_text()
    items = re.findall(r"^\s*\d+\.\s+(OVERALL_DIAGNOSIS|F\d+[RS]?):\s*(\S+)", text, flags=re.MULTILINE)
    assert [item for item, _ in items] == ["OVERALL_DIAGNOSIS", *real(name).frame.columns]
    assert {kind for _, kind in items[1:]} == {"0,1" if name == "spect" else "continuous"}
    assert items[0][1] == "0,1"


@pytest.mark.parametrize("name", ["hypothyroid", "spect"])
def test_saved_and_loaded_again(real, tmp_path, name):
    dataset = real(name)
    dataset.save(tmp_path / "a.parquet", tmp_path / "a.json")
    again = load_tidy(tmp_path / "a.parquet", tmp_path / "a.json")
    pd.testing.assert_frame_equal(again.frame, dataset.frame)
    assert again.facts() == dataset.facts()
    assert (again.label == dataset.label).all()


def test_cells_against_a_plain_reading_of_the_raw_file(real):
    """Every cell of dis, read again with nothing but split()."""
    dataset = real("dis")
    lines = [
        line.split("|")[0].rstrip(".").split(",")
        for part in ("data", "test")
        for line in (ROOT / f"resources/thyroid-disease/dis.{part}").read_text().splitlines()
    ]
    for position, attribute in enumerate(dataset.attributes):
        raw = [line[position] for line in lines]
        ours = dataset.frame[attribute.name]
        if attribute.kind == "numeric":
            theirs = np.array([np.nan if cell == "?" else float(cell) for cell in raw])
            np.testing.assert_array_equal(ours, theirs)
        else:
            assert ["?" if pd.isna(value) else value for value in ours] == raw
    assert dataset.label.tolist() == [line[-1] for line in lines]
