"""The command line: overview, exit statuses, one-line errors, lazy imports."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rocrepro
from rocrepro.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folders(tmp_path):
    """Two results folders that differ in one number."""
    for name, value in (("old", "0.5"), ("new", "0.6")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "t.csv").write_text(f"k,x\na,{value}\n")
    return tmp_path


def test_diff_returns_0_1_or_2(folders, capsys):
    old, new = str(folders / "old"), str(folders / "new")
    assert main(["diff", old, old]) == 0
    assert main(["diff", old, new]) == 1
    assert "t.csv: line 2 (k=a): x: 0.5 -> 0.6 (absolute +0.1, relative +0.2)" in capsys.readouterr().out
    assert main(["diff", old, new, "--tolerance", "0.5"]) == 0
    assert main(["diff", old, str(folders / "nowhere")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("rocrepro: error: ")
    assert error.count("\n") == 1


def test_quiet_prints_the_summary_alone(folders, capsys):
    assert main(["diff", "--quiet", str(folders / "old"), str(folders / "new")]) == 1
    assert capsys.readouterr().out.startswith("1 value changed in 1 file; ")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["diff"], 2, "the following arguments are required: OLD, NEW (see rocrepro diff --help)"),
        (["diff", "a"], 2, "the following arguments are required: NEW"),
        (["diff", "a", "b", "--tolerance", "x"], 2, "--tolerance: found 'x'; expected a number from 0"),
        (["diff", "a", "b", "--tolerance=-1"], 2, "--tolerance: found '-1'; expected a number from 0"),
        (["verify", "--bogus"], 2, "unrecognized arguments: --bogus"),
        (["bogus"], 1, "invalid choice: 'bogus'"),
        (["evaluate"], 1, "the following arguments are required: FILE"),
        (["evaluate", "a", "--bogus"], 1, "unrecognized arguments: --bogus"),
        (["evaluate", "a", "--test", "x"], 1, "--test: invalid choice: 'x'"),
        (["evaluate", "a", "--prevalence", "x"], 1, "--prevalence: found 'x'; expected a number"),
        (["evaluate", "a", "--alpha", ""], 1, "--alpha: found ''; expected a number"),
        (["evaluate", "a", "--n-boot", "1.5"], 1, "--n-boot: found '1.5'; expected a whole number"),
        (["evaluate", "a", "--label"], 1, "--label: expected one argument"),
    ],
)
def test_words_that_fit_no_option_are_one_line(words, status, message, capsys):
    assert main(words) == status
    error = capsys.readouterr().err
    assert error.startswith("rocrepro: error: ")
    assert message in error
    assert error.count("\n") == 1


def test_no_command_shows_the_overview(capsys):
    assert main([]) == 2
    shown = capsys.readouterr().out
    assert all(name in shown for name in COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0
    assert f"usage: rocrepro {name}" in capsys.readouterr().out


def test_the_version_is_the_packages(capsys):
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"rocrepro {rocrepro.__version__}\n"


def test_the_script_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {"rocrepro": "rocrepro.cli:main"}


def run_python(*words, **options):
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False, **options
    )


def test_python_m_rocrepro_is_the_command():
    done = run_python("-m", "rocrepro", "version")
    assert (done.returncode, done.stdout) == (0, f"rocrepro {rocrepro.__version__}\n")


def test_diff_needs_no_numerical_package(folders):
    code = (
        "import sys; from rocrepro.cli import main; main(['diff', 'old', 'new']); "
        "print(sorted({'numpy', 'pandas', 'matplotlib', 'sklearn'} & set(sys.modules)))"
    )
    done = run_python("-c", code, cwd=folders)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_reader_that_stops_early_gets_no_traceback(folders):
    (folders / "old/t.csv").write_text("k,x\n" + "".join(f"k{i},0.5\n" for i in range(5000)))
    (folders / "new/t.csv").write_text("k,x\n" + "".join(f"k{i},0.6\n" for i in range(5000)))
    command = f"{sys.executable} -m rocrepro diff old new | head -1"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        command, shell=True, cwd=folders, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
