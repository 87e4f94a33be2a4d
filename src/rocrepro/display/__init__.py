"""Plots of the evaluations, in the manner of scikit-learn's display classes.

Each has ``from_predictions``, ``from_estimator`` and ``from_cv_results``, draws on the axes that it is
given, and keeps what it drew as attributes.
"""

from rocrepro.display.band import RocBandDisplay
from rocrepro.display.confident import ConfidentRocDisplay
from rocrepro.display.isolines import IsolineDisplay
from rocrepro.display.sensibility import SensibilityDisplay

__all__ = ["ConfidentRocDisplay", "IsolineDisplay", "RocBandDisplay", "SensibilityDisplay"]
