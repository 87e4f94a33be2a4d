"""What every hostile input is put to: it is read, or refused in one line, in good time."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

from rocrepro.errors import InputError

SOAK = bool(os.environ.get("ROCREPRO_SOAK"))
SECONDS = 60
"""Time that any one input of the short form may take, on a machine that is busy."""


def outcome(call: Callable[[], Any], *places: str) -> tuple[Any, str]:
    """What a call returns, or the line that it refuses with; any other end of it fails the test.

    `places` are texts that the line must hold, such as the file's name. A warning of numpy's counts as a
    failure, and so does a call that takes too long.
    """
    message, value = "", None
    started = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            value = _in_time(call)
        except InputError as error:
            message = str(error)
            assert message
            assert "\n" not in message
            assert message.isprintable()
            assert len(message) <= 2100
            for place in places:
                assert place in message
    assert time.monotonic() - started < SECONDS
    return value, message


def _in_time(call: Callable[[], Any]) -> Any:
    """Call with an alarm, where signals can be had: a hang is a failure and not a suite that never ends."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"still at work after {SECONDS} s")

    if threading.current_thread() is not threading.main_thread():
        return call()
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
