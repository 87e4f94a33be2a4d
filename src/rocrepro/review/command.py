"""``rocrepro review FOLDER``: judge a paper that the project does not know, from files only."""

from __future__ import annotations

import argparse
from pathlib import Path

from rocrepro.errors import InputError

DESCRIPTION = """\
Judge the statements of a paper from the files of one folder. The folder has paper.yaml (title, authors,
conclusions), claims.yaml (the statements, each with a measure and a rule), findings.yaml (optional), and
tables and scores as CSV files in tables/ and scores/. The command prints the verdicts. It writes conclusions,
statements, claims and findings as CSV files, a summary, the tables and figures that decide, and one page to a
folder. That folder must be new, empty, or that of an earlier review, which is then replaced."""
NEEDED = {"yaml": "pyyaml", "jsonschema": "jsonschema"}
EPILOG = "example: rocrepro review examples/fawcett2006 --out review"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="folder of the paper; its name begins all ids"
    )
    parser.add_argument("--out", "-o", metavar="FOLDER", type=Path, default=Path("review"),
                        help="folder to write to (default %(default)s)")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Judge, write, print the verdicts, and return the exit status: 0 whatever they are."""
    import matplotlib as mpl

    from rocrepro.formats.given.notes import plain_notes
    from rocrepro.review.judging import review
    from rocrepro.review.output import reviewed
    from rocrepro.review.terminal import printed

    _check_installed()
    mpl.use("agg")
    with plain_notes(), reviewed(arguments.out) as part:
        found = review(arguments.folder, part)
    print(printed(found))
    print(f"\nAll verdicts and their evidence: {arguments.out / 'report/index.html'}")
    return 0


def _check_installed() -> None:
    """Raise InputError without the packages that read and check YAML; the library does not need them."""
    from importlib.util import find_spec

    for module, package in NEEDED.items():
        if find_spec(module) is None:
            expected = f"expected it installed (pip install {package}, or rocrepro with its extra review)"
            raise InputError(
                f"review: found no package {package}, which is needed to read the paper's files; {expected}"
            )
