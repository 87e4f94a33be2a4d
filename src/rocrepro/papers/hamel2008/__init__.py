"""Hamel (2008): model assessment with ROC curves.

"Model Assessment with ROC Curves", in The Encyclopedia of Data Warehousing and Mining, 2nd edition, 2008.
"""

from rocrepro.papers.paper import Paper, Simulation

PAPER = Paper(
    datasets=(
        *("dis", "sick", "hypothyroid", "sick_euthyroid"),
        *("spect", "spectf", "spectf_withdrawn", "spectf_cv80", "ringnorm", "ringnorm_keel"),
    ),
    learners=("stump", "tree", "forest", "naive_bayes", "linear", "logistic"),
    tables={
        "facts": "facts:facts",
        "model_search": "models:model_search",
        "ringnorm_copies": "copies:ringnorm_copies",
        "sweep": "sweeps:sweeps",
        "operating": "operating:operating",
        "pairs": "pairs:pairs",
    },
    figures={
        "fig1": "matrices:fig1",
        "fig2": "matrices:fig2",
        "fig3": "shapes:fig3",
        "fig4": "thresholds:fig4",
        "fig5": "bands:fig5",
    },
    simulations={
        "skew": Simulation("skew:simulate_skew", datasets=("ringnorm",), scores=True),
        "sampled_down": Simulation("skew:simulate_sampled_down", datasets=("ringnorm",), scores=True),
        "gains": Simulation("gains:simulate_gains", datasets=("ringnorm",), scores=True),
        "bands": Simulation("coverage:simulate_bands"),
    },
    printed=("figure2.rows", "figure2a.accuracy", "figure3a.point_a", "figure4a.optimum"),
)
