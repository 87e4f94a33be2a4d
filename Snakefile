# rocrepro: replication of papers on judging classifiers with ROC curves.
#
#   snakemake                    everything, on all cores
#   snakemake -n                 what would run, and why
#   snakemake figures            only the figures (they appear in build/artifacts/ first)
#   snakemake claims             only the ledger of claims
#
# Data flow one way: raw files -> tidy data sets -> scores -> study -> tables and figures -> claims -> results/.
# docs/journey.md follows one score all the way.
# The rules are in workflow/rules/, one file a stage; what they compute is in src/rocrepro/.

from snakemake.utils import min_version

min_version("9.10")


include: "workflow/rules/common.smk"


configfile: "config/config.yaml"


settings = checked_settings(config)


include: "workflow/rules/data.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/papers.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/scores.smk"
include: "workflow/rules/publish.smk"


localrules:
    all,
    tables,
    figures,


rule all:
    default_target: True
    input:
        local(rules.publish.output.stamp),


rule tables:
    input:
        TABLES,


rule figures:
    input:
        FIGURES,


onstart:
    start_run("build/logs")
    record_run()


onsuccess:
    print(
        closing_summary(STAMP, before=BEFORE, reports=ATTEMPTS, facts=FACTS),
        file=sys.stderr,
    )


onerror:
    print("\n".join(error_lines("build/logs")), file=sys.stderr)
