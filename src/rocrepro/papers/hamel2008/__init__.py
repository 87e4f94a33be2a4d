"""Hamel (2008): model assessment with ROC curves.

"Model Assessment with ROC Curves", in The Encyclopedia of Data Warehousing and Mining, 2nd edition, 2008.
"""

DATASETS: tuple[str, ...] = (
    *("dis", "sick", "hypothyroid", "sick_euthyroid"),
    *("spect", "spectf", "spectf_withdrawn", "spectf_cv80", "ringnorm", "ringnorm_keel"),
)
LEARNERS: tuple[str, ...] = ("stump", "tree", "forest", "naive_bayes", "linear", "logistic")
TABLES = {
    "facts": "facts:facts",
    "model_search": "models:model_search",
    "ringnorm_copies": "copies:ringnorm_copies",
    "sweep": "sweeps:sweeps",
    "operating": "operating:operating",
    "pairs": "pairs:pairs",
}
FIGURES = {
    "fig1": "matrices:fig1",
    "fig2": "matrices:fig2",
    "fig3": "shapes:fig3",
    "fig4": "thresholds:fig4",
    "fig5": "bands:fig5",
}
SIMULATIONS: dict[str, str] = {}
SIMULATION_DATA: dict[str, tuple[str, ...] | None] = {}
PLAIN: tuple[str, ...] = ()
SIZED: tuple[str, ...] = ()
CONFIG: tuple[str, ...] = ()
CODE = (
    "randomness.py",
    "datasets/ringnorm.py",
    "papers/__init__.py",
    "papers/artifact.py",
    "papers/evaluated.py",
    "papers/fact_rows.py",
    "papers/style.py",
    "papers/hamel2008",
)
SIMULATION_CODE: dict[str, tuple[str, ...]] = {}
