"""Answers of the study of a manuscript's scores to measures, as tables: claims read artifacts, not code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rocrepro.claims.model import Claim, PaperLedger, Statement
from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.study import KINDS, Study

if TYPE_CHECKING:
    import pandas as pd

Asked = tuple[str, str]
"""Name of the scores and kind of frame."""

LIMITS = {
    ("summary", "auc"): ("auc_low", "auc_high"),
    ("comparisons", "cauc_difference"): ("cauc_low", "cauc_high"),
    ("operating_points", "difference"): ("lower", "upper"),
}
"""Limits that stand beside a column under other names than `low` and `high`."""
ALWAYS = ("summary", "operating_points")
"""Kinds of frames that every review shows."""


def resolved(ledger: PaperLedger, scores: Iterable[str]) -> tuple[PaperLedger, list[Asked]]:
    """Turn every question to a study into one to the table that has the answer.

    Parameters
    ----------
    ledger : PaperLedger
        Measures may be ``{name: study, kind: ..., scores: ..., column: ..., where: ...}``, and sources may
        have ``study`` in place of ``table``. ``scores`` may be left out where there is one entry.
    scores : iterable of str
        Names of the entries.

    Returns
    -------
    PaperLedger
        The same, reading tables ``<scores>_<kind>``.
    list of (str, str)
        Which kinds of which scores are asked for, each once.

    Raises
    ------
    InputError
        For scores or a kind that do not exist.
    """
    names, asked = list(scores), dict[Asked, None]()

    def turn(claim: Claim) -> Claim:
        if claim.measure is None:
            return claim
        return replace(claim, measure=_measure(claim, dict(claim.measure), names, asked))

    def turned(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(replace(one, claims=tuple(map(turn, one.claims))) for one in statements)

    ledger = replace(ledger, statements=turned(ledger.statements), findings=turned(ledger.findings))
    return ledger, list(asked)


def _measure(
    claim: Claim, measure: dict[str, Any], names: list[str], asked: dict[Asked, None]
) -> dict[str, Any]:
    """One measure with tables for studies."""
    if measure["name"] == "study":
        if "kind" not in measure:
            raise InputError(
                f"{claim.place}: measure study: found no kind; expected one of {', '.join(KINDS)}"
            )
        measure = {"name": "cell", "study": measure.pop("kind")} | {
            key: value for key, value in measure.items() if key != "name"
        }
    limits = LIMITS.get((str(measure.get("study")), str(measure.get("column"))))
    if measure["name"] == "cell" and limits and not {"low", "high"} & measure.keys():
        measure |= dict(zip(("low", "high"), limits, strict=True))
    for side in ("left", "right"):
        if isinstance(measure.get(side), Mapping):
            measure[side] = _source(claim, dict(measure[side]), names, asked)
    return _source(claim, measure, names, asked)


def _source(
    claim: Claim, source: dict[str, Any], names: list[str], asked: dict[Asked, None]
) -> dict[str, Any]:
    """One source with the table that answers it."""
    if "study" not in source:
        return source
    kind = source.pop("study")
    if not isinstance(kind, str) or kind not in KINDS:
        expected = f"expected one of {', '.join(KINDS)}"
        raise InputError(f"{claim.place}: measure: study: found the kind {kind!r}; {expected}")
    if not names:
        raise InputError(f"{claim.place}: measure: study: found no scores in the folder; expected some")
    name = source.pop("scores", names[0] if len(names) == 1 else None)
    if name not in names:
        found = "found several scores and no key 'scores'" if name is None else f"found the scores {name!r}"
        raise InputError(f"{claim.place}: measure: study: {found}; expected one of {', '.join(names)}")
    asked[name, kind] = None
    return source | {"table": table_name(name, kind)}


def table_name(name: str, kind: str) -> str:
    """Return the name of the table that has one kind of frame of one entry's scores."""
    return f"{name}_{kind}"


def answers(name: str, study: Study, kinds: Iterable[str]) -> Iterator[tuple[str, Table]]:
    """Return the frames of a study as tables, by their names."""
    for kind in kinds:
        frame = _summary(study) if kind == "summary" else study.get(KINDS[kind])
        yield table_name(name, kind), _table(name, kind, frame, study)


def _summary(study: Study) -> pd.DataFrame:
    """Return the summary, and below it the one under other choices, by which verdicts are judged again."""
    import pandas as pd

    base = study.get(KINDS["summary"]).assign(variant="base")
    return pd.concat([base, study.get(KINDS["variants"])], ignore_index=True)


def _table(name: str, kind: str, frame: pd.DataFrame, study: Study) -> Table:
    """One frame with a title, and how the numbers were made."""
    choices = study.choices
    parts = [f"Scores of {name}; level {choices.level}, confidence test {choices.test}."]
    excerpt = None
    if kind == "summary":
        parts.append("The rows below those that are shown are the same under another level or test.")
        excerpt = (frame["variant"] == "base").to_numpy(dtype=bool)
    floats = [column for column in frame if frame[column].dtype == float]
    return Table(
        frame,
        title=f"{name}: {kind.replace('_', ' ')}",
        notes=(" ".join(parts),),
        formats={str(column): ".6g" for column in floats},
        excerpt=excerpt,
    )
