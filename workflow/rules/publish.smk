# From build/artifacts/ to results/, or to build/partial/ when a data set is missing.

OTHER_SIZE = {"ci": "full", "full": "ci"}


def sized(size):
    """What a run of this size makes from simulations, with a digest of what determines it."""
    return {
        name: digest(
            [
                code_digest(*CATALOG[paper].SIMULATION_CODE),
                settings.shown(paper, []) | {"size": None},
            ]
        )
        for name, paper in sized_names(ARTIFACTS, size).items()
    }


rule publish:
    input:
        artifacts=TABLES + FIGURES,
        reports=expand(rules.fetch.output.report, dataset=settings.datasets) + ENGINES,
        sources=rules.sources.output.sources,
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
        code=code_digest("pipeline", "formats/files.py"),
    message:
        "write the manifest and release the artifacts"
    script:
        "../scripts/publish.py"
