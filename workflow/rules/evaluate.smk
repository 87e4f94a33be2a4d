# Curves, intervals, confident sets and bands, from scores alone.

SCORES = [
    f"build/scores/{{dataset}}.{engine}.{learner}.parquet"
    for engine, learner in settings.models()
]


rule evaluate:
    input:
        facts=rules.prepare.output.facts,
        scores=SCORES,
    output:
        points="build/curves/{dataset}.points.parquet",
        summary="build/curves/{dataset}.summary.parquet",
        bands="build/curves/{dataset}.bands.parquet",
    log:
        "build/logs/evaluate/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        models=settings.models(),
        alpha=settings.config["alpha"],
        confidence_test=settings.config["confidence_test"],
        band_replicates=settings.config["band_replicates"],
        seed=DEFAULT_SEED,
        code=code_digest("evaluation", "formats", "randomness.py"),
    message:
        "evaluate all scores on {wildcards.dataset}"
    script:
        "../scripts/evaluate.py"
