"""The benchmarks run, and what they compare computes the same."""

import json

import numpy as np

from benchmarks import bands, curves, intervals, pipeline
from rocrepro.evaluation import tango_interval


def test_each_comparison_runs_on_little():
    rows = [*curves.rows((1000,)), *intervals.rows(100), *bands.rows(500)]
    assert all(row.seconds > 0 and row.peer_seconds > 0 for row in rows)
    assert {row.what for row in rows} >= {"ROC counts", "Tango intervals"}


def test_the_peer_finds_the_same_intervals():
    fn, fp, n = intervals.counts(200)
    for ours, theirs in zip(tango_interval(fn, fp, n), intervals.by_find_root(fn, fp, n), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_a_job_with_several_outputs_counts_once(tmp_path):
    for name in ("a", "b"):
        record = {"rule": "table", "log": ["one.log"], "starttime": 1.0, "endtime": 3.0}
        (tmp_path / name).write_text(json.dumps(record))
    assert pipeline.jobs(tmp_path) == [("table", 1.0, 3.0)]
