"""Bradley (1996): ROC curves and the chi-square test.

Pattern Recognition Letters 17:287-294.
"""

DATASETS: tuple[str, ...] = (
    *("dis", "sick", "hypothyroid", "sick_euthyroid"),
    *("spect", "spectf", "spectf_withdrawn", "spectf_cv80"),
)
LEARNERS: tuple[str, ...] = ("stump", "tree", "forest", "naive_bayes")
TABLES = {
    "facts": "facts:facts",
    "table1": "tables:table1",
    "null": "tables:null",
    "operating_points": "choices:operating_points",
}
FIGURES = {
    "fig1": "thresholds:fig1",
    "fig2": "thresholds:fig2",
    "fig3": "contours:fig3",
    "fig4": "contours:fig4",
    "fig5": "contours:fig5",
    "fig6": "contours:fig6",
    "curves": "curves:curves",
}
SIMULATIONS: dict[str, str] = {}
SIMULATION_DATA: dict[str, tuple[str, ...] | None] = {}
PLAIN = ("operating_points",)
SIZED: tuple[str, ...] = ()
CONFIG: tuple[str, ...] = ()
CODE = (
    "papers/__init__.py",
    "papers/artifact.py",
    "papers/evaluated.py",
    "papers/fact_rows.py",
    "papers/style.py",
    "papers/bradley1996",
    "randomness.py",
)
SIMULATION_CODE: dict[str, tuple[str, ...]] = {}
