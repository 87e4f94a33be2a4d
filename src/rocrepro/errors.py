"""Errors that a user can cause; each carries one line that says what to mend."""

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
    """Return a message as a single line that a terminal does not obey and that is not very long."""
    line = " ".join(_cut(text).split())
    return _cut("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


def _cut(text: str) -> str:
    """The text without its middle where it is very long; escapes make a text longer."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
