"""Klement et al. (2009): classification sensibility.

A workshop paper that follows "Evaluation Methods for Machine Learning III" (2008). Its flu domain was not
found in print; every artifact that rests on ours says that it is a reconstruction.
"""

DATASETS: tuple[str, ...] = ()
LEARNERS: tuple[str, ...] = ()
TABLES: dict[str, str] = {
    "table1": "tables:table1",
    "worked": "tables:worked",
    "table2": "tables:table2",
    "domains": "tables:domains",
    "readings": "readings:readings_table",
    "power": "power_report:power_table",
    "facts": "facts:facts",
}
FIGURES: dict[str, str] = {
    "fig1": "figures:fig1",
    "fig2": "figures:fig2",
    "fig3": "figures:fig3",
    "bound": "bound_figure:bound_figure",
    "power": "power_report:power_figure",
}
SIMULATIONS: dict[str, str] = {
    "draws": "draws:simulate_draws",
    "readings": "readings:simulate_readings",
    "power": "power:simulate_power",
}
SIMULATION_DATA: dict[str, tuple[str, ...] | None] = {}
PLAIN: tuple[str, ...] = ()
SIZED: tuple[str, ...] = ("power", "readings")
CONFIG: tuple[str, ...] = ("flu",)
CODE = (
    "datasets/flu.py",
    "randomness.py",
    "papers/__init__.py",
    "papers/artifact.py",
    "papers/evaluated.py",
    "papers/fact_rows.py",
    "papers/style.py",
    "papers/klement2009",
)
_DRAWS = (
    "datasets/flu.py",
    "randomness.py",
    "evaluation/counting.py",
    "evaluation/inputs.py",
    "evaluation/metrics.py",
    "evaluation/midpoint.py",
    "evaluation/roc.py",
    "evaluation/sensibility.py",
    "papers/klement2009/draws.py",
    "papers/klement2009/printed.py",
)
SIMULATION_CODE: dict[str, tuple[str, ...]] = {
    "draws": _DRAWS,
    "readings": (*_DRAWS, "papers/klement2009/readings.py"),
    "power": (*_DRAWS, "papers/klement2009/drift_statistics.py", "papers/klement2009/power.py"),
}
