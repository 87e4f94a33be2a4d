"""ROC curves, intervals, confident sets and bands, from labels and scores alone."""

from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.compare import AucDifference, delong_test, permutation_test
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.confusion import confusion_metrics
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
from rocrepro.evaluation.operating_points import OperatingPoint, operating_point
from rocrepro.evaluation.region import ConfidentRegion, confident_region
from rocrepro.evaluation.resample import paired_resamples
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.sensibility import Sensibility, sensibility, struggle_readings
from rocrepro.evaluation.sweep import Sweep, sweep
from rocrepro.evaluation.tango import tango_interval
from rocrepro.evaluation.threshold_average import threshold_average_band
from rocrepro.evaluation.vertical import bootstrap_heights, heights, vertical_average_band, vertical_band
from rocrepro.evaluation.working_hotelling import BinormalFit, binormal_fit, working_hotelling_band

__all__ = [
    "AucDifference",
    "Band",
    "BinormalFit",
    "ChiSquareContour",
    "ConfidentRegion",
    "ConfidentSegment",
    "IndependenceTest",
    "OperatingPoint",
    "RocPoints",
    "Sensibility",
    "Sweep",
    "accuracy_isoline",
    "binormal_fit",
    "bootstrap_heights",
    "chi_square",
    "chi_square_contour",
    "concavities",
    "confident_region",
    "confident_segment",
    "confusion_metrics",
    "convex_hull",
    "cost_isoline",
    "delong_interval",
    "delong_test",
    "fixed_width_band",
    "heights",
    "independence_test",
    "operating_point",
    "paired_resamples",
    "permutation_test",
    "roc_auc",
    "roc_points",
    "score_midpoint",
    "sensibility",
    "significance_level",
    "simultaneous_joint_band",
    "struggle_readings",
    "sweep",
    "tango_interval",
    "threshold_average_band",
    "vertical_average_band",
    "vertical_band",
    "working_hotelling_band",
]
