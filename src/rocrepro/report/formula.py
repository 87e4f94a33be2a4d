r"""Formulas: from a short notation to MathML, which browsers draw without any help.

The notation is a small part of TeX's: ``\frac{a}{b}``, ``\sqrt{a}``, ``\bar{a}``, ``\hat{a}``, ``a_{b}^{c}``.
A letter is a variable, digits are a number, "words in quotes" stand upright, two spaces part two formulas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

_TOKEN = re.compile(r'\\[a-z]+|"[^"]*"|[0-9.]+|  +| |.')
_ACCENTS = {"\\bar": "¯", "\\hat": "^"}
_UPRIGHT = frozenset("∑∫±≤≥+-=<>()[],/|∈…*")
_STRETCHED = "∑"


def mathml(notation: str) -> Markup:
    """A formula as a MathML block.

    Raises
    ------
    ValueError
        If a brace is not closed, or an argument is missing.
    """
    parser = _Parser([token for token in _TOKEN.findall(notation.strip()) if token != " "])
    body = parser.sequence()
    if parser.at < len(parser.tokens):
        raise ValueError(f"{notation}: found a brace that closes nothing")
    return Markup(f'<math display="block"><mrow>{"".join(body)}</mrow></math>')


@dataclass
class _Parser:
    """Reads tokens from left to right."""

    tokens: list[str]
    at: int = 0

    def sequence(self) -> list[str]:
        """Everything up to the brace that closes."""
        parts = []
        while self.at < len(self.tokens) and self.tokens[self.at] != "}":
            parts.append(self.scripted())
        return parts

    def take(self) -> str:
        if self.at >= len(self.tokens):
            raise ValueError("found the end of a formula; expected an argument")
        self.at += 1
        return self.tokens[self.at - 1]

    def group(self) -> str:
        """One argument in braces."""
        if self.take() != "{":
            raise ValueError(f"found {self.tokens[self.at - 1]!r}; expected an opening brace")
        body = self.sequence()
        if self.take() != "}":
            raise ValueError("expected a closing brace")
        return f"<mrow>{''.join(body)}</mrow>"

    def atom(self) -> str:
        """One symbol, or one construction with its arguments."""
        token = self.take()
        if token == "{":
            self.at -= 1
            return self.group()
        if token == "\\frac":
            return f"<mfrac>{self.group()}{self.group()}</mfrac>"
        if token == "\\sqrt":
            return f"<msqrt>{self.group()}</msqrt>"
        if token in _ACCENTS:
            return f'<mover>{self.group()}<mo stretchy="false">{_ACCENTS[token]}</mo></mover>'
        if token.startswith('"'):
            return f"<mtext>{escape(token[1:-1])}</mtext>"
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isspace():
            return '<mspace width="1.5em"/>'
        if token in _UPRIGHT:
            sign = escape(token.replace("-", "−"))
            tight = ' stretchy="false" lspace="0" rspace="0"' if token in "|()[]" else ""
            return f"<mo{tight}>{sign}</mo>"
        return f"<mi>{escape(token)}</mi>"

    def scripted(self) -> str:
        """An atom with what hangs below and above it."""
        base, below, above = self.atom(), "", ""
        while self.at < len(self.tokens) and self.tokens[self.at] in ("_", "^"):
            if self.take() == "_":
                below = self.atom()
            else:
                above = self.atom()
        limits = _STRETCHED in base
        if below and above:
            tag = "munderover" if limits else "msubsup"
        elif below:
            tag = "munder" if limits else "msub"
        elif above:
            tag = "mover" if limits else "msup"
        else:
            return base
        return f"<{tag}>{base}{below}{above}</{tag}>"
