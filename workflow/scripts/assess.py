"""Assess the scores of one entry that brings its own; without its file it is a gap."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.assess import assess, read_given
    from rocrepro.assess.options import choices_of
    from rocrepro.assess.output import save
    from rocrepro.assess.record import missing, record
    from rocrepro.errors import InputError
    from rocrepro.formats.files import write_json
    from rocrepro.formats.given.reading import columns_of, form_of

    name, entry = snakemake.wildcards.dataset, json.loads(snakemake.params.entry)
    folder = Path(snakemake.output.folder)
    folder.mkdir(parents=True, exist_ok=True)
    if snakemake.input.get("file"):
        scores = entry["scores"]
        given = read_given(
            snakemake.input.file,
            columns_of(scores),
            pos_label=scores.get("positive"),
            form=form_of(scores),
        )
        choices = choices_of(
            entry["scores"]
            | {"alpha": snakemake.params.alpha, "test": snakemake.params.confidence_test}
            | {"n_boot": snakemake.params.band_replicates}
        )
        assessment = assess(given, choices)
        save(assessment, folder)
        facts = record(name, entry, assessment)
    else:
        facts = missing(name, entry)
        if snakemake.params.require_all:
            raise InputError(f"config/datasets.yaml: {name}: {facts['reason']}")
    write_json(snakemake.output.report, facts)
