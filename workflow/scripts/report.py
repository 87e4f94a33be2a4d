"""Make the review page."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.files import write_text
    from rocrepro.report import build, run_facts

    run = run_facts(
        [*snakemake.input.reports, *snakemake.input.assessed],
        json.loads(snakemake.params.entries),
        json.loads(snakemake.params.settings),
        papers=json.loads(snakemake.params.papers),
        lock=snakemake.input.lock,
        renamed=json.loads(snakemake.params.renamed),
        seed=snakemake.params.seed,
    )
    page = build(
        snakemake.input.artifacts,
        run=run,
        claims=snakemake.input.evidence,
        about=dict(json.loads(snakemake.params.about)),
        folder=Path(snakemake.output.page).parents[1],
        assessed=snakemake.input.assessed,
        guide=Path(snakemake.input.guide[0]).parent,
    )
    write_text(snakemake.output.page, page)
