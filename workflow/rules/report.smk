# The review page: every claim with its evidence, tables, figures and methods in one file.

PAGE = "build/artifacts/report/index.html"

# The pages of the guide that the review page repeats.
GUIDE = [
    own(f"docs/guide/{method['page']}.md")
    for method in load_texts("methods.yaml").values()
]


# What scores.smk makes; nothing without entries that bring scores.
ASSESSED = expand("build/assessed/{dataset}.json", dataset=settings.scored)
SCORED = expand("build/artifacts/scores/{dataset}", dataset=settings.scored)


rule report:
    input:
        artifacts=TABLES + FIGURES + LEDGER,
        evidence=rules.claims.output.evidence,
        reports=REPORTS + ENGINES,
        lock=LOCK,
        guide=GUIDE,
        assessed=ASSESSED,
        assessed_folders=SCORED,
    output:
        page=PAGE,
    log:
        "build/logs/report.log",
    group:
        "ledger"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=15,
    params:
        entries=all_entries,
        settings=plain(settings.released()),
        papers=plain(
            {paper: settings.datasets_of(paper) for paper in settings.config["papers"]}
        ),
        renamed=plain(released_names(ARTIFACTS, settings.config["size"])),
        about=plain(list(settings.about().items())),
        seed=DEFAULT_SEED,
        code=code_of("report"),
    message:
        "write the review page"
    script:
        "../scripts/report.py"
