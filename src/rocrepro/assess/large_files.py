"""Files that are larger than memory: how they are read, and where they are sorted."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.cells import EXACT, numbers, text_of
from rocrepro.formats.given.columns import Places
from rocrepro.formats.given.files import Part, parts_of
from rocrepro.formats.given.form import Form
from rocrepro.formats.given.frames import MODEL
from rocrepro.formats.given.tables import chosen, csv_blocks, readable

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

LIMIT = 2_000_000
"""Rows up to which files are read whole."""
BLOCK = 1 << 19
"""Rows that pandas reads at a time."""
GUARD = "import shutil, sys; sys.stdin.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
OWN = "hive_partitioning = false"
"""We say ourselves which folders give columns."""
CSV = "auto_detect = false, header = true, quote = '\"', escape = '\"', nullstr = 'rocrepro: none'"
MOST = 100
"""Models, and classes that are told apart."""
GROUPS = f"""
SELECT *, CAST(label AS VARCHAR) AS label_text, CAST(model AS VARCHAR) AS model_text FROM (
  SELECT label, model, min(place) AS place, min(score) AS low, max(score) AS high, count(*) AS n,
    count(score) AS n_numbers, CAST(sum(CAST(floor(a) AS BIGINT)) AS VARCHAR) AS upper,
    CAST(sum(CAST(floor(b) AS BIGINT)) AS VARCHAR) AS lower, fsum(b - floor(b)) AS rest
  FROM (SELECT *, (a - floor(a)) * {2**40} AS b
    FROM (SELECT *, greatest(0, least(1, score)) * {2**40} AS a FROM scored))
  GROUP BY label, model) LIMIT {MOST * MOST + 1}"""
"""Sums of probabilities in units of 2^-40 and 2^-80, both exact, and of what is left of tiny ones."""
SENSIBLE = """
SELECT count_if(positive = 1 AND score >= middle) AS pos, count_if(positive = 0 AND score < middle) AS neg
FROM (SELECT code, positive, greatest(0, least(1, score)) AS score, $1[code + 1] AS middle FROM coded)
GROUP BY code ORDER BY code"""


def is_large(path: str | Path) -> bool:
    """Return whether files have more than `LIMIT` rows in all; False for files that cannot be read."""
    try:
        return count_rows(parts_of(path)) > LIMIT
    except InputError:
        return False


def count_rows(parts: Sequence[Part]) -> int:
    """Count the rows of Parquet files, and of CSV files the lines below the header, which may be more."""
    if not parts[0].is_parquet and sum(part.path.stat().st_size for part in parts) < 4 * LIMIT:
        return 0  # no row has fewer than four bytes
    rows = 0
    for part in parts:
        with readable(part), part.path.open("rb") as stream:
            if part.is_parquet:
                import pyarrow.parquet as pq

                rows += int(pq.read_metadata(stream).num_rows)
            else:
                rows += sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 24), b""))
    return rows


def cells_query(parts: Sequence[Part], places: Places, header: Sequence[str], form: Form) -> str:
    """Return SQL for label, model and score of every row as the files have them, and for its place.

    Columns go by number, as DuckDB takes capital and small letters for one. All cells of a CSV are text.
    """
    columns = places.columns
    own = [f"c{at}" for at in range(len(header) - len(parts[0].folders))]
    files = ", ".join(quoted(_literal(part.path)) for part in parts)
    if parts[0].is_parquet:
        table, place = f"read_parquet([{files}], {OWN})", f"file_index * {2**40} + file_row_number"
    else:
        texts = ", ".join(f"{name}: 'VARCHAR'" for name in own)
        how = f"{OWN}, delim = {quoted(form.sign)}, {CSV}"
        table, place = f"read_csv([{files}], {how}, columns = {{{texts}}})", "row_number() OVER ()"

    def cells(name: str) -> str:
        at = places.at[name]
        if at < len(own):
            return own[at]
        return f"[{', '.join(quoted(part.folders[name]) for part in parts)}][CAST(file_index AS BIGINT) + 1]"

    model = cells(columns.model) if columns.model else quoted(MODEL)
    return (
        f"SELECT {cells(columns.label)} AS label, {model} AS model, {cells(columns.scores[0])} AS raw, "
        f"{place if columns.model else 0} AS place FROM {table} AS cells({', '.join(own)})"
    )


def score_sql(kind: str) -> str:
    """Return SQL for the number in a cell of a type; NULL for anything but a finite number."""
    number = "TRY_CAST(raw AS DOUBLE)"
    fits = f"isfinite({number})"
    if kind == "VARCHAR":
        fits += " AND NOT contains(raw, '_')"  # which DuckDB, and nobody else, leaves out of a number
        # Of whole numbers beyond, two could become one double: these are looked at one by one.
        whole = "regexp_full_match(trim(raw), '[+-]?[0-9]+')"
        fits += f" AND CASE WHEN abs({number}) < {EXACT} THEN true ELSE NOT {whole} END"
    elif kind.endswith(("INT", "INTEGER")):
        fits = f"raw BETWEEN {-EXACT} AND {EXACT}"
    elif not kind.startswith(("FLOAT", "DOUBLE", "DECIMAL")):
        return "CAST(NULL AS DOUBLE)"
    return f"CASE WHEN {fits} THEN {number} END"


def is_whole(groups: pd.DataFrame) -> bool:
    """Return whether no label, name of a model or number is missing in the answer to `GROUPS`."""
    cells, texts = groups[["label", "model"]], groups[["label_text", "model_text"]]
    empty = cells.isna() | (texts.apply(lambda text: text.str.strip()) == "").to_numpy()
    return bool(not empty.any(axis=None) and (groups["n_numbers"] == groups["n"]).all())


def has_plain_header(part: Part, header: Sequence[str], form: Form) -> bool:
    """Return whether DuckDB, too, reads a CSV's first line as the header; it drops what is wrong there."""
    with part.path.open(encoding="utf-8-sig", newline="") as stream:
        try:
            cells = next(csv.reader([stream.readline(1 << 20)], delimiter=form.sign, strict=True))
            return [*cells, *part.folders] == list(header)
        except (ValueError, csv.Error, StopIteration):
            return False


def quoted(text: str) -> str:
    """Return a text as a literal in SQL."""
    return "'" + text.replace("'", "''") + "'"


def _literal(path: Path) -> str:
    """The pattern that no other path fits."""
    return re.sub(r"[*?[]", r"[\g<0>]", str(path.absolute()))


def checked(parts: Sequence[Part], places: Places, form: Form) -> Iterator[pa.RecordBatch]:
    """Yield label, model and score of every row as pandas reads them; InputError at the first bad one."""
    import pyarrow as pa

    columns = places.columns
    for part in parts:
        first = 0
        for block in _blocks(part, places, form):
            label = text_of(part.path, block, columns.label, first)
            score = numbers(part.path, block, columns.scores[0], first, form)
            model: Any = np.full(len(block), MODEL, dtype=object)
            if columns.model:
                model = text_of(part.path, block, columns.model, first)
            yield pa.record_batch({"label": label, "model": model, "raw": score})
            first += len(block)


def _blocks(part: Part, places: Places, form: Form) -> Iterator[pd.DataFrame]:
    """Successive rows of a file, and the columns from its folders."""
    with readable(part, form):
        if part.is_parquet:
            import pyarrow.parquet as pq

            # One row group may be the whole file: its pages are read one by one.
            with pq.ParquetFile(part.path, pre_buffer=False, buffer_size=1 << 20) as file:
                own = file.schema_arrow.names
                names = sorted({own[place] for place in places.at.values() if place < len(own)})
                for batch in file.iter_batches(batch_size=BLOCK, columns=names):
                    # A name with a point brings a part of another column with it.
                    batch = batch.select(names)
                    batch.validate(full=True)
                    yield chosen(batch.to_pandas(ignore_metadata=True), own, places, part)
        else:
            yield from csv_blocks(part, places, form, BLOCK)


@contextmanager
def scratch(n_bytes: int) -> Iterator[str]:
    """A new folder for temporary files. Another process removes it, which no signal to this one ends."""
    above = os.environ.get("TMPDIR") or tempfile.gettempdir()
    if not Path(above).is_dir():  # where Python would take another one
        raise InputError(f"TMPDIR: found {above!r}; expected a folder")
    free = shutil.disk_usage(above).free
    if free < n_bytes:
        found = f"found {free / 1e9:.1f} GB free; expected {n_bytes / 1e9:.1f} GB to sort the scores"
        raise InputError(f"{above}: {found} (TMPDIR names another folder)")
    folder = tempfile.mkdtemp(prefix="rocrepro-", dir=above)
    guard = subprocess.Popen(
        [sys.executable, "-ISc", GUARD, folder],  # reads until this process has closed its end, or is gone
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield folder
    finally:
        guard.communicate()
