"""The chapter's model: rates at its two thresholds, optimal thresholds, and what they gain, on ringnorm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.datasets.ringnorm import bayes_score
from rocrepro.evaluation import RocPoints, roc_points
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.papers.hamel2008.chapter import (
    CRITERIA,
    READ,
    Printed,
    at_thresholds,
    base_learner,
    printed_points,
)
from rocrepro.papers.hamel2008.models import curves_on_ringnorm
from rocrepro.papers.hamel2008.printed import COPY, DEFAULT, RINGNORM, TEST_ROWS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from rocrepro.papers.evaluated import Evaluated

RANKED = ("network", "vector_machine")


@dataclass(frozen=True, eq=False)
class OnRingnorm:
    """One model on ringnorm; `variant` is "base" for the learner on which claims are judged."""

    engine: str
    learner: str
    variant: str
    points: RocPoints

    @property
    def key(self) -> dict[str, str]:
        """Columns of a row that name the model."""
        return {"engine": self.engine, "learner": self.learner, "variant": self.variant, "dataset": RINGNORM}


def on_ringnorm(evaluated: Evaluated, engine: str) -> Iterator[OnRingnorm]:
    """All models of an engine on ringnorm; the one that claims are judged on twice."""
    curves = {learner: points for (_, learner), points in curves_on_ringnorm(evaluated, engine).items()}
    if curves:
        base = str(base_learner(curves, evaluated.models(RINGNORM), printed_points(evaluated.shown)))
        yield OnRingnorm(engine, base, "base", curves[base])
    for learner, points in curves.items():
        yield OnRingnorm(engine, learner, f"learner={learner}", points)


def any_model(engine: str) -> OnRingnorm:
    """Return a faultless model of two rows: it names the quantities without a model and gives no value."""
    return OnRingnorm(engine, "", "base", roc_points([1, 0], [1, 0]))


def model_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of the models on ringnorm, and on the data."""
    data = [row for part in (_copy, _ours, _others) for row in evaluated.traced(part, evaluated)]
    engines = evaluated.shown["engines"] if RINGNORM in evaluated.datasets else ()
    gains = evaluated.simulation("gains")
    models = (evaluated.traced(_models, evaluated, str(engine), gains) for engine in engines)
    return [*data, *(row for of_engine in models for row in of_engine)]


def _models(evaluated: Evaluated, engine: str, gains: pd.DataFrame) -> list[Row]:
    """Quantities of the models of one engine."""
    found, printed = list(on_ringnorm(evaluated, engine)), printed_points(evaluated.shown)
    rows = [
        row
        for model in found or [any_model(engine)]
        for part in (_at(model, printed), _best(model), _gains(model, gains))
        for row in part
    ]
    return rows if found else unknown(rows)


def _copy(evaluated: Evaluated) -> list[Row]:
    """Sizes of the published sample."""
    copy = evaluated.data(COPY)
    label = np.array(["+", "-"]) if copy is None else copy.label
    shares = np.unique(label, return_counts=True)[1] / len(label)
    values = {
        "published_rows": len(label),
        "published_rows_left": len(label) - evaluated.printed(TEST_ROWS),
        "published_classes": len(shares),
        "published_larger_share": shares.max(),
    }
    rows = [row(name, value, dataset=COPY) for name, value in values.items()]
    return unknown(rows) if copy is None else rows


def _ours(evaluated: Evaluated) -> list[Row]:
    """Errors of the best possible classifier on our rows."""
    ours = evaluated.data(RINGNORM)
    wrong = math.nan
    if ours is not None:
        test = ours.part == "test"
        predicted = bayes_score(ours.frame[test].to_numpy()) > 0
        wrong = float(np.mean(predicted != (ours.label[test] == ours.positive)))
    return [row("bayes_error", wrong, dataset=RINGNORM)]


def _others(evaluated: Evaluated) -> list[Row]:
    """Return the results of kinds of models that the chapter names and no engine here trains."""
    ours = evaluated.data(RINGNORM)
    if ours is None:
        ranks, usual = dict.fromkeys(RANKED, math.nan), math.nan
    else:
        train, positive = ours.part == "train", ours.label == ours.positive
        ranks, usual = _fitted(ours.frame[train].to_numpy(), positive[train], ours.frame[~train].to_numpy())
    rows = [row("ranks", number, model=model, dataset=RINGNORM) for model, number in ranks.items()]
    return [*rows, row("usual_threshold", usual, dataset=RINGNORM)]


def _fitted(
    train: NDArray[np.float64], positive: NDArray[np.bool_], test: NDArray[np.float64]
) -> tuple[dict[str, float], float]:
    """Distinct scores of `RANKED`, and the share of kinds of models that predict by a threshold of .5."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.neural_network import MLPClassifier
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    network = MLPClassifier((5,), solver="lbfgs", alpha=10.0, max_iter=1000, random_state=1)
    kinds = [network, DecisionTreeClassifier(max_depth=1), DecisionTreeClassifier(random_state=1),
             RandomForestClassifier(10, random_state=1), GaussianNB(), LinearDiscriminantAnalysis(),
             LogisticRegression(), KNeighborsClassifier()]  # fmt: skip
    usual = []
    for model in kinds:
        score = model.fit(train, positive).predict_proba(test)[:, 1]
        # Where a probability is .5 either class is right.
        usual.append(bool((model.predict(test) == (score >= DEFAULT))[score != DEFAULT].all()))
    scores = network.predict_proba(test)[:, 1], SVC().fit(train, positive).decision_function(test)
    # The last digits of such scores are the machine's: tenths are the same on every one.
    ranks = [float(len(np.unique(np.round(score, 1)))) for score in scores]
    return dict(zip(RANKED, ranks, strict=True)), float(np.mean(usual))


def _at(model: OnRingnorm, printed: Printed) -> Iterator[Row]:
    """Rates at the chapter's two thresholds and accuracy at the first, with Wilson's interval."""
    points = model.points
    for point, at in zip(printed._fields, at_thresholds(points, printed), strict=True):
        tp, fp = int(points.tp[at]), int(points.fp[at])
        counts = {"tpr": (tp, points.n_pos), "fpr": (fp, points.n_neg)}
        if point == "a":
            counts["accuracy"] = tp + points.n_neg - fp, points.n
        for metric, (count, size) in counts.items():
            low, high = wilson_limits(count, size)
            named = {"metric": metric, "point": point, **model.key}
            yield row("at_point", count / size, low=low, high=high, n=size, **named)


def _best(model: OnRingnorm) -> Iterator[Row]:
    """The best threshold by each criterion."""
    for name in READ:
        yield row("best_threshold", CRITERIA[name].best(model.points).threshold, criterion=name, **model.key)


def _gains(model: OnRingnorm, gains: pd.DataFrame) -> Iterator[Row]:
    """Gain of the threshold .35 over .5 by each criterion, on resampled rows of each class."""
    own = gains[(gains["engine"] == model.engine) & (gains["learner"] == model.learner)]
    for one in own[own["criterion"].isin(READ)].to_dict("records"):
        found = {name: one[name] for name in ("low", "high", "share_resamples", "n_resamples", "n")}
        yield row("gain", one["gain"], criterion=one["criterion"], **found, **model.key)
