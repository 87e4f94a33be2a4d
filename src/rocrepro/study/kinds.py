"""The frames that a study gives, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rocrepro.study.areas import average_precisions, partial_areas, partial_comparisons
from rocrepro.study.auc_tests import auc_tests, comparisons_all
from rocrepro.study.bands import all_bands, band_edges, bands, fixed_width, vertical
from rocrepro.study.calibration import calibration, calibration_curves, calibration_points
from rocrepro.study.clusters import cluster_differences, clusters
from rocrepro.study.cross_validation import cross_validation, fold_averages
from rocrepro.study.cuts import chosen_cuts, cut_measures, rates_at
from rocrepro.study.differences import differences
from rocrepro.study.equivalence import equivalence
from rocrepro.study.groups import group_differences, groups
from rocrepro.study.intervals import intervals, resamples
from rocrepro.study.mcnemar import mcnemar
from rocrepro.study.multiclass import multiclass
from rocrepro.study.net_benefit import net_benefit
from rocrepro.study.operating import operating_points
from rocrepro.study.pairs import band_comparisons, comparisons, difference_edges
from rocrepro.study.points import curves, points
from rocrepro.study.prevalence import prevalence, prevalence_points
from rocrepro.study.related import (
    cost_curves,
    related,
    scored_curves,
    sensibility_curves,
    smooth_curves,
    soft,
)
from rocrepro.study.study import Study
from rocrepro.study.summary import fold_points, folds, summary, variants
from rocrepro.study.weights import weighted, weighted_differences, weighted_points

if TYPE_CHECKING:
    import pandas as pd

KINDS: Mapping[str, Callable[[Study], pd.DataFrame]] = {
    kind.__name__: kind
    for kind in (
        *(points, curves, summary, variants, folds, fold_points),
        *(resamples, intervals, bands, band_edges, fixed_width, all_bands, vertical),
        *(operating_points, prevalence, prevalence_points),
        *(cut_measures, chosen_cuts, rates_at, partial_areas, partial_comparisons, average_precisions),
        *(auc_tests, comparisons_all, mcnemar, cross_validation, fold_averages),
        *(comparisons, differences, band_comparisons, difference_edges, equivalence),
        *(clusters, cluster_differences, groups, group_differences, multiclass),
        *(weighted, weighted_differences, weighted_points),
        *(calibration, calibration_points, calibration_curves, net_benefit),
        *(soft, related, cost_curves, sensibility_curves, smooth_curves, scored_curves),
    )
}
"""The frames that a study gives, by name."""

DESIGNS = frozenset(
    {
        *("clusters", "cluster_differences", "groups", "group_differences", "multiclass"),
        *("weighted", "weighted_differences", "weighted_points"),
    }
)
"""Frames without rows unless the scores have clusters, groups, weights or several classes."""
