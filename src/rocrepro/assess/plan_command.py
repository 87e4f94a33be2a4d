"""``rocrepro plan``: how many rows a study needs, or what the rows of one can show."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from rocrepro.assess.command import number, whole
from rocrepro.errors import InputError

DESCRIPTION = """\
Compute how many rows are needed for an interval of the AUC with a given width (--width), or for a test with a
given power (--power). The test compares one AUC with 0.5, or two AUCs on the same rows (--auc-b). With
--rows, compute the width and the power for a given number of rows."""
EPILOG = "example: rocrepro plan --auc 0.85 --auc-b 0.80 --score-correlation 0.6 --power 0.8 --prevalence 0.2"
CALLED = {"auc_a": "auc", "n_pos": "rows", "n_neg": "rows"}
"""Options for numbers that the library names differently."""


@dataclass(frozen=True)
class Line:
    """One answer, by one formula of the variance."""

    method: str
    n_pos: int
    n_neg: int
    width: float | None
    power: float | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rocrepro.evaluation.auc_variance import METHODS
    from rocrepro.evaluation.power import ALTERNATIVES

    add = parser.add_argument
    add("--auc", type=number, required=True, metavar="A", help="the AUC that is expected")
    add("--auc-b", type=number, metavar="B", help="the expected AUC of a second model on the same rows")
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--width", type=number, metavar="W", help="width of the interval of the AUC")
    wanted.add_argument("--power", type=number, metavar="P",
                        help="power of the test, for example 0.8")  # fmt: skip
    wanted.add_argument(
        "--rows", type=whole, metavar="N", help="number of rows available, of both classes together"
    )
    classes = parser.add_mutually_exclusive_group()
    classes.add_argument("--prevalence", type=number, metavar="V",
                         help="share of positive rows (default 0.5)")  # fmt: skip
    classes.add_argument(
        "--ratio", type=number, metavar="R", help="number of negative rows for each positive row"
    )
    related = parser.add_mutually_exclusive_group()
    related.add_argument(
        "--correlation", type=number, metavar="R", help="correlation of the two AUCs over repeated studies"
    )
    related.add_argument("--score-correlation", type=number, metavar="R",
                         help="correlation of the two models' scores within each class")  # fmt: skip
    add(
        "--alpha",
        type=number,
        default=0.05,
        help="1 minus the level of the interval, and size alternative hypothesis of the test (default "
        "%(default)s)",
    )
    add("--alternative", choices=ALTERNATIVES, default="two-sided",
        help="alternative hypothesis of the test (default %(default)s)")  # fmt: skip
    add("--method", choices=METHODS, help="formula of the variance (default: one line for each formula)")
    add("--json", action="store_true", help="print the answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the answer, and return the exit status."""
    from rocrepro.evaluation.auc_variance import METHODS

    _check(arguments)
    methods = [arguments.method] if arguments.method else list(METHODS)
    try:
        share, correlation = _share(arguments), _correlation(arguments)
        lines = [_line(arguments, method, share, correlation) for method in methods]
    except InputError as error:
        raise InputError(_as_typed(str(error))) from error
    print(_json(arguments, lines, share, correlation) if arguments.json else _text(lines, correlation))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if arguments.rows is not None and arguments.rows < 2:
        raise InputError(f"--rows: found {arguments.rows}; expected at least 2, one of each class")
    related = [arguments.correlation, arguments.score_correlation]
    if arguments.auc_b is None:
        if related != [None, None]:
            raise InputError("--correlation: found only one AUC; expected a second one (--auc-b)")
        return
    if related == [None, None]:
        expected = (
            "expected --correlation or --score-correlation (--correlation 0 if the models are on "
            "different rows)"
        )
        raise InputError(f"--auc-b: found no correlation of the two models; {expected}")
    if arguments.width is not None:
        raise InputError("--width: found it with two AUCs; expected --power or --rows, or only --auc")


def _share(arguments: argparse.Namespace) -> float:
    """Share of positive rows."""
    from rocrepro.evaluation.inputs import check_probability

    if arguments.ratio is None:
        return check_probability(0.5 if arguments.prevalence is None else arguments.prevalence, "prevalence")
    if not 0 < arguments.ratio < 1e9:
        raise InputError(f"ratio: found {arguments.ratio}; expected a number above 0 and below 10^9")
    return 1 / (1 + float(arguments.ratio))


def _correlation(arguments: argparse.Namespace) -> float | None:
    """Correlation of the two areas, where there are two."""
    from rocrepro.evaluation import auc_correlation

    if arguments.score_correlation is None:
        return None if arguments.correlation is None else float(arguments.correlation)
    share = _share(arguments)
    return auc_correlation(
        arguments.auc, arguments.auc_b, float(arguments.score_correlation), ratio=(1 - share) / share
    )


def _line(arguments: argparse.Namespace, method: str, share: float, correlation: float | None) -> Line:
    """Return the stated rows, or the fewest that are enough, and what they give by one formula."""
    from rocrepro import evaluation

    auc, other, alpha = arguments.auc, arguments.auc_b, arguments.alpha
    plain = {"alpha": alpha, "method": method}
    tested = {**plain, "alternative": arguments.alternative}
    if arguments.rows is not None:
        n_pos = round(share * arguments.rows)
        n_neg = arguments.rows - n_pos
    else:
        if arguments.width is not None:
            size = evaluation.auc_interval_size(auc, arguments.width, prevalence=share, **plain)
        elif other is None:
            size = evaluation.auc_test_size(auc, arguments.power, prevalence=share, **tested)
        else:
            pair = {"prevalence": share, "correlation": correlation, **tested}
            size = evaluation.auc_difference_size(auc, other, arguments.power, **pair)
        n_pos, n_neg = size.n_pos, size.n_neg
    if other is not None:
        power = evaluation.auc_difference_power(
            auc, other, n_pos, n_neg, correlation=correlation or 0.0, **tested
        )
        return Line(method, n_pos, n_neg, None, power)
    width = evaluation.auc_interval_width(auc, n_pos, n_neg, **plain)
    tellable = auc != 0.5
    return Line(
        method,
        n_pos,
        n_neg,
        width,
        evaluation.auc_test_power(auc, n_pos, n_neg, **tested) if tellable else None,
    )


def _text(lines: list[Line], correlation: float | None) -> str:
    """The answer for a reader: one line a formula."""
    from rocrepro.assess.terminal import sideways

    columns = [["variance by", "positive rows", "negative rows", "rows"]]
    paired = lines[0].width is None
    columns[0] += ["power of the difference"] if paired else ["width of the interval", "power against 0.5"]
    for line in lines:
        found = [line.method, str(line.n_pos), str(line.n_neg), str(line.n_pos + line.n_neg)]
        measures = [line.power] if paired else [line.width, line.power]
        columns.append(found + ["–" if value is None else f"{value:.3f}" for value in measures])
    text = sideways(columns)
    return text if correlation is None else f"{text}\ncorrelation of the two AUCs: {correlation:.3f}"


def _json(arguments: argparse.Namespace, lines: list[Line], share: float, correlation: float | None) -> str:
    """The answer for a script."""
    import json

    asked = {"auc": arguments.auc, "auc_b": arguments.auc_b, "alpha": arguments.alpha}
    asked |= {"alternative": arguments.alternative, "prevalence": share, "correlation": correlation}
    return json.dumps({**asked, "plans": [{**vars(line), "n": line.n_pos + line.n_neg} for line in lines]})


def _as_typed(message: str) -> str:
    """Return a message of the library, with the names that its numbers have on the command line."""
    head, colon, rest = message.partition(": ")
    names = dict.fromkeys(CALLED.get(name, name).replace("_", "-") for name in head.split(", "))
    return ", ".join(f"--{name}" for name in names) + colon + rest
