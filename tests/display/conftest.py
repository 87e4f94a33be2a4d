"""Three columns of a data set, a classifier fitted to them, and every display."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

from rocrepro.display import (
    CalibrationCurveDisplay,
    ConfidentPrecisionRecallDisplay,
    ConfidentRocDisplay,
    CostCurveDisplay,
    IsolineDisplay,
    NetBenefitDisplay,
    PartialAucDisplay,
    RocBandDisplay,
    SensibilityDisplay,
    WeightedRocDisplay,
)

mpl.use("agg")
DISPLAYS = [
    (ConfidentRocDisplay, {}),
    (RocBandDisplay, {"n_resamples": 20}),
    (SensibilityDisplay, {}),
    (IsolineDisplay, {}),
    (CostCurveDisplay, {"at": 0.25}),
    (ConfidentPrecisionRecallDisplay, {}),
    (CalibrationCurveDisplay, {"n_bins": 5}),
    (NetBenefitDisplay, {"at": 0.2, "n_resamples": 20}),
    (PartialAucDisplay, {"fpr": (0, 0.2), "n_resamples": 20}),
    (WeightedRocDisplay, {}),
]


def for_each(displays):
    return pytest.mark.parametrize(
        ("display", "options"), displays, ids=lambda value: getattr(value, "__name__", "")
    )


each = for_each(DISPLAYS)


@pytest.fixture(autouse=True)
def _alone():
    """Matplotlib's own style, whatever other tests have set, and no figure left open."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.use("agg")
        yield
        plt.close("all")


@pytest.fixture(scope="module")
def data():
    X, y = load_breast_cancer(return_X_y=True)
    return X[:, :3], y


@pytest.fixture(scope="module")
def fitted(data):
    return GaussianNB().fit(*data)
