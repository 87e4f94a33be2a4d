"""ROC curves, intervals, confident sets and bands, from labels and scores alone."""

from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.independence import IndependenceTest, independence_test, significance_level
from rocrepro.evaluation.isolines import (
    ChiSquareContour,
    accuracy_isoline,
    chi_square,
    chi_square_contour,
    cost_isoline,
)
from rocrepro.evaluation.metrics import delong_interval, roc_auc
from rocrepro.evaluation.midpoint import score_midpoint
from rocrepro.evaluation.operating_points import OperatingPoint, operating_point
from rocrepro.evaluation.region import ConfidentRegion, confident_region
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.sensibility import Sensibility, sensibility, struggle_readings
from rocrepro.evaluation.tango import tango_interval

__all__ = [
    "Band",
    "ChiSquareContour",
    "ConfidentRegion",
    "ConfidentSegment",
    "IndependenceTest",
    "OperatingPoint",
    "RocPoints",
    "Sensibility",
    "accuracy_isoline",
    "chi_square",
    "chi_square_contour",
    "confident_region",
    "confident_segment",
    "cost_isoline",
    "delong_interval",
    "fixed_width_band",
    "independence_test",
    "operating_point",
    "roc_auc",
    "roc_points",
    "score_midpoint",
    "sensibility",
    "significance_level",
    "struggle_readings",
    "tango_interval",
]
