"""A small folder of artifacts, and claims on it."""

import io
import textwrap
from pathlib import Path

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.loading import load_ledger
from rocrepro.formats.table import Table
from rocrepro.formats.uses import joined, uses_path

SCHEMA = Path(__file__).resolve().parents[2] / "config/schemas/claims.schema.json"

TABLES = {
    "p2000_aucs": """
        dataset,engine,learner,seed,auc
        dis,weka,stump,1,0.75
        dis,weka,forest,1,0.80
        dis,weka,forest,2,0.82
        dis,weka,forest,3,0.90
        dis,sklearn,stump,1,0.70
        dis,sklearn,forest,1,0.84
        dis,sklearn,forest,2,0.85
        dis,sklearn,forest,3,0.86
    """,
    "p2000_orderings": """
        a,b,engine,difference,low,high,share_resamples,share_seeds,n_seeds
        forest,stump,weka,0.05,0.01,0.09,0.99,1.0,3
        stump,forest,weka,-0.05,-0.09,-0.01,0.01,0.0,3
        tree,stump,weka,0.01,-0.03,0.05,0.6,0.5,3
    """,
    "p2000_facts": """
        fact,variant,engine,dataset,learner,seed,value,low,high,share_resamples,n_resamples,n,note
        n_confident,base,weka,dis,tree,1,7,,,,,,
        n_confident,alpha=0.1,weka,dis,tree,1,3,,,,,,
        identity,base,,,,,2e-16,,,,,1000,largest error
        undefined,base,,,,,,,,,,,
    """,
    "p2000_counts": """
        row,pos,neg,flag,ratio
        sick,171,2755,impossible,16.1
        dis,45,2755,,61.2
        spect,40,40,,1.0
    """,
}


# What each row of these tables was computed from.
USES = {
    "p2000_aucs": [["dis", "engine weka"]] * 4 + [["dis", "engine sklearn"]] * 4,
    "p2000_orderings": [["dis", "engine weka"], ["dis", "engine weka"], ["spect", "engine weka"]],
    "p2000_facts": [["dis", "engine weka"], ["dis", "engine weka"], [], []],
    "p2000_counts": [["sick"], ["dis"], ["spect"]],
}


@pytest.fixture
def table(tmp_path):
    """Write one more table, given as CSV, and what each of its rows was computed from and all was read."""

    def write(name, text, uses, read=()):
        path = tmp_path / f"artifacts/tables/{name}.csv"
        frame = pd.read_csv(io.StringIO(textwrap.dedent(text).lstrip()))
        assert len(uses) == len(frame)
        made = Table(frame, uses=list(map(joined, uses)), read=frozenset({*read}.union(*uses)))
        made.save(path, uses=uses_path(path))

    return write


@pytest.fixture
def artifacts(table, tmp_path):
    (tmp_path / "artifacts/tables").mkdir(parents=True)
    for name, text in TABLES.items():
        table(name, text, USES[name])
    return Artifacts(tmp_path / "artifacts")


@pytest.fixture
def ledger(tmp_path):
    """Load the ledger of the paper p2000 from the text of its claims and other files."""

    def load(claims, **files):
        folder = tmp_path / "p2000"
        folder.mkdir(exist_ok=True)
        for name, text in {"paper": "title: A paper\n", "claims": claims, **files}.items():
            (folder / f"{name}.yaml").write_text(textwrap.dedent(text))
        return load_ledger(folder, SCHEMA)

    return load


@pytest.fixture
def claims(ledger):
    """Load the claims of the paper p2000 from YAML text."""
    return lambda text: list(ledger(text).claims)


@pytest.fixture
def claim(claims):
    """One claim from its kind, measure and further keys as YAML flow text."""

    def load(kind, measure, *, basis="run", **keys):
        lines = [f"{key}: {value}" for key, value in keys.items()]
        entry = [
            "id: c",
            "where: here",
            "says: something",
            f"kind: {kind}",
            f"basis: {basis}",
            f"measure: {measure}",
        ]
        return claims("- " + "\n  ".join([*entry, *lines]) + "\n")[0]

    return load
