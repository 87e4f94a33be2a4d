"""``rocrepro version``: which release this is."""

from __future__ import annotations

import argparse

from rocrepro import __version__

DESCRIPTION = "Print the version of this release, as results/manifest.json names it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command takes none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the version."""
    print(f"rocrepro {__version__}")
    return 0
