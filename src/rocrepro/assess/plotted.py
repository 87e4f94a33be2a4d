"""What figures draw and no table says: for CSV files alone."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from rocrepro.assess.models import Model, are_probabilities
from rocrepro.assess.options import Options
from rocrepro.evaluation import cost_curve, scored_roc, sensibility, smooth_roc
from rocrepro.formats.table import Table


def plotted_tables(models: Sequence[Model], options: Options) -> dict[str, Table | None]:
    """Cost curves, and for scores from 0 to 1 sensibility and the soft curves."""
    return {
        "cost_curves": _cost_curves(models, options),
        "sensibility": _sensibility(models),
        "smooth_roc": _smooth(models),
        "scored_roc": _scored(models),
    }


def _cost_curves(models: Sequence[Model], options: Options) -> Table:
    """Corners of every lower envelope, with the threshold whose line begins there."""
    import pandas as pd

    frames = []
    for model in models:
        curve = cost_curve(model.curve, alpha=options.alpha, test=options.test)
        # At 1, where the last line ends, no line begins: it is named again.
        line = [*curve.line.tolist(), int(curve.line[-1])]
        frames.append(
            pd.DataFrame(
                {
                    "model": model.name,
                    "probability_cost": curve.corners,
                    "cost": curve.cost,
                    "confident_cost": curve.best_at(curve.corners, confident=True),
                    "threshold": model.curve.threshold[line],
                    "confident": curve.mask[line],
                }
            )
        )
    return Table(pd.concat(frames, ignore_index=True), title="Cost curves")


def _sensibility(models: Sequence[Model]) -> Table | None:
    import pandas as pd

    frames = []
    for model in _with_probabilities(models):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # empty groups and midpoints above 1 show in the numbers
            found = sensibility(model.label, model.score)
        columns = {name: getattr(found, name) for name in ("threshold", "sensibility", "capability")}
        frames.append(pd.DataFrame({"model": model.name, **columns}))
    return Table(pd.concat(frames, ignore_index=True), title="Sensibility") if frames else None


def _smooth(models: Sequence[Model]) -> Table | None:
    import pandas as pd

    frames = []
    for model in _with_probabilities(models):
        found = smooth_roc(model.label, model.score)
        columns = {"threshold": found.threshold, "smooth_fpr": found.fpr, "smooth_tpr": found.tpr}
        frames.append(pd.DataFrame({"model": model.name, **columns}))
    return Table(pd.concat(frames, ignore_index=True), title="Smooth ROC curves") if frames else None


def _scored(models: Sequence[Model]) -> Table | None:
    import pandas as pd

    frames = []
    for model in _with_probabilities(models):
        shift, auc = scored_roc(model.label, model.score)
        frames.append(pd.DataFrame({"model": model.name, "shift": shift, "auc": auc}))
    return Table(pd.concat(frames, ignore_index=True), title="Scored ROC curves") if frames else None


def _with_probabilities(models: Sequence[Model]) -> list[Model]:
    return [model for model in models if are_probabilities(model.score)]
