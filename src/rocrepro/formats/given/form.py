"""The form of a CSV file: how it separates its cells and writes its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from rocrepro.errors import InputError
from rocrepro.formats.number_text import check_signs

SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "bar": "|", "space": " "}
"""Separators by names that need no quotation marks in a shell."""
TEXT: dict[str, Any] = {"dtype": str, "keep_default_na": False, "na_values": []}
"""Options of pandas that read every cell of a CSV as it is."""


@dataclass(frozen=True)
class Form:
    """Form of the cells of a CSV file, and of the numbers in texts.

    Attributes
    ----------
    delimiter : str
        One sign between cells, or one of the names in `DELIMITERS`.
    encoding : str
        As Python knows it; a byte order mark is left out.
    decimal, thousands : str
        Signs in numbers; without `thousands`, no sign parts them.

    Raises
    ------
    InputError
        For an encoding that Python does not know, and signs that are none or are not told apart.
    """

    delimiter: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    thousands: str = ""

    def __post_init__(self) -> None:
        check_signs(self.decimal, self.thousands)
        if len(self.sign) != 1 or self.sign in '"\r\n':
            names = ", ".join(name for name in DELIMITERS if name.isalpha())
            raise InputError(
                f"delimiter: found {self.delimiter!r}; expected one character, or one of {names}"
            )
        try:
            "".encode(self.codec)
        except (LookupError, ValueError):
            expected = "expected a name such as utf-8, latin-1, cp1252 or utf-16"
            raise InputError(f"encoding: found {self.encoding!r}; {expected}") from None

    @property
    def sign(self) -> str:
        """The delimiter as one sign."""
        return DELIMITERS.get(self.delimiter, self.delimiter)

    @property
    def codec(self) -> str:
        """The encoding, in which UTF-8 may begin with a byte order mark."""
        return "utf-8-sig" if self.encoding.lower() in ("utf-8", "utf8") else self.encoding

    @property
    def options(self) -> dict[str, Any]:
        """Options of pandas' reader, which takes every cell as it is."""
        return {"sep": self.sign, "encoding": self.codec, **TEXT}

    @property
    def is_usual(self) -> bool:
        """True if a file is UTF-8 with points in its numbers."""
        return (self.codec, self.decimal, self.thousands) == ("utf-8-sig", ".", "")


def form_of(entry: Mapping[str, Any]) -> Form:
    """Return the form that a mapping names, other keys left out."""
    return Form(**{field.name: entry[field.name] for field in fields(Form) if field.name in entry})
