"""Python's own answer to what a script or module of the package comes to import.

Run as a program: entries and packages come as JSON on standard input, and a JSON list for each entry goes to
standard output. Other libraries are imported once; each entry is then imported in a process of its own.
"""

import ast
import importlib
import json
import os
import sys
import traceback
import types
from functools import cache
from pathlib import Path

# Modules that are imported by a name that is no part of a statement, by the module that does it.
BY_NAME = {
    "rocrepro.learners": ("rocrepro.learners.sklearn_engine", "rocrepro.learners.weka_engine"),
}
OTHERS = ("pandas", "pyarrow.parquet", "scipy.stats", "sklearn.ensemble", "matplotlib.pyplot", "jinja2")


class Deferred(types.ModuleType):
    """A package that imports a module when one of its names is asked for, instead of all at once."""

    def __init__(self, name, file, names):
        super().__init__(name)
        self.__dict__.update(__path__=[str(Path(file).parent)], _file=file, _names=names, _ran={})

    def __getattr__(self, name):
        if name in self._names:
            module, names = self._names[name]
            return getattr(importlib.import_module(module), names[0])
        folder = Path(self._file).parent
        text = Path(self._file).read_text()
        if name not in text or (folder / name).is_dir() or (folder / f"{name}.py").is_file():
            raise AttributeError(name)  # Python then looks for a module of the package
        if not self._ran:
            exec(compile(text, self._file, "exec"), self._ran)
        return self._ran[name]


@cache
def statements(file):
    """The import statements of a file that run, wherever they stand, of this package's modules."""
    found = []
    waiting = [ast.parse(Path(file).read_text())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import | ast.ImportFrom) and "rocrepro" in ast.unparse(node):
            found.append(ast.unparse(node))
    return found


def loaded(entry, deferred):
    """Files of the package's modules that are loaded once all statements that can run have run."""
    for name, (file, names) in deferred.items():
        sys.modules[name] = Deferred(name, file, names)
    waiting = [entry]
    done = set()
    while waiting:
        place = waiting.pop()
        if place.endswith(".py"):
            for statement in statements(place):
                exec(statement, {"__name__": "here"})
        else:
            importlib.import_module(place)
        for name, module in list(sys.modules.items()):
            ran = not isinstance(module, Deferred) or module._ran
            if name.partition(".")[0] == "rocrepro" and ran and name not in done:
                done.add(name)
                waiting += [_file(module), *BY_NAME.get(name, ())]
    return sorted(_file(sys.modules[name]) for name in done)


def _file(module):
    return module._file if isinstance(module, Deferred) else module.__file__


def main():
    given = json.load(sys.stdin)
    for name in OTHERS:
        importlib.import_module(name)
    for file in given["files"]:  # parsed once for all entries
        statements(file)
    for entry in given["entries"]:
        if os.fork() == 0:
            try:
                print(json.dumps(loaded(entry, given["deferred"])), flush=True)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.wait()


if __name__ == "__main__":
    main()
