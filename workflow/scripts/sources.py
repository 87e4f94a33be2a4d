"""List which source served each data set; with require_all a missing one is an error."""

import json
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import write_json
from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    reports = [json.loads(Path(path).read_text(encoding="utf-8")) for path in snakemake.input.reports]
    missing = [report for report in reports if report["status"] == "missing"]
    if missing and snakemake.params.require_all:
        raise ExceptionGroup(
            "missing data sets",
            [InputError(f"config/datasets.yaml: {r['dataset']}: {r['reason']}") for r in missing],
        )
    write_json(snakemake.output.sources, {report.pop("dataset"): report for report in reports})
