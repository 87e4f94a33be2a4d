"""``rocrepro run``: the workflow, after a lock that a killed run left behind has been removed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

DESCRIPTION = """\
Run the workflow in this folder, as `snakemake` does, and go on where an earlier run was killed: a lock is
removed when the process that held it is no more. While another run is under way it says so and stops."""
EPILOG = "words after -- go to Snakemake, for example: rocrepro run --cores 2 -- --config size=full"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--cores", default="all", metavar="N", help="cores (default %(default)s)")
    parser.add_argument("words", nargs="*", metavar="WORD", help="further words for Snakemake, after --")


def run(arguments: argparse.Namespace) -> int:
    """Become Snakemake: the process and its number stay, so that the record is right from the start."""
    from rocrepro.pipeline.running import clear_the_way, record_run, remove_unfinished, settle_clock

    snakemake = [sys.executable, "-m", "snakemake"]
    if clear_the_way():
        print(
            "rocrepro: an earlier run was killed: removing its lock and going on", file=sys.stderr, flush=True
        )
        subprocess.run([*snakemake, "--unlock", "--quiet", "all"], check=True)
    remove_unfinished()
    if settle_clock():
        sys.stderr.write(
            "rocrepro: files in build/ were dated in the future: their times were brought back\n"
        )
    record_run()
    os.execv(sys.executable, [*snakemake, "--cores", arguments.cores, *arguments.words])
