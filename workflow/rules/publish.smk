# From build/artifacts/ to results/, or to build/partial/ when a data set is missing.


# results/ belongs to the folder that the run was started in, wherever the other jobs go.
localrules:
    publish,


JUDGED = [*LEDGER, PAGE] if settings.config["size"] == "ci" else []


rule publish:
    input:
        artifacts=[*TABLES, *FIGURES, *JUDGED, *SCORED],
        reports=REPORTS + ENGINES + ASSESSED,
        sources=rules.sources.output.sources,
        provenance=local(provenance_inputs()),
    output:
        stamp=local("build/published.json"),
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
        code=code_of("publish"),
    message:
        "write the manifest and release the artifacts"
    script:
        "../scripts/publish.py"
