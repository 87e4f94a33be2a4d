"""A build folder as the pipeline leaves it, small but with everything that the page must cope with."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image, ImageDraw

from rocrepro.claims.truth import VERDICTS
from rocrepro.formats.table import Table

HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> & \"quoted\""
PAPERS = ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")
KINDS = ("number", "ordering", "presence", "range", "identity", "trend", "count", "definition")
BASES = ("run", "data", "arithmetic", "paper", "reconstruction")
PARTS = ("abstract", "s1", "s4", "table3", "fig6", "appendix")
N_CLAIMS = 1000
RUN = {
    "datasets": {
        "dis": {
            "title": "dis",
            "protocol": "training and test file",
            "positive": "discordant",
            "counts": {"train": [45, 2755], "test": [13, 959]},
            "files": {"dis.data": "a3" * 32, "dis.test": "e6" * 32},
        },
        "odd": {"title": HOSTILE, "protocol": "", "positive": "<b>", "counts": {}, "files": {}},
    },
    "papers": {paper: ["dis", "odd"] for paper in PAPERS},
    "engines": ["weka", "sklearn"],
    "seeds": 25,
    "seed": 1,
    "versions": {"numpy": "2.5.5", "scikit-learn": "1.9.1"},
    "settings": {"alpha": 0.05, "seeds": 25, "datasets_sha256": "00"},
    "gaps": {"odd": f"no source served it {HOSTILE}"},
    "lock": "ab" * 32,
    "renamed": {"tables/elazmeh2006_engines.csv": "tables/engines.csv"},
}


def row(number, engine, **changes):
    """One row of the ledger, as the judge writes it; the number decides everything."""
    kind = KINDS[number % len(KINDS)]
    measured = 0.7 + 0.001 * (number % 97) + (0.01 if engine == "sklearn" else 0)
    single = kind in ("number", "count", "definition")
    return {
        "id": f"{PAPERS[number % 4]}.{PARTS[number % 6]}.case{number}",
        "paper": PAPERS[number % 4],
        "engine": engine,
        "kind": kind,
        "basis": BASES[number % 5],
        "where": f"Table {number % 7}, row {number}",
        "says": f"Statement {number} of the paper, in our words.",
        "printed": 0.752 if single else [0.5, 0.9] if kind == "range" else None,
        "measured": 1.0 if kind == "presence" else measured,
        "low": measured - 0.1,
        "high": measured + 0.1,
        "share": 0.64 if engine else None,
        "n_seeds": 25 if engine else 1,
        "rule": "equal to the printed value, to 3 decimals" if single else "above 0",
        "verdict": VERDICTS[(number + (engine == "sklearn")) % 5],
        "reason": f"{measured:.3f} against 0.752",
        "evidence": "tables/elazmeh2006_table3.csv",
        "seeds_low": measured - 0.02 if engine else None,
        "seeds_high": measured + 0.02 if engine else None,
        "resample_share": 0.93 if kind == "ordering" else None,
        "note": "",
        "replicates": [measured + 0.001 * (seed % 7) for seed in range(25)] if engine == "weka" else [],
        "cell": {"table": "elazmeh2006_table3", "where": {"dataset": "dis", "learner": "stump"}},
        **changes,
    }


def rows():
    """A thousand claims: every third without an engine, the others judged for two."""
    found = []
    for number in range(N_CLAIMS):
        changes = {}
        if number == 1:
            changes = {"says": HOSTILE, "where": HOSTILE, "note": HOSTILE, "reason": HOSTILE, "rule": HOSTILE}
        if number == 5:  # nothing measured, nothing finite
            changes = dict.fromkeys(("measured", "low", "high", "printed", "share"), None)
            changes |= {"replicates": [None, None], "evidence": "", "cell": {}, "verdict": VERDICTS[4]}
        if number == 7:
            changes = {
                "measured": [0.6, 0.7, None, 0.8, 0.9],
                "cell": {"left": {"where": {"dataset": "odd"}}},
            }
        found += [row(number, engine, **changes) for engine in ([""] if number % 3 else ["weka", "sklearn"])]
    return found


def write(folder: Path, claimed=None):
    """Write the build folder; gives the artifacts and the path of the judged claims."""
    tables, figures = folder / "artifacts/tables", folder / "artifacts/figures"
    tables.mkdir(parents=True)
    figures.mkdir()
    save(tables / "elazmeh2006_table3", [["dis | odd", 0.752, 0.752]] * 40)
    save(tables / "elazmeh2006_engines", [[HOSTILE, np.nan, 0.1]])
    wide = [f"column_{at}" for at in range(16)]
    save(tables / "hamel2008_pairs", [["a long name " * 12, *[0.5] * 15]], wide)
    save(tables / "robustness", [["alpha=0.1", np.nan, 0.3]])
    for paper, name in product(PAPERS, ("fig1", "fig3", "curves")):
        picture(figures / f"{paper}_{name}.png")
        plotted = [["dis", "<b>stump</b>", 0], ["dis", "tree", 1]]
        save(figures / f"{paper}_{name}", plotted, ("dataset", "learner", "x"), keys=("dataset", "learner"))
    claims = folder / "claims.json"
    expected = {
        "orderings": {"judged": 30, "pass": 12, "pass_by_chance": 1.5, "undecided": 3},
        "spread": {"judged": 20, "fail": 3, "fail_by_chance": 1.0},
        "seeds": {"judged": 40, "agree": 22, "agree_at_any_seed": 21.3},
        "reconstruction": {"judged": 9, "agree": 4},
    }
    claims.write_text(
        json.dumps({"claims": claimed or rows(), "expected": expected, "verdicts": list(VERDICTS)})
    )
    return sorted((folder / "artifacts").glob("*/*")), claims


def save(path, rows, columns=("dataset", "paper", "auc"), **more):
    """Write one table, as `rocrepro.formats.table` does, under a path without its suffix."""
    notes = ("A note with `code` and <b>tags</b>.", "* first point\n* second point")
    table = Table(pd.DataFrame(rows, columns=list(columns)), f"Title of {path.stem} <i>", notes, **more)
    table.save(path.with_suffix(".csv"))


def picture(path):
    image = Image.new("RGB", (900, 500), "white")
    ImageDraw.Draw(image).line((20, 480, 300, 120, 880, 20), fill="black", width=4)
    image.save(path)
