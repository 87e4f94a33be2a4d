"""Ask OpenML where a data set's raw file lies: ``python openml_description.py ID_OR_NAME VERSION [SERVER]``.

This is a program of its own because openml-python creates folders in the home directory when it is
imported and waits for a silent server without end. The caller gives it a temporary home and can stop it.
It prints one JSON object with the keys ``url`` and ``format``.
"""

from __future__ import annotations

import json
import sys


def describe(dataset: int | str, version: int | None = None, server: str | None = None) -> dict[str, str]:
    """Return the address and the format of a data set's raw file.

    Parameters
    ----------
    dataset : int or str
        OpenML's number of the data set, or its name.
    version : int, optional
        Version of the name; a number has none.
    server : str, optional
        Address of an OpenML API (XML); OpenML's own by default.
    """
    import openml

    if server:
        openml.config.server = server
    openml.config.set_retry_policy("human", 1)
    found = openml.datasets.get_dataset(
        dataset,
        version=version,
        download_data=False,
        download_qualities=False,
        download_features_meta_data=False,
    )
    return {"url": str(found.url), "format": str(found.format)}


def main(arguments: list[str]) -> int:
    """Run the program; a failure is one line on stderr and status 1."""
    try:
        name, version, *server = arguments
        number = int(version) if version else None
        found = describe(int(name) if name.isdigit() else name, number, *server)
    except Exception as error:
        print(" ".join(f"{type(error).__name__}: {error}".split()), file=sys.stderr)
        return 1
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
