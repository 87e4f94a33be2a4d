"""ROC curves, intervals, confident sets and bands, from labels and scores alone."""

from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.metrics import delong_interval, roc_auc
from rocrepro.evaluation.region import ConfidentRegion, confident_region
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.tango import tango_interval

__all__ = [
    "Band",
    "ConfidentRegion",
    "ConfidentSegment",
    "RocPoints",
    "confident_region",
    "confident_segment",
    "delong_interval",
    "fixed_width_band",
    "roc_auc",
    "roc_points",
    "tango_interval",
]
