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
        if len(message) > LONGEST:
            half = LONGEST // 2
            message = f"{message[:half]} ... {message[-half:]}"
        line = " ".join(message.split())
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))
