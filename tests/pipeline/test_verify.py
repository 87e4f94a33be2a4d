"""Rebuild and compare, on a small project whose run is a copy."""

import json
import os
import shutil
import subprocess

import pytest

from rocrepro.cli import main
from rocrepro.errors import InputError
from rocrepro.formats.files import sha256
from rocrepro.pipeline import verify as module
from rocrepro.pipeline.publish_crate import write_crate
from rocrepro.pipeline.verify import verify
from tests.pipeline.test_publish import CITATION

TABLE = "dataset,learner,n,auc\ndis,stump,13,0.7517044998796824\ndis,tree,13,0.5407876794738109\n"
FILES = {"tables/t.csv": TABLE, "tables/t.md": "| 0.752 |\n", "figures/f.svg": "<svg/>\n"}


def git(root, *words):
    subprocess.run(["git", "-C", root, *words], check=True, capture_output=True)


def release(folder, files, full=()):
    """Write a results folder with its manifest."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    manifest = {
        "artifacts": {name: sha256(folder / name) for name in sorted(files)},
        "simulated_by": dict.fromkeys(full, "code"),
        "settings": {"alpha": 0.05},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.fixture
def project(tmp_path):
    """A git working tree with a release that has one artifact of a large simulation."""
    root = tmp_path / "project"
    release(root / "results", FILES | {"tables/t_full.csv": "a\n1\n"}, full=["tables/t_full.csv"])
    (root / "Snakefile").write_text("rule all:\n")
    (root / "config").mkdir()
    (root / "config/config.yaml").write_text("mirror: null\n")
    (root / "build").mkdir()
    (root / "build/note.txt").write_text("tracked by mistake\n")
    git(tmp_path, "init", "-q", root)
    git(root, "add", "-A")
    return root


class Run:
    """Stands for Snakemake: writes the given files to results/ of the folder in which it is called."""

    def __init__(self, files=FILES, status=0, missing=None, trial=None):
        self.files, self.status, self.missing, self.trial = files, status, missing, trial
        self.seen = None

    def __call__(self, words, folder, environment):
        self.words, self.folder, self.environment = words, folder, environment
        self.seen = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
        if self.missing:
            (folder / "build/partial").mkdir(parents=True)
            (folder / "build/partial/manifest.json").write_text(json.dumps({"missing": self.missing}))
        elif self.trial:
            (folder / "build/trial").mkdir(parents=True)
            (folder / "build/trial/manifest.json").write_text(json.dumps({"trial": self.trial}))
        elif not self.status:
            release(folder / "results", self.files)
        return self.status


def test_equal_bytes_pass_and_the_scratch_folder_goes(project):
    run = Run()
    result = verify(project, cores="1", run=run)
    assert not result.failed
    assert result.comparison.equal == 4
    assert run.words[1:] == ["-m", "snakemake", "--cores", "1", "--config", "require_all=true"]
    assert run.seen == ["Snakefile", "config/config.yaml"]
    assert run.environment["PYTHONPATH"].startswith(str(run.folder / "src"))
    assert not run.folder.exists()
    assert result.lines()[-1].startswith(
        "rocrepro: the tracked results equal the rebuilt ones: 0 values changed"
    )


def test_the_large_simulations_are_compared_by_their_digests(project):
    assert verify(project, run=Run()).kept == ["tables/t_full.csv"]
    (project / "results/tables/t_full.csv").write_text("a\n2\n")
    result = verify(project, run=Run())
    assert result.failed
    assert [change.file for change in result.altered] == ["tables/t_full.csv"]
    (project / "results/tables/t_full.csv").unlink()
    assert verify(project, run=Run()).altered[0].new == "(absent)"


@pytest.mark.parametrize("digit", ["0.5407876794738109", "0.5407876794738108"])
def test_one_digit_of_a_tracked_table_fails_and_is_named(project, digit):
    changed = digit[:-1] + "7"
    path = project / "results/tables/t.csv"
    path.write_text(TABLE.replace("0.5407876794738109", changed))
    result = verify(project, run=Run())
    assert result.failed
    [change] = result.comparison.changes
    assert str(change).startswith(
        f"tables/t.csv: line 3 (dataset=dis, learner=tree): auc: {changed} -> 0.5407876794738109"
    )


def test_a_digit_fails_although_the_manifest_was_changed_with_it(project):
    release(project / "results", FILES | {"tables/t.csv": TABLE.replace("0.54", "0.55")})
    (project / "results/tables/t_full.csv").unlink()
    result = verify(project, run=Run())
    assert not result.altered
    assert [change.column for change in result.comparison.changes] == ["auc"]


def test_another_processors_last_digits_pass_and_are_listed(project):
    files = FILES | {"tables/t.csv": TABLE.replace("6824", "6826"), "figures/f.svg": "<svg />"}
    result = verify(project, run=Run(files))
    assert not result.failed
    assert result.comparison.pictures == ["figures/f.svg"]
    assert list(result.comparison.drifted) == ["tables/t.csv"]


def test_counts_and_files_fail(project):
    assert verify(project, run=Run(FILES | {"tables/t.csv": TABLE.replace("13", "14")})).failed
    assert verify(project, run=Run(FILES | {"tables/new.csv": "a\n"})).comparison.come == ["tables/new.csv"]
    less = {name: text for name, text in FILES.items() if name != "figures/f.svg"}
    assert verify(project, run=Run(less)).comparison.gone == ["figures/f.svg"]


def test_a_crate_that_does_not_describe_the_tracked_results_fails(project):
    (project / "CITATION.cff").write_text(CITATION)
    manifest = json.loads((project / "results/manifest.json").read_text())
    manifest |= {"raw": {}, "config": {}, "lock": "00" * 32, "versions": {"numpy": "1"}}
    (project / "results/manifest.json").write_text(json.dumps(manifest))

    def changed():
        return [(change.file, change.old, change.new) for change in verify(project, run=Run()).altered]

    [(file, found, expected)] = changed()
    assert (file, found) == ("ro-crate-metadata.json", "(absent)")
    assert write_crate(project / "results", project).popitem()[1] == expected
    assert changed() == []
    crate = project / "ro-crate-metadata.json"
    crate.write_text(crate.read_text().replace("0.1.0", "0.2.0"))
    assert changed() == [("ro-crate-metadata.json", sha256(crate), expected)]
    crate.write_text('{"@graph": []}')  # another tool's: none of our business
    assert changed() == []


def test_local_changes_are_copied_and_new_files_on_demand(project):
    (project / "Snakefile").write_text("changed\n")
    (project / "new.py").write_text("")
    (project / "results/notes.md").write_text("mine\n")
    run = Run()
    assert not verify(project, run=run).failed
    assert "new.py" not in run.seen
    assert not verify(project, keep=True, run=run).failed
    assert (run.folder / "Snakefile").read_text() == "changed\n"
    shutil.rmtree(run.folder)
    verify(project, untracked=True, run=run)
    assert "new.py" in run.seen


def test_a_relative_mirror_is_named_in_full(project, monkeypatch, tmp_path):
    monkeypatch.setenv("ROCREPRO_MIRROR", "../mirror")
    run = Run()
    verify(project, run=run)
    assert run.environment["ROCREPRO_MIRROR"] == str(tmp_path / "mirror")
    monkeypatch.delenv("ROCREPRO_MIRROR")
    (project / "config/config.yaml").write_text("mirror: raw\n")
    verify(project, run=run)
    assert run.words[-3:] == ["--config", "require_all=true", f"mirror={project / 'raw'}"]


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (Run(status=1), "exit status 1"),
        (Run(missing={"dis": "no source"}), "lacks data.* dis: no source"),
        (Run(trial={"seeds": [25, 2]}), "was a trial.* seeds: 25 in config/config.yaml, 2 in this run"),
    ],
)
def test_a_rebuild_that_fails_is_one_line_and_leaves_nothing(project, run, words):
    with pytest.raises(InputError, match=words):
        verify(project, run=run)
    assert not run.folder.exists()


def test_a_run_that_is_interrupted_leaves_nothing(project):
    folders = []

    def interrupted(words, folder, environment):
        folders.append(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(project, run=interrupted)
    assert not folders[0].exists()


def test_what_is_no_project_is_one_line(project, tmp_path, monkeypatch):
    with pytest.raises(InputError, match=r"results/manifest\.json: found no file"):
        verify(tmp_path, run=Run())
    shutil.rmtree(project / ".git")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.fspath(tmp_path))
    with pytest.raises(InputError, match="expected a git working tree"):
        verify(project, run=Run())


def test_the_command_tells_and_returns_its_status(project, monkeypatch, capsys):
    monkeypatch.setattr(module, "run_command", Run())
    assert main(["verify", "--root", str(project)]) == 0
    assert "equal the rebuilt ones" in capsys.readouterr().out
    (project / "results/tables/t.csv").write_text(TABLE.replace("0.75", "0.76"))
    assert main(["verify", "--root", str(project)]) == 1
    assert "line 2 (dataset=dis, learner=stump): auc" in capsys.readouterr().out
    monkeypatch.setattr(module, "run_command", Run(status=3))
    assert main(["verify", "--root", str(project)]) == 2
    assert capsys.readouterr().err.startswith("rocrepro: error: the rebuild ended with exit status 3")
