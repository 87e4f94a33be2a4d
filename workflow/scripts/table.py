"""Write one table of a paper as CSV and Markdown."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.inputs import Inputs
    from rocrepro.papers import build_table
    from rocrepro.papers.evaluated import Evaluated

    evaluated = Evaluated.load(Inputs(snakemake.input), json.loads(snakemake.params.shown))
    table = build_table(snakemake.wildcards.paper, snakemake.wildcards.name, evaluated)
    table.save(snakemake.output.csv, snakemake.output.markdown, snakemake.output.uses)
