"""A small data set with the class first, and what Weka 3.9.7 makes of it, recorded to the last bit."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest

from rocrepro.datasets.registry import build_dataset, load_entries
from rocrepro.datasets.sources import fetch, mirror_folder
from rocrepro.formats.tidy import Attribute, Dataset

ROOT = Path(__file__).resolve().parents[2]

LEARNERS: dict[str, dict[str, Any]] = {
    "stump": {"weka": {"class": "weka.classifiers.trees.DecisionStump"}},
    "tree": {"weka": {"class": "weka.classifiers.trees.J48"}},
    "forest": {
        "weka": {
            "class": "weka.classifiers.trees.RandomForest",
            "options": ["-I", "10"],
            "seed_option": "-S",
        }
    },
    "naive_bayes": {"weka": {"class": "weka.classifiers.bayes.NaiveBayes"}},
}
FOLDS = 4
# Class, then the attributes; ? is missing. No row is white.
ROWS = """
well -1.5 y blue 62.2
ill ? y blue 65.9
well -0.6 n green 53.5
ill ? n blue 65.5
well 0.1 y blue 61.0
well 2.4 y green 58.5
well -0.1 n red 61.6
ill 2.2 n blue 74.2
well ? n red 56.3
well ? n blue 58.0
ill 1.5 n green 63.4
ill 2.0 n ? 64.8
ill 1.6 y ? 54.7
well ? ? red 52.8
well 2.7 n green 63.9
ill 1.8 n red 65.3
well 0.3 n ? 60.7
ill 1.9 n red 48.0
well ? n blue 61.0
well 1.5 n green 58.7
ill 3.3 y blue 54.8
well -0.2 y blue 57.4
well 0.0 n red 73.2
well -1.3 ? red 71.3
"""
# Scores under cross-validation with seed 1, in row order.
SCORES = {
    "stump": [
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.8333333333333334,
        0.0,
        0.6666666666666666,
        0.5,
        0.5,
        0.0,
        0.8333333333333334,
        0.7142857142857143,
        0.4,
        0.7142857142857143,
        0.7142857142857143,
        0.0,
        0.7142857142857143,
        0.4,
        0.7142857142857143,
        0.7142857142857143,
        0.0,
        0.0,
        0.0,
    ],
    "tree": [
        0.3333333333333333,
        0.3333333333333333,
        0.11111111111111112,
        0.3333333333333333,
        0.11111111111111112,
        0.7129629629629629,
        0.3333333333333333,
        0.3333333333333333,
        0.05555555555555555,
        0.05555555555555555,
        0.11111111111111112,
        0.7129629629629629,
        0.35616438356164387,
        0.3888888888888889,
        1.0,
        1.0,
        0.35616438356164387,
        0.35616438356164387,
        0.24306287319985953,
        0.35616438356164387,
        0.0,
        0.1111111111111111,
        0.1111111111111111,
        0.3333333333333333,
    ],
    "forest": [
        0.3,
        0.528921568627451,
        0.3277777777777778,
        0.47962184873949576,
        0.0,
        0.49444444444444446,
        0.0,
        0.6137254901960784,
        0.20181480005314203,
        0.05612449799196787,
        0.19444444444444445,
        0.664078431372549,
        0.5217043726762096,
        0.6388561146455883,
        0.8014285714285714,
        0.5607599309153714,
        0.021428571428571432,
        0.07681481481481481,
        0.237025641025641,
        0.3,
        0.5953145917001338,
        0.025694444444444443,
        0.0766666666666667,
        0.3,
    ],
    "naive_bayes": [
        2.2220748837746036e-09,
        0.29229367712442295,
        3.3607095196997414e-07,
        0.23426651440545576,
        0.0006887898906785853,
        0.7822861981589624,
        0.0014857188589239459,
        0.7950364812967552,
        0.2898645166319406,
        0.37242689946136887,
        0.22584277488965798,
        0.6241468757759044,
        0.2558923540575943,
        0.5695080618119626,
        0.35143387563217904,
        0.9146008388303022,
        0.006706559895442392,
        0.07612736466234696,
        0.5331132854739273,
        0.4458694626721961,
        6.070856926082107e-05,
        2.2526512437991445e-05,
        4.7017663538846264e-11,
        1.479288358916406e-07,
    ],
}
# Scores of the test rows under the fixed split, seed 1.
SPLIT_SCORES = {
    "stump": [0.0, 0.8, 0.4, 0.8, 0.8, 0.8, 0.8, 0.0],
    "tree": [0.1, 0.1, 0.1, 0.8333333333333334, 0.8333333333333334, 0.1, 0.1, 0.8333333333333334],
    "forest": [
        0.1,
        0.2446428571428571,
        0.021577380952380952,
        0.9041666666666666,
        0.9875,
        0.2446428571428571,
        0.4446428571428571,
        0.33125,
    ],
    "naive_bayes": [
        5.733633587910168e-28,
        0.15246205720609912,
        0.16472847857466172,
        0.9223693211162456,
        7.247626077164062e-05,
        0.7673366205007243,
        2.7131790007269942e-11,
        1.624625304405624e-53,
    ],
}
# By (folds, seed): training and test rows of each fold, in Weka's order.
WEKA_FOLDS = {
    (4, 1): [
        ([8, 12, 22, 5, 11, 2, 13, 17, 18, 21, 14, 16, 20, 10, 15, 19, 4, 9], [3, 7, 1, 23, 6, 0]),
        ([6, 23, 10, 2, 11, 1, 13, 9, 0, 5, 15, 3, 22, 4, 8, 14, 20, 7], [17, 12, 16, 18, 21, 19]),
        ([15, 18, 7, 22, 8, 16, 9, 19, 14, 21, 20, 23, 17, 0, 3, 6, 1, 12], [11, 10, 2, 13, 5, 4]),
        ([19, 18, 5, 1, 4, 0, 11, 12, 10, 2, 21, 16, 13, 23, 7, 17, 6, 3], [20, 15, 22, 8, 14, 9]),
    ],
    (4, 2): [
        ([0, 2, 3, 8, 10, 21, 1, 14, 6, 22, 4, 5, 18, 13, 17, 15, 12, 9], [7, 11, 20, 19, 16, 23]),
        ([13, 7, 2, 0, 17, 22, 23, 11, 4, 9, 19, 10, 5, 18, 16, 12, 15, 20], [1, 3, 21, 8, 6, 14]),
        ([19, 4, 6, 20, 11, 23, 14, 9, 22, 1, 3, 8, 21, 10, 18, 7, 12, 16], [15, 17, 0, 2, 5, 13]),
        ([14, 21, 13, 1, 17, 5, 11, 7, 15, 6, 20, 0, 3, 8, 2, 19, 16, 23], [10, 12, 18, 22, 9, 4]),
    ],
    (7, 25): [
        ([11, 8, 15, 16, 0, 3, 1, 10, 4, 6, 19, 12, 2, 20, 14, 22, 9, 7, 21, 23], [18, 13, 5, 17]),
        ([8, 5, 10, 7, 21, 16, 18, 23, 6, 11, 2, 3, 0, 15, 20, 17, 19, 13, 9, 22], [14, 4, 1, 12]),
        ([8, 4, 11, 6, 19, 5, 20, 14, 0, 17, 15, 22, 21, 23, 13, 2, 1, 12, 7, 18], [9, 16, 3, 10]),
        ([1, 11, 8, 4, 18, 12, 22, 17, 2, 20, 9, 15, 23, 13, 21, 3, 5, 14, 10, 19, 16], [6, 0, 7]),
        ([16, 0, 3, 10, 9, 18, 22, 20, 7, 23, 1, 15, 4, 14, 5, 13, 6, 8, 17, 21, 12], [2, 19, 11]),
        ([7, 4, 3, 9, 17, 11, 5, 6, 15, 8, 1, 10, 13, 18, 21, 0, 16, 12, 2, 19, 14], [23, 22, 20]),
        ([11, 2, 23, 18, 19, 0, 12, 16, 17, 10, 22, 4, 14, 3, 1, 20, 7, 13, 6, 9, 5], [8, 21, 15]),
    ],
}
ATTRIBUTES = (
    Attribute("size", "numeric"),
    Attribute("sign", "nominal", ("n", "y")),
    Attribute("colour", "nominal", ("white", "red", "green", "blue")),
    Attribute("weight", "numeric"),
)


def small_dataset(protocol: Literal["split", "cv"] = "cv") -> Dataset:
    """Return the data set; under "split" every third row is a test row."""
    table = [[None if word == "?" else word for word in line.split()] for line in ROWS.split("\n") if line]
    columns = dict(zip(["state", *(a.name for a in ATTRIBUTES)], zip(*table, strict=True), strict=True))
    frame = pd.DataFrame(
        {a.name: pd.Series(columns[a.name], dtype="str" if a.values else "float64") for a in ATTRIBUTES}
    )
    third = np.where(np.arange(len(table)) % 3 == 2, "test", "train")
    return Dataset(
        name="small",
        title="Small",
        frame=frame,
        label=np.array(columns["state"]),
        part=third if protocol == "split" else np.full(len(table), "all"),
        attributes=ATTRIBUTES,
        classes=("well", "ill"),
        positive="ill",
        target="state",
        class_index=0,
        protocol=protocol,
        folds=FOLDS if protocol == "cv" else 0,
    )


@cache
def real_dataset(name: str) -> Dataset:
    """Return a data set of the registry, from the mirror or from an installed package, or skip the test."""
    entry = load_entries(
        ROOT / "config" / "datasets.yaml", ROOT / "config" / "schemas" / "datasets.schema.json"
    )[name]
    with tempfile.TemporaryDirectory() as folder:
        report = fetch(name, entry, Path(folder), mirror=mirror_folder(None, ROOT), offline=True, root=ROOT)
        if report["status"] != "ok":
            pytest.skip(f"no raw files of {name}: set ROCREPRO_MIRROR")
        return build_dataset(name, entry, folder, report)
