"""See whether an engine can be used here."""

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.files import write_json
    from rocrepro.learners import engine

    name = snakemake.wildcards.engine
    reason = engine(name).unavailable()
    report = {"engine": name, "status": "missing" if reason else "ok", "reason": reason or ""}
    write_json(snakemake.output.attempt, report | {"attempt": snakemake.params.attempt})
    write_json(snakemake.output.report, report)
