"""The open choices: which statements and conclusions turn when one of them is made differently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rocrepro.claims.summary import counted
from rocrepro.report.facts import ENGINES
from rocrepro.report.ledger import Entry, entries

NAMES = {
    "engine": "Engine in place of Weka",
    "alpha": "Level alpha",
    "test": "Confidence test",
    "cauc": "Definition of CAUC",
    "curve": "Kind of curve",
    "sweep": "Sweep of thresholds",
    "learner": "Learner, where the paper names none",
    "positive": "Positive class of ringnorm",
    "random": "Random predictions",
    "sampling": "Sampling of random tables",
}
"""Names of the choices, in the order of the page; others follow."""
WORDS = {
    "per_fold": "one curve per fold",
    "mcnemar_exact": "McNemar, exact",
    "wald": "Wald",
    "newcombe": "Newcombe",
    "subtraction": "by repeated subtraction",
    "wide": "the class with the larger variance",
    "half": "positive half of the time",
    "multinomial": "class sizes also drawn at random",
}
Turned = dict[str, dict[str, str]]
"""Verdicts by id and engine."""


@dataclass
class Choice:
    """One way to decide one open choice differently.

    Attributes
    ----------
    key, group, label : str
        Its address, for example "alpha=0.1"; what is chosen; and how.
    turned : dict
        The other verdicts, of statements, findings and conclusions.
    conclusions, statements : list of str
        Ids of those that turn; of statements those that totals count.
    """

    key: str
    group: str
    label: str
    turned: Turned = field(default_factory=dict)
    conclusions: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)


def choices(judged: Mapping[str, Any]) -> list[Choice]:
    """Return every other choice that was tried, with what turns under it, in the order of `NAMES`.

    Parameters
    ----------
    judged : mapping
        The judged ledger, as `rocrepro.claims.ledger.evidence` gives it.
    """
    found = {key: _choice(key) for key in judged.get("choices", ())}
    kinds = ("conclusions", "statements", "findings")
    for kind in kinds:
        for entry in entries(judged[kind]):
            for key, verdicts in _turns(entry):
                found.setdefault(key, _choice(key)).turned[entry.id] = verdicts
    kept = {"conclusions": _ids(judged["conclusions"]), "statements": _ids(counted(judged["statements"]))}
    found.pop(f"engine={next(iter(ENGINES))}", None)  # the one that others are compared with
    for choice in found.values():
        choice.conclusions = [name for name in choice.turned if name in kept["conclusions"]]
        choice.statements = [name for name in choice.turned if name in kept["statements"]]
    order = list(dict.fromkeys([*NAMES.values(), *(choice.group for choice in found.values())]))
    return sorted(found.values(), key=lambda choice: (order.index(choice.group), choice.key))


def _ids(rows: Iterable[Mapping[str, Any]]) -> set[str]:
    return {str(row["id"]) for row in rows}


def _choice(key: str) -> Choice:
    name, _, value = key.partition("=")
    label = ENGINES.get(value) or WORDS.get(value, value.replace("_", " "))
    return Choice(key, NAMES.get(name, name.replace("_", " ").capitalize()), label)


def _turns(entry: Entry) -> Iterable[tuple[str, dict[str, str]]]:
    """Other choices under which an entry has another verdict, with that by engine."""
    found: Turned = {}
    for row in entry.rows:
        for part in filter(None, row["turns"].split("; ")):
            variant, _, verdict = part.rpartition(": ")
            found.setdefault(variant, {})[row["engine"]] = verdict
    base = entry.rows[0]
    for row in entry.rows[1:]:
        if row["verdict"] != base["verdict"]:
            found.setdefault(f"engine={row['engine']}", {})[base["engine"]] = row["verdict"]
    return found.items()


@dataclass(frozen=True)
class Kind:
    """All other ways to make one choice.

    Attributes
    ----------
    group : str
        What is chosen.
    made : list of Choice
    """

    group: str
    made: list[Choice]

    @property
    def turning(self) -> list[Choice]:
        """Other ways under which something turns."""
        return [one for one in self.made if one.turned]

    @property
    def idle(self) -> list[str]:
        """Names of the other ways under which nothing turns."""
        return [one.label for one in self.made if not one.turned]


def kinds(tried: Iterable[Choice]) -> list[Kind]:
    """Group choices by what is chosen, in their order."""
    return [Kind(group, list(some)) for group, some in groupby(tried, lambda one: one.group)]


def in_words(entry: Entry) -> str:
    """Say in one line how an entry changes with the open choices; "" where it does not."""
    parts = []
    for key, verdicts in _turns(entry):
        choice = _choice(key)
        if choice.group != NAMES["engine"]:
            words = " / ".join(dict.fromkeys(verdicts.values()))
            parts.append(f"{choice.group[:1].lower()}{choice.group[1:]} = {choice.label}: {words}")
    return "; ".join(parts)
