"""The levels of a paper's ledger: claims on single cases, statements, conclusions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Claim:
    """A statement about one case, and the way in which it is tested.

    Attributes
    ----------
    id : str
        "<paper>.<id in its file>".
    paper, where, says : str
        The paper's short name, the place in it, and what is stated of this case, in our words.
    kind, basis : str
        What is stated, and what it rests on: of the words that ``claims.schema.json`` allows.
    printed : float, bool, list of two floats, or None
        What the paper prints; None where the statement has no value of its own.
    measure : mapping, or None
        Name of a registered measure with its parameters; None: it cannot be tested, and `reason` says why.
    rule : mapping
        When the measured value agrees with the statement.
    reason, note : str
        Why there is no measure; a remark for the reader.
    file : str
        The file that it came from, for messages.
    statement, reading : str
        Id of the statement that it is a case of, and the reading of its words, "" where there is one.
    describes : bool
        Whether the sentence describes one figure or run: resamples of the rows play no part then.
    universal : bool
        Whether the sentence speaks of all or most cases, so that a counterexample refutes it.
    lenient : bool
        Whether a disagreement contradicts nothing: the bound, border, weight or level of the rule is ours
        and not the paper's, or the sentence only says that something may be so.
    general : bool
        Whether a substitute can decide: False for a number or figure of the paper's own object.
    """

    id: str
    paper: str
    where: str
    says: str
    kind: str
    basis: str
    printed: float | bool | list[float] | None
    measure: Mapping[str, Any] | None
    rule: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    note: str = ""
    file: str = ""
    statement: str = ""
    reading: str = ""
    describes: bool = False
    universal: bool = True
    lenient: bool = False
    general: bool = True

    @property
    def place(self) -> str:
        """File and id, the beginning of every message about this claim."""
        return f"{self.file}: {self.short}"

    @property
    def short(self) -> str:
        """The id without the paper's name."""
        return self.id.partition(".")[2]


@dataclass(frozen=True)
class Scope:
    """Quantifier of a statement over its decided cases.

    Attributes
    ----------
    word : str
        "each", "most", "general", "some", "at_least" or "exactly".
    number : int
        Of the last two.
    """

    word: str = "each"
    number: int = 0

    def __str__(self) -> str:
        return f"{self.word.replace('_', ' ')} {self.number}" if self.number else self.word


@dataclass(frozen=True)
class Reading:
    """One way to understand a statement, with the words of the paper that permit it."""

    key: str
    means: str
    words: str


@dataclass(frozen=True)
class Statement:
    """One sentence, cell, table or caption of a paper.

    Attributes
    ----------
    id, paper, where, says, words, note, reason : str
        As those of `Claim`; `words` is a short quotation.
    scope : Scope
    hedged, describes : bool
        Whether the paper says "may", "perhaps" or the like; whether the sentence describes one figure or run.
    kind : str
        "statement", or "definition" for what cannot come out otherwise and is not counted.
    same_as : str
        Id of the statement that this one repeats.
    readings : tuple of Reading
        Empty where the words have one meaning.
    claims : tuple of Claim
        Its cases.
    """

    id: str
    paper: str
    where: str
    says: str
    words: str = ""
    scope: Scope = field(default_factory=Scope)
    hedged: bool = False
    describes: bool = False
    kind: str = "statement"
    same_as: str = ""
    reason: str = ""
    note: str = ""
    readings: tuple[Reading, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Conclusion:
    """A conclusion of a paper, and the statements that it rests on.

    Attributes
    ----------
    id, paper, says : str
    rule : str
        "each", "most" or "some" of the statements must hold.
    statements : tuple of str
        Their ids.
    evidence : str
        Name of the artifact that decides, for example "figures/elazmeh2006_fig4".
    """

    id: str
    paper: str
    says: str
    rule: str
    statements: tuple[str, ...]
    evidence: str


@dataclass(frozen=True)
class Retired:
    """A case that the ledger once had.

    Attributes
    ----------
    id, paper : str
    became : str
        Id of a statement, "unit test" or "left out".
    why : str
    """

    id: str
    paper: str
    became: str
    why: str


@dataclass(frozen=True)
class Sentence:
    """A sentence, caption or label of a paper, and where the ledger has it.

    Attributes
    ----------
    place, begins : str
        Where it stands, and its first words.
    statements : tuple of str
        Ids of the statements that it makes.
    left_out : str
        Why it makes none.
    """

    place: str
    begins: str
    statements: tuple[str, ...] = ()
    left_out: str = ""


@dataclass(frozen=True)
class PaperLedger:
    """All that ``config/claims/<paper>/`` says of one paper.

    Attributes
    ----------
    paper : str
    about : mapping
        Title, authors, source and so on.
    statements, findings : tuple of Statement
        What the paper says, and what its replication found.
    conclusions : tuple of Conclusion
    retired : tuple of Retired
    sentences : tuple of Sentence
        All that the paper's text says, in its order.
    quantities : mapping of str to mapping
        What the paper's table ``facts`` holds for its claims: what each quantity ``says``, its ``unit`` and
        the columns that it goes ``by``.
    """

    paper: str
    about: Mapping[str, Any]
    statements: tuple[Statement, ...]
    findings: tuple[Statement, ...] = ()
    conclusions: tuple[Conclusion, ...] = ()
    retired: tuple[Retired, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    quantities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def claims(self) -> Iterator[Claim]:
        """The cases of all statements and findings."""
        for statement in (*self.statements, *self.findings):
            yield from statement.claims
