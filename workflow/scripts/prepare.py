"""Read the raw files of one data set into one tidy table."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting, tell

with reporting(snakemake.log[0]):
    from rocrepro.datasets.registry import build_dataset
    from rocrepro.formats import tidy

    name = snakemake.wildcards.dataset
    entry = json.loads(snakemake.params.entry)
    report = json.loads(Path(snakemake.input.report).read_text(encoding="utf-8"))
    if report["status"] == "missing":
        tidy.save_missing(name, entry, report["reason"], snakemake.output.data, snakemake.output.facts)
    else:
        folder = Path(snakemake.input.report).parent
        # A machine that shares no disk with the one that fetched has the report alone.
        if not all((folder / file["file"]).is_file() for file in report["files"].values()):
            from rocrepro.datasets.sources import fetch, mirror_folder

            mirror = mirror_folder(snakemake.config["mirror"], Path())
            fetch(name, entry, folder, mirror=mirror, offline=snakemake.config["offline"], root=Path())
        dataset = build_dataset(name, entry, folder, report)
        tell(dataset.notes, snakemake.log[0])
        dataset.save(snakemake.output.data, snakemake.output.facts)
