"""ROC curves, intervals, confident sets, bands and tests, from labels and scores."""

from typing import TYPE_CHECKING, Any

from rocrepro.evaluation.auc_variance import auc_correlation, auc_variance
from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.bootstrap import BootstrapCurves, bootstrap_curves
from rocrepro.evaluation.brier import BrierScore, brier_score
from rocrepro.evaluation.calibration import (
    CalibrationCurve,
    calibration_curve,
    expected_calibration_error,
)
from rocrepro.evaluation.calibration_distances import CalibrationDistance, calibration_distances
from rocrepro.evaluation.chosen_cut import ChosenCut, chosen_cut
from rocrepro.evaluation.clustered import clustered_auc_interval, clustered_auc_test, design_effect
from rocrepro.evaluation.compare import AucDifference, delong_test, permutation_test
from rocrepro.evaluation.confidence_levels import ConfidenceCoverage, confidence_coverage
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.confusion import confusion_metrics
from rocrepro.evaluation.cost_curves import CostCurve, cost_curve, probability_cost
from rocrepro.evaluation.curve_intervals import CurveDifference, curve_differences, curve_intervals
from rocrepro.evaluation.cut_measures import cut_measures
from rocrepro.evaluation.equivalence import EquivalenceTest, equivalence_from_counts, equivalence_test
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.fold_average import FoldAverage, fold_average
from rocrepro.evaluation.global_test import GlobalAucTest, delong_global_test
from rocrepro.evaluation.hull import concavities, convex_hull
from rocrepro.evaluation.independence import IndependenceTest, independence_test, significance_level
from rocrepro.evaluation.isolines import (
    ChiSquareContour,
    accuracy_isoline,
    chi_square,
    chi_square_contour,
    cost_isoline,
)
from rocrepro.evaluation.joint_band import simultaneous_joint_band
from rocrepro.evaluation.mcnemar import McNemarTest, mcnemar_from_counts, mcnemar_test
from rocrepro.evaluation.metrics import delong_interval, roc_auc
from rocrepro.evaluation.midpoint import score_midpoint
from rocrepro.evaluation.multiclass import MulticlassAuc, multiclass_auc, multiclass_intervals
from rocrepro.evaluation.multiple import holm_adjusted
from rocrepro.evaluation.net_benefit import (
    NetBenefit,
    NetBenefitIntervals,
    net_benefit,
    net_benefit_intervals,
)
from rocrepro.evaluation.non_inferiority import NonInferiority, auc_non_inferiority
from rocrepro.evaluation.operating_points import OperatingPoint, operating_point
from rocrepro.evaluation.partial_auc import partial_auc
from rocrepro.evaluation.power import auc_difference_power, auc_interval_width, auc_test_power
from rocrepro.evaluation.precision_recall import (
    PrecisionRecall,
    average_precision,
    precision_recall_points,
)
from rocrepro.evaluation.prevalence import AtPrevalence, at_prevalence
from rocrepro.evaluation.rate_at import RateAt, rate_at
from rocrepro.evaluation.rate_difference import RateDifference, rate_difference
from rocrepro.evaluation.recalibration import Recalibration, recalibration
from rocrepro.evaluation.region import ConfidentRegion, confident_region
from rocrepro.evaluation.resample import paired_resamples
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.sample_size import (
    SampleSize,
    auc_difference_size,
    auc_interval_size,
    auc_test_size,
)
from rocrepro.evaluation.scorers import aved_score, cauc_score, struggle_ratio
from rocrepro.evaluation.segment_intervals import SegmentInterval, aved_interval, cauc_interval
from rocrepro.evaluation.sensibility import Sensibility, sensibility
from rocrepro.evaluation.smooth_calibration import SmoothCalibration, smooth_calibration
from rocrepro.evaluation.soft_roc import SmoothRoc, probabilistic_auc, scored_auc, scored_roc, smooth_roc
from rocrepro.evaluation.sweep import Sweep, sweep
from rocrepro.evaluation.tango import tango_interval
from rocrepro.evaluation.tango_region import TangoStrip, tango_strip
from rocrepro.evaluation.threshold_average import threshold_average_band
from rocrepro.evaluation.unpaired import delong_unpaired_test
from rocrepro.evaluation.vertical import bootstrap_tpr, tpr_at, vertical_average_band, vertical_band
from rocrepro.evaluation.weighted import WeightedRocPoints, weighted_roc_points
from rocrepro.evaluation.weighted_measures import effective_rows, weighted_measures, weighted_resamples
from rocrepro.evaluation.working_hotelling import BinormalFit, binormal_fit, working_hotelling_band

__all__ = [
    "AtPrevalence",
    "AucDifference",
    "Band",
    "BinormalFit",
    "BootstrapCurves",
    "BrierScore",
    "CalibrationCurve",
    "CalibrationDistance",
    "ChiSquareContour",
    "ChosenCut",
    "ConfidenceCoverage",
    "ConfidentRegion",
    "ConfidentSegment",
    "CostCurve",
    "CurveDifference",
    "EquivalenceTest",
    "Estimate",
    "FoldAverage",
    "GlobalAucTest",
    "IndependenceTest",
    "McNemarTest",
    "MulticlassAuc",
    "NetBenefit",
    "NetBenefitIntervals",
    "NonInferiority",
    "OperatingPoint",
    "PrecisionRecall",
    "RateAt",
    "RateDifference",
    "Recalibration",
    "RocPoints",
    "SampleSize",
    "SegmentInterval",
    "Sensibility",
    "SmoothCalibration",
    "SmoothRoc",
    "Sweep",
    "TangoStrip",
    "WeightedRocPoints",
    "accuracy_isoline",
    "at_prevalence",
    "auc_correlation",
    "auc_difference_power",
    "auc_difference_size",
    "auc_interval_size",
    "auc_interval_width",
    "auc_non_inferiority",
    "auc_test_power",
    "auc_test_size",
    "auc_variance",
    "aved_interval",
    "aved_score",
    "average_precision",
    "binormal_fit",
    "bootstrap_curves",
    "bootstrap_tpr",
    "brier_score",
    "calibration_curve",
    "calibration_distances",
    "cauc_interval",
    "cauc_score",
    "chi_square",
    "chi_square_contour",
    "chosen_cut",
    "clustered_auc_interval",
    "clustered_auc_test",
    "concavities",
    "confidence_coverage",
    "confident_region",
    "confident_segment",
    "confusion_metrics",
    "convex_hull",
    "cost_curve",
    "cost_isoline",
    "curve_differences",
    "curve_intervals",
    "cut_measures",
    "delong_global_test",
    "delong_interval",
    "delong_test",
    "delong_unpaired_test",
    "design_effect",
    "effective_rows",
    "equivalence_from_counts",
    "equivalence_test",
    "expected_calibration_error",
    "fixed_width_band",
    "fold_average",
    "holm_adjusted",
    "independence_test",
    "mcnemar_from_counts",
    "mcnemar_test",
    "multiclass_auc",
    "multiclass_intervals",
    "net_benefit",
    "net_benefit_intervals",
    "operating_point",
    "paired_resamples",
    "partial_auc",
    "permutation_test",
    "precision_recall_points",
    "probabilistic_auc",
    "probability_cost",
    "rate_at",
    "rate_difference",
    "recalibration",
    "roc_auc",
    "roc_points",
    "score_midpoint",
    "scored_auc",
    "scored_roc",
    "sensibility",
    "significance_level",
    "simultaneous_joint_band",
    "smooth_calibration",
    "smooth_roc",
    "struggle_ratio",
    "sweep",
    "tango_interval",
    "tango_strip",
    "threshold_average_band",
    "tpr_at",
    "vertical_average_band",
    "vertical_band",
    "weighted_measures",
    "weighted_resamples",
    "weighted_roc_points",
    "working_hotelling_band",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return a name that has moved, with a warning."""
        from rocrepro.deprecated import moved

        return moved(__name__, name)
