"""Judge the papers and write the ledger."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.claims.artifacts import Artifacts
    from rocrepro.claims.ledger import Judged, cases_table, evidence, judge_ledger, level_tables
    from rocrepro.claims.loading import load_ledger
    from rocrepro.claims.summary import robustness_figure, robustness_table, summary
    from rocrepro.display.house import save_figure
    from rocrepro.formats.files import write_json, write_text
    from rocrepro.formats.reports import gaps

    folder = Path(snakemake.output.markdown).parent
    artifacts = Artifacts(folder)
    released = json.loads(snakemake.params.released)
    lacking = json.loads(snakemake.params.absent) | gaps(snakemake.input.reports)
    judged = Judged()
    for name in snakemake.params.folders:
        ledger = load_ledger(name, snakemake.input.schema)
        judged += judge_ledger(ledger, artifacts, lacking, released=lambda name: released.get(name, name))
    cases_table(judged).save(snakemake.output.cases[0])
    for name, table in level_tables(judged).items():
        table.save(folder / f"{name}.csv")
    write_text(snakemake.output.markdown, summary(judged))
    write_json(snakemake.output.evidence, evidence(judged))
    csv, markdown, _ = snakemake.output.robustness
    robustness_table(judged.others).save(csv, markdown)
    figure, plotted = robustness_figure(judged.others)
    *pictures, csv, _ = snakemake.output.figure
    save_figure(figure, pictures)
    plotted.save(csv)
