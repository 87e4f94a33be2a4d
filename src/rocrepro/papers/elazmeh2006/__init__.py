"""Elazmeh, Japkowicz and Matwin (2006): comparative evaluation under class imbalance.

"A Framework for Comparative Evaluation of Classifiers in the Presence of Class Imbalance", third
Workshop on ROC Analysis in Machine Learning, Pittsburgh, 2006.
"""

DATASETS: tuple[str, ...] = (
    *("dis", "sick", "hypothyroid", "sick_euthyroid"),
    *("spect", "spectf", "spectf_withdrawn", "spectf_cv80"),
)
LEARNERS: tuple[str, ...] = ("stump", "tree", "forest", "naive_bayes")
TABLES = {
    "table1": "tables:table1",
    "table2": "tables:table2",
    "table3": "tables:table3",
    "confident": "tables:confident",
    "bands": "tables:bands",
    "fidelity": "fidelity:fidelity",
    "spectf_protocols": "fidelity:spectf_protocols",
    "dis_protocols": "fidelity:dis_protocols",
    "engines": "fidelity:engines",
    "band_coverage": "coverage_report:band_coverage",
    "band_comparison": "band_comparison:band_comparison",
    "facts": "facts:facts",
    "orderings": "orderings:orderings",
    "variants": "variants:variants",
    "segment_intervals": "segment_intervals:segment_intervals",
    "confidence_tests": "confidence_tests:confidence_tests",
    "equivalence": "equivalence:equivalence",
    "prevalence": "prevalence:prevalence",
    "neighbours": "neighbours:neighbours",
}
FIGURES = {
    "fig1": "interval_figures:fig1",
    "fig3": "segment_figures:fig3",
    "fig4": "roc_figures:fig4",
    "fig5": "roc_figures:fig5",
    "fig6": "segment_figures:fig6",
    "fig7": "interval_figures:fig7",
    "fig8": "interval_figures:fig8",
    "confident_region": "roc_figures:confident_region_figure",
    "band_coverage": "coverage_report:band_coverage_figure",
    "tango_strip": "strip_figure:tango_strip_figure",
    "prevalence": "prevalence_figure:prevalence_figure",
    "neighbours": "neighbour_figure:neighbours_figure",
}
SIMULATIONS = {
    "spectf_protocols": "runs:spectf_protocols",
    "dis_protocols": "dis_runs:dis_protocols",
    "same_folds": "runs:same_folds",
    "band_coverage": "coverage:band_coverage",
}
SIMULATION_DATA: dict[str, tuple[str, ...] | None] = {
    "spectf_protocols": ("spectf_cv80", "spectf_withdrawn", "spectf"),
    "dis_protocols": ("dis",),
    "same_folds": None,
    "band_coverage": (),
}
PLAIN = ("engines", "band_coverage")
SIZED: tuple[str, ...] = ("band_coverage",)
CONFIG: tuple[str, ...] = ()
CODE = (
    "papers/__init__.py",
    "papers/artifact.py",
    "papers/evaluated.py",
    "papers/fact_rows.py",
    "papers/style.py",
    "papers/elazmeh2006",
    "learners",
    "randomness.py",
    "datasets/ringnorm.py",
)
_RUNS = (
    "evaluation",
    "formats",
    "learners",
    "randomness.py",
    "papers/elazmeh2006/printed.py",
    "papers/elazmeh2006/runs.py",
)
SIMULATION_CODE: dict[str, tuple[str, ...]] = {
    "spectf_protocols": _RUNS,
    "dis_protocols": (*_RUNS, "papers/elazmeh2006/dis_runs.py"),
    "same_folds": _RUNS,
    "band_coverage": (
        "datasets/ringnorm.py",
        "evaluation/bands.py",
        "evaluation/counting.py",
        "evaluation/inputs.py",
        "evaluation/joint_band.py",
        "evaluation/roc.py",
        "evaluation/screened_shifts.py",
        "evaluation/threshold_average.py",
        "evaluation/vertical.py",
        "evaluation/wilson.py",
        "evaluation/working_hotelling.py",
        "randomness.py",
        "papers/elazmeh2006/coverage.py",
    ),
}
