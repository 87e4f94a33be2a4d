"""Names under which artifacts are released."""

from rocrepro.pipeline.names import released_name, sized_names


def test_plain_tables_go_without_the_paper():
    assert released_name("tables/elazmeh2006_engines.csv", "full") == "tables/engines.csv"
    assert released_name("tables/elazmeh2006_table3.md", "full") == "tables/elazmeh2006_table3.md"
    both = "figures/elazmeh2006_band_coverage.svg"
    assert released_name(both, "ci") == "figures/band_coverage.svg"
    assert released_name(both, "full") == "figures/band_coverage_full.svg"


def test_only_what_a_simulation_sizes_carries_the_size():
    power = "figures/klement2009_power.svg"
    assert released_name(power, "ci") == power
    assert released_name(power, "full") == "figures/klement2009_power_full.svg"
    artifacts = [power, "figures/klement2009_fig1.svg", "tables/klement2009_power.csv"]
    assert sized_names(artifacts, "ci") == dict.fromkeys([power, artifacts[2]], ("klement2009", "power"))
