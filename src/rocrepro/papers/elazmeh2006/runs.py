"""Trainings beyond the common ones, for the tables on fidelity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import confident_segment, roc_auc, roc_points
from rocrepro.formats.tidy import Dataset, load
from rocrepro.learners import engine
from rocrepro.papers.elazmeh2006.printed import LEARNERS, ROWS

if TYPE_CHECKING:
    import pandas as pd

PROTOCOL_SEEDS = 30


def spectf_protocols(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Weka's AUCs on spectf in its three protocols, over 30 seeds.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``build``, the folder of the data.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, seed, auc; without rows where Weka cannot be used.
    """
    import pandas as pd

    rows = [
        (*model, roc_auc(roc_points(scores["label"], scores["score"])))
        for *model, scores in weka_scores(served(shown, ROWS["SPECTF"]), shown, PROTOCOL_SEEDS)
    ]
    return pd.DataFrame(rows, columns=["dataset", "learner", "seed", "auc"])


def same_folds(shown: Mapping[str, Any]) -> pd.DataFrame:
    """scikit-learn's results on Weka's own folds, on the cross-validated sets, at the default seed.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``build``, the folder of the data.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, auc, n_confident.
    """
    import pandas as pd

    rows = []
    for dataset in served(shown, shown["datasets"]):
        if dataset.protocol != "cv":
            continue
        trained = {learner for name, learner in shown["models"][dataset.name] if name == "sklearn"}
        for entry in (learner for learner in shown["learners"] if learner["key"] in trained):
            block = {"sklearn": entry["sklearn"] | {"folds": "weka"}}
            scores = engine("sklearn").score(dataset, block, [shown["seed"]], name=entry["key"])
            points = roc_points(scores["label"], scores["score"])
            segment = confident_segment(points, alpha=shown["alpha"], test=shown["confidence_test"])
            rows.append((dataset.name, entry["key"], roc_auc(points), segment.n_confident))
    return pd.DataFrame(rows, columns=["dataset", "learner", "auc", "n_confident"])


def weka_scores(
    datasets: Iterable[Dataset], shown: Mapping[str, Any], n_seeds: int
) -> Iterator[tuple[str, str, int, pd.DataFrame]]:
    """Data set, learner, seed and scores of the paper's learners under Weka; nothing without Weka."""
    if "weka" not in shown["engines"] or engine("weka").unavailable() is not None:
        return
    for dataset in datasets:
        for entry in (learner for learner in shown["learners"] if learner["key"] in LEARNERS):
            scores = engine("weka").score(dataset, entry, range(1, n_seeds + 1), name=entry["key"])
            for seed, part in scores.groupby("seed"):
                yield dataset.name, entry["key"], seed, part


def served(shown: Mapping[str, Any], names: list[str] | tuple[str, ...]) -> Iterator[Dataset]:
    """The data sets that are configured and that a source served."""
    for name in names:
        path = Path(shown["build"]) / "data" / name
        if name in shown["datasets"]:
            dataset = load(path.with_suffix(".parquet"), path.with_suffix(".json"))
            if dataset is not None:
                yield dataset
