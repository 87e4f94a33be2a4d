"""Run one simulation of a paper."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.parquet import write_frame
    from rocrepro.papers import run_simulation

    paper, name = snakemake.wildcards.paper, snakemake.wildcards.name
    build = Path(snakemake.output.table).parents[1].as_posix()
    table = run_simulation(paper, name, json.loads(snakemake.params.shown) | {"build": build})
    write_frame(table, snakemake.output.table)
