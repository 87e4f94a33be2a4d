"""The methods in words: definition, formula, picture, when each misleads, where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from rocrepro.report.artifacts import FigureView
from rocrepro.report.formula import mathml
from rocrepro.texts import load_texts


@dataclass(frozen=True)
class Method:
    """One method of evaluation.

    Attributes
    ----------
    name : str
        Its address on the page is "method-<name>".
    title : str
    definition, misleads : list of str
        Paragraphs.
    formula : list of Markup
        MathML.
    picture : FigureView, optional
        The artifact that shows it.
    look : str
        What to see in the picture.
    reference : list of str
    code : list of str
        Names in the library.
    """

    name: str
    title: str
    definition: list[str]
    formula: list[Markup]
    misleads: list[str]
    reference: list[str]
    code: list[str]
    picture: FigureView | None = None
    look: str = ""


def load_methods(figures: Mapping[str, FigureView]) -> list[Method]:
    """The methods in the order of the file; a picture that the run lacks is left out."""
    return [
        Method(
            name=name,
            title=entry["title"],
            definition=_paragraphs(entry["definition"]),
            formula=[mathml(part) for part in entry["formula"]],
            misleads=_paragraphs(entry["misleads"]),
            reference=list(entry["reference"]),
            code=list(entry["code"]),
            picture=figures.get(entry["picture"]),
            look=entry["look"],
        )
        for name, entry in load_texts("methods.yaml").items()
    ]


def _paragraphs(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.strip().split("\n\n")]
