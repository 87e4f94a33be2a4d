"""A paper's facts as a table. This is not with their rows, since simulations need no table."""

from __future__ import annotations

from collections.abc import Iterable

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.fact_rows import COLUMNS, KEYS, SEED, Row
from rocrepro.papers.rows import frame_of


def facts_table(rows: Iterable[Row], notes: Iterable[str], *, learners: bool = True) -> Table:
    """Make the facts table of some rows.

    Parameters
    ----------
    rows : iterable of dict
    notes : iterable of str
    learners : bool
        Whether the page shows the rows of single learners; the CSV has them anyhow.
    """
    frame = frame_of(rows, [*COLUMNS, USES], whole=("n_resamples", "n"))
    base = (frame["seed"] == SEED) & (frame["variant"] == "base") & (learners | (frame["learner"] == ""))
    excerpt = base.to_numpy(dtype=bool)
    return Table(frame, "Facts behind the claims", tuple(notes), {"value": ".6g"}, excerpt, keys=KEYS)
