"""Run one simulation of a paper."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.inputs import Inputs
    from rocrepro.formats.parquet import write_frame
    from rocrepro.papers import run_simulation

    paper, name = snakemake.wildcards.paper, snakemake.wildcards.name
    shown = json.loads(snakemake.params.shown) | {"inputs": Inputs(snakemake.input)}
    table = run_simulation(paper, name, shown)
    write_frame(table, snakemake.output.table)
