"""Which runs are trials: settings that the command line changes."""

from rocrepro.pipeline.trial import NOT_RELEASED, differences, left_out, overridden

FILED = {
    "alpha": 0.05,
    "seeds": 25,
    "engines": ["weka", "sklearn"],
    "papers": ["elazmeh2006", "bradley1996"],
    "size": "ci",
    "mirror": None,
    "offline": False,
    "require_all": False,
}


def changed(**given):
    """What `--config` with these words changes."""
    return overridden(FILED | given, FILED, given)


def test_every_setting_that_determines_numbers_makes_a_trial():
    others = {"alpha": 0.1, "seeds": 2, "engines": ["sklearn"], "papers": ["bradley1996"]}
    for key, value in others.items():
        assert changed(**{key: value}) == {key: [FILED[key], value]}


def test_what_changes_no_number_makes_none():
    assert changed(size="full", mirror="raw", offline=True, require_all=True, release=True) == {}
    assert set(FILED) & NOT_RELEASED == {"size", "mirror", "offline", "require_all"}


def test_the_value_of_the_file_is_no_change():
    assert changed(seeds=25, alpha=0.05, papers=["elazmeh2006", "bradley1996"]) == {}


def test_a_snakefile_that_hands_over_other_values_makes_a_release():
    """As a module: `config: config | {"seeds": 10}`."""
    assert overridden(FILED | {"seeds": 10}, FILED, {}) == {}
    assert overridden(FILED | {"seeds": 10}, FILED, {"alpha": 0.05}) == {}


def test_settings_below_a_key_of_the_importing_workflow_count():
    """As a module: `config: config["rocrepro"]`, changed by --config rocrepro='{"seeds": 2}'."""
    given = {"rocrepro": {"seeds": 2}, "mine": 1}
    assert overridden(FILED | {"seeds": 2}, FILED, given) == {"seeds": [25, 2]}


def test_papers_that_only_the_command_line_leaves_out():
    assert left_out(changed(papers=["bradley1996"])) == ["elazmeh2006"]
    assert left_out(changed(seeds=2)) == []


def test_differences_are_in_plain_words():
    assert differences(changed(seeds=2, engines=["sklearn"])) == [
        "seeds: 25 in config/config.yaml, 2 in this run",
        "engines: [weka, sklearn] in config/config.yaml, [sklearn] in this run",
    ]
