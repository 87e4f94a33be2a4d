"""Elazmeh, Japkowicz and Matwin (2006): comparative evaluation under class imbalance.

"A Framework for Comparative Evaluation of Classifiers in the Presence of Class Imbalance", third
Workshop on ROC Analysis in Machine Learning, Pittsburgh, 2006.
"""

from rocrepro.papers.paper import Paper, Simulation

PAPER = Paper(
    datasets=(
        *("dis", "sick", "hypothyroid", "sick_euthyroid"),
        *("spect", "spectf", "spectf_withdrawn", "spectf_cv80"),
    ),
    learners=("stump", "tree", "forest", "naive_bayes"),
    beside=("dis_cv2800", "dis_cv3772"),
    tables={
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
        "interval_coverage": "interval_coverage_report:interval_coverage",
        "band_comparison": "band_comparison:band_comparison",
        "facts": "facts:facts",
        "orderings": "pairwise:orderings",
        "variants": "variants:variants",
        "segment_intervals": "segment_intervals:segment_intervals",
        "confidence_tests": "confidence_tests:confidence_tests",
        "equivalence": "equivalence:equivalence",
        "prevalence": "prevalence:prevalence",
        "neighbours": "related:neighbours",
    },
    figures={
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
        "neighbours": "related_figure:neighbours_figure",
    },
    simulations={
        "spectf_protocols": Simulation(
            "runs:spectf_protocols", datasets=("spectf_cv80", "spectf_withdrawn", "spectf"), scores=True
        ),
        "same_folds": Simulation("runs:same_folds", datasets=None),
        "reliability": Simulation("reliability:reliability", datasets=None, scores=True),
        "containment": Simulation("containment:containment"),
        "band_coverage": Simulation("coverage:band_coverage", sized=True, printed=False),
        "interval_coverage": Simulation("interval_coverage:interval_coverage", sized=True, printed=False),
    },
    plain=("engines", "band_coverage", "interval_coverage"),
    printed=("table2", "table3", "s4.bands.dis"),
)
