# From build/artifacts/ to results/, or to build/partial/ when a data set is missing.

JUDGED = [*LEDGER, rules.report.output.page] if settings.config["size"] == "ci" else []


rule publish:
    input:
        artifacts=[*TABLES, *FIGURES, *JUDGED, *SCORED],
        reports=expand(rules.fetch.output.report, dataset=settings.datasets) + ENGINES,
        sources=rules.sources.output.sources,
        provenance=provenance_inputs(),
    output:
        stamp="build/published.json",
    log:
        "build/logs/publish.log",
    conda:
        ENVIRONMENT
    params:
        token=token,
        settings=plain(settings.released()),
        renamed=plain(released_names(ARTIFACTS, settings.config["size"])),
        sized=plain(sized(settings.config["size"])),
        other_size=plain(sized(OTHER_SIZE[settings.config["size"]])),
        code=code_digest("pipeline", "formats", "config.py", "__init__.py"),
    message:
        "write the manifest and release the artifacts"
    script:
        "../scripts/publish.py"
