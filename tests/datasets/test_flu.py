"""The flu domains: exact probabilities against tables, forward sampling, and what a description may hold."""

import copy
import re
from pathlib import Path

import numpy as np
import pytest

from rocrepro.config import load_yaml, validate
from rocrepro.datasets.flu import flu_domains
from rocrepro.errors import InputError
from rocrepro.randomness import generator

ROOT = Path(__file__).resolve().parents[2]
CONFIG, SCHEMA = ROOT / "config/flu.yaml", ROOT / "config/schemas/flu.schema.json"


@pytest.fixture
def description():
    return copy.deepcopy(load_yaml(CONFIG))


@pytest.fixture(scope="module")
def domains():
    return flu_domains(load_yaml(CONFIG))


def conditional(domain, attribute, **given):
    """Shares of an attribute's levels in NGP, by summing cells."""
    names = list(domain.attributes)
    chosen = np.ones(len(domain.codes), dtype=bool)
    for key, level in given.items():
        chosen &= domain.codes[:, names.index(key)] == domain.attributes[key].index(level)
    codes = domain.codes[chosen, names.index(attribute)]
    shares = np.bincount(codes, domain.share()[chosen], minlength=len(domain.attributes[attribute]))
    return shares / shares.sum()


def test_the_shipped_domains_are_valid_and_the_default_comes_first(domains, description):
    validate(description, SCHEMA, "config/flu.yaml")
    assert list(domains) == ["A", "L"]
    description["default"] = "L"
    assert list(flu_domains(description)) == ["L", "A"]


@pytest.mark.parametrize("name", ["A", "L"])
def test_probabilities_add_up(domains, name):
    domain = domains[name]
    assert domain.codes.shape == (6 * 3 * 2 * 3 * 3, 5)
    assert len(np.unique(domain.codes, axis=0)) == len(domain.codes)
    for population in ("NGP", "DP", "ZGP"):
        assert domain.share(population).sum() == pytest.approx(1, abs=1e-12)
        joint = domain.joint(population, "FC")
        np.testing.assert_allclose(joint.sum(axis=0), domain.share(population), atol=1e-15)
        assert joint[1].sum() == pytest.approx(domain.prevalence(population, "FC"))


@pytest.mark.parametrize(
    ("name", "attribute", "given", "expected"),
    [
        ("A", "health", {"age": "infant", "social": "rich"}, (0.599, 0.292, 0.109)),
        ("A", "health", {"age": "elderly", "social": "poor"}, (0.100, 0.278, 0.622)),
        ("A", "severity", {"age": "youngAdult", "health": "medium"}, (0.500, 0.358, 0.142)),
        ("A", "severity", {"age": "oldAdult", "health": "poor"}, (0.154, 0.371, 0.475)),
        ("L", "health", {"age": "infant", "social": "middle"}, (0.483, 0.310, 0.208)),
        ("L", "severity", {"age": "infant", "health": "poor"}, (0.006, 0.374, 0.620)),
        ("L", "severity", {"age": "adult", "health": "medium"}, (0.327, 0.653, 0.020)),
        ("A", "age", {}, (0.05, 0.15, 0.19, 0.22, 0.20, 0.19)),
    ],
)
def test_conditional_tables(domains, name, attribute, given, expected):
    """Against tables that were worked out apart from this code."""
    np.testing.assert_allclose(conditional(domains[name], attribute, **given), expected, atol=6e-4)


@pytest.mark.parametrize(("name", "expected"), [("A", (0.344, 0.470, 0.258)), ("L", (0.532, 0.614, 0.404))])
def test_prevalences(domains, name, expected):
    domain = domains[name]
    found = (domain.prevalence(), domain.prevalence("DP"), domain.prevalence("NGP", "FC"))
    np.testing.assert_allclose(found, expected, atol=6e-4)
    assert domain.prevalence("NGP", "MC") > domain.prevalence() > domain.prevalence("NGP", "FC")


def test_l_leaves_the_class_rule_of_dp_alone(domains):
    np.testing.assert_array_equal(domains["L"].risk("DP"), domains["L"].risk("NGP"))
    assert (domains["A"].risk("DP") > domains["A"].risk("NGP")).all()
    assert (domains["A"].risk("NGP", "FC") < domains["A"].risk("NGP")).all()


def logistic(x):
    return 1 / (1 + np.exp(-x))


def forward(entry, n, rng, population):
    """Rows drawn attribute by attribute straight from the description: another road to the same cells."""
    columns = {}
    for spec in entry["attributes"]:
        name, k = spec["name"], len(spec["levels"])
        if "cuts" not in spec:
            columns[name] = rng.choice(k, size=n, p=entry["populations"][population]["shares"][name])
            continue
        total = sum(np.array(spec["effects"][key])[columns[key]] for key in spec["effects"])
        latent = total + rng.logistic(size=n)
        columns[name] = np.searchsorted(spec["cuts"], latent)
    rule = entry["class_rule"]
    total = sum(np.array(rule["effects"][key])[columns[key]] for key in rule["effects"])
    given = [columns[key] for key in rule["interaction"]["given"]]
    total = total + np.array(rule["interaction"]["values"])[tuple(given)]
    total = total + entry["populations"][population]["shift"]
    return columns, rng.random(n) < logistic(total)


@pytest.mark.parametrize("name", ["A", "L"])
@pytest.mark.parametrize("population", ["NGP", "DP"])
def test_cells_agree_with_forward_sampling(domains, description, name, population):
    """A chi-square statistic over all cells and classes with an expected count of at least 5."""
    n, domain = 200_000, domains[name]
    columns, label = forward(description["domains"][name], n, generator(1, "forward"), population)
    sizes = [len(levels) for levels in domain.attributes.values()]
    cell = np.ravel_multi_index([columns[key] for key in domain.attributes], sizes)
    assert (np.ravel_multi_index(domain.codes.T, sizes) == np.arange(len(domain.codes))).all()
    found = np.bincount(label * len(domain.codes) + cell, minlength=2 * len(domain.codes))
    expected = domain.joint(population).ravel() * n
    kept = expected >= 5
    statistic = ((found - expected)[kept] ** 2 / expected[kept]).sum()
    assert abs(statistic - kept.sum()) < 4.5 * np.sqrt(2 * kept.sum())
    assert found[~kept].sum() == pytest.approx(
        expected[~kept].sum(), abs=5 * expected[~kept].sum() ** 0.5 + 5
    )


def test_samples_have_the_exact_shares(domains):
    domain, n = domains["A"], 200_000
    cell, label = domain.sample(n, generator(1, "sample"), "DP", "FC")
    joint = domain.joint("DP", "FC").ravel()
    found = np.bincount(label * len(domain.codes) + cell, minlength=len(joint))
    kept = joint * n >= 5
    statistic = ((found - joint * n)[kept] ** 2 / (joint * n)[kept]).sum()
    assert abs(statistic - kept.sum()) < 4.5 * np.sqrt(2 * kept.sum())
    again = domain.sample(n, generator(1, "sample"), "DP", "FC")
    np.testing.assert_array_equal(again[0], cell)
    np.testing.assert_array_equal(again[1], label)


def test_a_third_domain_may_give_tables(description, domains):
    """The same domain with the conditional table written out in place of effects and cuts."""
    entry = copy.deepcopy(description["domains"]["A"])
    health = entry["attributes"][3]
    levels = domains["A"].attributes
    table = [
        [conditional(domains["A"], "health", age=a, social=b).tolist() for b in levels["social"]]
        for a in levels["age"]
    ]
    spec = {"name": "health", "levels": health["levels"], "given": ["age", "social"], "table": table}
    entry["attributes"][3] = spec
    description["domains"]["Own"] = entry
    validate(description, SCHEMA, "config/flu.yaml")
    own = flu_domains(description)["Own"]
    np.testing.assert_allclose(own.joint("DP", "FC"), domains["A"].joint("DP", "FC"), atol=1e-12)


def at(value, *path):
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("colour",), 1, "top level: found the unknown key 'colour'"),
        (("rows",), 5, "rows: found 5; expected at least 20"),
        (("domains", "A", "extra"), 1, "domains.A: found the unknown key 'extra'"),
        (("domains", "A", "definitions", "XC"), 1, "domains.A.definitions: found the unknown key 'XC'"),
        (("domains", "A", "populations", "NGP", "shift"), "0", 'domains.A.populations.NGP.shift: found "0"'),
        (("domains", "A", "attributes", 3, "color"), 1, "domains.A.attributes.3: found the unknown key"),
        (("domains", "A", "calibrated", "DP-Test"), ["accuracy"], 'found "accuracy"; expected one of auc'),
        (("domains", "A", "class_rule", "effects", "age"), ["x", 1], 'effects.age.0: found "x"'),
    ],
)
def test_the_schema_names_what_is_wrong(description, path, value, words):
    at(description, *path[:-1])[path[-1]] = value
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        validate(description, SCHEMA, "config/flu.yaml")
    assert str(caught.value).startswith("config/flu.yaml: ")
    assert "\n" not in str(caught.value)


HEALTH = ("domains", "A", "attributes", 3)
RULE = ("domains", "A", "class_rule")
POPULATIONS = ("domains", "A", "populations")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("default",), "Z", "config/flu.yaml: default: found 'Z'; expected one of A, L"),
        ((*HEALTH, "cuts"), [2.0, 0.3], "attributes.health.cuts: found [2.0, 0.3]"),
        ((*HEALTH, "cuts"), [2.0], "expected 2 rising numbers"),
        ((*HEALTH, "effects", "age"), [1, 2], "effects.age: found [1, 2]; expected 6 finite"),
        ((*HEALTH, "effects", "severity"), [1, 2, 3], "found 'severity'; expected an earlier"),
        (("domains", "A", "attributes", 1, "name"), "age", "found 'age' twice"),
        ((*POPULATIONS, "NGP", "shares", "sex"), [0.5, 0.6], "shares.sex: found 1.1; expected"),
        ((*POPULATIONS, "DP", "shares"), {"age": [1]}, "found age; expected age, social, sex"),
        ((*RULE, "interaction", "given"), ["severity", "age"], "expected 3 x 6 finite"),
        ((*RULE, "effects", "zip"), [1, 2], "found 'zip'; expected an earlier attribute"),
    ],
)
def test_what_a_schema_cannot_say_is_named_too(description, path, value, words):
    at(description, *path[:-1])[path[-1]] = value
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        flu_domains(description)
    assert "\n" not in str(caught.value)


def test_unknown_places_are_named(domains):
    with pytest.raises(InputError, match="population: found 'XGP'; expected one of"):
        domains["A"].share("XGP")
    with pytest.raises(InputError, match="definition: found 'XC'"):
        domains["A"].risk("NGP", "XC")
