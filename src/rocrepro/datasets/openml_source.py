"""Ask OpenML where a data set's raw file lies, by openml-python.

The raw file itself is downloaded as any other, since the checksum is to be that of the served bytes.
openml-python would decode it and write it anew, which fails where the text is not plain ASCII and the server
does not say how it is encoded. It would also read a file whole, however large it is.
"""

from __future__ import annotations

import logging
import os
from tempfile import TemporaryDirectory
from typing import Any

from rocrepro.datasets.download import unserved, within

SERVER = "https://www.openml.org/api/v1/xml"


def describe(dataset: int | str, version: int | None, *, server: str, timeout: float) -> tuple[str, str]:
    """Return the address and the format of a data set's raw file.

    Parameters
    ----------
    dataset : int or str
        OpenML's number of the data set, or its name.
    version : int or None
        Version of the name; a number has none.
    server : str
        Address of an OpenML API (XML).
    timeout : float
        Seconds until an answer has come, > 0.

    Raises
    ------
    Unserved
        With a one-line reason; `Unanswered` where it is the server's silence.
    """

    def ask(openml: Any) -> tuple[str, str]:
        with TemporaryDirectory() as cache:
            openml.config.set_root_cache_directory(cache)
            openml.config.set_retry_policy("human", 1)
            openml.config.server = server
            found = openml.datasets.get_dataset(
                dataset,
                version=version,
                download_data=False,
                download_qualities=False,
                download_features_meta_data=False,
            )
        return str(found.url), str(found.format)

    try:
        openml = _imported()
        # It waits for a silent server without end.
        return within(timeout, lambda: ask(openml), "no answer within")
    except Exception as error:
        raise unserved(error, timeout) from None


def _imported() -> Any:
    """Import openml-python, which makes folders in the home directory then: in one that is thrown away."""
    from unittest.mock import patch

    places = ("HOME", "XDG_CONFIG_HOME", "OPENML_CACHE_DIR")
    with TemporaryDirectory() as home, patch.dict(os.environ, dict.fromkeys(places, home)):
        import openml
    logging.getLogger().addFilter(_not_of_openml)
    return openml


def _not_of_openml(record: logging.LogRecord) -> bool:
    """Leave out what openml-python says on the root logger: that a server does not compress."""
    return "openml" not in record.pathname
