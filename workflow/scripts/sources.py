"""List which source served each data set; with require_all a missing one is an error."""

import json
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import write_json
from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    found = {}
    for kind in ("reports", "engines", "attempts"):
        texts = [Path(path).read_text(encoding="utf-8") for path in snakemake.input[kind]]
        found[kind] = [json.loads(text) for text in texts]
    lines = [
        f"config/datasets.yaml: {report['dataset']}: {report['reason']}"
        if "dataset" in report
        else f"config/config.yaml: engines: {report['engine']}: {report['reason']}"
        for report in found["attempts"]
        if report["reason"]
    ]
    if lines and snakemake.params.require_all:
        raise ExceptionGroup("missing", [InputError(line) for line in lines])
    sources = {report.pop("dataset"): report for report in found["reports"]}
    write_json(snakemake.output.sources, {"datasets": sources, "engines": found["engines"]})
