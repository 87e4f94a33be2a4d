"""Draw one figure of a paper, with what it plots as CSV beside it."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.display.house import save_figure
    from rocrepro.formats.inputs import Inputs
    from rocrepro.papers import build_figure
    from rocrepro.papers.evaluated import Evaluated

    evaluated = Evaluated.load(Inputs(snakemake.input), json.loads(snakemake.params.shown))
    figure, plotted = build_figure(snakemake.wildcards.paper, snakemake.wildcards.name, evaluated)
    save_figure(figure, [snakemake.output[suffix] for suffix in ("svg", "pdf", "png")])
    plotted.save(snakemake.output.csv, uses=snakemake.output.uses)
