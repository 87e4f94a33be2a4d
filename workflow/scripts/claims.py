"""Judge every claim of the papers and write the ledger."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.claims.artifacts import Artifacts
    from rocrepro.claims.ledger import evidence, judge_claims, ledger_table
    from rocrepro.claims.model import load_claims
    from rocrepro.claims.robustness import robustness
    from rocrepro.claims.summary import robustness_figure, robustness_table, summary
    from rocrepro.display.house import save_figure
    from rocrepro.formats.files import write_json, write_text
    from rocrepro.formats.reports import gaps

    claims = [claim for file in snakemake.params.files for claim in load_claims(file, snakemake.input.schema)]
    artifacts = Artifacts(Path(snakemake.output.csv).parent)
    released = json.loads(snakemake.params.released)
    lacking = json.loads(snakemake.params.absent) | gaps(snakemake.input.reports)
    rows = judge_claims(claims, artifacts, lacking, released=lambda name: released.get(name, name))
    others = robustness(claims, artifacts, rows, lacking)
    ledger_table(rows).save(snakemake.output.csv)
    write_text(snakemake.output.markdown, summary(rows))
    write_json(snakemake.output.evidence, evidence(rows))
    csv, markdown, _ = snakemake.output.robustness
    robustness_table(others).save(csv, markdown)
    figure, plotted = robustness_figure(others)
    *pictures, csv, _ = snakemake.output.figure
    save_figure(figure, pictures)
    plotted.save(csv)
