"""Study all scores of one data set: one file for each kind of frame that artifacts need."""

from rocrepro.pipeline.jobs import reporting

with reporting(snakemake.log[0]):
    from rocrepro.formats.parquet import write_frame
    from rocrepro.formats.scores import read_scores
    from rocrepro.study import KINDS, Choices
    from rocrepro.study.trained import BEST_BY, WRITTEN, study_of_dataset

    models = [tuple(model) for model in snakemake.params.models]
    study = study_of_dataset(
        {model: read_scores(path) for model, path in zip(models, snakemake.input.scores, strict=True)},
        snakemake.wildcards.dataset,
        Choices(best_by=BEST_BY, **snakemake.params.choices),
        seed=snakemake.params.seed,
    )
    for kind in WRITTEN:
        write_frame(study.get(KINDS[kind]), snakemake.output[kind])
