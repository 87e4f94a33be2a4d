"""Misprints of Table 1, and the largest capability that thresholds can give."""

import numpy as np
import pytest

from rocrepro.evaluation import sensibility
from rocrepro.papers.klement2009 import facts_examples
from rocrepro.papers.klement2009.printed import TABLE1_LABELS, TABLE1_SCORES


def test_misprints_of_table1():
    labels, scores = np.array(TABLE1_LABELS), np.array(TABLE1_SCORES)
    found = facts_examples.misprints(labels, scores, 0.56)
    tenths, labels = [10, 9, 8, 7, 6, 5, 4, 3, 2, 0], "++-++-+---"
    assert "".join("-+"[label] for label in TABLE1_LABELS) == labels
    assert tenths == [round(10 * score) for score in TABLE1_SCORES]
    missing = 56 - sum(tenths)  # the midpoint is the sum over 2 * 5
    kept, ordered = [], []
    for i in range(10):
        other = [score + missing * (i == j) for j, score in enumerate(tenths)]
        marks = [(score >= 5.6) == (label == "+") for score, label in zip(other, labels, strict=True)]
        wrong = [k + 1 for k, mark in enumerate(marks) if not mark]
        positive = [k + 1 for k, score in enumerate(other) if score >= 3.5]
        if max(other) <= 10 and wrong == [3, 7] and positive == [1, 2, 3, 4, 5, 6, 7]:
            kept.append(i + 1)
            ordered += [i + 1] * (sorted(other, reverse=True) == other)
    assert kept == [3, 4, 5, 10]
    assert found == ordered == [10]


@pytest.mark.parametrize("seed", range(5))
def test_no_threshold_beats_the_larger_class_of_the_non_sensible(seed):
    rng = np.random.default_rng(seed)
    label, score = rng.integers(0, 2, 30), np.round(rng.random(30), 1)
    other = ((score >= score.sum() / (2 * label.sum())) != label).nonzero()[0]
    share = label[other].mean()
    assert sensibility(label, score).capability.max() == pytest.approx(max(share, 1 - share))
