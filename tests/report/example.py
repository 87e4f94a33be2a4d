"""A build folder as the pipeline leaves it, small but with everything that the page must cope with."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image, ImageDraw

from rocrepro.claims.truth import CASE_VERDICTS, OUTCOMES, VERDICTS
from rocrepro.formats.table import Table

HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> & \"quoted\""
PAPERS = ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")
KINDS = ("number", "ordering", "presence", "range", "identity", "trend", "count", "definition")
BASES = ("run", "data", "arithmetic", "paper", "reconstruction")
PARTS = ("abstract", "s1", "s4", "table3", "fig6", "appendix")
N_CLAIMS, N_STATEMENTS = 1000, 400
ALPHA, CURVE = "alpha=0.1", "curve=per_fold"
ABOUT = {paper: {"short": paper.title(), "title": "A title", "authors": "A. Uthor"} for paper in PAPERS}
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


def statement_of(number):
    """Id of the statement of a case: the first cases have one each, of the others 4 to 6 share one."""
    at = number if number < 240 else 240 + 4 * ((number - 240) // 4 % 40) + number % 4
    return f"{PAPERS[at % 4]}.{PARTS[at % 6]}.said{at}"


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
        "verdict": CASE_VERDICTS[(number + (engine == "sklearn")) % 5],
        "reason": f"measured {measured:.3f}, printed 0.752",
        "evidence": "tables/elazmeh2006_table3.csv",
        "seeds_low": measured - 0.02 if engine else None,
        "seeds_high": measured + 0.02 if engine else None,
        "resample_share": 0.93 if kind == "ordering" else None,
        "note": "",
        "replicates": [measured + 0.001 * (seed % 7) for seed in range(25)] if engine == "weka" else [],
        "cell": {"table": "elazmeh2006_table3", "where": {"dataset": "dis", "learner": "stump"}},
        "statement": statement_of(number),
        "reading": "",
        **changes,
    }


def rows():
    """A thousand cases: every third judged for two engines, the others without any."""
    found = []
    for number in range(N_CLAIMS):
        changes = {}
        if number == 1:
            changes = {"says": HOSTILE, "where": HOSTILE, "note": HOSTILE, "reason": HOSTILE, "rule": HOSTILE}
        if number == 5:  # nothing measured, nothing finite
            changes = dict.fromkeys(("measured", "low", "high", "printed", "share"), None)
            changes |= {"replicates": [None, None], "evidence": "", "cell": {}, "verdict": VERDICTS[-1]}
        if number == 7:
            changes = {
                "measured": [0.6, 0.7, None, 0.8, 0.9],
                "cell": {"left": {"where": {"dataset": "odd"}}},
            }
        found += [row(number, engine, **changes) for engine in ([""] if number % 3 else ["weka", "sklearn"])]
    return found


def statements(cases, **changes):
    """Statements of the cases, as the judge writes them; the first ones are of special kinds."""
    found = {}
    for case in cases:
        found.setdefault((case["statement"], case["engine"]), []).append(case)
    return [
        statement(int(name.partition("said")[2]), name, engine, own, **changes)
        for (name, engine), own in found.items()
    ]


def statement(at, name, engine, cases, **changes):
    """One statement for one engine."""
    first = cases[0]
    hostile = {"says": HOSTILE, "where": HOSTILE, "note": HOSTILE, "words": HOSTILE, "why": HOSTILE}
    special = {
        1: hostile,
        2: {"kind": "definition"},
        4: {"reading": "as a share", "others": "as a ratio: not reproduced", "hedged": True},
        8: {"same_as": statement_of(0)},
    }
    agree = sum(case["verdict"] in ("reproduced", "within spread") for case in cases)
    return {
        "paper": first["paper"],
        "id": name,
        "engine": engine,
        "kind": "statement",
        "where": first["where"],
        "says": f"What {name} says of {len(cases)} cases.",
        "scope": "most" if at % 2 else "each",
        "hedged": False,
        "verdict": VERDICTS[(at + (engine == "sklearn")) % len(VERDICTS)],
        "why": f"{agree} of {len(cases)} decided cases agree",
        "reading": "",
        "others": "",
        "n_cases": len(cases),
        "n_agree": agree,
        "n_decided": len(cases),
        "n_undecided": 0,
        "n_undefined": 0,
        "n_missing": 0,
        "turns": f"{ALPHA}: contradicted; cauc=vertical: undecided" if at % 10 == 0 else "",
        "evidence": "tables/elazmeh2006_table3.csv" if first["paper"] == PAPERS[0] else "",
        "same_as": "",
        "words": "some words of the paper" if at % 3 == 0 else "",
        "note": "",
        **special.get(at, {}),
        **changes,
    }


def conclusions(said):
    """Two conclusions a paper: one for two engines, one for none."""
    found = []
    for paper in PAPERS:
        own = list(dict.fromkeys(row["id"] for row in said if row["paper"] == paper))[:3]
        for at, engines in ((0, ["weka", "sklearn"]), (1, [""])):
            for engine in engines if own else ():
                found.append(
                    {
                        "paper": paper,
                        "id": f"{paper}.conclusion{at}",
                        "says": HOSTILE
                        if paper == PAPERS[3]
                        else f"Conclusion {at} of {paper} in a sentence.",
                        "engine": engine,
                        "verdict": OUTCOMES[at + (engine == "sklearn")],
                        "why": f"Of 3 statements, 1 holds. {own[0].partition('.')[2]}: 1 of 4 agree",
                        "evidence": f"figures/{paper}_fig1" if at else "tables/elazmeh2006_table3",
                        "statements": "; ".join(own),
                        "rule": "most",
                        "turns": f"{ALPHA}: open" if at else "",
                        "seeds": 0.72 if engine == "weka" else None,
                    }
                )
    return found


def ledger(cases):
    """The judged ledger of these cases, as the judge writes it."""
    said = statements(cases)
    finding = statement(20, f"{PAPERS[0]}.findings.found", "", cases[:1], verdict="reproduced", where="")
    return {
        "claims": cases,
        "statements": said,
        "findings": [finding],
        "conclusions": conclusions(said),
        "expected": EXPECTED,
        "verdicts": list(VERDICTS),
        "outcomes": list(OUTCOMES),
        "choices": [ALPHA, CURVE],
        "retired": {f"{PAPERS[0]}.s1.old": statement_of(0), f"{PAPERS[0]}.s1.gone": "left out"},
    }


EXPECTED = {
    "orderings": {"judged": 30, "pass": 12, "pass_by_chance": 1.5, "undecided": 3},
    "spread": {"judged": 20, "fail": 3, "fail_by_chance": 1.0},
    "seeds": {"judged": 40, "agree": 22, "agree_at_any_seed": 21.3},
}


def write(folder: Path, claimed=None):
    """Write the build folder; gives the artifacts and the path of the judged ledger."""
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
    claims.write_text(json.dumps(ledger(claimed or rows())))
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
