"""Klement et al. (2009): classification sensibility.

A workshop paper that follows "Evaluation Methods for Machine Learning III" (2008). Its flu domain was not
found in print; every artifact that rests on ours says that it is a reconstruction.
"""

from rocrepro.papers.paper import Paper, Simulation

PAPER = Paper(
    datasets=("dis", "sick", "hypothyroid", "sick_euthyroid", "spect", "spectf"),
    learners=("naive_bayes",),
    tables={
        "table1": "tables:table1",
        "worked": "tables:worked",
        "table2": "tables:table2",
        "domains": "tables:domains",
        "readings": "readings_report:readings_table",
        "power": "power_report:power_table",
        "facts": "facts:facts",
    },
    figures={
        "fig1": "figures:fig1",
        "fig2": "figures:fig2",
        "fig3": "figures:fig3",
        "bound": "bound_figure:bound_figure",
        "power": "power_report:power_figure",
    },
    simulations={
        "draws": Simulation("draws:simulate_draws"),
        "readings": Simulation("readings:simulate_readings", sized=True),
        "power": Simulation("power:simulate_power", sized=True),
    },
    config=("flu",),
    printed=("table1.midpoint", "table1.struggle", "table1.sensibility", "table1.capability", "table2.cells"),
)
