"""Settings shared by all tests."""

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run: a failure in CI is one that everybody can repeat.
settings.register_profile(
    "fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")

# Whole runs, some of which mostly wait.
LONG = ("tests/cluster/", "tests/faults/", "tests/workflow/")


def pytest_collection_modifyitems(items):
    """Long files come first: at the end no process waits for another one's last file."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """A fault or hostile input that a test did not survive is in the table of docs/reliability.md too."""
    report = (yield).get_result()
    if (
        report.when == "call"
        and report.failed
        and item.nodeid.startswith(("tests/faults/", "tests/hostile/"))
    ):
        from tests.reliability import record

        record(item.nodeid, survived=0)


def pytest_terminal_summary(terminalreporter):
    """One plain line on Slurm, which .ci/run repeats at its end."""
    from tests.cluster.summary import line

    reports = [
        report
        for kind in ("passed", "failed", "error", "skipped")
        for report in terminalreporter.stats.get(kind, ())
    ]
    if said := line(reports):
        terminalreporter.write_line(said)
