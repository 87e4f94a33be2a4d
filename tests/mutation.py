"""Change the numerical code one small step at a time, and count the changes that the tests notice.

    pip install cosmic-ray  # not in the lock
    python -m tests.mutation --number 300 --seed 8 --out mutants.csv

Draws a simple random sample of cosmic-ray's mutants of `evaluation` and `claims`. One that is no Python, or
that changes annotations or docstrings alone, is passed over: no test can tell the latter from the original.
Each is served to a forked process from memory; no file is changed. The test files named after its module run
first, then the others of its package.
"""

import argparse
import ast
import csv
import gc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
from pathlib import Path

import hypothesis
import pytest

SOURCE, TESTS = Path("src/rocrepro"), Path("tests")
PACKAGES = "evaluation", "claims"
LIMIT = 900  # seconds for a stage: a mutant may never end
OPTIONS = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutation"]
PHASES = [hypothesis.Phase.explicit, hypothesis.Phase.generate]  # a failure need not be made small
# Read once before the forks: what takes long and is not mutated.
SHARED = "pandas", "scipy.stats", "sklearn.metrics", "matplotlib", "mpmath", "statsmodels.api"


class Mutated(importlib.machinery.SourceFileLoader):
    """Serve one module from changed source, and leave all others alone."""

    def __init__(self, path, source):
        name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        super().__init__(name, str(path.resolve()))
        self.source = source

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, name):
        return compile(self.source, self.path, "exec")


def meaning(source):
    """The code without annotations and docstrings; None where it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for field in {"annotation", "returns"} & set(node._fields):
            setattr(node, field, None)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def draw(number, seed):
    """Mutants as (path, operator, occurrence, line, source); how many there are, and were passed over."""
    from cosmic_ray.commands.init import _all_work_items
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    paths = [path for package in PACKAGES for path in sorted((SOURCE / package).glob("*.py"))]
    every = [item.mutations[0] for item in _all_work_items(paths, {})]
    random.Random(seed).shuffle(every)
    drawn, void = [], 0
    for one in every:
        path = Path(one.module_path)
        original = path.read_text(encoding="utf-8")
        changed = mutate_code(original, get_operator(one.operator_name)(), one.occurrence)
        if meaning(changed) in (None, meaning(original)):
            void += 1
        else:
            drawn.append((path, one.operator_name.split("/")[1], one.occurrence, one.start_pos[0], changed))
        if len(drawn) == number:
            break
    return drawn, len(every), void


def outcome(files, mutant):
    """What the tests of a stage make of a mutant, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        sys.meta_path.insert(0, Mutated(mutant[0], mutant[-1]))
        os._exit(int(pytest.main([*OPTIONS, *files])))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {0: "survived", -signal.SIGALRM: "timeout"}.get(code, "killed")


def judge(mutant):
    """Run the stages until one of them notices."""
    folder = TESTS / mutant[0].parent.name
    own = set(map(str, folder.glob(f"test_{mutant[0].stem}*.py")))
    stages = own, set(map(str, folder.glob("test_*.py"))) - own
    found = (outcome(sorted(files), mutant) for files in stages if files)
    return next((one for one in found if one != "survived"), "survived")


def main():
    """Draw, judge, write a row a mutant, and print the share killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--out", type=Path, default=Path("mutants.csv"))
    chosen = parser.parse_args()
    for name in SHARED:
        importlib.import_module(name)
    hypothesis.settings.register_profile("mutation", derandomize=True, deadline=None, phases=PHASES)
    gc.freeze()
    drawn, total, void = draw(chosen.number, chosen.seed)
    print(f"{total} mutants; {len(drawn)} drawn, {void} passed over", flush=True)
    killed = 0
    with chosen.out.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["module", "operator", "occurrence", "line", "outcome"])
        for mutant in drawn:
            found = judge(mutant)
            killed += found != "survived"
            table.writerow([mutant[0].relative_to(SOURCE), *mutant[1:4], found])
            file.flush()
    print(f"{killed} of {len(drawn)} killed: {killed / len(drawn):.1%}")


if __name__ == "__main__":
    main()
