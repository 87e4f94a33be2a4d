"""The command ``rocrepro``: one module a subcommand, imported when it is called.

A subcommand's module has ``DESCRIPTION``, ``add_arguments(parser)`` and ``run(arguments)``, which returns the
exit status; it may have ``EPILOG``, and ``BAD_INPUT``, the exit status of an `InputError` (else 1).
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from rocrepro import __version__
from rocrepro.errors import ERROR, InputError
from rocrepro.processor import fix_arithmetic

# Name of each subcommand: its module, and a line for the overview.
COMMANDS = {
    "run": ("rocrepro.pipeline.run_command", "run the workflow, and continue where a stopped run ended"),
    "evaluate": ("rocrepro.assess.command", "evaluate a file of labels and scores"),
    "plan": ("rocrepro.assess.plan_command", "compute how many rows a study of an AUC needs"),
    "claim": ("rocrepro.report.claim_command", "print a conclusion, statement or case with its evidence"),
    "review": ("rocrepro.review.command", "judge a paper from the files of a folder"),
    "diff": ("rocrepro.pipeline.compare_command", "list the differences between two results folders"),
    "verify": (
        "rocrepro.pipeline.verify_command",
        "rebuild everything in a temporary folder and compare it with results/",
    ),
    "version": ("rocrepro.pipeline.version_command", "print the version of this release"),
}
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


class Parser(argparse.ArgumentParser):
    """Argument parser that reports bad input in one line, as the rest of the program does."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print below its usage."""
        raise InputError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand.

    Parameters
    ----------
    argv : sequence of str, optional
        The words of the command line after the program's name.

    Returns
    -------
    int
        Exit status. Bad input is one line on standard error, words that fit no option too; a defect of ours
        keeps its traceback. An interrupt (Ctrl-C) is one line and 130.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    named = next((word for word in words if not word.startswith("-")), None)
    fix_arithmetic(os.environ)
    module = None
    try:
        parser, module = _parser(named)
        arguments = parser.parse_args(words)
        if module is None:
            parser.print_help()
            return 2
        status = int(module.run(arguments))
        sys.stdout.flush()
        return status
    except InputError as error:
        print(f"{ERROR}{error}", file=sys.stderr)
        return int(getattr(module, "BAD_INPUT", 1))
    except KeyboardInterrupt:
        print("rocrepro: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `rocrepro diff a b | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser(named: str | None) -> tuple[argparse.ArgumentParser, ModuleType | None]:
    """The parser with the overview, and the module of the one subcommand that is called."""
    parser = Parser(
        prog="rocrepro", description="Replication of four papers on judging classifiers with ROC curves."
    )
    parser.add_argument("--version", action="version", version=f"rocrepro {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    called = None
    for name, (module, line) in COMMANDS.items():
        if name != named:
            commands.add_parser(name, help=line)
            continue
        called = importlib.import_module(module)
        command = commands.add_parser(
            name, help=line, description=called.DESCRIPTION, epilog=getattr(called, "EPILOG", None)
        )
        called.add_arguments(command)
    return parser, called
