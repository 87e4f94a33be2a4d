"""Draw one figure of a paper, with what it plots as CSV beside it."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.papers import build_figure
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.papers.style import save_figure

    evaluated = Evaluated.load(Path(snakemake.output.csv).parents[2], json.loads(snakemake.params.shown))
    figure, plotted = build_figure(snakemake.wildcards.paper, snakemake.wildcards.name, evaluated)
    save_figure(figure, [snakemake.output[suffix] for suffix in ("svg", "pdf", "png")])
    plotted.save(snakemake.output.csv)
