# The study of each data set: curves, intervals, confident sets and bands, from scores alone.


rule evaluate:
    input:
        source=rules.fetch.output.report,
        engines=ENGINES,
        facts=rules.prepare.output.facts,
        scores=scores_of,
    output:
        **{kind: f"build/study/{{dataset}}.{kind}.parquet" for kind in WRITTEN},
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
        choices={
            "alpha": settings.config["alpha"],
            "test": settings.config["confidence_test"],
            "margin": settings.config["equivalence_margin"],
            "prevalence": settings.config["target_prevalence"],
            "n_resamples": settings.config["band_replicates"],
        },
        seed=DEFAULT_SEED,
        code=code_of("evaluate"),
    message:
        "evaluate all scores on {wildcards.dataset}"
    script:
        "../scripts/evaluate.py"
