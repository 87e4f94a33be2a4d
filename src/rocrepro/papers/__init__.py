"""The papers: one sub-package each, with the tables and figures that it replicates.

A sub-package's ``__init__.py`` declares them as its ``PAPER`` (see `rocrepro.papers.paper.Paper`). Whatever
its modules import is found from there: a digest of that code decides what has to be made again.
"""

from rocrepro.papers.catalog import CATALOG, build_table, run_simulation
from rocrepro.papers.drawing import build_figure

__all__ = ["CATALOG", "build_figure", "build_table", "run_simulation"]
