"""Rows of files that are taken for large ones, and the assessment in memory to hold them against."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd

from rocrepro.assess import read_given, tables
from rocrepro.assess.assessment import study_of
from rocrepro.assess.large import assess_large
from rocrepro.assess.large_rows import Totals
from rocrepro.evaluation import sensibility
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices

KINDS = ("probabilities", "signed", "ties", "parted", "one")


def frame(rng, n, kind):
    """Labels and scores: probabilities, scores of both signs, few distinct ones, or good ones."""
    label = np.append([0, 1], rng.random(n - 2) < 0.3).astype(int)
    noise = rng.normal(size=n)
    score = {
        "probabilities": lambda: 1 / (1 + np.exp(-noise - label)),
        "signed": lambda: noise + label,
        "ties": lambda: np.round(noise + label) / 4 * np.where(rng.random(n) < 0.1, -0.0, 1.0),
        "parted": lambda: label + noise / 100,
        "one": lambda: np.zeros(n),
    }[kind]()
    return pd.DataFrame({"label": label, "score": score})


def sorted_batches(table, rng):
    """The rows as the sort gives them, in batches of any size; and what was counted before."""
    label, score = table["label"].to_numpy(), table["score"].to_numpy()
    n_pos, n_neg = int(label.sum()), int((1 - label).sum())
    likely = bool(0 <= score.min() <= score.max() <= 1)
    middle = sensibility(label, score).midpoint if likely else np.nan
    both = int(((label == 1) & (score >= middle)).sum()), int(((label == 0) & (score < middle)).sum())
    totals = Totals("m", n_pos, n_neg, likely, middle, both)
    order = np.argsort(-score, kind="stable")
    cuts = np.unique(np.append(rng.integers(0, len(table), rng.integers(0, 30)), [0, len(table)]))
    return totals, [
        (0, score[order[a:b]], label[order[a:b]].astype(np.uint8)) for a, b in pairwise(cuts.tolist())
    ]


def compared_tables(given, choices):
    """What `compare` needs of an assessment in memory, which has much more and takes long."""
    study = study_of(given, choices)
    made = {
        "summary": tables.summary(study, given),
        "operating_points": tables.operating_points(tables.shown(study, "operating_points"), choices),
        "points": tables.points(tables.shown(study, "points")),
    }
    return SimpleNamespace(given=given, tables=made)


def both(path, columns=None, pos_label=None, in_memory=compared_tables, **options):
    """The assessment in memory and the one from disk."""
    columns, choices = columns or Columns(), Choices(n_resamples=2, **options)
    whole = in_memory(read_given(path, columns, pos_label=pos_label), choices)
    return whole, assess_large(path, columns, choices, pos_label=pos_label)


def compare(whole, disk):
    """Equal counts, points and thresholds, and areas to 1e-12."""
    assert list(disk.given.models) == list(whole.given.models)
    assert (disk.given.name, disk.given.positive) == (whole.given.name, whole.given.positive)
    found = disk.tables["summary"].frame
    expected = whole.tables["summary"].frame[found.columns]
    pd.testing.assert_frame_equal(found, expected, rtol=0, atol=1e-12)
    counts = ["model", "n_pos", "n_neg", "n_points", "n_confident", "auc", "midpoint", "struggle_ratio"]
    pd.testing.assert_frame_equal(found[counts], expected[counts], check_exact=True)
    pd.testing.assert_frame_equal(
        disk.tables["operating_points"].frame, whole.tables["operating_points"].frame, check_exact=True
    )
    # The points that are kept are points of the whole curve, with all that is said of them.
    kept = disk.tables["points"].frame
    merged = kept.merge(
        whole.tables["points"].frame, how="left", on=["model", "threshold"], suffixes=("", "_w")
    )
    for column in ("tp", "fp", "lower", "upper", "confident", "chi_square", "precision"):
        np.testing.assert_array_equal(merged[column], merged[f"{column}_w"])
    assert kept["confident"].sum() == whole.tables["points"].frame["confident"].sum()


def mixed(kind, *models):
    """Rows of several models in any order; scores as texts are read back as they are."""
    rng = np.random.default_rng(4)
    parts = [frame(rng, n, kind).assign(clf=name) for name, n in models or (("b", 150), ("a", 331))]
    table = pd.concat(parts).sample(frac=1, random_state=1, ignore_index=True)
    return table.assign(label=np.where(table["label"] == 1, "ill", "well"))


def save(table, path, **options):
    """Write a table as what the suffix of its name says."""
    table.to_csv(path, index=False) if path.suffix == ".csv" else table.to_parquet(path, **options)
