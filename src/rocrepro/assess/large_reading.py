"""Read a file of labels and scores in blocks, into curves on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.assess.cells import numbers, row_of, text_of
from rocrepro.assess.large_curve import LargeCurve
from rocrepro.assess.large_keys import RUN, Spool
from rocrepro.assess.reading import MODEL, Columns, Given, check_both, check_columns, classes_of, header_of
from rocrepro.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

LIMIT = 2_000_000
"""Rows up to which a file is read whole."""
ROWS = 1 << 19
"""Rows that are read at a time."""
MOST = 100
"""Models, and classes that are told apart before the reading ends."""


def is_large(path: str | Path) -> bool:
    """Whether a file has more than `LIMIT` rows; False for one that cannot be read."""
    try:
        return count_rows(Path(path)) > LIMIT
    except InputError:
        return False


def count_rows(path: Path) -> int:
    """Rows of a Parquet file; of a CSV its lines without the header, which may be more than its rows."""
    import pyarrow.parquet as pq

    if not path.is_file():
        raise InputError(f"{path}: found no such file; expected a CSV or Parquet file of labels and scores")
    if path.suffix.lower() == ".parquet":
        with _readable(path):
            return int(pq.read_metadata(path).num_rows)
    if path.stat().st_size < 4 * LIMIT:  # no row has fewer than four bytes
        return 0
    lines = 0
    with path.open("rb") as stream:
        while block := stream.read(1 << 24):
            lines += block.count(b"\n")
    return lines


def read_large(
    path: str | Path, columns: Columns, spool: Spool, *, pos_label: Any = None
) -> tuple[Given, dict[str, LargeCurve]]:
    """Read a file that is too large for `rocrepro.assess.reading.read_given`.

    Parameters
    ----------
    path : str or Path
    columns : Columns
        Names of the columns, without fold, seed and row.
    spool : Spool
        Where the scores are kept.
    pos_label : optional
        As in `read_given`.

    Returns
    -------
    given : Given
        Its models have no rows, and no two of them are compared.
    curves : dict of str to LargeCurve
        Of each model, in the file's order.

    Raises
    ------
    InputError
        As in `read_given`, and for a column or a number of models that is not supported here.
    """
    path = Path(path)
    check_columns(path, columns, _names(path))
    for role in ("fold", "seed", "row"):
        if getattr(columns, role) is not None:
            found = f"found a column for a file of more than {LIMIT:,} rows"
            raise InputError(f"{path}: {role}: {found}; expected label, score and model alone")
    named = [columns.label] if columns.model is None else [columns.label, columns.model]
    raw = _distinct(path, named)
    texts = {
        name: text_of(path, cells.reset_index(drop=True).to_frame(), name) for name, cells in raw.items()
    }
    positive, negative = classes_of(path, columns.label, texts[columns.label], pos_label)
    is_positive = texts[columns.label] == positive
    models = [MODEL] if columns.model is None else texts[columns.model].tolist()
    curves = {model: LargeCurve.empty(spool) for model in models}
    for first, block in _blocks(path, list(dict.fromkeys([*named, columns.score]))):
        score = numbers(path, block, columns.score, first) + 0.0  # -0.0 + 0.0 is 0.0
        label = is_positive[_codes(raw[columns.label], block[columns.label])]
        if columns.model is None:
            curves[MODEL].add(label, score)
        else:
            codes = _codes(raw[columns.model], block[columns.model])
            for code in np.unique(codes):
                curves[models[code]].add(label[codes == code], score[codes == code])
        _spill(curves)
    _finish(path, columns, (negative, positive), curves)
    given = Given(path.name, positive, negative, dict.fromkeys(curves, _no_rows()), paired=True)
    return given, curves


def _names(path: Path) -> list[str]:
    """Names of a file's columns."""
    import pyarrow.parquet as pq

    if path.suffix.lower() == ".parquet":
        return [str(name) for name in pq.read_schema(path).names]
    header_of(path)  # columns with another separator are no blocks that could be read
    _, block = next(_blocks(path, None))
    return [str(name) for name in block.columns]


def _blocks(path: Path, names: list[str] | None) -> Iterator[tuple[int, pd.DataFrame]]:
    """Tables of successive rows with some columns or all, and how many rows lie before each."""
    import pyarrow.parquet as pq

    first = 0
    with _readable(path):
        if path.suffix.lower() == ".parquet":
            # One row group may be the whole file: its pages are read one by one.
            with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
                for batch in file.iter_batches(batch_size=ROWS, columns=names):
                    batch.validate(full=True)
                    yield first, batch.to_pandas(ignore_metadata=True)
                    first += batch.num_rows
        else:
            for block in _csv(path, names, ROWS):
                yield first, block
                first += len(block)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn what a reader says about a bad file into our one line."""
    kind = "Parquet" if path.suffix.lower() == ".parquet" else "UTF-8 CSV"
    try:
        yield
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{path}: found {reason}; expected a readable {kind} file") from None


def _csv(path: Path, names: list[str] | None, rows: int) -> Iterator[pd.DataFrame]:
    """Tables of successive rows of a CSV file, every cell as text."""
    import pandas as pd

    options: dict[str, Any] = {"dtype": str, "keep_default_na": False, "na_values": []}
    with pd.read_csv(path, usecols=names, encoding="utf-8-sig", chunksize=rows, **options) as blocks:
        yield from blocks


def _distinct(path: Path, names: list[str]) -> dict[str, pd.Series]:
    """The distinct cells of each column, in the order of their first rows."""
    import pandas as pd

    found: dict[str, pd.Series] = {}
    for first, block in _blocks(path, names):
        block.index = pd.RangeIndex(first, first + len(block))
        for name in names:
            cells = block[name].drop_duplicates()
            if name in found:
                cells = pd.concat([found[name], cells]).drop_duplicates()
            empty = cells.isna() | (cells.astype(str).str.strip() == "")
            if empty.any():
                row = row_of(path, int(cells.index[empty.to_numpy()][0]))
                raise InputError(f"{path}: {row}: {name}: found nothing; expected a value")
            if len(cells) > MOST:
                few = "two classes" if name == names[0] else f"at most {MOST} models"
                raise InputError(f"{path}: {name}: found more than {MOST} values; expected {few}")
            found[name] = cells
    return found


def _codes(distinct: pd.Series, cells: pd.Series) -> np.ndarray:
    """Position of every cell among the distinct ones."""
    import pandas as pd

    codes: np.ndarray = pd.Index(distinct).get_indexer(pd.Index(cells))
    return codes


def _spill(curves: dict[str, LargeCurve]) -> None:
    """Write the rows in memory to disk when they are many in all."""
    if sum(curve.held for curve in curves.values()) >= RUN:
        for curve in curves.values():
            curve.spill()


def _finish(path: Path, columns: Columns, classes: tuple[str, str], curves: dict[str, LargeCurve]) -> None:
    """Sort every curve, after a look for both classes."""
    for model, curve in curves.items():
        if 0 in (curve.n_pos, curve.n_neg):
            place = str(path) if columns.model is None else f"{path}: model {model}"
            check_both(place, columns.label, classes, [int(curve.n_pos > 0)])
    for curve in curves.values():
        curve.merge()


def _no_rows() -> pd.DataFrame:
    from rocrepro.formats.scores import empty_scores

    return empty_scores()
