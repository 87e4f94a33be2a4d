"""Ringnorm against its definition, and as a source of raw files."""

from __future__ import annotations

import numpy as np
import pytest

from rocrepro.datasets.kinds import describe
from rocrepro.datasets.ringnorm import DIMENSIONS, SHIFT, bayes_score, ringnorm, ringnorm_csv
from rocrepro.datasets.sources import fetch
from rocrepro.errors import InputError

from .conftest import digest

N = 500_000


@pytest.fixture(scope="module")
def million():
    return ringnorm(N, N, 3)


def test_the_shift_is_breimans():
    assert pytest.approx(0.4472135955) == SHIFT
    assert DIMENSIONS == 20


@pytest.mark.parametrize(("shifted", "mean", "variance"), [(True, 2 / 20**0.5, 1.0), (False, 0.0, 4.0)])
def test_means_and_covariances_of_a_million_rows(million, shifted, mean, variance):
    values, label = million
    rows = values[label == shifted]
    assert rows.shape == (N, 20)
    assert (np.abs(rows.mean(axis=0) - mean) < 4 * (variance / N) ** 0.5).all()
    # A sample covariance has the variance (v_i v_j + c_ij^2) / n: twice v^2 on the diagonal.
    error = variance * np.sqrt((1 + np.eye(20)) / N)
    assert (np.abs(np.cov(rows, rowvar=False) - variance * np.eye(20)) < 4 * error).all()


def test_the_bayes_error_is_breimans(million):
    """The score is the log ratio of the two normal densities, and its error 1.2 to 1.3 %."""
    from scipy.stats import multivariate_normal

    values, label = million
    score = bayes_score(values)
    error = np.mean((score > 0) != label)
    assert 0.012 < error < 0.013
    some = values[:200]
    shifted = multivariate_normal(np.full(20, SHIFT), np.eye(20)).logpdf(some)
    wide = multivariate_normal(np.zeros(20), 4 * np.eye(20)).logpdf(some)
    np.testing.assert_allclose(score[:200], shifted - wide, rtol=0, atol=1e-10)


def test_rows_are_mixed_and_follow_from_the_seed():
    values, label = ringnorm(30, 20, 1)
    assert label.sum() == 30
    assert 10 < label[:25].sum() < 20
    again, same = ringnorm(30, 20, 1)
    np.testing.assert_array_equal(values, again)
    np.testing.assert_array_equal(label, same)
    assert not np.isin(ringnorm(30, 20, 2)[0], values).any()
    with pytest.raises(InputError, match="expected at least 0"):
        ringnorm(-1, 5, 1)


def test_the_csv_gives_the_same_doubles_back():
    values, label = ringnorm(7, 5, 4)
    lines = ringnorm_csv(7, 5, 4).decode().splitlines()
    assert lines[0] == ",".join([f"x{j}" for j in range(1, 21)] + ["class"])
    cells = [line.split(",") for line in lines[1:]]
    np.testing.assert_array_equal([[float(cell) for cell in row[:-1]] for row in cells], values)
    assert [row[-1] for row in cells] == ["1" if shifted else "0" for shifted in label]


SOURCE = {"generator": "ringnorm", "seed": 4, "counts": [7, 5]}


def entry(**more):
    return {"files": {"data": {"sources": [SOURCE]} | more}}


def test_a_generator_is_a_source_that_needs_no_network_and_no_checksum(tmp_path):
    report = fetch("mine", entry(), tmp_path, offline=True)
    record = report["files"]["data"]
    assert (report["status"], record["file"]) == ("ok", "ringnorm_4.csv")
    assert record["source"] == describe(SOURCE) == "generator ringnorm seed 4"
    assert (tmp_path / "ringnorm_4.csv").read_bytes() == ringnorm_csv(7, 5, 4)
    known = digest(ringnorm_csv(7, 5, 4))
    assert record["sha256"] == known
    assert fetch("mine", entry(sha256=known), tmp_path, offline=True)["files"]["data"]["kept"]


def test_a_generator_that_draws_other_rows_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"mine\.files\.data\.sha256: found [0-9a-f]{64}; expected 0{64}"):
        fetch("mine", entry(sha256="0" * 64), tmp_path, offline=True)


ENTRY = """
mine:
  reader: csv
  files: {{data: {{sources: [{source}]}}}}
  target: class
  positive: "1"
  protocol: cv
"""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "{generator: ringnorm, counts: [50, 50]}",
            "the key 'seed' is missing; expected it beside generator",
        ),
        ("{generator: ringnorm, seed: 1}", "the key 'counts' is missing"),
        ("{generator: ringnorm, seed: 1, counts: [5]}", r"counts: found \[5\]; expected"),
        ("{generator: ringnorm, seed: -1, counts: [5, 5]}", "seed: found -1; expected at least 0"),
        ("{generator: twonorm, seed: 1, counts: [5, 5]}", "found .twonorm.; expected one of ringnorm"),
        ("{file: a.csv, seed: 1}", "found seed beside file"),
    ],
)
def test_what_a_generator_source_must_have(load, source, message):
    with pytest.raises(InputError, match=message):
        load(ENTRY.format(source=source))


def test_the_built_in_set(real):
    dataset = real("ringnorm")
    assert dataset.counts() == {"train": [150, 150], "test": [3736, 3664]}
    values = dataset.frame.to_numpy()
    assert dataset.frame.shape == (7700, 20)
    expected, label = ringnorm(3736, 3664, 2)
    np.testing.assert_array_equal(values[dataset.part == "test"], expected)
    np.testing.assert_array_equal(dataset.label[dataset.part == "test"] == "1", label)


def test_the_copy_lacks_last_digits_0(real):
    values = real("ringnorm_keel").frame.to_numpy()
    assert (values == np.rint(values)).all()
    ends = np.abs(values.astype(int)) % 10
    # All 54 are the value 0 itself.
    assert (ends == 0).sum() == (values == 0).sum() == 54
