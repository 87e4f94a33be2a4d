"""Errors that a user can cause, and warnings: each is one line that says what to mend."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ERROR, NOTE = "rocrepro: error: ", "rocrepro: note: "
"""Beginnings of lines on standard error."""
LONGEST = 2000
"""Characters of a message."""


class InputError(Exception):
    """Bad input: the message names the file, the place in it, what was found and what was expected.

    The message is a single line. Programs print it and exit with status 1, without a traceback. What a file
    brings into it is made harmless: control characters are written as escapes, so that a terminal does not
    obey them, and the middle of a very long message is left out.
    """

    def __init__(self, message: str):
        super().__init__(one_line(message))


def one_line(text: str) -> str:
    """Return a message as one line of limited length that does not make a terminal obey it."""
    line = " ".join(_cut(text).split())
    return _cut("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


@contextmanager
def told_once(
    line_of: Callable[[str, type[Warning]], str | None], tell: Callable[[str], None]
) -> Iterator[None]:
    """Tell each different warning inside once, by the line that a function makes of its text and category.

    A warning of which it makes None is not told.
    """
    seen: set[str | None] = {None}

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        line = line_of(str(message), category)
        if line not in seen:
            seen.add(line)
            tell(str(line))

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _cut(text: str) -> str:
    """The text without its middle where it is very long; escapes make a text longer."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
