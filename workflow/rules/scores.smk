# Scores that were made elsewhere: everything but training, in build/artifacts/scores/.


rule assess:
    input:
        file=scored_file,
    output:
        folder=directory("build/artifacts/scores/{dataset}"),
    log:
        "build/logs/assess/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        entry=scored_entry,
        alpha=settings.config["alpha"],
        confidence_test=settings.config["confidence_test"],
        band_replicates=settings.config["band_replicates"],
        code=code_digest(
            "assess", "display", "evaluation", "papers/style.py", "papers/artifact.py"
        ),
    message:
        "assess the scores of {wildcards.dataset}"
    script:
        "../scripts/assess.py"


SCORED = expand(rules.assess.output.folder, dataset=settings.scored)
