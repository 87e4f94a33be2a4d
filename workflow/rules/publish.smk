# From build/artifacts/ to results/; to build/partial/ when a data set is missing, to build/trial/ in a trial.


# results/ belongs to the folder that the run was started in, wherever the other jobs go.
localrules:
    publish,


# What the command line changes. `config` itself no longer tells: Snakemake has merged both.
CHANGED = overridden(settings.config, FILED, workflow.config_settings.overwrite_config)

STAMP = "build/published.json"
BEFORE = modified(STAMP)

# In the folder of another workflow there is none but ours.
RELEASED_LOCK = (
    local("requirements.lock") if Path("requirements.lock").is_file() else LOCK
)

JUDGED = [*LEDGER, PAGE] if settings.config["size"] == "ci" else []


rule publish:
    input:
        artifacts=[*TABLES, *FIGURES, *JUDGED, *SCORED],
        reports=ATTEMPTS + ASSESSED,
        sources=rules.sources.output.sources,
        provenance=local(provenance_inputs()),
        lock=RELEASED_LOCK,
        schema=SCHEMA["claims"],
    output:
        stamp=local(STAMP),
    log:
        "build/logs/publish.log",
    conda:
        ENVIRONMENT
    params:
        token=token,
        workflow=main_workflow(),
        settings=plain(settings.released()),
        renamed=plain(released_names(ARTIFACTS, settings.config["size"])),
        sized=plain(sized(settings.config["size"])),
        other_size=plain(sized(OTHER_SIZE[settings.config["size"]])),
        changed=plain(CHANGED),
        about=plain(list(settings.about().items())),
        release=settings.config.get("release", False),
        ledgers=list(settings.ledgers) if JUDGED else [],
        claims=settings.claims_digest(),
        code=code_of("publish"),
    message:
        "write the manifest and release the artifacts"
    script:
        "../scripts/publish.py"
