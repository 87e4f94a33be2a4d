# Scores of every learner on every data set: training writes nothing else.


rule train:
    input:
        data=rules.prepare.output.data,
        facts=rules.prepare.output.facts,
    output:
        scores="build/scores/{dataset}.{engine}.{learner}.parquet",
    log:
        "build/logs/train/{dataset}.{engine}.{learner}.log",
    conda:
        ENVIRONMENT
    params:
        learner=learner_of,
        seeds=settings.config["seeds"],
        code=code_digest("learners", "formats", "randomness.py"),
    message:
        "train {wildcards.learner} ({wildcards.engine}) on {wildcards.dataset}"
    script:
        "../scripts/train.py"
