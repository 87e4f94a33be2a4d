"""Measurements of ROC curves, and families of classifiers whose threshold or costs can be varied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_points
from rocrepro.papers.bradley1996.resubstitution import DIMENSIONS, PER_CLASS, SHIFT, TEST_PER_CLASS
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from sklearn.base import ClassifierMixin

SEPARATIONS = np.arange(41) / 10  # of two normal classes, in standard deviations
BOUNDARIES = 100
COSTS = 2.0 ** np.arange(-4, 5)  # of an error on a positive, that on a negative being 1
PRUNING = 0.02  # of scikit-learn's cost-complexity pruning
Floats = NDArray[np.float64]
Labels = NDArray[np.int64]


def threshold_quantities() -> list[Row]:
    """Quantities of separation, of the boundary of least risk, and of trees and networks."""
    return [*_separation(), *_boundary(), *_families()]


def _separation() -> list[Row]:
    """Area under the ROC curve of two normal classes, along the curve, as they move apart."""
    from scipy.special import ndtr

    threshold = np.linspace(12.0, -8.0, 4001)
    areas = np.array([np.trapezoid(ndtr(d - threshold), ndtr(-threshold)) for d in SEPARATIONS])
    ranks = np.argsort(np.argsort(areas))
    trend = float(np.corrcoef(np.arange(len(areas)), ranks)[0, 1])
    return [row("separation_trend", trend, n=len(areas))]


def _boundary() -> list[Row]:
    """Threshold of least expected cost, searched for, against the boundary where the costs balance."""
    from scipy.optimize import minimize_scalar

    rng = generator(SEED, "bradley1996/boundary")
    worst = 0.0
    for _ in range(BOUNDARIES):
        apart, share = float(rng.uniform(1, 3)), float(rng.uniform(0.2, 0.8))
        cost_fn, cost_fp = (float(cost) for cost in rng.integers(1, 6, 2))
        weights = share * cost_fn, (1 - share) * cost_fp
        found = minimize_scalar(
            risk, args=(apart, *weights), bounds=(-8.0, 8.0), method="bounded", options={"xatol": 1e-10}
        ).x
        # The likelihood ratio exp(d t - d^2 / 2) equals (1 - p) c_fp / (p c_fn) there.
        odds = weights[1] / weights[0]
        worst = max(worst, abs(float(found) - (apart / 2 + float(np.log(odds)) / apart)))
    return [row("bayes_boundary_error", worst, n=BOUNDARIES)]


def risk(threshold: float, apart: float, missed: float, alarm: float) -> float:
    """Expected cost at a threshold on two normal classes; the last two weigh both error rates."""
    from scipy.special import ndtr

    return float(missed * ndtr(threshold - apart) + alarm * ndtr(-threshold))


def _families() -> list[Row]:
    """ROC points of a tree whose costs vary and of a network whose threshold does, on new rows.

    One classification is one point, which makes three with both ends of the curve.
    """
    from sklearn.neural_network import MLPClassifier

    x, label = _drawn("bradley1996/families", PER_CLASS)
    new, truth = _drawn("bradley1996/families/test", TEST_PER_CLASS)
    network = MLPClassifier((3,), activation="logistic", solver="lbfgs", alpha=0.1, random_state=SEED)
    score = np.round(network.fit(x, label).predict_proba(new)[:, 1], 9)
    return [
        row("tree_points", tree_points(x, label, new, truth), n=len(COSTS)),
        row("network_points", len(roc_points(truth, score)), n=len(truth)),
    ]


def tree_points(x: Floats, label: Labels, new: Floats, truth: Labels) -> int:
    """Number of ROC points of trees, one tree for each cost, with (0, 0) and (1, 1)."""
    points = {(0.0, 0.0), (1.0, 1.0)}
    for cost in COSTS:
        predicted = cost_tree(float(cost)).fit(x, label).predict(new) == 1
        points.add((float(predicted[truth == 0].mean()), float(predicted[truth == 1].mean())))
    return len(points)


def cost_tree(cost: float) -> ClassifierMixin:
    """Make a tree, built and pruned with errors on positives `cost` times as expensive as on negatives."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(class_weight={0: 1.0, 1: cost}, ccp_alpha=PRUNING, random_state=SEED)


def _drawn(stream: str, per_class: int) -> tuple[Floats, Labels]:
    """Rows of two normal classes that are apart in the first dimension."""
    label = np.repeat([0, 1], per_class)
    x = generator(SEED, stream).standard_normal((len(label), DIMENSIONS))
    x[label == 1, 0] += SHIFT
    return x, label
