"""The entries and the paper of docs/extending.md, put where it says and run on a small build."""

import importlib
import json
import re
import shutil

import pytest

import rocrepro.papers
from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.ledger import judge_ledger
from rocrepro.claims.truth import HOLDS, REPRODUCED
from rocrepro.config import load_yaml
from rocrepro.datasets.registry import build_dataset, load_entries
from rocrepro.datasets.sources import fetch
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import write_scores
from rocrepro.learners import engine
from rocrepro.papers import CATALOG, build_table
from rocrepro.papers.catalog import full_name
from rocrepro.papers.evaluated import Evaluated
from rocrepro.pipeline.digest import PACKAGE, Code
from rocrepro.pipeline.settings import load_settings
from rocrepro.study import KINDS
from tests.docs.conftest import DOCS, ROOT
from tests.studies import quick_study, write_study

FILE = re.compile(r"^```(?:python|yaml)\n# ((?:src|config)/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAPER = "example2026"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with what the page says to write: new files, and entries at the end of old ones."""
    root = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "config", root / "config")
    files = dict(FILE.findall((DOCS / "extending.md").read_text(encoding="utf-8")))
    assert len(files) == 6
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as stream:
            stream.write("\n" + text)
    return root


@pytest.fixture(scope="module")
def catalog(project):
    """The catalog of papers as the next start would find it."""
    folder = str(project / "src/rocrepro/papers")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rocrepro.papers, "__path__", [*rocrepro.papers.__path__, folder])
        patch.setitem(CATALOG, PAPER, importlib.import_module(f"rocrepro.papers.{PAPER}").PAPER)
        yield CATALOG


@pytest.fixture(scope="module")
def settings(project, catalog):
    """The checked configuration with the new paper alone."""
    config = load_yaml(project / "config/config.yaml") | {"papers": [PAPER], "engines": ["sklearn"]}
    return load_settings(config, project)


def trained(settings, name, learner, folder):
    """Scores of one learner on one data set that an installed package ships."""
    entry = settings.datasets[name]
    report = fetch(name, entry, folder / "raw" / name, mirror=None, offline=True, root=folder)
    assert report["status"] != "missing", report
    dataset = build_dataset(name, entry, folder / "raw" / name, report)
    (folder / "data").mkdir(exist_ok=True)
    dataset.save(folder / f"data/{name}.parquet", folder / f"data/{name}.json")
    return engine("sklearn").score(
        dataset, {"sklearn": settings.learners[learner]["sklearn"]}, [1], name=learner
    )


def test_the_new_paper_redoes_its_own_table_and_nothing_else(project, catalog, tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "rocrepro", ignore=shutil.ignore_patterns("__pycache__"))
    papers = {paper: declared for paper, declared in catalog.items() if paper != PAPER}
    others = [full_name(paper, place) for paper in papers for place in papers[paper].tables.values()]
    scripts = sorted((ROOT / "workflow/scripts").glob("*.py"))
    before = [Code().digest(script, *others) for script in scripts]
    shutil.copytree(project / f"src/rocrepro/papers/{PAPER}", tmp_path / f"rocrepro/papers/{PAPER}")
    code = Code(tmp_path / "rocrepro")
    assert [code.digest(script, *others) for script in scripts] == before
    mine = full_name(PAPER, catalog[PAPER].tables["aucs"])
    assert {f"papers/{PAPER}/tables.py", "formats/table.py"} <= code.closure(mine)


def test_the_new_table_is_built_and_its_claim_is_judged(project, settings, tmp_path):
    scores = trained(settings, "spect", "naive_bayes", tmp_path)
    write_study(quick_study({("sklearn", "naive_bayes"): scores}, "spect", 25), "spect", tmp_path)
    for part in ("engines", "scores"):
        (tmp_path / part).mkdir()
    (tmp_path / "engines/sklearn.json").write_text(json.dumps({"reason": None}))
    write_scores(scores, tmp_path / "scores/spect.sklearn.naive_bayes.parquet")

    evaluated = Evaluated.load(Inputs.below(tmp_path), settings.shown(PAPER, ["spect"]))
    table = build_table(PAPER, "aucs", evaluated)
    (tmp_path / "tables").mkdir()
    table.save(tmp_path / f"tables/{PAPER}_aucs.csv", tmp_path / f"tables/{PAPER}_aucs.md")
    assert "| spect" in (tmp_path / f"tables/{PAPER}_aucs.md").read_text()

    (ledger,) = settings.ledgers.values()
    judged = judge_ledger(ledger, Artifacts(tmp_path), {})
    for rows in (judged.cases, judged.statements):
        (row,) = rows
        assert (row["id"], row["engine"], row["verdict"]) == (f"{PAPER}.auc.spect", "sklearn", REPRODUCED)
    (conclusion,) = judged.conclusions
    assert (conclusion["id"], conclusion["verdict"]) == (f"{PAPER}.good_ranking", HOLDS)


def test_the_new_data_set_and_learner_are_trained_and_evaluated(project, settings, tmp_path):
    assert settings.models("breast_cancer") == [("sklearn", "svm")]
    assert ("sklearn", "svm") not in settings.models("spect")  # default: false
    scores = trained(settings, "breast_cancer", "svm", tmp_path)
    study = quick_study({("sklearn", "svm"): scores}, "breast_cancer", 25)
    assert study.get(KINDS["summary"])["auc"].iloc[0] > 0.9
    assert (scores["score"] < 0).any()  # a decision function, not a probability


def test_the_entries_are_valid(project):
    folder = project / "config"
    entries = load_entries(folder / "datasets.yaml", folder / "schemas/datasets.schema.json")
    assert list(entries)[-1] == "breast_cancer"
