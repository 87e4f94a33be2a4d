"""The benchmarks run, and what they compare computes the same."""

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version

import numpy as np
import pandas as pd
import pytest
import yaml

from benchmarks import bands, curves, growth, intervals, large, peers_in_r, picture, pipeline, run
from benchmarks.timing import Row
from rocrepro.evaluation import roc_auc, roc_points, tango_interval
from rocrepro.evaluation.threads import n_threads


def test_each_comparison_runs_on_little():
    rows = [*curves.rows((1000,), 500), *intervals.rows(100), *bands.rows(500, 1)]
    assert all(row.seconds > 0 and row.peer_seconds > 0 for row in rows)
    assert {row.what for row in rows} >= {"ROC counts, 1 thread", "Tango intervals", "ROC counts, float32"}
    shown = run.table(rows)
    assert shown.count("\n") == len(rows) + 1
    assert "| Tango intervals | 100 intervals |" in shown


def test_the_limits_hold_at_the_largest_size_only_and_depend_on_the_threads(monkeypatch):
    monkeypatch.setattr(curves, "LARGEST", 300)
    monkeypatch.setattr(curves, "THREADED", 300)
    monkeypatch.setattr(curves, "MOST_FOR_R", 0)
    rows = list(curves.rows((200, 300), 200))
    assert {row.wanted for row in rows if row.size == "n = 200"} == {None}
    wanted = {(row.what, row.peer): row.wanted for row in rows if row.size == "n = 300"}
    for number, limits in curves.WANTED.items():
        for peer, limit in limits.items():
            assert wanted[curves.counted_in(number), peer] == limit
    assert wanted[curves.MEASURES, "sklearn.metrics.roc_auc_score"] == 10
    assert "ROC counts, 2 threads" not in {row.what for row in rows if row.size == "n = 200"}


def test_our_calls_use_the_threads_that_the_row_names(monkeypatch):
    used = []
    monkeypatch.setattr(curves, "THREADED", 300)
    monkeypatch.setattr(curves, "MOST_FOR_R", 0)
    monkeypatch.setattr(
        curves, "roc_points", lambda y, score: used.append(n_threads()) or roc_points(y, score)
    )
    for before in (None, "3"):
        if before is None:
            monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
        else:
            monkeypatch.setenv("OMP_NUM_THREADS", before)
        usual = n_threads()
        used.clear()
        list(curves.at(300))
        assert set(used) == {1, 2, usual}
        assert n_threads() == usual


def test_the_page_names_the_processor_and_the_threads(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    said = run.machine()
    assert said.startswith(f"Machine: {run.processor()}, ")
    assert re.search(r" \d+ usable cores, 3 threads unless a row says otherwise, ", said)
    for package in ("numpy", "scikit-learn"):
        assert f"{package} {version(package)}" in said


def test_the_figure_has_the_ratios_of_the_table(tmp_path):
    counts, two = curves.counted_in(1), curves.counted_in(2)
    rows = [
        Row(counts, "n = 1,000", 1.0, curves.ROC_CURVE, 5.0),
        Row(counts, "n = 10,000", 2.0, curves.ROC_CURVE, 20.0),
        Row(counts, "n = 1,000", 1.0, "R pROC", 8.0),
        Row(two, "n = 10,000", 1.0, curves.ROC_CURVE, 18.0),
        Row("ROC counts, float32", "n = 10,000", 1.0, curves.ROC_CURVE, 7.0),
    ]
    slow = [Row(counts, "n = 10,000", 1.0, curves.ROC_CURVE, 3.0)]
    page = f"Machine: some processor, 2 cores\n\n{run.table(rows)}\n\nWithout:\n\n{run.table(slow)}\n"
    assert picture.lines(page) == {(counts, curves.ROC_CURVE): {1000: 5.0, 10000: 10.0}}
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        picture.draw(page, file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_bytes()) > 1000


def test_the_page_and_its_figure_are_written_side_by_side(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(run, "PICTURE", tmp_path / "results.svg")
    monkeypatch.setattr(run, "PARTS", {"curves": ("## Curves", lambda: "| a table |")})
    run.main([])
    assert "## Curves\n\n| a table |\n" in (tmp_path / "results.md").read_text()
    assert (tmp_path / "results.svg").is_file()


def test_the_peer_finds_the_same_intervals():
    fn, fp, n = intervals.counts(200)
    for ours, theirs in zip(tango_interval(fn, fp, n), intervals.by_find_root(fn, fp, n), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_deeproc_finds_the_same_area():
    pytest.importorskip("deeproc")
    y, score = curves.scores(500)
    assert curves.by_deeproc(y, score) == pytest.approx(roc_auc(roc_points(y, score)), abs=1e-12)


def test_peers_in_r_are_timed_where_they_are_installed(monkeypatch):
    y, score = curves.scores(200)
    assert peers_in_r.seconds("noSuchPackage", "1", y, score, 1) is None
    if shutil.which("Rscript") and peers_in_r.seconds("pROC", peers_in_r.PROC, y, score, 1) is not None:
        # What R reads is what was written: the area is checked inside R.
        right = f"stopifnot(abs(auc({peers_in_r.PROC}) - {roc_auc(roc_points(y, score))!r}) < 1e-12)"
        assert peers_in_r.seconds("pROC", right, y, score, 1) is not None
        assert peers_in_r.seconds("pROC", "stopifnot(FALSE)", y, score, 1) is None
    monkeypatch.setattr(peers_in_r.shutil, "which", lambda program: None)
    assert peers_in_r.seconds("pROC", peers_in_r.PROC, y, score, 1) is None


def test_a_large_file_is_written_and_evaluated(tmp_path, monkeypatch):
    monkeypatch.setattr(large, "BLOCK", 300)
    for suffix in large.SIZES:
        large.write_scores(tmp_path / f"scores.{suffix}", 1000)
    table = pd.read_parquet(tmp_path / "scores.parquet")
    pd.testing.assert_frame_equal(table, pd.read_csv(tmp_path / "scores.csv"), check_dtype=False)
    assert len(table) == 1000
    assert table["score"].nunique() == 1000
    assert 0 < table["label"].mean() < 0.1
    # 64 MiB of numbers show in the peak.
    seconds, gib = large.run([sys.executable, "-c", "import numpy; numpy.ones(2**23)"])
    assert seconds > 0
    assert gib > 0.06
    words = large.Large("csv", 10, 3.0, 2.0).words()
    assert words.startswith("`rocrepro evaluate` on a CSV file of 10 scores, one run: 3 s, ")
    assert words.endswith("peak memory 2.00 GiB (wanted: less than 4).")


def test_growth_makes_a_project_of_its_own(tmp_path):
    growth.make_project(tmp_path, 3, 7)
    config = yaml.safe_load((tmp_path / "config/config.yaml").read_text())
    assert (config["seeds"], config["engines"], config["papers"]) == (7, ["sklearn"], ["elazmeh2006"])
    entries = yaml.safe_load((tmp_path / "config/datasets.yaml").read_text())
    assert list(entries) == ["set_000", "set_001", "set_002"]
    tables = [pd.read_csv(tmp_path / f"data/{name}.csv") for name in entries]
    assert all(table.shape == (growth.EXAMPLES, growth.COLUMNS + 1) for table in tables)
    assert not tables[0].equals(tables[1])


def test_what_a_further_data_set_costs():
    rows = [Row("", "", seconds, "", 1.0) for seconds in (5.0, 12.0, 40.0, 99.0)]
    assert growth.further(rows, (1, 8, 64)) == "Each further data set took 0.5 s (wanted: less than 20)."


def test_an_unknown_part_is_refused():
    with pytest.raises(SystemExit, match="found the part 'curve'; expected some of curves, intervals"):
        run.main(["curve"])


def test_a_job_with_several_outputs_counts_once(tmp_path):
    for name in ("a", "b"):
        record = {"rule": "table", "log": ["one.log"], "starttime": 1.0, "endtime": 3.0}
        (tmp_path / name).write_text(json.dumps(record))
    assert pipeline.jobs(tmp_path) == [("table", 1.0, 3.0)]


def test_some_parts_take_the_place_of_earlier_ones():
    page = "# Benchmarks\n\n## A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree\n"
    assert run.renewed(page, {"## A": "1", "## C": "3"}) == page.replace("one", "1").replace("three", "3")
    assert run.renewed(page, {"## D": "4"}) == page


def test_memory_is_that_of_its_own_process():
    """A peak of the process that starts it does not count; the input itself does."""
    code = "import numpy; numpy.ones(2**27); from benchmarks.memory import peak_ratio; print(peak_ratio())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 1 <= float(done.stdout) < 20


def test_a_run_is_compared_with_its_bare_computations():
    known = [("table", 1.0, 3.0), ("train", 0.0, 8.0), ("train", 2.0, 4.0)]
    printed = "".join(
        f"import time: {own:9} | {total:10} |   {name}\n"
        for own, total, name in [(500_000, 1_500_000, "a.b"), (1_500_000, 1_500_000, "a")]
    )
    assert pipeline.import_seconds("Building\n" + printed) == 2.0
    assert pipeline.by_rule(known).splitlines()[2:] == [
        "| train | 2 | 10.0 | 8.0 |",
        "| table | 1 | 2.0 | 2.0 |",
        "| all | 3 | 12.0 | |",
    ]
    assert "it took 1.60 times as long" in pipeline.words(known, 8.0, 2.0, 2)


def test_a_slow_sort_is_measured_without_its_instructions(monkeypatch):
    again = curves.without_vectors(1000)
    assert {row.what for row in again} == {"ROC counts, 1 thread", curves.MEASURES}
    assert {row.size for row in again} == {"n = 1,000"}
    slow = Row("ROC counts, 1 thread", "n = 1,000", 1.0, curves.SORT, 60.0)
    quick = Row("ROC counts, 1 thread", "n = 1,000", 1.0, curves.SORT, 10.0)
    for usual, expected in ((slow, True), (quick, False)):
        monkeypatch.setattr(curves, "rows", lambda usual=usual: iter([usual]))
        monkeypatch.setattr(curves, "without_vectors", lambda: [quick])
        assert (curves.VECTORS in run.counted()) is expected
    monkeypatch.setattr(curves, "without_vectors", list)
    assert curves.VECTORS not in run.counted()
