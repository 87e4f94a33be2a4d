# Raw files, and the tidy data sets read from them.


# Plain text, here and in other lists: `expand` takes no `rules.X.output` where outputs are kept in a remote storage.
REPORTS = expand("build/raw/{dataset}/source.json", dataset=settings.datasets)
ENGINES = expand("build/engines/{engine}.json", engine=settings.config["engines"])
ATTEMPTS = expand(
    "build/raw/{dataset}/attempt.json", dataset=settings.datasets
) + expand("build/engines/{engine}.attempt.json", engine=settings.config["engines"])

FACTS = expand("build/data/{dataset}.json", dataset=settings.datasets)


# Where jobs are sent to other machines, these stay: those machines often reach no network.
localrules:
    fetch,
    sources,


# The raw files themselves are no outputs: Snakemake would delete them before each attempt,
# and a file whose checksum matches need not be fetched again.
#
rule fetch:
    input:
        local_files,
    output:
        report="build/raw/{dataset}/source.json",
        attempt="build/raw/{dataset}/attempt.json",
    log:
        "build/logs/fetch/{dataset}.log",
    priority: 10
    conda:
        ENVIRONMENT
    params:
        entry=entry_of,
        named=local_names,
        attempt=fetch_attempt,
        code=code_of("fetch"),
    message:
        "fetch the raw files of {wildcards.dataset}"
    script:
        "../scripts/fetch.py"


# Where a gap is tried again, its rule becomes a checkpoint, so that the jobs after it are planned anew when the
# attempt has ended: if it found the same gap, its report has the same bytes as the last one, and nothing that
# rests on it runs. (What each source answered may differ from one attempt to the next, and is in the attempt.)
# Snakemake plans only those jobs anew that have an output of the checkpoint among their own inputs: so every job
# after `fetch` and `engine` takes their reports too.
rules.fetch.rule.is_checkpoint = any_missing("build/raw/*/attempt.json")


rule sources:
    input:
        reports=REPORTS,
        engines=ENGINES,
        attempts=ancient(ATTEMPTS),
    output:
        sources="build/sources.json",
    log:
        "build/logs/sources.log",
    priority: 10
    conda:
        ENVIRONMENT
    params:
        require_all=settings.config["require_all"],
        code=code_of("sources"),
    message:
        "list which source served each data set, and which engines are there"
    script:
        "../scripts/sources.py"


rule prepare:
    input:
        report=rules.fetch.output.report,
    output:
        data="build/data/{dataset}.parquet",
        facts="build/data/{dataset}.json",
    log:
        "build/logs/prepare/{dataset}.log",
    group:
        "prepare"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        entry=entry_of,
        code=code_of("prepare"),
    message:
        "read {wildcards.dataset} into one tidy table"
    script:
        "../scripts/prepare.py"
