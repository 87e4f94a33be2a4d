"""The sentences of a paper's text, as a scan has it, that a ledger's list of sentences lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

LEAST = 5
"""Words of a sentence; what has fewer is a heading, a label or the rest of a formula."""
END = re.compile(r"(?<=[a-z0-9)\]%”\"][.!?])[\"”’)]*\s+(?=[\"“(]*[A-Z(])")
SHORT = re.compile(r"\b(?:figs?|eqs?|vs|etc|al|e|g|cf|dept|pp|no|resp|sec|tab|[a-z])\.\s*$", re.IGNORECASE)
GREEK = {"chi", "alpha", "beta"}
NOISE = re.compile(r"<\|.*?\|>|\$\$.*?\$\$", re.DOTALL)


def words(text: str) -> list[str]:
    """Words in lower case, without marks and without the hyphens of broken lines."""
    return [word for word, _ in _placed(re.sub(r"-\s*\n\s*", "", text))]


def _placed(text: str) -> list[tuple[str, int]]:
    """Words in lower case and where they begin; a Greek letter is none, however it is written."""
    found = ((m[0].lower(), m.start()) for m in re.finditer(r"[A-Za-z0-9]+", text))
    return [(word, place) for word, place in found if word not in GREEK]


def uncovered(text: str, begins: Iterable[str]) -> list[str]:
    """Sentences of a text in which no entry of a list begins.

    The text is cut where an entry begins. Within a piece, which should be one sentence, every further one
    that has enough words is not covered.
    """
    text = re.sub(r"-\s*\n\s*", "", NOISE.sub(" ", text)).replace(r"\chi^2", "chi-square")
    placed = _placed(text)
    cuts: set[int] = set()
    for one in begins:
        wanted = words(one)
        cuts |= {
            placed[i][1]
            for i in range(len(placed) - len(wanted) + 1)
            if [word for word, _ in placed[i : i + len(wanted)]] == wanted
        }
    found = []
    places = sorted({0, *cuts, len(text)})
    for start, end in pairwise(places):
        pieces = _sentences(text[start:end])
        found += [" ".join(piece.split()) for piece in pieces[start in cuts :]]
    return [piece for piece in found if len(words(piece)) >= LEAST]


def _sentences(text: str) -> list[str]:
    pieces: list[str] = []
    for piece in END.split(text):
        if pieces and SHORT.search(pieces[-1]):
            pieces[-1] += " " + piece
        else:
            pieces.append(piece)
    return pieces
