"""Questions to OpenML, by openml-python: where a raw file lies, and which columns not to learn from.

The raw file itself is downloaded as any other, since the checksum is to be that of the served bytes.
openml-python would decode it and write it anew, which fails where the text is not plain ASCII and the server
does not say how it is encoded. It would also read a file whole, however large it is.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from rocrepro.datasets.download import unserved, within

SERVER = "https://www.openml.org/api/v1/xml"


@dataclass(frozen=True)
class Description:
    """Description of a data set by OpenML.

    Attributes
    ----------
    url, form : str
        Address and format of the raw file.
    identifiers : tuple of str
        Columns that name the rows, or that OpenML says are to be ignored.
    """

    url: str
    form: str
    identifiers: tuple[str, ...]


def describe(dataset: int | str, version: int | None, *, server: str, timeout: float) -> Description:
    """Return what OpenML says about a data set.

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

    def ask(openml: Any) -> Description:
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
        named = [*_names(found.row_id_attribute), *_names(found.ignore_attribute)]
        return Description(str(found.url), str(found.format), tuple(sorted(set(named))))

    try:
        openml = _imported()
        # It waits for a silent server without end.
        return within(timeout, lambda: ask(openml), "no answer within")
    except Exception as error:
        raise unserved(error, timeout) from None


def _names(said: Any) -> list[str]:
    """Columns in an attribute of a description: one, several, or several in one text with commas between.

    A name may hold a comma itself, so a text counts as it is too.
    """
    texts = [
        str(text).strip() for text in ([] if said is None else [said] if isinstance(said, str) else said)
    ]
    parts = [part.strip().strip("'\"") for text in texts for part in text.split(",")]
    return [name for name in (*texts, *parts) if name]


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
