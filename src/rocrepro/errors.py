"""Errors that a user can cause; each carries one line that says what to mend."""


class InputError(Exception):
    """Bad input: the message names the file, the place in it, what was found and what was expected.

    The message is a single line. Programs print it and exit with status 1, without a traceback.
    """

    def __init__(self, message: str):
        super().__init__(" ".join(message.split()))
