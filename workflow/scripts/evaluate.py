"""Curves, summaries and bands of every model on one data set."""

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.evaluation.evaluate import evaluate
    from rocrepro.formats.parquet import write_frame
    from rocrepro.formats.scores import read_scores

    models = [tuple(model) for model in snakemake.params.models]
    evaluation = evaluate(
        {model: read_scores(path) for model, path in zip(models, snakemake.input.scores, strict=True)},
        snakemake.wildcards.dataset,
        alpha=snakemake.params.alpha,
        test=snakemake.params.confidence_test,
        n_boot=snakemake.params.band_replicates,
        seed=snakemake.params.seed,
    )
    for table in ("points", "summary", "bands"):
        write_frame(getattr(evaluation, table), snakemake.output[table])
