"""The scores of a manuscript, read once and studied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.evaluation.confidence import TESTS
from rocrepro.evaluation.inputs import check_option
from rocrepro.formats.given.files import parts_of
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.formats.given.tables import header_of
from rocrepro.study import Study
from rocrepro.study.choices import NAMES, choices_of

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.study.model import Name

OPTIONAL = ("model", "fold", "seed", "row")
"""Columns that are used where a file has one of such a name and the entry names no other."""


def study_of(entry: Mapping[str, Any], place: str) -> Study:
    """Read the scores of one entry and return their study.

    Parameters
    ----------
    entry : mapping
        Of `rocrepro.review.manuscript.Manuscript.scores`.
    place : str
        Where the entry stands, for messages on its choices.

    Raises
    ------
    InputError
        For a file that holds no scores, and a choice out of range.
    """
    path = Path(entry["file"])
    columns = _columns(path, entry)
    given = read_given(path, columns, pos_label=entry.get("pos_label"))
    try:
        choices = choices_of(entry)
        check_option("test", choices.test, TESTS)
    except InputError as error:
        raise InputError(f"{place}: {str(error).replace('n_resamples', NAMES['n_resamples'])}") from error
    scores: dict[Name, pd.DataFrame] = {(name,): frame for name, frame in given.models.items()}
    return Study(scores, choices=choices, seed=given.seed, comparable=given.paired)


def _columns(path: Path, entry: Mapping[str, Any]) -> Columns:
    """The columns that an entry names, and those with the usual names."""
    named = {one.name: entry[one.name] for one in fields(Columns) if one.name in entry}
    header = header_of(parts_of(path))
    usual = {role: role for role in OPTIONAL if role in header and role not in named.values()}
    return Columns(**{**usual, **named})
