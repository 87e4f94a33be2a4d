"""``rocrepro diff OLD NEW``: what moved between two results folders."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

BAD_INPUT = 2  # as of diff(1): 1 says that something moved
DESCRIPTION = """\
List the numbers, labels and verdicts that differ between two results folders, with file, row, column, old and
new value, absolute and relative change. Tables are compared cell by cell, JSON files by path, and texts by
line. Files that were removed or added also count. Pictures and pages that differ only in bytes are listed but
do not count."""
EPILOG = "exit status: 0 no difference, 1 differences, 2 the folders could not be compared"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rocrepro.pipeline.compare_values import FLOOR, TOLERANCE

    parser.add_argument("old", metavar="OLD", type=Path, help="a results folder")
    parser.add_argument("new", metavar="NEW", type=Path, help="another one")
    parser.add_argument(
        "--tolerance",
        type=tolerance,
        default=TOLERANCE,
        metavar="R",
        help="relative difference up to which two non-integer numbers count as equal (default "
        f"%(default)g); a difference of at most {FLOOR:g} always counts as rounding. With 0 their "
        "text must be equal",
    )
    parser.add_argument("--quiet", action="store_true", help="print only the summary line")


def tolerance(text: str) -> float:
    """Read a relative tolerance from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a number from 0 to below 1")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, and return the exit status."""
    from rocrepro.pipeline.compare import compare_folders

    result = compare_folders(arguments.old, arguments.new, arguments.tolerance)
    lines = [] if arguments.quiet else result.lines()
    print("\n".join([*lines, result.summary()]))
    return int(result.moved)
