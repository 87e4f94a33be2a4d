# The review page: every claim with its evidence, tables, figures and methods in one file.

PAGE_PARTS = [
    path.relative_to(PACKAGE).as_posix()
    for folder in ("templates", "texts")
    for path in sorted((PACKAGE / "report" / folder).iterdir())
]


rule report:
    input:
        artifacts=TABLES + FIGURES + LEDGER,
        evidence=rules.claims.output.evidence,
        reports=expand(rules.fetch.output.report, dataset=settings.datasets) + ENGINES,
        lock=LOCK,
    output:
        page="build/artifacts/report/index.html",
    log:
        "build/logs/report.log",
    conda:
        ENVIRONMENT
    params:
        entries=all_entries,
        settings=plain(settings.released()),
        papers=plain(
            {paper: settings.datasets_of(paper) for paper in settings.config["papers"]}
        ),
        renamed=plain(released_names(ARTIFACTS, settings.config["size"])),
        seed=DEFAULT_SEED,
        code=code_digest("report", "claims", "formats", *PAGE_PARTS),
    message:
        "write the review page"
    script:
        "../scripts/report.py"
