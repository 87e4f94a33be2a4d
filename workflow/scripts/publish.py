"""Release the artifacts with their manifest."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.claims.loading import load_ledger
    from rocrepro.formats.files import write_json
    from rocrepro.pipeline.publish import publish

    stamp = publish(
        snakemake.input.artifacts,
        snakemake.input.reports,
        json.loads(snakemake.params.settings),
        renamed=json.loads(snakemake.params.renamed),
        sized=json.loads(snakemake.params.sized),
        other_size=json.loads(snakemake.params.other_size),
        changed=json.loads(snakemake.params.changed),
        about=dict(json.loads(snakemake.params.about)),
        release=snakemake.params.release,
        ledgers=[load_ledger(name, snakemake.input.schema) for name in snakemake.params.ledgers],
        lock=snakemake.input.lock,
        source=Path(snakemake.input.sources).parent / "artifacts",
        workflow=snakemake.params.workflow,
    )
    write_json(snakemake.output.stamp, stamp | {"token": snakemake.params.token})
