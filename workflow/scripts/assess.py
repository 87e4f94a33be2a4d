"""Assess the scores of one entry that brings its own."""

import json

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.assess import assess, read_given
    from rocrepro.assess.options import options_of
    from rocrepro.assess.output import save
    from rocrepro.assess.reading import columns_of

    entry = json.loads(snakemake.params.entry)["scores"]
    given = read_given(snakemake.input.file, columns_of(entry), pos_label=entry.get("positive"))
    options = options_of(
        entry
        | {"alpha": snakemake.params.alpha, "test": snakemake.params.confidence_test}
        | {"n_boot": snakemake.params.band_replicates}
    )
    save(assess(given, options), snakemake.output.folder)
