"""Digests of the code that a rule runs, so that it runs again when any of that code has changed.

The files that count are found by following the imports of the rule's script (`rocrepro.pipeline.imports`) and
of modules that are imported by name at run time. No list is kept by hand.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path, PurePosixPath

from rocrepro.pipeline.imports import Imported, imports, passed_on

PACKAGE = Path(__file__).resolve().parents[1]
INIT = "__init__.py"
# A module, or something in it, at the end of a string: an engine of `rocrepro.learners`, a learner's class.
MODULE_NAME = re.compile(r"""rocrepro(?:\.\w+)+(?=["'])""")
SEARCHES_PACKAGES = "iter_modules("  # a file with this call imports every package in its folder


class Code:
    """The package's files as they are now; each is read once.

    Parameters
    ----------
    package : Path
        Folder of the package ``rocrepro``.

    Notes
    -----
    For a script or a module, called an entry, these files count:

    * what it imports, and what that imports, inside functions too; imports for type checkers do not count,
    * modules whose full name is a string in the source,
    * the ``__init__.py`` of each package on the way, unless it only imports names and sets constants: then a
      name that is imported from it counts as imported from the module that defines it,
    * all other files, such as templates, in the folders of the packages to which these modules belong.
    """

    def __init__(self, package: Path = PACKAGE):
        self.package = package
        self._modules, self._data = _files(package)
        self._texts: dict[str, bytes] = {}
        self._digests: dict[str, bytes] = {}
        self._next: dict[str, frozenset[str]] = {}
        self._passed_on: dict[str, dict[str, Imported] | None] = {}

    def digest(self, *entries: str | Path, given: str = "") -> str:
        """Digest the code of some entries.

        Parameters
        ----------
        *entries : str or Path
            Scripts as paths, modules by their full names; "module:function" says which function is called.
        given : str
            Text of the configuration that is given to the code; modules of the package that it names count.

        Returns
        -------
        str
            16 hexadecimal digits; the same wherever the package lies.

        Raises
        ------
        FileNotFoundError
            If an entry is not there.
        """
        total = hashlib.sha256()
        for entry in entries:
            total.update(entry.read_bytes() if isinstance(entry, Path) else entry.encode())
            total.update(b"\0")
        for place in sorted(self.closure(*entries, given=given)):
            total.update(place.encode() + b"\0" + self._digest(place))
        return total.hexdigest()[:16]

    def closure(self, *entries: str | Path, given: str = "") -> set[str]:
        """Return the files that count for some entries, as paths below the package."""
        found = set(self._named(given)).union(*(self._entered(entry) for entry in entries))
        waiting = list(found)
        while waiting:
            new = self._reached(waiting.pop()) - found
            found |= new
            waiting += new
        for folder, files in self._data.items():
            if any(place.startswith(folder) for place in found):
                found.update(files)
        return found

    def _entered(self, entry: str | Path) -> frozenset[str]:
        """Files that an entry leads to at once."""
        if isinstance(entry, Path):
            return self._reached(entry.as_posix(), entry)
        module = entry.partition(":")[0]
        if self._place(module) is None:
            raise FileNotFoundError(f"{module}: found no such module in {self.package}")
        return frozenset(self._imported(module))

    def _reached(self, place: str, script: Path | None = None) -> frozenset[str]:
        """Files that one file of the package, or a script, leads to."""
        if place not in self._next:
            folder = place.rpartition("/")[0]
            text = (self._bytes(place) if script is None else script.read_bytes()).decode("utf-8")
            self._next[place] = frozenset(self._read(text, folder))
        return self._next[place]

    def _read(self, text: str, folder: str) -> Iterator[str]:
        """Files that a source leads to: by import statements, and by names that it holds as strings."""
        for module, names in imports(text):
            if module.startswith("."):
                module = resolve_name(module, ".".join(["rocrepro", *folder.split("/")]).rstrip("."))
            yield from self._imported(module, names)
        yield from self._named(text)
        if SEARCHES_PACKAGES in text:
            inits = (place for place in self._modules if PurePosixPath(place).match(f"{folder}/*/{INIT}"))
            yield from (init for init in inits if self._has_effect(init))

    def _named(self, text: str) -> Iterator[str]:
        """Modules that strings in a source or a configuration name."""
        for name in MODULE_NAME.findall(text):
            while "." in name and self._place(name) is None:
                name = name.rpartition(".")[0]
            if "." in name:
                yield from self._imported(name)

    def _imported(self, module: str, names: tuple[str, ...] = ()) -> Iterator[str]:
        """Files that count where a module, or names from it, are imported."""
        place = self._place(module)
        if place is None:
            return
        parents = [module[: dot.start()] for dot in re.finditer(r"\.", module)]
        above = (self._place(parent) for parent in parents)
        yield from (init for init in above if init is not None and self._has_effect(init))
        whole = not place.endswith(INIT) or self._has_effect(place)
        if whole or not names:
            yield place
        elsewhere = {} if whole else self._passed(place) or {}
        for name in names:
            below = f"{module}.{name}"
            if self._place(below):
                yield from self._imported(below)
            if name in elsewhere:
                yield from self._imported(*elsewhere[name])
            elif not self._place(below):
                yield place

    def _place(self, module: str) -> str | None:
        """File of a module of the package."""
        first, *parts = module.split(".")
        if first != "rocrepro":
            return None
        path = "/".join(parts)
        places = (f"{path}/{INIT}" if path else INIT, f"{path}.py")
        return next((place for place in places if place in self._modules), None)

    def _has_effect(self, init: str) -> bool:
        """Return whether running an ``__init__.py`` may matter to whoever imports a module of its package."""
        return self._passed(init) is None

    def _passed(self, init: str) -> dict[str, Imported] | None:
        if init not in self._passed_on:
            self._passed_on[init] = passed_on(self._bytes(init).decode("utf-8"))
        return self._passed_on[init]

    def _bytes(self, place: str) -> bytes:
        if place not in self._texts:
            self._texts[place] = (self.package / place).read_bytes()
        return self._texts[place]

    def _digest(self, place: str) -> bytes:
        if place not in self._digests:
            self._digests[place] = hashlib.sha256(self._bytes(place)).digest()
        return self._digests[place]


def _files(package: Path) -> tuple[set[str], dict[str, list[str]]]:
    """Python files below the package, and all others by the folder of the package that they belong to."""
    modules: set[str] = set()
    data: dict[str, list[str]] = {}
    for folder, below, names in os.walk(package):
        below[:] = [name for name in below if name != "__pycache__" and not name.startswith(".")]
        place = Path(folder).relative_to(package)
        owner = next(each for each in (place, *place.parents) if (package / each / INIT).is_file())
        for name in names:
            if name.endswith(".py"):
                modules.add((place / name).as_posix())
            elif not name.startswith(".") and not name.endswith((".pyc", "~")):
                prefix = "" if owner == Path() else f"{owner.as_posix()}/"
                data.setdefault(prefix, []).append((place / name).as_posix())
    return modules, data
