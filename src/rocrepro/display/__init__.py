"""Plots of the evaluations, in the style of scikit-learn's display classes.

Each class has ``from_predictions``, ``from_estimator`` and ``from_cv_results``, draws on the axes that you
pass, and keeps what it drew in attributes. scikit-learn's keywords ``curve_kwargs``, ``despine``,
``plot_chance_level`` and ``chance_level_kw`` have the same effect here. Only `WeightedRocDisplay` accepts
``sample_weight``, and no class accepts ``drop_intermediate``, because these would change the counts.
"""

from rocrepro.display.band import RocBandDisplay
from rocrepro.display.calibration import CalibrationCurveDisplay
from rocrepro.display.confident import ConfidentRocDisplay
from rocrepro.display.cost_curve import CostCurveDisplay
from rocrepro.display.fold_average import FoldAverageDisplay, FoldWithoutCurveWarning
from rocrepro.display.isolines import IsolineDisplay
from rocrepro.display.net_benefit import NetBenefitDisplay
from rocrepro.display.partial_auc import PartialAucDisplay
from rocrepro.display.precision_recall import ConfidentPrecisionRecallDisplay
from rocrepro.display.sensibility import SensibilityDisplay
from rocrepro.display.weighted import WeightedRocDisplay

__all__ = [
    "CalibrationCurveDisplay",
    "ConfidentPrecisionRecallDisplay",
    "ConfidentRocDisplay",
    "CostCurveDisplay",
    "FoldAverageDisplay",
    "FoldWithoutCurveWarning",
    "IsolineDisplay",
    "NetBenefitDisplay",
    "PartialAucDisplay",
    "RocBandDisplay",
    "SensibilityDisplay",
    "WeightedRocDisplay",
]
