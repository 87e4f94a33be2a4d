"""``rocrepro verify``: rebuild in a scratch folder and compare with the tracked results."""

from __future__ import annotations

import argparse
from pathlib import Path

from rocrepro.pipeline.compare_command import tolerance

BAD_INPUT = 2
LIMIT = 20
DESCRIPTION = """\
Copy the project's tracked files, as they are now, to a temporary folder, run the whole workflow there with
this Python, and compare its output with results/. The check fails if a number differs by more than the
tolerance, or if a count, label, verdict, digest or set of files differs. Pictures that differ only in bytes
are listed. Artifacts of the large simulations (size: full) are not rebuilt; their digests are checked. The
run ends early if a data set or an engine is not available."""
EPILOG = "exit status: 0 the results equal the rebuilt ones, 1 they differ, 2 they could not be compared"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rocrepro.pipeline.compare_values import TOLERANCE

    parser.add_argument("--cores", default="all", metavar="N", help="cores for the run (default %(default)s)")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="folder of the project (default: this folder)",
    )
    parser.add_argument("--keep", action="store_true", help="keep the temporary folder, and print its path")
    parser.add_argument(
        "--untracked", action="store_true", help="also copy files that git neither tracks nor ignores"
    )
    parser.add_argument(
        "--tolerance",
        type=tolerance,
        default=TOLERANCE,
        metavar="R",
        help="relative tolerance for non-integer numbers (default %(default)g)",
    )
    parser.add_argument(
        "--all", action="store_true", help=f"print all changes of a file, not only the first {LIMIT}"
    )


def run(arguments: argparse.Namespace) -> int:
    """Rebuild, compare, print, and return the exit status."""
    from rocrepro.pipeline.verify import verify

    result = verify(
        arguments.root,
        cores=arguments.cores,
        keep=arguments.keep,
        untracked=arguments.untracked,
        tolerance=arguments.tolerance,
    )
    print("\n".join(result.lines(None if arguments.all else LIMIT)))
    return int(result.failed)
