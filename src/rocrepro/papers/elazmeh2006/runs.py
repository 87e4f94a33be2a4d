"""Trainings beyond the common ones, for the tables on fidelity."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import confident_segment, roc_auc, roc_points
from rocrepro.formats.uses import USES, stamped
from rocrepro.learners import engine
from rocrepro.learners.weka_engine import is_random
from rocrepro.papers.elazmeh2006.printed import LEARNERS, ROWS

if TYPE_CHECKING:
    import pandas as pd

PROTOCOL_SEEDS = 30


def spectf_protocols(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Weka's AUCs on spectf in its three protocols, over 30 seeds.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, seed, auc, uses; without an AUC where the data or Weka are missing.
    """

    def rows(name: str) -> Iterator[tuple[Any, ...]]:
        for *model, scores in weka_scores(shown, name):
            auc = roc_auc(roc_points(scores["label"], scores["score"])) if len(scores) else math.nan
            yield (*model, auc)

    return by_dataset(shown, ROWS["SPECTF"], rows, ["dataset", "learner", "seed", "auc"])


def same_folds(shown: Mapping[str, Any]) -> pd.DataFrame:
    """scikit-learn's results on Weka's own folds, on the cross-validated sets, at the default seed.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        Columns dataset, learner, auc, n_confident, uses.
    """

    def rows(name: str) -> Iterator[tuple[Any, ...]]:
        dataset = shown["inputs"].data(name)
        if dataset is None or dataset.protocol != "cv":
            return
        trained = {learner for by, learner in shown["models"][name] if by == "sklearn"}
        for entry in (learner for learner in shown["learners"] if learner["key"] in trained):
            block = {"sklearn": entry["sklearn"] | {"folds": "weka"}}
            scores = engine("sklearn").score(dataset, block, [shown["seed"]], name=entry["key"])
            points = roc_points(scores["label"], scores["score"])
            segment = confident_segment(points, alpha=shown["alpha"], test=shown["confidence_test"])
            yield name, entry["key"], roc_auc(points), segment.n_confident

    return by_dataset(shown, shown["datasets"], rows, ["dataset", "learner", "auc", "n_confident"])


def by_dataset(
    shown: Mapping[str, Any],
    names: Iterable[str],
    rows: Callable[[str], Iterable[tuple[Any, ...]]],
    columns: list[str],
) -> pd.DataFrame:
    """The rows of each data set that is configured, with what they read in a further column."""
    import pandas as pd

    frames = []
    for name in (name for name in names if name in shown["datasets"]):
        with shown["inputs"].reading() as read:
            frame = pd.DataFrame(list(rows(name)), columns=columns)
        frames.append(stamped(frame, read))
    frames = [frame for frame in frames if len(frame)] or frames[:1]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=[*columns, USES])


def weka_scores(shown: Mapping[str, Any], name: str) -> Iterator[tuple[str, str, int, pd.DataFrame]]:
    """Data set, learner, seed and scores of the paper's learners under Weka, at `PROTOCOL_SEEDS` seeds.

    Rule ``train`` has trained the seeds of the configuration; only those beyond are trained here. Where the
    data set or Weka is missing, each learner has empty scores at seed 1.
    """
    import pandas as pd

    for entry in shown["learners"]:
        key = entry["key"]
        if key not in LEARNERS or ["weka", key] not in [list(model) for model in shown["models"][name]]:
            continue
        known = shown["inputs"].scores(name, "weka", key)
        if known.empty:
            yield name, key, 1, known
            continue
        dataset = shown["inputs"].data(name)
        seeds = range(1, PROTOCOL_SEEDS + 1) if is_random(dataset.protocol, entry, name=key) else [1]
        more = sorted(set(seeds) - set(known["seed"]))
        frames = [known, engine("weka").score(dataset, entry, more, name=key)] if more else [known]
        for seed, part in pd.concat(frames).groupby("seed", sort=True):
            if seed in seeds:
                yield name, key, int(str(seed)), part
