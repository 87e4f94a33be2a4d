"""``rocrepro evaluate FILE``: everything but training, for scores from anywhere."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError

if TYPE_CHECKING:
    from rocrepro.assess.helper import Helper
    from rocrepro.assess.json_summary import Assessed
    from rocrepro.study import Study

DESCRIPTION = """\
Evaluate a file of labels and scores. The evaluation covers ROC curves with confident points, bands,
sensibility, lines of equal chi-square and cost, operating points, and comparisons if the file has several
models. The command prints a summary and writes tables, figures and one page, index.html, to a folder. The
folder must be new, empty, or that of an earlier assessment, which is then replaced."""
EPILOG = "example: rocrepro evaluate scores.csv --label y --score p --pos-label ill --output out"
RATES = {
    "at_specificity": "find the best sensitivity at a specificity of at least R",
    "at_sensitivity": "find the best specificity at a sensitivity of at least R",
    "partial_fpr": "area under the curve for false positive rates up to R",
    "partial_tpr": "area to the right of the curve for true positive rates from R upwards",
}

READING = ("class_scores", "delimiter", "encoding", "decimal", "thousands")
"""Options on the file that messages name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rocrepro.evaluation.confidence import TESTS
    from rocrepro.evaluation.proportion import PROPORTIONS

    parser.register("action", None, _Once)
    parser.add_argument("file", metavar="FILE",
                        help="CSV file with a header row, .parquet file, folder or pattern; - reads "
                             "standard input")  # fmt: skip
    parser.add_argument("--output", "-o", metavar="FOLDER", type=Path, default=Path("assessment"),
                        help="folder to write to (default %(default)s)")  # fmt: skip
    parser.add_argument("--json", action="store_true", dest="as_json",
                        help="print the summary as one JSON document, for scripts")  # fmt: skip
    _add_columns(parser)
    _add_form(parser)
    choices = parser.add_argument_group("choices")
    choices.add_argument(
        "--alpha", type=number, default=0.05, help="1 minus the level of intervals (default %(default)s)"
    )
    choices.add_argument(
        "--test", choices=TESTS, default="tango", help="confidence test (default %(default)s)"
    )
    choices.add_argument("--cost-fn", type=number, default=1.0, metavar="C", help="cost of a false negative")
    choices.add_argument("--cost-fp", type=number, default=1.0, metavar="C", help="cost of a false positive")
    choices.add_argument("--max-fpr", type=number, default=0.05, metavar="R",
                         help="largest false positive rate of the Neyman-Pearson point (default "
                             "%(default)s)")  # fmt: skip
    choices.add_argument("--threshold", metavar="T",
                         help="threshold in use: a number, or a criterion such as youden or cost "
                         "(default 0.5 for scores from 0 to 1, 0 for others)")  # fmt: skip
    choices.add_argument("--margin", type=number, metavar="M",
                         help="test whether accuracies are equivalent within M")  # fmt: skip
    choices.add_argument("--auc-margin", type=number, metavar="M",
                         help="test whether no AUC is worse than another by M or more")  # fmt: skip
    choices.add_argument("--prevalence", type=number, metavar="V",
                         help="share of positive rows where the classifier will be used")  # fmt: skip
    choices.add_argument("--proportion", choices=PROPORTIONS, default=PROPORTIONS[0],
                         help="interval of shares, such as sensitivity (default %(default)s)")  # fmt: skip
    for name, line in RATES.items():
        given = name.startswith("at_")
        choices.add_argument(
            f"--{name.replace('_', '-')}", type=number, metavar="R", default=0.9 if given else None,
            help=line + (" (default %(default)s)" if given else ""),
        )  # fmt: skip
    choices.add_argument("--probabilities", action=argparse.BooleanOptionalAction,
                         help="treat scores as probabilities of the positive class, for calibration and "
                              "net benefit, or do not (default: if all lie from 0 to 1)")  # fmt: skip
    choices.add_argument("--n-boot", type=whole, default=1000, metavar="N",
                         help="bootstrap samples and permutations (default %(default)s)")  # fmt: skip


def _add_columns(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the columns of a file."""
    columns = parser.add_argument_group("columns of the file")
    columns.add_argument("--label", metavar="COLUMN", default="label", help="class (default %(default)s)")
    columns.add_argument("--score", metavar="COLUMN[,...]", action="append",
                         help="score; a higher score means that the positive class is more likely "
                              "(default score); name several columns, or repeat the option, for several "
                              "models")  # fmt: skip
    needed = "the positive class; not needed if the classes are 0 and 1, -1 and 1, or true and false"
    columns.add_argument("--pos-label", metavar="CLASS", help=needed)
    columns.add_argument("--class-scores", metavar="CLASS=COLUMN,...",
                         help="a column of scores for each class, instead of --score; each class is "
                              "evaluated against the rest")  # fmt: skip
    for name, line in {
        "model": "name of the model that gave the score, if there are several",
        "fold": "fold in which the score was made; curves pool all folds, and each fold is also shown "
        "separately",
        "seed": "replicate, as a number from 1 or a name; curves show only the first",
        "row": "name of the example, by which rows of different models are paired (default: by their order)",
        "cluster": "cluster of the row, such as the patient; rows of one cluster may be dependent",
        "group": "group of the row; each group is also evaluated separately",
        "weight": "weight of the row",
    }.items():
        columns.add_argument(f"--{name}", metavar="COLUMN", help=line)


def _add_form(parser: argparse.ArgumentParser) -> None:
    """Add the options on how the cells of a file are written."""
    form = parser.add_argument_group("form of the file")
    form.add_argument("--delimiter", metavar="SIGN",
                      help="separator of the cells of a CSV file: comma (default), semicolon, tab, bar, "
                           "or another character")  # fmt: skip
    form.add_argument(
        "--decimal", metavar="SIGN", help="decimal separator of numbers: point (default) or comma"
    )
    form.add_argument("--thousands", metavar="SIGN",
                      help="thousands separator of numbers: comma, point, space, apostrophe or "
                           "underscore (default none)")  # fmt: skip
    form.add_argument(
        "--encoding", metavar="NAME", help="encoding of a CSV file, such as latin-1 (default utf-8)"
    )


class _Once(argparse.Action):
    """Store a value; an option that is given again is an error, where argparse would forget the first."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Take one value."""
        stored: set[str] = namespace.__dict__.setdefault("_stored", set())
        if self.dest in stored:
            found = f"found it twice, with {getattr(namespace, self.dest)} and {values}"
            raise argparse.ArgumentError(self, f"{found}; expected it once")
        stored.add(self.dest)
        setattr(namespace, self.dest, values)


def number(text: str) -> float:
    """Read a number from the command line."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a number") from None


def whole(text: str) -> int:
    """Read a whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a whole number") from None


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, write, print the summary, and return the exit status."""
    from rocrepro.assess.folder import replacing
    from rocrepro.assess.helper import helping
    from rocrepro.formats.given.notes import plain_notes

    try:
        with plain_notes(), replacing(arguments.output) as folder, helping(folder) as helper:
            (page, *others), text = _written(arguments, folder, helper)
    except InputError as error:
        raise InputError(_as_typed(str(error))) from error
    print(text)
    if arguments.as_json:
        return 0
    start = arguments.output / page.name
    print(
        f"\n{len(others)} files of tables and figures are in {arguments.output}/. Open {start} in a browser."
    )
    return 0


def _written(arguments: argparse.Namespace, folder: Path, helper: Helper | None) -> tuple[list[Path], str]:
    """Files in a folder, the page first, and what is to be printed of the summary in the end."""
    from rocrepro.assess import assess, read_given
    from rocrepro.assess.large_files import is_large
    from rocrepro.assess.options import choices_of
    from rocrepro.assess.terminal import first, rest
    from rocrepro.formats.given.pipes import kept
    from rocrepro.formats.given.reading import columns_of, form_of

    chosen = {name: value for name, value in vars(arguments).items() if value is not None}
    columns, choices, form = columns_of(chosen), choices_of(chosen), form_of(chosen)
    how: dict[str, Any] = {"pos_label": arguments.pos_label, "form": form}
    with kept(arguments.file) as file:
        if is_large(file):
            _use_agg()
            from rocrepro.assess.large import assess_large, printed_large, save_large

            large = assess_large(file, columns, choices, **how)
            text = _json(arguments, large) if arguments.as_json else printed_large(large)
            return save_large(large, folder), text
        given = read_given(file, columns, **how)

    def begin(study: Study) -> None:
        if helper is not None:
            helper.draw(study)
        if not arguments.as_json:
            with suppress(BrokenPipeError):  # the files are wanted even if nobody reads on
                print(first(study), end="\n\n", flush=True)

    assessment = assess(given, choices, begin)
    text = _json(arguments, assessment) if arguments.as_json else rest(assessment)
    _use_agg()
    from rocrepro.assess.output import save

    return save(assessment, folder, helper), text


def _use_agg() -> None:
    """Draw without a display."""
    import matplotlib as mpl

    mpl.use("agg")


def _json(arguments: argparse.Namespace, assessment: Assessed) -> str:
    """The summary for scripts."""
    from rocrepro.assess.json_summary import json_summary
    from rocrepro.formats.files import json_text

    return json_text(json_summary(assessment, arguments.output)).rstrip("\n")


def _as_typed(message: str) -> str:
    """A message on options, with their names as the command line has them."""
    from rocrepro.assess.options import NAMES

    head, colon, rest = message.partition(": ")
    names, known = head.split(", "), {**NAMES, **{name: name for name in READING}}
    if not set(names) <= set(known):
        return message
    return ", ".join(f"--{known[name].replace('_', '-')}" for name in names) + colon + rest
