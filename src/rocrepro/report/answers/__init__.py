"""The answers of an assessment's page: tables turned into sentences, silent on what is undefined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.report.answers.given import given
from rocrepro.report.answers.how_sure import how_sure
from rocrepro.report.answers.parts import Answer, Digest, Facts
from rocrepro.report.answers.probabilities import probabilities
from rocrepro.report.answers.which_model import which_model
from rocrepro.report.answers.which_threshold import which_threshold

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

__all__ = ["QUESTIONS", "Answer", "Digest", "Facts", "Question", "question_of"]


@dataclass(frozen=True)
class Question:
    """A section of the page.

    Attributes
    ----------
    key, title : str
        Its address on the page, and its heading.
    tables, figures : tuple of str
        Names of what belongs to it, in the order of the page; what is not there is skipped.
    answer : function of Facts and tables
        What is said.
    """

    key: str
    title: str
    tables: tuple[str, ...]
    figures: tuple[str, ...]
    answer: Callable[[Facts, Mapping[str, Table]], Answer]


QUESTIONS = (
    Question("what-was-given", "What was given", ("given",), (), given),
    Question(
        "which-model",
        "Which model, and is the difference real?",
        (
            *("summary", "comparisons", "comparisons_all", "mcnemar", "equivalence", "band_comparisons"),
            *("weighted_measures", "weighted_differences", "cluster_differences"),
            *("partial_areas", "partial_comparisons", "groups", "group_differences", "multiclass"),
        ),
        ("roc", "weighted_roc", "differences"),
        which_model,
    ),
    Question(
        "which-threshold",
        "Which threshold, and what does it cost?",
        (*("operating_points", "cut_measures", "chosen_cuts", "rates_at", "prevalence", "net_benefit"),),
        (
            *("precision_recall_all", "cost_all", "net_benefit_all"),
            *("precision_recall", "net_benefit", "cost_curves", "cost", "chi_square", "strip"),
        ),
        which_threshold,
    ),
    Question(
        "probabilities",
        "Can the probabilities be trusted?",
        ("calibration", "calibration_points"),
        ("calibration", "sensibility", "smooth_roc"),
        probabilities,
    ),
    Question(
        "how-sure",
        "How certain are these results?",
        (
            "intervals",
            "bands",
            "folds",
            "cross_validation",
            "clusters",
            "seeds",
            "points",
        ),
        ("confident", "bands", "folds"),
        how_sure,
    ),
)
"""The sections of the page, in order."""


def question_of(name: str, kind: str) -> str:
    """Return the key of the question that a table or figure belongs to; the last one's for a new name.

    Parameters
    ----------
    name : str
    kind : {"tables", "figures"}

    Examples
    --------
    >>> question_of("calibration", "tables"), question_of("roc", "figures")
    ('probabilities', 'which-model')
    """
    return next((one.key for one in QUESTIONS if name in getattr(one, kind)), QUESTIONS[-1].key)
