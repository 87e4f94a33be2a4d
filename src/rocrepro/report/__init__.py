"""The review page: every claim with its verdict and evidence, tables, figures and methods, in one file."""

from rocrepro.report.facts import run_facts
from rocrepro.report.page import build

__all__ = ["build", "run_facts"]
