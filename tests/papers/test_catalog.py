"""What a paper's sub-package declares is there."""

import pytest

from rocrepro.papers import CATALOG
from rocrepro.papers.catalog import imported
from rocrepro.papers.paper import Paper


@pytest.mark.parametrize("paper", CATALOG)
def test_every_function_that_a_paper_names_exists(paper):
    declared = CATALOG[paper]
    simulations = [simulation.function for simulation in declared.simulations.values()]
    places = [*declared.tables.values(), *declared.figures.values(), *simulations]
    assert [place for place in places if not callable(imported(paper, place))] == []


@pytest.mark.parametrize("declared", CATALOG.values(), ids=CATALOG)
def test_what_has_two_sizes_or_a_plain_name_exists(declared):
    assert set(declared.sized) <= {*declared.tables, *declared.figures}
    assert set(declared.plain) <= set(declared.tables)


@pytest.mark.parametrize("declared", CATALOG.values(), ids=CATALOG)
def test_simulations_read_data_sets_that_the_claims_are_about(declared):
    for simulation in declared.simulations.values():
        assert set(simulation.datasets or ()) <= set(declared.datasets)
        assert simulation.datasets != () or not simulation.scores


def test_a_misspelt_declaration_is_an_error():
    with pytest.raises(TypeError, match="tabels"):
        Paper(tabels={})
