"""The scores file: exact round trip, equal bytes, and refusals that name the row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.scores import (
    COLUMNS,
    check_scores,
    empty_scores,
    read_scores,
    scores_frame,
    write_scores,
)


def example() -> pd.DataFrame:
    return scores_frame(
        [
            (1, 1, np.array([0, 2]), np.array([1, 0]), np.array([0.1 + 0.2, 5e-324])),
            (1, 2, np.array([1, 3]), np.array([0, 1]), np.array([0.0, 1 / 3])),
            (2, 1, np.array([0, 1]), np.array([1, 0]), np.array([-7.5, 1e300])),
        ]
    )


def changed(column: str, row: int, value: Any) -> pd.DataFrame:
    frame = example().astype({"label": "int64", "seed": "int64", "fold": "int64", "row": "int64"})
    frame.loc[row, column] = value
    return frame


def test_round_trip_keeps_every_bit(tmp_path: Path) -> None:
    write_scores(example(), tmp_path / "scores.parquet")
    back = read_scores(tmp_path / "scores.parquet")
    pd.testing.assert_frame_equal(back, example(), check_exact=True)
    assert {c: str(t) for c, t in back.dtypes.items()} == COLUMNS


def test_equal_tables_give_equal_bytes(tmp_path: Path) -> None:
    shifted = example().astype({"seed": "int64", "label": "int32"})
    shifted.index = pd.Index(range(10, 16), name="old")
    shifted.attrs["history"] = "filtered"
    for name, frame in (("a", example()), ("b", shifted)):
        write_scores(frame, tmp_path / f"{name}.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert pq.read_schema(tmp_path / "a.parquet").metadata is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]


def test_a_gap_is_a_file_without_rows(tmp_path: Path) -> None:
    write_scores(empty_scores(), tmp_path / "gap.parquet")
    back = read_scores(tmp_path / "gap.parquet")
    assert len(back) == 0
    assert {c: str(t) for c, t in back.dtypes.items()} == COLUMNS
    with pytest.raises(InputError, match=r"mine\.csv: found no rows"):
        check_scores(back, "mine.csv")


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (changed("score", 2, np.nan), "mine: row 3: score: found nan; expected a finite number"),
        (changed("score", 0, -np.inf), "mine: row 1: score: found -inf; expected a finite number"),
        (changed("label", 5, 2), "mine: row 6: label: found 2; expected 0 or 1"),
        (changed("label", 1, -1), "mine: row 2: label: found -1; expected 0 or 1"),
        (changed("seed", 3, 0), "mine: row 4: seed: found 0; expected 1 to 2147483647"),
        (changed("fold", 3, -1), "mine: row 4: fold: found -1; expected 0 to 2147483647"),
        (changed("row", 3, -1), "mine: row 4: row: found -1; expected 0 to 2147483647"),
        (changed("row", 2, 0), "mine: row 3: found seed 1, row 0 again; expected each pair once"),
        (example().assign(label=1), "mine: label: found only 1; expected both 0 and 1"),
        (
            example().drop(columns="fold"),
            "mine: columns: found seed, row, label, score; expected seed, fold,",
        ),
        (example().assign(more=1), "mine: columns: found seed, fold, row, label, score, more; expected"),
        (example()[[*COLUMNS][::-1]], "mine: columns: found score, label, row, fold, seed; expected"),
        (example().astype({"label": "float64"}), "mine: label: found type float64; expected whole numbers"),
        (example().astype({"score": "str"}), "mine: score: found type str; expected floating-point numbers"),
    ],
)
def test_refusals_name_file_and_row(frame: pd.DataFrame, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        check_scores(frame, "mine")
    assert str(error.value).startswith(message)
    path = tmp_path / "scores.parquet"
    with pytest.raises(InputError):
        write_scores(frame, path)
    assert not list(tmp_path.iterdir())


def test_the_first_bad_row_is_named() -> None:
    frame = changed("score", 4, np.nan)
    frame.loc[1, "score"] = np.inf
    with pytest.raises(InputError, match="row 2: score: found inf"):
        check_scores(frame, "mine")


def test_reading_checks_too(tmp_path: Path) -> None:
    changed("score", 1, np.nan).to_parquet(tmp_path / "nan.parquet", index=False)
    with pytest.raises(InputError, match=r"nan\.parquet: row 2: score: found nan"):
        read_scores(tmp_path / "nan.parquet")
    (tmp_path / "text.parquet").write_text("seed,score\n")
    with pytest.raises(InputError, match=r"text\.parquet: found .*expected a readable Parquet file"):
        read_scores(tmp_path / "text.parquet")
    with pytest.raises(InputError, match=r"absent\.parquet: found .*expected a readable Parquet file"):
        read_scores(tmp_path / "absent.parquet")
