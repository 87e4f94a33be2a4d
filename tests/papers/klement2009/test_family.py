"""The admissible domains, and in which share of them a statement holds."""

import numpy as np
import pytest

from rocrepro.evaluation import roc_points, sensibility
from rocrepro.papers.klement2009 import facts_domains, family
from rocrepro.papers.klement2009.bounds import is_possible
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.readings import ngp_auc, score_auc
from rocrepro.papers.klement2009.tables import exact


@pytest.fixture(scope="module")
def admissible(reconstructed):
    return family.admissible_domains(reconstructed)


def test_admissible_domains_have_what_table_2_fixes(admissible, table2):
    assert [domain.name for domain in admissible[:2]] == ["A", "L"]
    assert len(admissible) > 2
    for domain in admissible[2:]:
        score = naive_bayes(domain, domain.joint() * 1000)
        assert score_auc(score, domain.joint()) == pytest.approx(ngp_auc(table2), abs=1e-3)
        for which, sets in {"DP-Test": ("DP",), "FC-Test": ("NGP", "FC")}.items():
            midpoint = exact(score, domain.joint(*sets))["midpoint"]
            assert midpoint == pytest.approx(table2[which].midpoint, abs=1e-6)


def test_a_class_share_that_table_2_excludes_is_not_admissible(domains, table2):
    rare = domains["A"].with_log_odds(domains["A"].log_odds - 2)
    assert not is_possible(table2["NGP-Train"], rare.prevalence())
    assert not family.is_admissible(rare, table2)
    assert family.is_admissible(domains["A"], table2)


def rows_of(sets, name):
    counts = sets.counts[family.NAMES.index(name)]
    label = np.repeat([0, 1], counts.sum(axis=1))
    return label, np.concatenate([np.repeat(sets.score, part) for part in counts])


def test_differences_of_counted_sets_are_those_of_rows(domains):
    sets = next(family.drawn_sets(domains["L"], 400, 1))
    found = family.differences(sets)
    for i, pair in enumerate(family.PAIRS.values()):
        one, other = (rows_of(sets, name) for name in pair)
        grid = np.append(sets.score, 2.0)
        curves = [sensibility(*data) for data in (one, other)]
        for name in ("sensibility", "capability"):
            a, b = (getattr(curve, f"{name}_at")(grid) for curve in curves)
            assert found[name][i] == pytest.approx(np.abs(a - b).max())
        rates = [np.interp(family.GRID, p.fpr, p.tpr) for p in (roc_points(*one), roc_points(*other))]
        assert found["roc"][i] == pytest.approx(np.abs(rates[0] - rates[1]).max())


def test_a_set_against_itself_is_not_seen(domains):
    sets = next(family.drawn_sets(domains["A"], 200, 1))
    same = family.Counted(np.repeat(sets.counts[:1], len(family.NAMES), axis=0), sets.score)
    assert all((value == 0).all() for value in family.differences(same).values())


def test_seen_is_far_from_chance_where_the_domain_changes(domains):
    share = family.seen(domains["A"], 1000, 20)
    assert share["DP", "sensibility"] == 1
    assert share["none", "sensibility"] < 0.5
    assert share["FC", "auc"] < 0.5


def test_class_share_alone_keeps_the_cells_of_each_class(domains):
    joint = domains["A"].joint()
    moved = facts_domains.with_class_share(joint, 0.2)
    assert moved.sum(axis=1) == pytest.approx([0.8, 0.2])
    np.testing.assert_allclose(moved[1] / 0.2, joint[1] / joint[1].sum())


def test_brier_and_its_skill():
    score = np.array([0.2, 0.6])
    joint = np.array([[0.4, 0.2], [0.1, 0.3]])
    error = 0.4 * 0.04 + 0.2 * 0.36 + 0.1 * 0.64 + 0.3 * 0.16
    assert facts_domains.brier(score, joint) == pytest.approx(error)
    assert facts_domains.brier_skill(score, joint) == pytest.approx(1 - error / 0.24)
    assert facts_domains.brier_skill(np.full(2, 0.4), joint) == pytest.approx(0)


def test_statements_can_hold_and_fail(domains):
    """What is measured on domain A and L differs, and the exact table says the same."""
    found = {}
    for name in "AL":
        score = naive_bayes(domains[name], domains[name].joint() * 1000)
        found[name] = facts_domains.exactly(domains[name], score)
    assert found["A"][facts_domains.TREND]
    assert not found["A"]["domains_below", "FC", "ece"]
    assert found["A"]["domains_above", "DP", "struggle"]
    assert not found["L"][facts_domains.TREND]
    # With the sets exchanged each ordering turns round.
    domain = domains["A"]
    turned = domain.shifted(population={}, definition={"FC": 0.8})
    score = naive_bayes(domain, domain.joint() * 1000)
    assert not facts_domains.exactly(turned, score)["domains_below", "FC", "struggle"]
