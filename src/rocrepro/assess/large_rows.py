"""Rows of files that are larger than memory: DuckDB reads, counts and sorts them."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.assess.large_files import (
    GROUPS,
    LIMIT,
    MOST,
    SENSIBLE,
    cells_query,
    checked,
    count_rows,
    has_plain_header,
    is_whole,
    quoted,
    score_sql,
    scratch,
)
from rocrepro.errors import InputError
from rocrepro.formats.given.cells import text_of
from rocrepro.formats.given.columns import Columns, Places, found_in, note_likely
from rocrepro.formats.given.files import Part, parts_of
from rocrepro.formats.given.form import Form
from rocrepro.formats.given.reading import check_both, classes_of
from rocrepro.formats.given.suspects import note_range
from rocrepro.formats.given.tables import header_of
from rocrepro.study.cut import are_probabilities

if TYPE_CHECKING:
    import pandas as pd

MEMORY = 2 * 10**9
"""Bytes that DuckDB may hold before it writes to the disk."""
THREADS = min(8, os.cpu_count() or 1)
SETTINGS: dict[str, Any] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
"""Settings with which nothing is fetched: what reads and sorts is built in."""
BYTES = 40
"""Bytes for each row, in memory and on the disk together, at most, while rows are sorted."""
BATCH = 1 << 18
"""Rows that come out of the sort at a time."""

Batch = tuple[int, np.ndarray, np.ndarray]
"""Number of a model; scores, descending; and for each of them 1 for a positive row or 0."""


@dataclass(frozen=True)
class Totals:
    """Counts and sums of the rows of one model before they are sorted.

    Attributes
    ----------
    model : str
    n_pos, n_neg : int
    probabilities : bool
        Whether all scores lie from 0 to 1, but for rounding.
    midpoint : float
        `rocrepro.evaluation.midpoint.score_midpoint` of probabilities.
    sensible : tuple of int
        Positive rows with a score from the midpoint on, and negative ones with a lower score.
    """

    model: str
    n_pos: int
    n_neg: int
    probabilities: bool
    midpoint: float
    sensible: tuple[int, int] = (0, 0)


class _Unreadable(InputError):
    """A file that DuckDB cannot read."""


@contextmanager
def opened(
    path: str | Path, columns: Columns, *, pos_label: Any = None, form: Form | None = None
) -> Iterator[Rows]:
    """Look at the rows of files, and keep them at hand to be sorted.

    Parameters
    ----------
    path : str or Path
        As `rocrepro.formats.given.files.parts_of` takes it.
    columns : Columns
        Names of the columns: label, one of scores, and model.
    pos_label, form : optional
        As in `rocrepro.formats.given.reading.read_given`.

    Yields
    ------
    Rows

    Raises
    ------
    InputError
        As in `read_given`; for a column or a number of models that is not supported here; without DuckDB;
        and without memory or disk. What is on the disk is in the folder for temporary files (TMPDIR), and is
        removed however the run ends.
    """
    path, parts, form = Path(path), parts_of(path), form or Form()
    header = header_of(parts, form)
    places = found_in(path, columns, header)
    for role in ("fold", "seed", "row", "cluster", "group", "weight", "class_scores"):
        if getattr(columns, role) is not None:
            found = f"found a column for a file of more than {LIMIT:,} rows"
            raise InputError(f"{path}: {role}: {found}; expected only label, score and model")
    if len(places.columns.scores) > 1:
        found = f"found {len(places.columns.scores)} columns for a file of more than {LIMIT:,} rows"
        raise InputError(f"{path}: score: {found}; expected one, and --model where there are several models")
    try:
        import duckdb
        import pyarrow  # noqa: F401 (in which DuckDB answers)
    except ImportError as error:
        found = f"found more than {LIMIT:,} rows without the package {error.name}, which so many rows need"
        expected = f"expected it installed (pip install {error.name}, or rocrepro with its extra large)"
        raise InputError(f"{path}: {found}; {expected}") from None
    with scratch(BYTES * count_rows(parts) - MEMORY) as folder:
        limits = {"memory_limit": f"{MEMORY}B", "threads": THREADS, "temp_directory": folder}
        with duckdb.connect(config=SETTINGS | limits) as connection:
            connection.execute("SET enable_progress_bar = false")
            rows = Rows(path, parts, header, places, pos_label, form, connection)
            note_likely(path, places, header)
            yield rows


class Rows:
    """The rows of files, which are read again for every query.

    Attributes
    ----------
    positive, negative : str
        The two classes.
    totals : list of Totals
        Of each model, in the files' order.
    """

    def __init__(
        self,
        path: Path,
        parts: Sequence[Part],
        header: Sequence[str],
        places: Places,
        pos_label: Any,
        form: Form,
        connection: Any,
    ) -> None:
        self.path, self.parts, self.places, self.form = path, parts, places, form
        self.columns, self.duckdb, columns = places.columns, connection, places.columns
        groups = self._groups(header)
        label = self._texts(groups, "label")
        self.positive, self.negative = classes_of(path, columns.label, label, pos_label)
        groups["positive"], groups["name"] = label == self.positive, self._texts(groups, "model")
        names = groups.sort_values("place")["name"].drop_duplicates().tolist()
        groups["code"] = groups["name"].map(names.index)
        self._make_coded(groups)
        found = [self._totals(name, groups[groups["name"] == name]) for name in names]
        counts = self._ask(SENSIBLE, [each.midpoint for each in found]).to_numpy(dtype=np.int64).tolist()
        self.totals = [replace(each, sensible=(n[0], n[1])) for each, n in zip(found, counts, strict=True)]

    def descending(self) -> Iterator[tuple[Totals, Iterator[Batch]]]:
        """Yield the rows of each model, sorted; take them before those of the next model."""
        order = "code, score" if len(self.totals) > 1 else "score"
        sql = f"SELECT code, score, positive FROM coded ORDER BY {order} DESC"
        for code, batches in groupby(self._batches(sql), key=itemgetter(0)):
            yield self.totals[code], batches

    def _batches(self, sql: str) -> Iterator[Batch]:
        """Yield the sorted rows in batches, each of one model."""
        with self._plainly():
            for batch in self.duckdb.sql(sql).to_arrow_reader(BATCH):
                code, score, positive = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
                for start, stop in pairwise([0, *(1 + np.flatnonzero(np.diff(code))), len(code)]):
                    yield int(code[start]), score[start:stop], positive[start:stop]

    def _ask(self, sql: str, *given: Any) -> pd.DataFrame:
        with self._plainly():
            answer: pd.DataFrame = self.duckdb.sql(sql, params=given).to_arrow_table().to_pandas()
        return answer

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Turn what DuckDB says into our one line."""
        import duckdb
        import pyarrow as pa

        try:
            yield
        except (duckdb.BinderException, duckdb.ParserException):
            raise  # a defect of ours
        except RuntimeError as error:
            raise (KeyboardInterrupt if "interrupted" in str(error) else error) from None
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            said = str(error)
            if "No space left" in said or "temp_directory" in said:
                found = "found the disk full; expected room to sort the scores"
                raise InputError(f"{tempfile.gettempdir()}: {found} (TMPDIR names another folder)") from None
            if "Out of Memory" in said:
                found = f"found {MEMORY / 1e9:g} GB of memory full; expected fewer rows"
                raise InputError(f"{self.path}: {found}") from None
            kind, reason = "Parquet" if self.parts[0].is_parquet else "UTF-8 CSV", said.partition("\n")[0]
            raise _Unreadable(f"{self.path}: found {reason}; expected a readable {kind} file") from None

    def _groups(self, header: Sequence[str]) -> pd.DataFrame:
        """Numbers of rows, and sums of their scores, by class and model as the files have them."""
        import pyarrow as pa

        groups, problem = None, InputError(f"{self.path}: found rows that DuckDB reads in another way")
        try:
            if self.form.is_usual and all(
                part.is_parquet or has_plain_header(part, header, self.form) for part in self.parts
            ):
                self._check_kinds(header)
                self._make_scored(cells_query(self.parts, self.places, header, self.form))
                groups = self._ask(GROUPS)
        except _Unreadable as error:
            problem = error
        if groups is not None and is_whole(groups):
            return groups
        for _ in checked(self.parts, self.places, self.form):  # says in which row something is wrong
            pass
        if self.parts[0].is_parquet and self.form.is_usual:
            raise problem
        # Lines of blanks, rows without their last cells, mixed line ends: pandas knows how to read them.
        schema = pa.schema([("label", pa.string()), ("model", pa.string()), ("raw", pa.float64())])
        again = pa.RecordBatchReader.from_batches(schema, checked(self.parts, self.places, self.form))
        self.duckdb.register("again", again)
        self.duckdb.execute("CREATE TEMP TABLE kept AS SELECT * FROM again")
        self._make_scored("SELECT label, model, raw, rowid AS place FROM kept")
        return self._ask(GROUPS)

    def _kinds(self, cells: str) -> list[str]:
        """Types of label, model and score."""
        with self._plainly():
            return [str(kind) for kind in self.duckdb.sql(cells).types[:3]]

    def _check_kinds(self, header: Sequence[str]) -> None:
        """Raise InputError where files differ in types: DuckDB would cast all to those of the first."""
        names = self.columns.label, self.columns.model, self.columns.scores[0]
        first, *others = (
            self._kinds(cells_query([part], self.places, header, self.form)) for part in self.parts
        )
        for part, kinds in zip(self.parts[1:], others, strict=True):
            for name, kind, wanted in zip(names, kinds, first, strict=True):
                if kind != wanted:
                    found = f"found the type {kind}; expected {wanted}, as in {self.parts[0].path}"
                    raise InputError(f"{part.path}: {name}: {found}")

    def _make_scored(self, cells: str) -> None:
        """Name the rows with their scores; NULL for what is no finite number."""
        self.kinds = self._kinds(cells)
        columns = f"label, model, place, {score_sql(self.kinds[2])} AS score"
        self.duckdb.execute(f"CREATE OR REPLACE TEMP VIEW scored AS SELECT {columns} FROM ({cells})")

    def _make_coded(self, groups: pd.DataFrame) -> None:
        """Name the rows with the number of the model, and 1 for a positive row."""
        label, model, _ = self.kinds
        positive = groups.loc[groups["positive"], "label_text"].drop_duplicates()
        among = ", ".join(f"CAST({quoted(text)} AS {label})" for text in positive)
        models = groups.drop_duplicates("model_text")
        known = ", ".join(f"CAST({quoted(text)} AS {model})" for text in models["model_text"])
        code = f"{models['code'].tolist()}[list_position([{known}], model)]" if len(models) > 1 else "0"
        columns = f"CAST({code} AS UTINYINT) AS code, CAST(label IN ({among}) AS UTINYINT) AS positive, score"
        self.duckdb.execute(f"CREATE TEMP VIEW coded AS SELECT {columns} FROM scored")

    def _texts(self, groups: pd.DataFrame, role: str) -> np.ndarray:
        """A column of the groups as text."""
        column = getattr(self.columns, role) or role
        texts = text_of(self.path, groups[[role]].set_axis([column], axis=1), column)
        if len(set(texts)) > MOST:
            few = "two classes" if role == "label" else f"at most {MOST} models"
            raise InputError(f"{self.path}: {column}: found more than {MOST} values; expected {few}")
        return texts

    def _totals(self, name: str, group: pd.DataFrame) -> Totals:
        """Totals of one model, after a look for both classes, and before the sensible rows are counted."""
        n_pos, n_neg = (int(group.loc[group["positive"] == one, "n"].sum()) for one in (True, False))
        if 0 in (n_pos, n_neg):
            place = f"{self.path}: model {name}" if self.columns.model else str(self.path)
            check_both(place, self.columns.label, (self.negative, self.positive), [int(n_pos > 0)])
        units = (sum(map(int, group["upper"])) << 40) + sum(map(int, group["lower"]))
        total = float((units + Fraction(math.fsum(group["rest"]))) / 2**80)  # rounded once, as by fsum
        probabilities = are_probabilities(group[["low", "high"]].to_numpy())
        note_range(f"{self.path}: model {name}", float(group["low"].min()), float(group["high"].max()))
        return Totals(name, n_pos, n_neg, probabilities, total / (2 * n_pos))
