# Scores that were made elsewhere: everything but training, in build/artifacts/scores/.


rule assess:
    input:
        file=scored_file,
    output:
        folder=directory("build/artifacts/scores/{dataset}"),
        report="build/assessed/{dataset}.json",
    log:
        "build/logs/assess/{dataset}.log",
    group:
        "scored"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        entry=scored_entry,
        alpha=settings.config["alpha"],
        confidence_test=settings.config["confidence_test"],
        band_replicates=settings.config["band_replicates"],
        require_all=settings.config["require_all"],
        code=code_of("assess"),
    message:
        "assess the scores of {wildcards.dataset}"
    script:
        "../scripts/assess.py"
