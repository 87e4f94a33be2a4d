"""Domains of patients with the flu, sampled from an explicit description.

A domain is a small set of categorical attributes, a rule for the probability of a complication, and the
populations and class definitions in which both may change. Every combination of attribute levels is a *cell*,
and there are few of them, so that all probabilities are exact. The domains of ``config/flu.yaml`` are
reconstructions: Klement et al. (2009) used the generator of Alaiz-Rodriguez and Japkowicz (2008), whose
tables were not found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError

POSITIVE, NEGATIVE = "Complication", "NormalRemission"
FILE = "config/flu.yaml"
TOLERANCE = 1e-9  # shares add up to 1 this closely

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FluDomain:
    """A domain with exact probabilities of its cells.

    Attributes
    ----------
    name, title : str
        As in the description.
    calibrated : mapping of str to list of str
        Figures of the paper's Table 2 that the domain was fitted to, by data set.
    attributes : mapping of str to tuple of str
        Levels of each attribute, in the order of the columns of `codes`.
    codes : ndarray of int64, shape (n_cells, n_attributes)
        Levels of each cell, numbered from 0.
    shares : mapping of str to ndarray, shape (n_cells,)
        Share of each cell in a population.
    log_odds : ndarray, shape (n_cells,)
        Log-odds of a complication before any shift.
    population_shifts, definition_shifts : mapping of str to float
        What a population and a class definition add to the log-odds.
    """

    name: str
    title: str
    calibrated: Mapping[str, list[str]]
    attributes: Mapping[str, tuple[str, ...]]
    codes: NDArray[np.int64]
    shares: Mapping[str, Floats]
    log_odds: Floats
    population_shifts: Mapping[str, float]
    definition_shifts: Mapping[str, float]

    def share(self, population: str = "NGP") -> Floats:
        """Return the probability of each cell in a population; shape (n_cells,), sums to 1."""
        return self.shares[_known(population, self.shares, "population")]

    def risk(self, population: str = "NGP", definition: str = "original") -> Floats:
        """Return the probability of a complication in each cell; shape (n_cells,)."""
        from scipy.special import expit

        shift = self.population_shifts[_known(population, self.population_shifts, "population")]
        shift += self.definition_shifts[_known(definition, self.definition_shifts, "definition")]
        risk: Floats = expit(self.log_odds + shift)
        return risk

    def joint(self, population: str = "NGP", definition: str = "original") -> Floats:
        """Return the probability of each cell and class; shape (2, n_cells), without complication first."""
        share, risk = self.share(population), self.risk(population, definition)
        return np.stack([share * (1 - risk), share * risk])

    def prevalence(self, population: str = "NGP", definition: str = "original") -> float:
        """Return the probability of a complication in a population."""
        return float(self.joint(population, definition)[1].sum())

    def sample(
        self,
        n: int,
        rng: np.random.Generator,
        population: str = "NGP",
        definition: str = "original",
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Draw rows.

        Parameters
        ----------
        n : int
            Number of rows.
        rng : numpy.random.Generator
            The stream to draw from.
        population, definition : str
            Where and how: "NGP", "DP" or "ZGP"; "original", "FC" or "MC".

        Returns
        -------
        cell : ndarray of int64, shape (n,)
            The cell of each row; `codes` of it are the attributes.
        label : ndarray of int64, shape (n,)
            1 for a complication.
        """
        cell = rng.choice(len(self.codes), size=n, p=self.share(population))
        label = (rng.random(n) < self.risk(population, definition)[cell]).astype(np.int64)
        return cell, label

    def with_log_odds(self, log_odds: ArrayLike, name: str | None = None) -> FluDomain:
        """Return the same attributes and populations under another class rule; shape (n_cells,)."""
        return replace(self, name=name or self.name, log_odds=np.asarray(log_odds, dtype=np.float64))

    def shifted(self, *, population: Mapping[str, float], definition: Mapping[str, float]) -> FluDomain:
        """Return the same domain with other shifts of some populations and class definitions."""
        return replace(
            self,
            population_shifts={**self.population_shifts, **population},
            definition_shifts={**self.definition_shifts, **definition},
        )


def flu_domains(description: Mapping[str, Any], file: str = FILE) -> dict[str, FluDomain]:
    """Build every domain of a description, the default one first.

    Parameters
    ----------
    description : mapping
        Content of ``config/flu.yaml``, already checked against its schema.
    file : str
        Name of the file in messages.

    Raises
    ------
    InputError
        For what a schema cannot say: a default that is no domain, an attribute that is unknown or arises too
        late, lists whose lengths do not fit the levels, cuts that fall, shares that do not add up to 1.
    """
    domains, default = description["domains"], description["default"]
    if default not in domains:
        raise InputError(f"{file}: default: found {default!r}; expected one of {', '.join(domains)}")
    names = [default, *(name for name in domains if name != default)]
    return {name: flu_domain(name, domains[name], f"{file}: domains.{name}") for name in names}


def flu_domain(name: str, entry: Mapping[str, Any], place: str = "") -> FluDomain:
    """Build one domain from its entry; `place` is where the entry stands, for messages."""
    place = place or f"{FILE}: domains.{name}"
    attributes: dict[str, tuple[str, ...]] = {}
    for spec in entry["attributes"]:
        if spec["name"] in attributes:
            raise InputError(f"{place}.attributes: found {spec['name']!r} twice; expected it once")
        attributes[spec["name"]] = tuple(spec["levels"])
    sizes = [len(levels) for levels in attributes.values()]
    codes = np.stack([grid.ravel() for grid in np.indices(sizes)], axis=1).astype(np.int64)
    conditional = np.ones(len(codes))
    roots: list[str] = []
    earlier: dict[str, int] = {}
    for column, spec in enumerate(entry["attributes"]):
        if "cuts" in spec or "table" in spec:
            where = f"{place}.attributes.{spec['name']}"
            table = _table(spec, earlier, codes, where)
            conditional = conditional * table[np.arange(len(codes)), codes[:, column]]
        else:
            roots.append(spec["name"])
        earlier[spec["name"]] = len(spec["levels"])
    shares = {
        population: conditional
        * _root_share(given["shares"], roots, earlier, codes, f"{place}.populations.{population}")
        for population, given in entry["populations"].items()
    }
    return FluDomain(
        name=name,
        title=entry["title"],
        calibrated=entry["calibrated"],
        attributes=attributes,
        codes=codes,
        shares=shares,
        log_odds=_log_odds(entry["class_rule"], earlier, codes, f"{place}.class_rule"),
        population_shifts={key: float(given["shift"]) for key, given in entry["populations"].items()},
        definition_shifts={key: float(shift) for key, shift in entry["definitions"].items()},
    )


def _table(spec: Mapping[str, Any], sizes: dict[str, int], codes: NDArray[np.int64], place: str) -> Floats:
    """Conditional shares of an attribute's levels in each cell, shape (n_cells, n_levels)."""
    from scipy.special import expit

    n_levels = len(spec["levels"])
    if "table" in spec:
        table = _array(spec["table"], spec["given"], sizes, f"{place}.table", n_levels)
        _check_sums(table, f"{place}.table")
        return table[tuple(codes[:, _column(key, sizes, place)] for key in spec["given"])]
    cuts = np.asarray(spec["cuts"], dtype=np.float64)
    if len(cuts) != n_levels - 1 or np.any(np.diff(cuts) <= 0):
        raise InputError(f"{place}.cuts: found {spec['cuts']}; expected {n_levels - 1} rising numbers")
    lower = expit(cuts - _effects(spec["effects"], sizes, codes, place)[:, None])
    edge = np.ones((len(codes), 1))
    return np.diff(np.hstack([0 * edge, lower, edge]), axis=1)


def _effects(
    effects: Mapping[str, Any], sizes: dict[str, int], codes: NDArray[np.int64], place: str
) -> Floats:
    """Sum of the effects in each cell, shape (n_cells,)."""
    total = np.zeros(len(codes))
    for key in sizes:  # in the order of the attributes, so that the order of the file does not matter
        if key in effects:
            values = _array(effects[key], [key], sizes, f"{place}.effects.{key}")
            total = total + values[codes[:, _column(key, sizes, place)]]
    for key in effects:
        _column(key, sizes, f"{place}.effects")
    return total


def _log_odds(rule: Mapping[str, Any], sizes: dict[str, int], codes: NDArray[np.int64], place: str) -> Floats:
    """Log-odds of a complication in each cell."""
    total = _effects(rule["effects"], sizes, codes, place)
    if "interaction" in rule:
        given = rule["interaction"]["given"]
        where = f"{place}.interaction"
        columns = tuple(codes[:, _column(key, sizes, f"{where}.given")] for key in given)
        total = total + _array(rule["interaction"]["values"], given, sizes, f"{where}.values")[columns]
    return total


def _root_share(
    shares: Mapping[str, Any], roots: list[str], sizes: dict[str, int], codes: NDArray[np.int64], place: str
) -> Floats:
    """Probability of the levels that the population itself shares out, in each cell."""
    if sorted(shares) != sorted(roots):
        raise InputError(f"{place}.shares: found {', '.join(shares)}; expected {', '.join(roots)}")
    total = np.ones(len(codes))
    for key in roots:
        share = _array(shares[key], [key], sizes, f"{place}.shares.{key}")
        _check_sums(share, f"{place}.shares.{key}")
        total = total * share[codes[:, _column(key, sizes, place)]]
    return total


def _array(values: Any, keys: list[str], sizes: dict[str, int], place: str, last: int = 0) -> Floats:
    """Nested lists as an array of the shape that the attributes' levels ask for."""
    for key in keys:
        _column(key, sizes, place)
    shape = (*(sizes[key] for key in keys), *([last] if last else []))
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != shape or not np.isfinite(array).all():
        words = " x ".join(map(str, shape))
        raise InputError(f"{place}: found {str(values)[:60]}; expected {words} finite numbers")
    return array


def _column(key: str, sizes: dict[str, int], place: str) -> int:
    if key not in sizes:
        raise InputError(f"{place}: found {key!r}; expected an earlier attribute: {', '.join(sizes)}")
    return list(sizes).index(key)


def _check_sums(shares: Floats, place: str) -> None:
    """Refuse shares that are negative or do not add up to 1 over the last axis."""
    total = shares.sum(axis=-1)
    off = np.abs(total - 1) > TOLERANCE
    if np.any(off) or np.any(shares < 0):
        found = np.atleast_1d(total)[np.atleast_1d(off)].flat[0] if np.any(off) else shares.min()
        raise InputError(f"{place}: found {found:.12g}; expected shares from 0 to 1 with the sum 1")


def _known(name: str, known: Mapping[str, Any], kind: str) -> str:
    if name not in known:
        raise InputError(f"{kind}: found {name!r}; expected one of {', '.join(known)}")
    return name
