"""Make the review page."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.files import write_text
    from rocrepro.report import build, run_facts

    run = run_facts(
        snakemake.input.reports,
        json.loads(snakemake.params.entries),
        json.loads(snakemake.params.settings),
        papers=json.loads(snakemake.params.papers),
        lock=snakemake.input.lock,
        renamed=json.loads(snakemake.params.renamed),
        seed=snakemake.params.seed,
    )
    page = build(
        snakemake.input.artifacts, run=run, claims=snakemake.input.evidence, folder="build/artifacts"
    )
    write_text(snakemake.output.page, page)
