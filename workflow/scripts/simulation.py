"""Run one simulation of a paper."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.files import writing
    from rocrepro.papers import run_simulation

    paper, name = snakemake.wildcards.paper, snakemake.wildcards.name
    table = run_simulation(paper, name, json.loads(snakemake.params.shown) | {"build": "build"})
    with writing(snakemake.output.table) as temporary:
        table.to_parquet(temporary, index=False)
