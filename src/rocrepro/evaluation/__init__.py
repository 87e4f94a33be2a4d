"""ROC curves, intervals, confident sets and bands, from labels and scores alone."""

from typing import TYPE_CHECKING, Any

from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.brier import BrierScore, brier_score
from rocrepro.evaluation.calibration import (
    CalibrationCurve,
    calibration_curve,
    expected_calibration_error,
)
from rocrepro.evaluation.calibration_distances import CalibrationDistance, calibration_distances
from rocrepro.evaluation.compare import AucDifference, delong_test, permutation_test
from rocrepro.evaluation.confidence_levels import ConfidenceCoverage, confidence_coverage
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.confusion import confusion_metrics
from rocrepro.evaluation.cost_curves import CostCurve, cost_curve, probability_cost
from rocrepro.evaluation.equivalence import EquivalenceTest, equivalence_from_counts, equivalence_test
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
from rocrepro.evaluation.metrics import delong_interval, roc_auc
from rocrepro.evaluation.midpoint import score_midpoint
from rocrepro.evaluation.net_benefit import (
    NetBenefit,
    NetBenefitIntervals,
    net_benefit,
    net_benefit_intervals,
)
from rocrepro.evaluation.operating_points import OperatingPoint, operating_point
from rocrepro.evaluation.precision_recall import PrecisionRecall, precision_recall_points
from rocrepro.evaluation.prevalence import AtPrevalence, at_prevalence
from rocrepro.evaluation.recalibration import Recalibration, recalibration
from rocrepro.evaluation.region import ConfidentRegion, confident_region
from rocrepro.evaluation.resample import paired_resamples
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.scorers import aved_score, cauc_score, struggle_ratio
from rocrepro.evaluation.segment_intervals import SegmentInterval, aved_interval, cauc_interval
from rocrepro.evaluation.sensibility import Sensibility, sensibility
from rocrepro.evaluation.smooth_calibration import SmoothCalibration, smooth_calibration
from rocrepro.evaluation.soft_roc import SmoothRoc, probabilistic_auc, scored_auc, scored_roc, smooth_roc
from rocrepro.evaluation.sweep import Sweep, sweep
from rocrepro.evaluation.tango import tango_interval
from rocrepro.evaluation.tango_region import TangoStrip, tango_strip
from rocrepro.evaluation.threshold_average import threshold_average_band
from rocrepro.evaluation.vertical import bootstrap_tpr, tpr_at, vertical_average_band, vertical_band
from rocrepro.evaluation.weighted import WeightedRocPoints, weighted_roc_points
from rocrepro.evaluation.working_hotelling import BinormalFit, binormal_fit, working_hotelling_band

__all__ = [
    "AtPrevalence",
    "AucDifference",
    "Band",
    "BinormalFit",
    "BrierScore",
    "CalibrationCurve",
    "CalibrationDistance",
    "ChiSquareContour",
    "ConfidenceCoverage",
    "ConfidentRegion",
    "ConfidentSegment",
    "CostCurve",
    "EquivalenceTest",
    "IndependenceTest",
    "NetBenefit",
    "NetBenefitIntervals",
    "OperatingPoint",
    "PrecisionRecall",
    "Recalibration",
    "RocPoints",
    "SegmentInterval",
    "Sensibility",
    "SmoothCalibration",
    "SmoothRoc",
    "Sweep",
    "TangoStrip",
    "WeightedRocPoints",
    "accuracy_isoline",
    "at_prevalence",
    "aved_interval",
    "aved_score",
    "binormal_fit",
    "bootstrap_tpr",
    "brier_score",
    "calibration_curve",
    "calibration_distances",
    "cauc_interval",
    "cauc_score",
    "chi_square",
    "chi_square_contour",
    "concavities",
    "confidence_coverage",
    "confident_region",
    "confident_segment",
    "confusion_metrics",
    "convex_hull",
    "cost_curve",
    "cost_isoline",
    "delong_interval",
    "delong_test",
    "equivalence_from_counts",
    "equivalence_test",
    "expected_calibration_error",
    "fixed_width_band",
    "independence_test",
    "net_benefit",
    "net_benefit_intervals",
    "operating_point",
    "paired_resamples",
    "permutation_test",
    "precision_recall_points",
    "probabilistic_auc",
    "probability_cost",
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
    "weighted_roc_points",
    "working_hotelling_band",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Names that have moved."""
        from rocrepro.deprecated import moved

        return moved(__name__, name)
