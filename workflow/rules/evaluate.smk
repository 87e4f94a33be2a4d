# Curves, intervals, confident sets and bands, from scores alone.


rule evaluate:
    input:
        source=rules.fetch.output.report,
        engines=ENGINES,
        facts=rules.prepare.output.facts,
        scores=scores_of,
    output:
        points="build/curves/{dataset}.points.parquet",
        summary="build/curves/{dataset}.summary.parquet",
        bands="build/curves/{dataset}.bands.parquet",
    log:
        "build/logs/evaluate/{dataset}.log",
    group:
        "models"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        models=models_of,
        alpha=settings.config["alpha"],
        confidence_test=settings.config["confidence_test"],
        band_replicates=settings.config["band_replicates"],
        seed=DEFAULT_SEED,
        code=code_of("evaluate"),
    message:
        "evaluate all scores on {wildcards.dataset}"
    script:
        "../scripts/evaluate.py"
