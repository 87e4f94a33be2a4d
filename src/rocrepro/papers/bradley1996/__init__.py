"""Bradley (1996): ROC curves and the chi-square test.

Pattern Recognition Letters 17:287-294.
"""

from rocrepro.papers.paper import Paper, Simulation

PAPER = Paper(
    datasets=(
        *("dis", "sick", "hypothyroid", "sick_euthyroid"),
        *("spect", "spectf", "spectf_withdrawn", "spectf_cv80"),
    ),
    learners=("stump", "tree", "forest", "naive_bayes"),
    tables={
        "facts": "facts:facts",
        "table1": "tables:table1",
        "null": "tables:null",
        "operating_points": "choices:operating_points",
    },
    figures={
        "fig1": "thresholds:fig1",
        "fig2": "thresholds:fig2",
        "fig3": "contours:fig3",
        "fig4": "contours:fig4",
        "fig5": "contours:fig5",
        "fig6": "contours:fig6",
        "curves": "curves:curves",
    },
    simulations={"resubstitution": Simulation("resubstitution:simulate_resubstitution")},
    plain=("operating_points",),
    printed=("section4.bounds", "section5.random_accuracy", "section5.negative_accuracy"),
)
