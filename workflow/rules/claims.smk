# The ledger: every claim of the papers, measured on their artifacts and judged.


rule claims:
    input:
        tables=[table for table in TABLES if table.endswith(".csv")],
        figures=[figure for figure in FIGURES if figure.endswith(".csv")],
        reports=expand(rules.fetch.output.report, dataset=settings.datasets) + ENGINES,
        schema=SCHEMA["claims"],
    output:
        csv="build/artifacts/claims.csv",
        markdown="build/artifacts/claims.md",
        evidence="build/claims/claims.json",
        robustness=multiext("build/artifacts/tables/robustness", ".csv", ".md"),
        figure=multiext(
            "build/artifacts/figures/robustness", ".svg", ".pdf", ".png", ".csv"
        ),
    log:
        "build/logs/claims.log",
    conda:
        ENVIRONMENT
    params:
        files=list(settings.claims),
        released=plain(released_names(ARTIFACTS, settings.config["size"])),
        absent=plain(settings.absent()),
        claims=settings.claims_digest(),
        code=code_digest("claims", "formats", "papers/style.py", "papers/artifact.py"),
    message:
        "judge every claim of the papers"
    script:
        "../scripts/claims.py"


# Released beside the papers' own tables and figures.
LEDGER = [
    rules.claims.output.csv,
    rules.claims.output.markdown,
    *rules.claims.output.robustness,
    *rules.claims.output.figure,
]
