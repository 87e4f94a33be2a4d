# Raw files, and the tidy data sets read from them.


# The raw files themselves are no outputs: Snakemake would delete them before each attempt,
# and a file whose checksum matches need not be fetched again.
rule fetch:
    input:
        local_files,
    output:
        report="build/raw/{dataset}/source.json",
    log:
        "build/logs/fetch/{dataset}.log",
    priority: 10
    conda:
        ENVIRONMENT
    params:
        entry=entry_of,
        attempt=fetch_attempt,
        code=code_digest("datasets", "formats/files.py"),
    message:
        "fetch the raw files of {wildcards.dataset}"
    script:
        "../scripts/fetch.py"


rule sources:
    input:
        reports=expand(rules.fetch.output.report, dataset=settings.datasets),
        engines=expand("build/engines/{engine}.json", engine=settings.config["engines"]),
    output:
        sources="build/sources.json",
    log:
        "build/logs/sources.log",
    priority: 10
    conda:
        ENVIRONMENT
    params:
        require_all=settings.config["require_all"],
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
    conda:
        ENVIRONMENT
    params:
        entry=entry_of,
        code=code_digest("datasets", "formats/tidy.py"),
    message:
        "read {wildcards.dataset} into one tidy table"
    script:
        "../scripts/prepare.py"
