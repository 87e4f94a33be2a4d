# The ledger: conclusions, statements and cases of the papers, measured on their artifacts and judged.

# What is judged above the cases, each in a table of its own.
LEVELS = ["conclusions", "statements", "findings"]

ROBUSTNESS = {
    folder: expand(
        "build/artifacts/{folder}/robustness.{suffix}", folder=folder, suffix=suffixes
    )
    for folder, suffixes in {
        "tables": ["csv", "md", "json"],
        "figures": ["svg", "pdf", "png", "csv", "json"],
    }.items()
}


rule claims:
    input:
        tables=[table for table in TABLES if table.endswith((".csv", ".json"))],
        figures=[figure for figure in FIGURES if figure.endswith((".csv", ".json"))],
        uses=USES,
        reports=REPORTS + ENGINES,
        schema=SCHEMA["claims"],
    output:
        cases=expand("build/artifacts/claims.{suffix}", suffix=["csv", "json"]),
        levels=expand(
            "build/artifacts/{level}.{suffix}", level=LEVELS, suffix=["csv", "json"]
        ),
        markdown="build/artifacts/claims.md",
        evidence="build/claims/claims.json",
        robustness=ROBUSTNESS["tables"],
        figure=ROBUSTNESS["figures"],
    log:
        "build/logs/claims.log",
    group:
        "ledger"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        folders=list(settings.ledgers),
        released=plain(released_names(ARTIFACTS, settings.config["size"])),
        absent=plain(settings.absent()),
        claims=settings.claims_digest(),
        code=code_of("claims"),
    message:
        "judge the papers: cases, statements, conclusions"
    script:
        "../scripts/claims.py"


# Released beside the papers' own tables and figures.
LEDGER = [
    *rules.claims.output.cases,
    *rules.claims.output.levels,
    "build/artifacts/claims.md",
    *ROBUSTNESS["tables"],
    *ROBUSTNESS["figures"],
]
