"""Change the numerical code one small step at a time, and count the changes that the tests notice.

    python -m tests.mutation --number 400 --seed 8 --out mutants.csv

Draws a simple random sample of cosmic-ray's mutants of `evaluation` and `claims` (install cosmic-ray first; the
lock does not hold it). A mutant whose code is the same once annotations and docstrings are left out is not
drawn, since no test could tell it from the original. Each mutant lives in a forked process and in memory alone:
no file is changed. The test file named after its module runs first, then the rest of its package's tests.
"""

import argparse
import ast
import csv
import importlib.abc
import importlib.util
import math
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path

SOURCE, TESTS = Path("src/rocrepro"), Path("tests")
PACKAGES = "evaluation", "claims"
OPTIONS = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Serve one module from changed source, and leave all others alone."""

    def __init__(self, path, source):
        self.path, self.source = path, source
        self.name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def get_filename(self, name):
        return str(self.path.resolve())

    def get_data(self, path):
        return self.source.encode()


def meaning(source):
    """The code without annotations and docstrings: where it is unchanged, so is what the code does."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if hasattr(node, field):
                setattr(node, field, ast.Constant(None))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def differs(changed, original):
    """Whether a mutant is Python at all, and more than another annotation or docstring."""
    try:
        return meaning(changed) != meaning(original)
    except SyntaxError:
        return False


def draw(number, seed):
    """Sample mutants as (path, operator, occurrence, line, source); also how many there are, how many were void."""
    from cosmic_ray.commands.init import _all_work_items
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    paths = [path for package in PACKAGES for path in sorted((SOURCE / package).glob("*.py"))]
    every = [item.mutations[0] for item in _all_work_items(paths, {})]
    random.Random(seed).shuffle(every)
    drawn, void = [], 0
    for one in every:
        original = Path(one.module_path).read_text(encoding="utf-8")
        changed = mutate_code(original, get_operator(one.operator_name)(), one.occurrence)
        if not differs(changed, original):
            void += 1
            continue
        operator = one.operator_name.split("/")[1]
        drawn.append((Path(one.module_path), operator, one.occurrence, one.start_pos[0], changed))
        if len(drawn) == number:
            break
    return drawn, len(every), void


def run(targets, mutant=None, limit=600.0):
    """The outcome of the tests in a forked process, and how long they took."""
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        import pytest

        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        os.setsid()
        if mutant:
            sys.meta_path.insert(0, Mutated(mutant[0], mutant[-1]))
        os._exit(int(pytest.main([*OPTIONS, *targets])))
    while (done := os.waitpid(child, os.WNOHANG))[0] == 0:
        if time.monotonic() - started > limit:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "timeout", limit
        time.sleep(0.02)
    return "survived" if done[1] == 0 else "killed", time.monotonic() - started


def stages(path):
    """The test files to run for a module: its own, then the others of its package."""
    folder = TESTS / path.parent.name
    own = sorted(map(str, folder.glob(f"test_{path.stem}*.py")))
    others = sorted({str(file) for file in folder.glob("test_*.py")} - set(own))
    return [files for files in (own, others) if files]


def judge(mutant, usual):
    """Run the stages until one of them notices."""
    for files in stages(mutant[0]):
        key = tuple(files)
        if key not in usual:
            outcome, usual[key] = run(files)
            if outcome != "survived":
                sys.exit(f"{' '.join(files)}: fails without any mutant")
        outcome, _ = run(files, mutant, 10 + 5 * usual[key])
        if outcome != "survived":
            return outcome
    return "survived"


def wilson(hits, number, z=1.959964):
    """Wilson's 95 % interval of a share."""
    middle, spread = hits + z * z / 2, z * math.sqrt(hits * (number - hits) / number + z * z / 4)
    return (middle - spread) / (number + z * z), (middle + spread) / (number + z * z)


def main():
    """Draw, judge, write a row a mutant, and print the share killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--out", type=Path, default=Path("mutants.csv"))
    chosen = parser.parse_args()
    drawn, total, void = draw(chosen.number, chosen.seed)
    print(f"{total} mutants; {len(drawn)} drawn, {void} passed over: no Python, or an annotation", flush=True)
    usual, killed = {}, 0
    with chosen.out.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["module", "operator", "occurrence", "line", "outcome"])
        for mutant in drawn:
            outcome = judge(mutant, usual)
            killed += outcome != "survived"
            table.writerow([mutant[0].relative_to(SOURCE), *mutant[1:4], outcome])
            file.flush()
    low, high = wilson(killed, len(drawn))
    print(f"{killed} of {len(drawn)} killed: {killed / len(drawn):.1%} (95 % interval {low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
