"""The examples of the documentation: found, run, and shown with what they print and draw.

The python blocks of a page share one namespace and a scratch folder; a line of a console block that begins
with ``$ rocrepro`` runs there too. The tests run them in the same way as the build does.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FENCE = re.compile(
    r"^```(?P<kind>python|console)(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
ALT = re.compile(r'image="([^"]*)"')
PROMPT = "$ "
COMMAND = "$ rocrepro "
PICTURES = {".svg", ".png"}


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes
    ----------
    kind : {"python", "console"}
    body : str
    line : int
        Line of its first fence, from 1.
    end : int
        Position in the text after its last fence.
    alt : str
        What its picture shows, where it draws one: ``image="..."`` after the language.
    """

    kind: str
    body: str
    line: int
    end: int
    alt: str = ""


@dataclass
class Page:
    """A page while its blocks run.

    Attributes
    ----------
    path : Path
        The Markdown file.
    folder : Path
        Where its blocks run.
    namespace : dict
        What they have defined so far.
    """

    path: Path
    folder: Path
    namespace: dict[str, Any] = field(default_factory=lambda: {"__name__": "example"})

    def run(self, block: Block) -> str:
        """Run one block and return what it printed."""
        if block.kind == "console":
            return "".join(
                self._command(line) for line in block.body.splitlines() if line.startswith(COMMAND)
            )
        printed = io.StringIO()
        # Empty lines in front, so that a traceback names the line of the page.
        code = compile("\n" * block.line + block.body, str(self.path), "exec")
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            exec(code, self.namespace)
        return printed.getvalue()

    def _command(self, line: str) -> str:
        words = shlex.split(line.removeprefix(PROMPT))[1:]
        result = subprocess.run(
            [sys.executable, "-m", "rocrepro", *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise RuntimeError(f"{self.path}: {line}: status {result.returncode}: {result.stderr.strip()}")
        return result.stdout

    def pictures(self) -> set[Path]:
        """Pictures at the top of the scratch folder."""
        return {path for path in self.folder.iterdir() if path.suffix in PICTURES}


def blocks(text: str) -> list[Block]:
    """The python and console blocks of a page, in its order."""
    found = []
    for match in FENCE.finditer(text):
        alt = ALT.search(match["info"])
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(match["kind"], match["body"], line, match.end(), alt[1] if alt else ""))
    return found


def quiet() -> None:
    """Pictures without a screen, and with the same bytes every time."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    os.environ["MPLBACKEND"] = "agg"
    import matplotlib as mpl

    mpl.use("agg")
    look = {"figure.figsize": (5.2, 4.6), "legend.fontsize": 8}
    mpl.rcParams.update({"svg.hashsalt": "rocrepro", "savefig.bbox": "tight", **look})


def with_results(text: str, path: Path, folder: Path, to: Path) -> str:
    """The page's text with what each block prints and draws below it.

    Parameters
    ----------
    text : str
        The page.
    path : Path
        Its file; pictures are linked relative to its folder.
    folder : Path
        Empty; the blocks run there.
    to : Path
        Where its pictures go.
    """
    quiet()
    import matplotlib.pyplot as plt

    page, parts, done = Page(path, folder), [], 0
    for block in blocks(text):
        before = page.pictures()
        printed = page.run(block)
        parts.append(text[done : block.end])
        done = block.end
        if printed.strip():
            parts.append(f"\n\n```text\n{printed.rstrip()}\n```")
        for picture in sorted(page.pictures() - before):
            to.mkdir(parents=True, exist_ok=True)
            kept = to / f"{path.stem}-{picture.name}"
            kept.write_bytes(picture.read_bytes())
            parts.append(f"\n\n![{block.alt}]({Path(os.path.relpath(kept, path.parent)).as_posix()})")
    plt.close("all")
    return "".join([*parts, text[done:]])
