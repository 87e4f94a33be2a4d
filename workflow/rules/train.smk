# Scores of every learner on every data set: training writes nothing else.


rule engine:
    output:
        report="build/engines/{engine}.json",
        attempt="build/engines/{engine}.attempt.json",
    log:
        "build/logs/engine/{engine}.log",
    priority: 10
    group:
        "engines"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        attempt=engine_attempt,
        code=code_of("engine"),
    message:
        "see whether the engine {wildcards.engine} can be used"
    script:
        "../scripts/engine.py"


rules.engine.rule.is_checkpoint = any_missing("build/engines/*.attempt.json")


rule train:
    input:
        source=rules.fetch.output.report,
        engine=rules.engine.output.report,
        data=rules.prepare.output.data,
        facts=rules.prepare.output.facts,
    output:
        scores="build/scores/{dataset}.{engine}.{learner}.parquet",
    log:
        "build/logs/train/{dataset}.{engine}.{learner}.log",
    group:
        "models"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1500,
        runtime=30,
    params:
        learner=learner_of,
        seeds=settings.config["seeds"],
        code=train_code,
    message:
        "train {wildcards.learner} ({wildcards.engine}) on {wildcards.dataset}"
    script:
        "../scripts/train.py"
