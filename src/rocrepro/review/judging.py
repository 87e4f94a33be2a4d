"""Judge a manuscript and write what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.lacking import sources
from rocrepro.claims.ledger import Judged, cases_table, evidence, judge_ledger, level_tables
from rocrepro.claims.measures import check_measure
from rocrepro.claims.model import Claim, PaperLedger
from rocrepro.claims.summary import summary
from rocrepro.errors import InputError
from rocrepro.formats.files import write_json, write_text
from rocrepro.review.answers import ALWAYS, answers, resolved, table_name
from rocrepro.review.figures import figure_name, save_curves
from rocrepro.review.manuscript import Manuscript, read_manuscript
from rocrepro.review.page import page_of
from rocrepro.review.scores import study_of
from rocrepro.review.tables import Given, read_table
from rocrepro.study import Study


@dataclass(frozen=True)
class Reviewed:
    """A manuscript with its verdicts.

    Attributes
    ----------
    manuscript : Manuscript
    judged : Judged
    """

    manuscript: Manuscript
    judged: Judged


def review(folder: str | Path, out: str | Path) -> Reviewed:
    """Judge a manuscript by its files and write everything into an empty folder.

    Parameters
    ----------
    folder : str or Path
        Of the manuscript; see `rocrepro.review.read_manuscript`.
    out : str or Path
        Gets ``conclusions.csv``, ``statements.csv``, ``findings.csv`` and ``claims.csv`` with their schemas,
        ``claims.md``, the tables and figures that decide in ``tables/`` and ``figures/``, and the page,
        ``report/index.html``.

    Raises
    ------
    InputError
        In one line, for anything in the folder that makes no review.
    """
    manuscript, out = read_manuscript(folder), Path(out)
    ledger, asked = resolved(manuscript.ledger, manuscript.scores)
    given = _save_tables(manuscript, out / "tables")
    shown = [(name, kind) for name in manuscript.scores for kind in ALWAYS]
    _check_sources(ledger, manuscript, given, {table_name(*one) for one in (*shown, *asked)})
    studies = _save_answers(manuscript, asked, out)
    _check_evidence(manuscript, out)
    judged = judge_ledger(ledger, Artifacts(out), {})
    for name, study in studies.items():  # what takes longest, after all that may be wrong
        save_curves(name, study, out / "figures")
    cases_table(judged).save(out / "claims.csv")
    for name, table in level_tables(judged).items():
        table.save(out / f"{name}.csv")
    write_text(out / "claims.md", summary(judged))
    _save_page(manuscript, judged, out)
    return Reviewed(manuscript, judged)


def _save_tables(manuscript: Manuscript, folder: Path) -> dict[str, Given]:
    """Write the manuscript's own tables with their schemas."""
    found = {}
    for name, path in manuscript.tables.items():
        found[name] = given = read_table(path)
        given.table.save(folder / f"{name}.csv")
    return found


def _save_answers(manuscript: Manuscript, asked: list[tuple[str, str]], out: Path) -> dict[str, Study]:
    """Write what the study of each entry's scores says, and return the studies."""
    studies = {}
    for name, entry in manuscript.scores.items():
        studies[name] = study = study_of(entry, f"{manuscript.folder / 'paper.yaml'}: scores.{name}")
        kinds = dict.fromkeys([*ALWAYS, *(kind for one, kind in asked if one == name)])
        for title, table in answers(name, study, kinds):
            if title in manuscript.tables:
                found = f"found a table named {title!r}, like a table of the scores {name!r}"
                raise InputError(f"{manuscript.tables[title]}: {found}; expected another name")
            table.save(out / f"tables/{title}.csv")
    return studies


def _check_sources(
    ledger: PaperLedger, manuscript: Manuscript, given: Mapping[str, Given], answered: set[str]
) -> None:
    """Raise InputError for a table that is not there, and for words where a measure needs numbers."""
    known = sorted({*given, *answered})
    for claim in ledger.claims:
        if claim.measure is not None:
            check_measure(claim)
        for source in sources(claim):
            name = source.get("table")
            if name not in known:
                found = f"found the table {name!r}" if "table" in source else "found a figure"
                expected = (
                    f"expected one of {', '.join(known)}" if known else "expected a table in the folder"
                )
                raise InputError(f"{claim.place}: measure: {found}; {expected}")
            if name in given:
                _check_numbers(claim, source, given[name], manuscript.tables[name])


def _check_numbers(claim: Claim, source: Mapping[str, Any], given: Given, path: Path) -> None:
    """Raise InputError where a measure needs numbers and a column has words, or the other way round."""
    measure = claim.measure or {}
    if measure["name"] == "text":
        return
    words = {column.name for column in given.table.columns if column.kind == "string"}
    wanted = isinstance(measure.get("value"), str)  # what `count_where` compares with
    for key in ("column", "x", "y"):
        column = source.get(key)
        if column not in given.table.frame or (column in words) == wanted:
            continue
        if wanted:
            raise InputError(f"{claim.place}: measure: value: found text; expected a number, as {column} has")
        row, found = given.words.get(str(column), ("", "text"))
        expected = f"expected a number or nothing, as {claim.place} measures this column"
        raise InputError(f"{path}: {row}{column}: found {found}; {expected}")


def _check_evidence(manuscript: Manuscript, out: Path) -> None:
    """Raise InputError for a conclusion whose deciding artifact is not there."""
    there = [f"tables/{path.stem}" for path in sorted((out / "tables").glob("*.csv"))]
    there += [f"figures/{figure_name(name)}" for name in manuscript.scores]
    for one in manuscript.ledger.conclusions:
        if one.evidence not in there:
            place = f"{manuscript.folder / 'paper.yaml'}: conclusions: {one.id.partition('.')[2]}: evidence"
            raise InputError(f"{place}: found {one.evidence!r}; expected one of {', '.join(there) or 'none'}")


def _save_page(manuscript: Manuscript, judged: Judged, out: Path) -> None:
    """Write the page; what it is made of is in the CSV files and need not stay."""
    plain = out / "evidence.json"
    write_json(plain, evidence(judged))
    write_text(out / "report/index.html", page_of(manuscript, plain, out))
    plain.unlink()
