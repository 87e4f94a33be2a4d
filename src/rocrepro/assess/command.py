"""``rocrepro evaluate FILE``: everything but training, for scores from anywhere."""

from __future__ import annotations

import argparse
from pathlib import Path

DESCRIPTION = """\
Evaluate a file of labels and scores: ROC curves with confident points, bands, sensibility, lines of equal
chi-square and cost, operating points, and comparisons where the file has several models. Prints a summary,
and writes tables, figures and one page, index.html, into a folder."""
EPILOG = "example: rocrepro evaluate scores.csv --label y --score p --pos-label ill --output out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    from rocrepro.evaluation.confidence import TESTS

    parser.add_argument("file", metavar="FILE", type=Path, help="CSV with a header row, or .parquet")
    parser.add_argument("--output", "-o", metavar="FOLDER", type=Path, default=Path("assessment"),
                        help="where to write (default %(default)s)")  # fmt: skip
    columns = parser.add_argument_group("columns of the file")
    columns.add_argument("--label", metavar="COLUMN", default="label", help="class (default %(default)s)")
    columns.add_argument("--score", metavar="COLUMN", default="score",
                         help="score, higher means more positive (default %(default)s)")  # fmt: skip
    needed = "the positive class; not needed for 0 and 1, -1 and 1, or true and false"
    columns.add_argument("--pos-label", metavar="CLASS", help=needed)
    for name, line in {
        "model": "which model a score is from, where there are several",
        "fold": "in which fold a score was made; scores of all folds are pooled",
        "seed": "replicate, from 1; curves show the lowest",
        "row": "name of the example, which pairs the models' rows (default: their order)",
    }.items():
        columns.add_argument(f"--{name}", metavar="COLUMN", help=line)
    choices = parser.add_argument_group("choices")
    choices.add_argument(
        "--alpha", type=float, default=0.05, help="1 - level of intervals (default %(default)s)"
    )
    choices.add_argument(
        "--test", choices=TESTS, default="tango", help="confidence test (default %(default)s)"
    )
    choices.add_argument("--cost-fn", type=float, default=1.0, metavar="C", help="cost of a false negative")
    choices.add_argument("--cost-fp", type=float, default=1.0, metavar="C", help="cost of a false positive")
    choices.add_argument("--max-fpr", type=float, default=0.05, metavar="R",
                         help="bound for the Neyman-Pearson point (default %(default)s)")  # fmt: skip
    choices.add_argument("--n-boot", type=int, default=1000, metavar="N",
                         help="bootstrap curves and permutations (default %(default)s)")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, write, print the summary, and return the exit status."""
    import matplotlib as mpl

    from rocrepro.assess import assess, read_given
    from rocrepro.assess.options import options_of
    from rocrepro.assess.output import save
    from rocrepro.assess.reading import columns_of

    mpl.use("agg")
    chosen = {name: value for name, value in vars(arguments).items() if value is not None}
    given = read_given(arguments.file, columns_of(chosen), pos_label=arguments.pos_label)
    assessment = assess(given, options_of(chosen))
    page, *others = save(assessment, arguments.output)
    for name in ("summary", "comparisons"):
        if name in assessment.tables:
            print(summary_text(assessment.tables[name].cells(), list(assessment.tables[name].frame.columns)))
    print(f"{len(others)} files of tables and figures are in {arguments.output}/; start at {page}")
    return 0


def summary_text(rows: list[list[str]], columns: list[str]) -> str:
    """A table turned on its side, one column a row of it: it fits a terminal."""
    lines = [columns, *rows]
    widths = [max(len(cell) for cell in line) for line in lines]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(turned, widths, strict=True)).rstrip()
        for turned in zip(*lines, strict=True)
    )
