"""``rocrepro evaluate``: what a user types, and what comes out."""

import re
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import large_files
from rocrepro.cli import main

TEXT = "y,p,clf\n" + "".join(
    f"{'ill' if i % 4 == 0 else 'well'},{(i * 7 % 40) / 80 + (i % 4 == 0) * 0.4:.4f},{model}\n"
    for model in ("one", "two")
    for i in range(40)
)
WORDS = ["--probabilities", "--label", "y", "--score", "p", "--pos-label", "ill", "--model", "clf"]


def rocrepro(folder, *words):
    command = [sys.executable, "-m", "rocrepro", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_summary_and_a_folder(tmp_path):
    (tmp_path / "my scores.csv").write_text(TEXT)
    choices = ["--n-boot", "20", "--margin", "0.1", "--prevalence", "0.05", "--threshold", "0.4"]
    done = rocrepro(tmp_path, "evaluate", "my scores.csv", *WORDS, *choices, "--output", "out")
    assert done.returncode == 0, done.stderr
    assert "rocrepro: note: my scores.csv: models are compared row by row in the order" in done.stderr
    for words in (
        "auc ",
        "threshold in use    ",
        "true positives      ",
        "false positives     ",
        "cheapest threshold  ",
        "confident points",
        "at prevalence 0.05",
        "(20 permutations)",
        "equivalent within 0.1",
    ):
        assert words in done.stdout
    assert "at thresholds 0.4 and 0.4" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert len(done.stdout.splitlines()) <= 23
    assert "Open out/index.html in a browser." in done.stdout
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"index.html", "summary.csv", "summary.json", "tables", "figures", "record.json"}
    for name in ("tables/comparisons.md", "tables/band_edges.csv", "figures/confident.svg"):
        assert (tmp_path / "out" / name).is_file()


def test_the_areas_come_first_before_anything_slow_is_done_or_imported(tmp_path):
    (tmp_path / "scores.csv").write_text(TEXT)
    slow = ("matplotlib", "scipy.stats", "sklearn", "rocrepro.assess.output")
    code = (
        "import sys, rocrepro.assess.assessment as assessment, rocrepro.cli as cli\n"
        f"assessment._made = lambda *_: sys.exit(str([name for name in {slow} if name in sys.modules]))\n"
        f"cli.main(['evaluate', 'scores.csv', *{WORDS}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == (
        "model                one                       two\n"
        "rows                 10 positive, 30 negative  10 positive, 30 negative\n"
        "auc (95 % interval)  0.970 (0.922 to 1.000)    0.970 (0.922 to 1.000)\n\n"
    )
    assert done.stderr.splitlines()[-1] == "[]"
    assert done.stderr.startswith("rocrepro: note: ")
    assert not (tmp_path / "assessment").exists()


def test_the_files_are_written_though_nobody_reads_the_summary(tmp_path):
    (tmp_path / "scores.csv").write_text(TEXT)
    command = [sys.executable, "-m", "rocrepro", "evaluate", "scores.csv", *WORDS, "--n-boot", "20"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 1
    assert (tmp_path / "assessment" / "index.html").is_file()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.csv"], "gone.csv: found no such file"),
        ([".empty"], ".empty: found a folder without CSV and Parquet files; expected a CSV or Parquet file"),
        (["*.tsv"], "*.tsv: found no such file"),
        (["scores.csv"], "scores.csv: label: found no column 'label'; expected one of y, p, clf"),
        (["scores.csv", "--label", "y", "--score", "p"], "expected the name of the positive class (--pos"),
        (["scores.csv", *WORDS, "--n-boot", "1"], "error: --n-boot: found 1; expected a whole number"),
        (["scores.csv", *WORDS, "--cost-fn=-1"], "error: --cost-fn: found -1.0; expected a finite cost"),
        (["scores.csv", *WORDS, "--cost-fn", "0", "--cost-fp", "0"], "error: --cost-fn, --cost-fp: found 0"),
        (["scores.csv", *WORDS, "--max-fpr", "2"], "error: --max-fpr: found 2.0; expected a rate from 0"),
        (["scores.csv", *WORDS, "--output", "scores.csv"], "scores.csv: found a file; expected a folder"),
        (["scores.csv", *WORDS, "--output", "."], ".: found scores.csv, which is not from an assessment"),
        (["scores.csv", *WORDS, "--alpha", "2"], "error: --alpha: found 2.0; expected a number between"),
        (["scores.csv", *WORDS, "--threshold", "top"], "threshold: found 'top'; expected a number or one of"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line_and_status_1(tmp_path, words, message):
    (tmp_path / "scores.csv").write_text(TEXT)
    (tmp_path / ".empty").mkdir()
    done = rocrepro(tmp_path, "evaluate", *words)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"scores.csv", ".empty"}
    assert (tmp_path / "scores.csv").read_text() == TEXT


def test_a_second_assessment_replaces_the_first(tmp_path):
    (tmp_path / "scores.csv").write_text(TEXT)
    words = ["evaluate", "scores.csv", *WORDS, "--n-boot", "2", "-o", "out"]
    assert rocrepro(tmp_path, *words).returncode == 0
    assert (tmp_path / "out/tables/comparisons.csv").exists()
    (tmp_path / "scores.csv").write_text(TEXT[: TEXT.index(",two") - 10].rpartition("\n")[0] + "\n")
    done = rocrepro(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "out/tables/comparisons.csv").exists()
    assert not (tmp_path / "out/figures/differences.svg").exists()
    assert (tmp_path / "out/summary.csv").read_text().count("\n") == 2


def test_notes_are_plain_lines_said_once(tmp_path):
    (tmp_path / "scores.csv").write_text(
        "label,score,model,fold\n1,0.5,a,1\n0,0.5,a,2\n1,0.5,b,1\n0,0.5,b,2\n"
    )
    done = rocrepro(tmp_path, "evaluate", "scores.csv", "--n-boot", "40", "--fold", "fold", "--probabilities")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "rocrepro: note: scores.csv: found a column 'model' that is not named, so all rows make one curve; "
        "to use it: --model model",
        "rocrepro: note: model scores: at the default threshold 0.5 every row is predicted positive; "
        "accuracy is not informative there, and no verdict is based on it",
        "rocrepro: note: model scores: the interval of the AUC is not estimable: its variance is 0 in "
        "these rows, which does not mean that the AUC is certain",
        "rocrepro: note: model scores: no fold has rows of both classes, so no fold has an AUC",
    ]
    (tmp_path / "one.csv").write_text("label,score\n1,0.5\n0,0.5\n")
    done = rocrepro(tmp_path, "evaluate", "one.csv", "--n-boot", "40", "--probabilities")
    assert done.stderr.splitlines()[1:] == [
        "rocrepro: note: model scores: a class has only one row, so the AUC has no interval"
    ]


@pytest.mark.parametrize("limit", [1, 1000])
@pytest.mark.parametrize(
    ("rows", "note"),
    [
        ("1,0.5\n0,0.5\n", "a class has only one row, so the AUC has no interval"),
        ("1,2\n0,1\n1,2\n0,1\n", "the interval of the AUC is not estimable: its variance is 0 in these rows"),
        ("1,1\n0,2\n1,3\n0,7\n1,2\n0,5\n0,6\n0,8\n", "AUC 0.100 (0.000 to 0.326) is below 0.5: the scores"),
    ],
)
def test_a_file_from_disk_has_the_same_notes_on_intervals(tmp_path, monkeypatch, capsys, rows, note, limit):
    monkeypatch.setattr(large_files, "LIMIT", limit)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.csv").write_text(f"label,score\n{rows}")
    # CSV files of few bytes are never counted.
    pd.read_csv("own.csv").to_parquet("own.parquet")
    assert main(["evaluate", "own.parquet", "--n-boot", "40"]) == 0
    said = [line for line in capsys.readouterr().err.splitlines() if "for probabilities" not in line]
    *cut, line = said
    assert line.startswith(f"rocrepro: note: model scores: {note}")
    assert all("every row is predicted" in other or "with so few" in other for other in cut)
    assert any("3 positive rows: with so few" in other for other in cut) == (rows.count("\n") == 8)
    assert (tmp_path / "assessment/tables/bands.csv").exists() == (limit > 1)


def test_scores_that_point_the_other_way_are_used_as_they_are(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    # Chance orders all pairs of one positive row wrongly in one of twenty files: fewer rows get no note.
    rows = "".join(f"0,{score**2 / 10}\n" for score in range(4, 23))
    (tmp_path / "one.csv").write_text(f"label,score\n1,1\n{rows}")
    assert main(["evaluate", "one.csv", "--n-boot", "2"]) == 0
    noted = capsys.readouterr().err
    assert (
        "at the default threshold 0 every row is predicted positive; accuracy is not informative there"
        in noted
    )
    assert "a class has only one row, so the AUC has no interval\n" in noted
    assert "AUC 0.000 is below 0.5: the scores may be reversed" in noted
    assert pd.read_csv("assessment/summary.csv")["auc"].tolist() == [0.0]


def test_a_margin_without_a_pair_of_models_is_noted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(TEXT)
    words = ["evaluate", "scores.csv", *WORDS[:-2], "--n-boot", "2", "--margin", "0.02"]
    assert main(words) == 0
    assert "rocrepro: note: margin: 0.02 has no effect: the file has one model\n" in capsys.readouterr().err
    (tmp_path / "scores.csv").write_text(TEXT + "well,0.1,two\n")
    assert main([*words, "--model", "clf"]) == 0
    assert "note: margin: 0.02 has no effect: the models are not compared\n" in capsys.readouterr().err


def test_an_interrupt_is_one_line_and_leaves_nothing(tmp_path):
    (tmp_path / "scores.csv").write_text(TEXT)
    command = [sys.executable, "-m", "rocrepro", "evaluate", "scores.csv", *WORDS, "--n-boot", "1000000"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background, their children would ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not list(tmp_path.glob("assessment/.assessment-*")) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert error == "rocrepro: interrupted\n"
    # Where the interrupt met the making of a class, Python ends by the signal itself: 130 to a shell, too.
    assert process.returncode in (130, -signal.SIGINT)
    assert [path.name for path in tmp_path.iterdir()] == ["scores.csv"]


def test_models_that_are_not_compared_are_told_how(tmp_path):
    lines = TEXT.splitlines()
    turned = [*lines[:41], *reversed(lines[41:])]
    (tmp_path / "scores.csv").write_text("\n".join(turned) + "\n")
    done = rocrepro(tmp_path, "evaluate", "scores.csv", *WORDS, "--n-boot", "2", "-o", "out")
    assert done.returncode == 0, done.stderr
    line = next(line for line in done.stderr.splitlines() if "differ in the labels" in line)
    assert line.startswith(
        "rocrepro: note: scores.csv: models 'one' and 'two' differ in the labels of their rows"
    )
    assert line.endswith("--row COLUMN pairs them in any order")
    assert "--row COLUMN pairs them in any order" in (tmp_path / "out/index.html").read_text()


def test_many_models_are_shown_in_parts_that_fit():
    from rocrepro.assess.terminal import WIDTH, _fitting

    columns = [{"model": f"model {at} of many with a long name", "auc": f"0.{at}"} for at in range(7)]
    del columns[3]["auc"]
    parts = [part.splitlines() for part in _fitting(columns)]
    assert 1 < len(parts) < 7
    assert all(max(map(len, part)) <= WIDTH for part in parts)
    assert all([line.split()[0] for line in part] == ["model", "auc"] for part in parts)
    areas = " ".join(part[1] for part in parts).split()
    assert [area for area in areas if area != "auc"] == ["0.0", "0.1", "0.2", "0.4", "0.5", "0.6"]
    assert _fitting([{"model": "x" * 200, "auc": "1"}]) == [f"model  {'x' * 200}\nauc    1"]


WIDE = "id,y,s1,s2\n" + "".join(
    f"p{i},{'well' if i % 4 else 'ill'},{i * 7 % 40 + (i % 4 == 0) * 9},{i * 11 % 40 + (i % 4 == 0) * 5}\n"
    for i in range(40)
)


@pytest.mark.parametrize("words", [["--score", "s1", "--score", "s2"], ["--score", "s1,s2"]])
def test_several_scores_are_several_models(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(WIDE)
    choices = ["--label", "y", "--pos-label", "ill", "--n-boot", "2"]
    assert main(["evaluate", "scores.csv", *choices, *words]) == 0
    shown = capsys.readouterr()
    assert "s1 - s2: auc " in shown.out
    assert "order of their rows" not in shown.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--label", "y", "--label", "clf"], "--label: found it twice, with y and clf; expected it once"),
        (["--alpha", "0.1", "--alpha=0.1"], "--alpha: found it twice, with 0.1 and 0.1; expected it once"),
        (["--output", "a", "-o", "b"], "--output/-o: found it twice, with a and b; expected it once"),
        (["--class-scores", "a=p", "--score", "p"], "--class-scores: found score too; expected one"),
        (["--decimal", "x"], "--decimal: found 'x'; expected a point or a comma"),
        (["--delimiter", "::"], "--delimiter: found '::'; expected one character"),
    ],
)  # fmt: skip
def test_options_that_cannot_be_meant_are_one_line(tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(TEXT)
    assert main(["evaluate", "scores.csv", *words]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"rocrepro: error: {message}")
    assert [path.name for path in tmp_path.iterdir()] == ["scores.csv"]


def test_folds_have_their_names_in_the_tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{i % 2},{i * 7 % 30},Fold{i % 3 + 1:02}" for i in range(30)]
    (tmp_path / "scores.csv").write_text("\n".join(["label,score,k", *rows, ""]))
    assert main(["evaluate", "scores.csv", "--fold", "k", "--n-boot", "2"]) == 0
    curves = pd.read_csv("assessment/tables/folds.csv")["curve"].tolist()
    assert curves == ["pooled", "fold Fold01", "fold Fold02", "fold Fold03", "vertical average of 3"]


@pytest.mark.parametrize("first", [1234567.25, 1_700_000_123])
def test_the_terminal_shows_thresholds_that_part_the_rows(first, tmp_path, monkeypatch, capsys):
    """Large scores that differ in their last digits only: four digits would be the same for all."""
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame({"y": [0, 0, 1, 0, 1, 1, 0, 1], "s": first + 0.25 * np.arange(8)})
    frame["s"] = frame["s"] if isinstance(first, float) else (first + np.arange(8))
    frame.to_csv("scores.csv", index=False)
    assert main(["evaluate", "scores.csv", "--label", "y", "--score", "s", "--n-boot", "2"]) == 0
    shown = capsys.readouterr().out
    points = pd.read_csv("assessment/tables/operating_points.csv").set_index("criterion")
    summary = pd.read_csv("assessment/summary.csv").iloc[0]
    words = (
        re.search(r"their thresholds +(\S+) to (\S+)", shown),
        re.search(r"cheapest threshold +(\S+)", shown),
    )
    pairs = [
        *zip(words[0].groups(), summary[["threshold_low", "threshold_high"]], strict=True),
        (words[1][1], points.loc["cost 1 fn + 1 fp", "threshold"]),
        (re.search(r"threshold in use +(\S+)", shown)[1], points.loc["in use", "threshold"]),
    ]
    for text, exact in pairs:
        assert ((frame["s"] >= float(text)) == (frame["s"] >= exact)).all(), text


def test_the_same_bytes_with_one_thread_and_two(tmp_path, monkeypatch):
    rng = np.random.default_rng(1)
    chance = rng.random(1200)
    rows = pd.DataFrame({"y": (rng.random(1200) < chance).astype(int), "p": chance.round(6)})
    rows.to_csv(tmp_path / "scores.csv", index=False)
    made = []
    for threads in ("1", "2"):
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
        words = ["--label", "y", "--score", "p", "--n-boot", "50", "--output", threads]
        done = rocrepro(tmp_path, "evaluate", "scores.csv", *words)
        assert done.returncode == 0, done.stderr
        folder = tmp_path / threads
        made.append(
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
        )
    assert made[0] == made[1]
