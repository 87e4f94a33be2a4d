"""Bytes from the network, bounded in time and size, and single members of zip archives."""

from __future__ import annotations

import io
import threading
import zipfile
import zlib
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

CHUNK = 1 << 16
CONNECTING = 10.0  # seconds; a host that drops packets is waited for at each of its addresses


class Unserved(Exception):
    """A source could not serve a file; the message is the reason, in one line."""

    def __init__(self, reason: str):
        super().__init__(" ".join(reason.split()))


class Unanswered(Unserved):
    """The host of a source gave no answer at all, or none in time; an HTTP status is an answer."""


class _Sink:
    """File object that the downloader writes to, and that refuses more than `limit` bytes."""

    def __init__(self, limit: int):
        self.limit = limit
        self.buffer = io.BytesIO()
        self.abandoned = False

    def write(self, chunk: bytes) -> None:
        if self.abandoned:
            raise Unserved("given up")
        if self.buffer.tell() + len(chunk) > self.limit:
            raise Unserved(f"more than {self.limit} bytes")
        self.buffer.write(chunk)

    def flush(self) -> None:
        """Do nothing; the downloader calls it."""


def download(url: str, *, timeout: float, deadline: float, max_bytes: int) -> bytes:
    """Return the body that `url` serves.

    Parameters
    ----------
    url : str
        An ``http`` or ``https`` address. Redirects are followed, certificates are verified.
    timeout : float
        Seconds without a byte, > 0. For a connection it is 10 seconds, if that is less.
    deadline : float
        Seconds for the whole transfer, > 0. It stops servers that send a byte now and then.
    max_bytes : int
        Largest body, counted after any content encoding is undone.

    Raises
    ------
    Unserved
        With a one-line reason; `Unanswered` where it is the host's silence.
    """
    import pooch

    sink = _Sink(max_bytes)
    limits = (min(CONNECTING, timeout), timeout)
    get = pooch.HTTPDownloader(timeout=limits, chunk_size=CHUNK)
    try:
        within(deadline, lambda: get(url, sink, None), "not finished after")
    except Exception as error:
        sink.abandoned = True
        raise unserved(error, timeout) from None
    return sink.buffer.getvalue()


def within(seconds: float, work: Callable[[], T], late: str) -> T:
    """Return what `work` gives, or give up after so many seconds, as `late` says with their number.

    The limit holds while a read blocks or a name is looked up: hence a thread, which may outlive it.
    """
    done: list[T] = []
    raised: list[Exception] = []

    def run() -> None:
        try:
            done.append(work())
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise Unanswered(f"{late} {seconds:g} s")
    if raised:
        raise raised[0]
    return done[0]


def unserved(error: Exception, timeout: float) -> Unserved:
    """Say in a few words what went wrong with a request."""
    import requests

    root = _root(error)
    if isinstance(error, Unserved):
        return error
    if isinstance(error, requests.HTTPError) and error.response is not None:
        return Unserved(f"HTTP status {error.response.status_code}")
    if isinstance(error, requests.ConnectTimeout):
        return Unanswered(f"no connection within {min(CONNECTING, timeout):g} s")
    if isinstance(error, requests.Timeout) or "Timeout" in type(root).__name__:
        return Unanswered(f"no answer within {timeout:g} s")
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return Unserved(f"the transfer broke off ({type(root).__name__})")
    if isinstance(error, requests.ConnectionError):
        return Unanswered(f"connection failed ({type(root).__name__})")
    return Unserved(f"{type(error).__name__}: {error}")


def _root(error: BaseException) -> BaseException:
    """The innermost of the exceptions that requests and urllib3 wrap into each other."""
    reason = getattr(error, "reason", None)
    inner = reason if isinstance(reason, BaseException) else None
    for argument in error.args:
        if inner is None and isinstance(argument, BaseException):
            inner = argument
    return error if inner is None else _root(inner)


def zip_member(archive: bytes, member: str, *, max_bytes: int) -> bytes:
    """Return one member of a zip archive, by its exact name; nothing is unpacked to disk.

    Raises
    ------
    Unserved
        If the archive is damaged, lacks the member, or the member has more than `max_bytes` bytes.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            info = opened.getinfo(member)
            if info.file_size > max_bytes:
                raise Unserved(f"{member} has {info.file_size} bytes, more than {max_bytes}")
            with opened.open(info) as stream:
                # The declared size may be false, so the read itself is bounded too.
                data = stream.read(max_bytes + 1)
    except KeyError:
        raise Unserved(f"the archive has no member {member}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        raise Unserved(f"damaged zip archive ({error})") from None
    if len(data) > max_bytes:
        raise Unserved(f"{member} has more than {max_bytes} bytes")
    return data
