"""Scores of one learner on one data set, for every seed."""

import json
from pathlib import Path

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats import tidy
    from rocrepro.formats.scores import empty_scores, write_scores
    from rocrepro.learners import engine

    dataset = tidy.load(snakemake.input.data, snakemake.input.facts)
    engine_report = json.loads(Path(snakemake.input.engine).read_text(encoding="utf-8"))
    if dataset is None or engine_report["status"] == "missing":
        scores = empty_scores()
    else:
        seeds = range(1, snakemake.params.seeds + 1)
        learner = json.loads(snakemake.params.learner)
        name = snakemake.wildcards.learner
        scores = engine(snakemake.wildcards.engine).score(dataset, learner, seeds, name=name)
    write_scores(scores, snakemake.output.scores)
