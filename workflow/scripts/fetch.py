"""Fetch the raw files of one data set."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.datasets.hosts import SilentHosts
    from rocrepro.datasets.sources import fetch, lasting, mirror_folder
    from rocrepro.formats.files import write_json

    report = fetch(
        snakemake.wildcards.dataset,
        json.loads(snakemake.params.entry),
        Path(snakemake.output.report).parent,
        mirror=mirror_folder(snakemake.config["mirror"], Path()),
        offline=snakemake.config["offline"],
        root=Path(),
        found=dict(zip(snakemake.params.named, snakemake.input, strict=True)),
        silent=SilentHosts.of_this_run(),
    )
    write_json(snakemake.output.attempt, report | {"attempt": snakemake.params.attempt})
    write_json(snakemake.output.report, lasting(report))
