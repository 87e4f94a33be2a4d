"""The choices of a study: level, test, costs, threshold in use, number of resamples."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_costs, check_probability, check_whole
from rocrepro.evaluation.operating_points import CRITERIA, Criterion, OperatingPoint, operating_point
from rocrepro.evaluation.proportion import check_proportion
from rocrepro.evaluation.roc import RocPoints


@dataclass(frozen=True)
class BestBy:
    """A criterion of `operating_point` with its costs or bounds."""

    criterion: Criterion
    bounds: Mapping[str, float] = field(default_factory=dict)

    def best(self, curve: RocPoints) -> OperatingPoint:
        """Return the best point of a curve."""
        return operating_point(curve, self.criterion, **self.bounds)


@dataclass(frozen=True)
class Choices:
    """Choices of a study.

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
    threshold : float or str, optional
        The threshold in use: a number, or the criterion of `operating_point` that chooses it for each model.
        By default 0.5 for scores from 0 to 1, and 0 for others.
    margin : float, optional
        Difference in accuracy from which on it matters, for the equivalence test of models.
    auc_margin : float, optional
        Difference in area from which on it matters, for the test of non-inferiority.
    prevalence : float, optional
        Share of positive rows where the classifier is to be used.
    partial_fpr : float, optional
        Largest false positive rate that matters: partial areas for rates from 0 to it.
    partial_tpr : float, optional
        Smallest true positive rate that matters: partial areas for rates from it to 1.
    at_specificity, at_sensitivity : float
        The rate that is to be kept where the best other one is looked for.
    proportion : str
        Interval of shares of rows, one of `rocrepro.evaluation.proportion.PROPORTIONS`.
    probabilities : bool, optional
        Whether scores are probabilities of the positive class. By default those of a model are taken as such
        where all of them lie from 0 to 1.
    n_resamples : int
        Bootstrap curves behind a band or an interval, and permutations behind a comparison.
    seed : int
        Source of the random numbers.
    best_by : mapping of str to BestBy, optional
        Criteria of the operating points; by default all, with the costs and the bound above.

    Raises
    ------
    InputError
        For a level, a margin or a prevalence that is not between 0 and 1, an alpha of 0.5 or more with a
        margin, a cost below 0 or two of 0, a bound or a rate outside 0 to 1, fewer than two bootstrap curves,
        an interval of another name, and a threshold that is neither a number nor a criterion.

    See Also
    --------
    choices_of : from the names of the command line.
    """

    alpha: float = 0.05
    test: str = "tango"
    cost_fn: float = 1.0
    cost_fp: float = 1.0
    max_fpr: float = 0.05
    threshold: float | str | None = None
    margin: float | None = None
    auc_margin: float | None = None
    prevalence: float | None = None
    probabilities: bool | None = None
    n_resamples: int = 1000
    seed: int = 1
    best_by: Mapping[str, BestBy] | None = None
    partial_fpr: float | None = None
    partial_tpr: float | None = None
    at_specificity: float = 0.9
    at_sensitivity: float = 0.9
    proportion: str = "wilson"

    def __post_init__(self) -> None:
        check_probability(self.alpha, "alpha")
        for name in ("margin", "auc_margin", "prevalence"):
            if getattr(self, name) is not None:
                check_probability(getattr(self, name), name)
        if self.margin is not None and self.alpha >= 0.5:
            raise InputError(f"alpha: found {self.alpha}; expected less than 0.5 with a margin")
        check_whole(self.n_resamples, "n_resamples", least=2)
        self._check_costs()
        self._check_rates()
        check_proportion(self.proportion)
        self.cut  # noqa: B018 (checks the threshold)

    def _check_costs(self) -> None:
        """Refuse bad costs and rates before any computing, as `operating_point` would."""
        check_costs(self.cost_fn, self.cost_fp)
        if not 0 <= self.max_fpr <= 1:
            raise InputError(f"max_fpr: found {self.max_fpr}; expected a rate from 0 to 1")

    def _check_rates(self) -> None:
        """Refuse what `partial_auc` and `rate_at` would refuse, and rates at which they say nothing."""
        for name in ("at_specificity", "at_sensitivity"):
            if not 0 < getattr(self, name) <= 1:
                raise InputError(f"{name}: found {getattr(self, name)}; expected a rate above 0, at most 1")
        if self.partial_fpr is not None and not 0 < self.partial_fpr <= 1:
            raise InputError(f"partial_fpr: found {self.partial_fpr}; expected a rate above 0, at most 1")
        if self.partial_tpr is not None and not 0 <= self.partial_tpr < 1:
            raise InputError(f"partial_tpr: found {self.partial_tpr}; expected a rate from 0, below 1")

    @property
    def partial_ranges(self) -> dict[str, tuple[float, float]]:
        """The ranges of rates of partial areas, by the rate: fpr or tpr."""
        found = {}
        if self.partial_fpr is not None:
            found["fpr"] = (0.0, float(self.partial_fpr))
        if self.partial_tpr is not None:
            found["tpr"] = (float(self.partial_tpr), 1.0)
        return found

    @property
    def criteria(self) -> dict[str, BestBy]:
        """The criteria of the operating points, by their names in frames."""
        if self.best_by is not None:
            return dict(self.best_by)
        plain: tuple[Criterion, ...] = ("chi_square", "accuracy", "youden", "distance")
        costs = {"cost_fn": self.cost_fn, "cost_fp": self.cost_fp}
        return {
            **{name: BestBy(name) for name in plain},
            f"cost {self.cost_fn:g} fn + {self.cost_fp:g} fp": BestBy("cost", costs),
            f"fpr at most {self.max_fpr:g}": BestBy("neyman_pearson", {"max_fpr": self.max_fpr}),
        }

    def criterion(self, name: str) -> BestBy:
        """Return one of `CRITERIA` with the costs and the bound of these choices."""
        return next(by for by in self.criteria.values() if by.criterion == name)

    @property
    def level(self) -> str:
        """The level in words, for example "95 %"."""
        return f"{100 * (1 - self.alpha):g} %"

    @property
    def cut(self) -> float | str | None:
        """The threshold as a number, as a criterion's name, or None."""
        if self.threshold is None or self.threshold in CRITERIA:
            return self.threshold
        try:
            number = float(self.threshold)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            expected = f"expected a number or one of {', '.join(CRITERIA)}"
            raise InputError(f"threshold: found {self.threshold!r}; {expected}")
        return number


NAMES = {
    **{"alpha": "alpha", "test": "test", "cost_fn": "cost_fn", "cost_fp": "cost_fp", "max_fpr": "max_fpr"},
    **{"threshold": "threshold", "margin": "margin", "prevalence": "prevalence", "n_resamples": "n_boot"},
    **{"partial_fpr": "partial_fpr", "partial_tpr": "partial_tpr", "proportion": "proportion"},
    **{"at_specificity": "at_specificity", "at_sensitivity": "at_sensitivity"},
    **{"auc_margin": "auc_margin", "probabilities": "probabilities"},
}
"""Names by which users know the choices; `seed` names a column for them."""


def choices_of(entry: Mapping[str, Any]) -> Choices:
    """Return the choices that a mapping names as users do, other keys left out."""
    return Choices(**{choice: entry[name] for choice, name in NAMES.items() if name in entry})
