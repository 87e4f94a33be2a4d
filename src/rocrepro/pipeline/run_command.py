"""``rocrepro run``: the workflow, after a lock that a killed run left behind has been removed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

DESCRIPTION = """\
Run the workflow in this folder, as `snakemake` does, and continue where an earlier run was killed. A lock is
removed if the process that held it no longer exists. If another run is in progress, the command says so and
stops."""
EPILOG = (
    "arguments after -- are passed to Snakemake, for example: rocrepro run --cores 2 -- --config size=full"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--cores", default="all", metavar="N", help="number of cores (default %(default)s)")
    parser.add_argument("words", nargs="*", metavar="WORD", help="further arguments for Snakemake, after --")


def run(arguments: argparse.Namespace) -> int:
    """Become Snakemake: the process and its number stay, so that the record is right from the start."""
    from rocrepro.pipeline.running import clear_the_way, record_run, remove_unfinished, settle_clock

    snakemake = [sys.executable, "-m", "snakemake"]
    if clear_the_way():
        print(
            "rocrepro: an earlier run was killed; its lock is removed and the run continues",
            file=sys.stderr,
            flush=True,
        )
        subprocess.run([*snakemake, "--unlock", "--quiet", "all"], check=True)
    remove_unfinished()
    if settle_clock():
        sys.stderr.write("rocrepro: files in build/ had dates in the future; the dates were corrected\n")
    record_run()
    os.execv(sys.executable, [*snakemake, "--cores", arguments.cores, *arguments.words])
