# The papers' tables and figures. They are built in build/artifacts/, so that the tracked copies in
# results/ never count as done; `publish` copies them.

TABLES = [
    f"build/artifacts/tables/{paper}_{table}.{suffix}"
    for paper in settings.config["papers"]
    for table in CATALOG[paper].tables
    for suffix in ("csv", "json", "md")
]
FIGURES = [
    f"build/artifacts/figures/{paper}_{figure}.{suffix}"
    for paper in settings.config["papers"]
    for figure in CATALOG[paper].figures
    for suffix in ("svg", "pdf", "png", "csv", "json")
]

# What each row of them was computed from; read by the judge and not released.
USES = [
    artifact.removesuffix(".csv") + ".uses.json"
    for artifact in TABLES + FIGURES
    if artifact.endswith(".csv")
]

ARTIFACTS = [artifact.removeprefix("build/artifacts/") for artifact in TABLES + FIGURES]


rule simulation:
    input:
        simulation_inputs,
    output:
        table="build/simulations/{paper}_{name}.parquet",
    log:
        "build/logs/simulations/{paper}_{name}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1500,
        runtime=240,
    params:
        shown=simulation_shown,
        code=simulation_code,
    message:
        "simulate {wildcards.name} of {wildcards.paper}"
    script:
        "../scripts/simulation.py"


rule table:
    input:
        evaluated,
        simulated,
        ENGINES,
    output:
        csv="build/artifacts/tables/{paper}_{name}.csv",
        schema="build/artifacts/tables/{paper}_{name}.json",
        markdown="build/artifacts/tables/{paper}_{name}.md",
        uses="build/artifacts/tables/{paper}_{name}.uses.json",
    log:
        "build/logs/tables/{paper}_{name}.log",
    group:
        "artifacts"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=15,
    params:
        shown=shown,
        code=table_code,
    message:
        "write {wildcards.name} of {wildcards.paper}"
    script:
        "../scripts/table.py"


rule figure:
    input:
        evaluated,
        simulated,
        ENGINES,
    output:
        svg="build/artifacts/figures/{paper}_{name}.svg",
        pdf="build/artifacts/figures/{paper}_{name}.pdf",
        png="build/artifacts/figures/{paper}_{name}.png",
        csv="build/artifacts/figures/{paper}_{name}.csv",
        schema="build/artifacts/figures/{paper}_{name}.json",
        uses="build/artifacts/figures/{paper}_{name}.uses.json",
    log:
        "build/logs/figures/{paper}_{name}.log",
    group:
        "artifacts"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=15,
    params:
        shown=shown,
        code=figure_code,
    message:
        "draw {wildcards.name} of {wildcards.paper}"
    script:
        "../scripts/figure.py"
