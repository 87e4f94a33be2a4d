"""Fuzzing of the readers guided by coverage, with atheris, in a process of its own.

``python -m tests.hostile.fuzz KIND SECONDS FOLDER``: KIND is one of `tests.hostile.files.VALID` or of `MORE`.
It ends with status 0 when every input was read or refused in one line; else atheris leaves the input in
FOLDER and the status is another. What is fuzzed must be imported first under atheris: so nothing of ours is
imported above.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

MORE = ("C4.5 names", "scores")
SCORES = b"id,y,p,clf,k,s\na,1,0.9,one,1,1\nb,0,0.4,one,2,1\nc,0,-1e-310,one,1,1\n"
LONGEST = 4096
"""Bytes of an input; long files are tried elsewhere."""


def reader(kind: str, folder: Path) -> tuple[bytes, Callable[[bytes], object]]:
    """Bytes to start from, and what reads others in their place."""
    from tests.hostile.files import VALID, build

    if kind in VALID:
        contents, entry = VALID[kind]
        return contents["data"], lambda data: build(folder, contents | {"data": data}, **entry)
    if kind == "C4.5 names":
        contents, entry = VALID["C4.5"]
        return contents["names"], lambda data: build(folder, contents | {"names": data}, **entry)
    from rocrepro.formats.given.reading import Columns, read_given

    path = folder / "scores.csv"
    columns = Columns(label="y", score="p", model="clf", fold="k", seed="s", row="id")

    def read(data: bytes) -> object:
        path.write_bytes(data)
        return read_given(path, columns)

    return SCORES, read


def main(kind: str, seconds: str, folder: str) -> None:
    """Start atheris; it ends the process."""
    import atheris

    with atheris.instrument_imports(include=["rocrepro.datasets", "rocrepro.formats", "rocrepro.assess"]):
        pass
    from tests.hostile.conftest import outcome

    corpus = Path(folder) / "corpus"
    corpus.mkdir(parents=True)
    start, read = reader(kind, Path(folder))
    (corpus / "start").write_bytes(start)
    read(start)

    def one_input(data: bytes) -> None:
        outcome(lambda: read(data))

    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=4096"]
    atheris.Setup(["fuzz", *options, f"-artifact_prefix={folder}/", str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
