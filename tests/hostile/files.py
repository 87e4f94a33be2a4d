"""Data set files of every kind, valid ones to start from and a way to read any bytes as one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rocrepro.datasets.registry import build_dataset
from rocrepro.formats.files import sha256

CSV = 'age,sex,"note, long",y\n41,F,"a, b",a\n?,M,"x ""y""",b\n23.5,,z,a\n-7e2, F ,z,b\n'
ARFF = """% comment
@relation mine
@attribute 'body size' numeric
@attribute colour {red, 'dark blue', "50%"}  % a comment
@attribute n integer
@attribute note string
@attribute y {b, a, never}
@data
1.5, red, 2, 'x, y', a
?, 'dark blue', 3, ?, b
% another
-2e3, ?, 4, z, a
4, "50%", ?, z, b
"""
NAMES = "; comment\n\nill, well.\t| classes\n\nage: continuous,?.\nplace:\tWEST, EAST,?.\nflag: f,t.\n"
ROWS = "41,EAST,f,well.|12\n?,?,t,ill.|13\n7.5,EAST,f,well.|14\n0,EAST,f,ill\n"
SPECT = "1,0,1,1\n0,1,1,0\n1,1,1,1\n0,0,0,0\n"
SPECT_ENTRY = {
    "header": False,
    "columns": ["y", "F{1..3}"],
    "values": {"y": ["0", "1"], "F*": ["0", "1"]},
    "positive": "1",
}


def parquet_bytes() -> bytes:
    """A small Parquet file with a column of each kind that is read."""
    import io

    import pandas as pd

    table = pd.DataFrame({"x": [1.5, None, 3, 4], "c": ["u", "v", None, "u"], "y": ["a", "b", "a", "b"]})
    stream = io.BytesIO()
    table.to_parquet(stream)
    return stream.getvalue()


VALID: dict[str, tuple[dict[str, bytes], dict[str, Any]]] = {
    "CSV": ({"data": CSV.encode()}, {}),
    "ARFF": ({"data": ARFF.encode()}, {"reader": "arff"}),
    "C4.5": ({"names": NAMES.encode(), "data": ROWS.encode()}, {"reader": "c45", "positive": "ill"}),
    "SPECT": ({"data": SPECT.encode()}, SPECT_ENTRY),
    "Parquet": ({"data": parquet_bytes()}, {"reader": "parquet"}),
}


def build(folder: Path, contents: dict[str, bytes], **options: Any) -> Any:
    """The data set in files with these contents, by role."""
    entry = {"title": "mine", "reader": "csv", "target": "y", "positive": "a", "protocol": "cv", "folds": 2}
    entry |= {"files": {role: {"sources": [{"file": role}]} for role in contents}} | options
    files = {}
    for role, content in contents.items():
        path = folder / f"{role}.raw"
        path.write_bytes(content)
        files[role] = {"file": path.name, "sha256": sha256(path), "source": "mirror"}
    return build_dataset("mine", entry, folder, {"status": "ok", "reason": "", "files": files})


PIECES = [
    b"\n", b"\r\n", b"\r", b"\x00", b"\xef\xbb\xbf", b"\xff", b"\xe9", b'"', b"'", b",", b";", b"|", b"?",
    b"%",
    b"{", b"}", b"@data\n", b"@attribute y {a,b}\n", b"\\", b"\\x", b"\x0b", b"\x1c", b"\xc2\x85",
    b"\xe2\x80\xa8", b"nan", b"-inf", b"1e999", b"1_0", b"_", b"=cmd|", b"<b>", b"$(x)", b"\t", b" " * 9,
    b"9" * 400, b"\xf0\x9f\x98\x80", b": ", b"- ", b"&a ", b"*a", b"!!python/name:os.system ", b"\x1b[2J",
]  # fmt: skip


def mutations(content: bytes, n: int, seed: int) -> list[bytes]:
    """`n` files with a few bytes changed, removed, doubled or put in; the same ones every time."""
    source = random.Random(seed)
    made = []
    for _ in range(n):
        data = bytearray(content)
        for _ in range(source.randint(1, 6)):
            first = source.randrange(len(data) + 1)
            last = min(len(data), first + source.choice([0, 1, 1, 2, 5, 30]))
            kind = source.randrange(4)
            if kind == 0:
                data[first:last] = b""
            elif kind == 1:
                data[first:first] = source.choice(PIECES)
            elif kind == 2:
                data[first:first] = data[first:last] * source.randint(1, 4)
            elif data:
                data[min(first, len(data) - 1)] = source.randrange(256)
        made.append(bytes(data))
    return made
