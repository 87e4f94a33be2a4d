"""Choices of an assessment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from rocrepro.evaluation.inputs import check_probability


@dataclass(frozen=True)
class Options:
    """Choices of an assessment.

    Attributes
    ----------
    alpha : float
        1 - level of all intervals and bands.
    test : str
        Confidence test, as in `confident_segment`.
    cost_fn, cost_fp : float
        Cost of a false negative and of a false positive.
    max_fpr : float
        Bound for the Neyman-Pearson operating point.
    n_boot : int
        Bootstrap curves behind a band, and permutations behind a comparison.
    seed : int
        Source of the random numbers.

    Raises
    ------
    InputError
        For an alpha that is not between 0 and 1.
    """

    alpha: float = 0.05
    test: str = "tango"
    cost_fn: float = 1.0
    cost_fp: float = 1.0
    max_fpr: float = 0.05
    n_boot: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        check_probability(self.alpha, "alpha")


def options_of(entry: Mapping[str, Any]) -> Options:
    """The options that a mapping names, other keys left out."""
    known = {option.name for option in fields(Options)} - {"seed"}  # `seed` names a column there
    return Options(**{name: value for name, value in entry.items() if name in known})
