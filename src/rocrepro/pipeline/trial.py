"""The difference between a trial and a release: in a trial the command line changes release settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FILE = "config/config.yaml"
NOT_RELEASED = frozenset({"mirror", "offline", "release", "require_all", "size"})
"""Keys of ``config/config.yaml`` that change no number: all others are release settings.

What depends on the size has a name of its own for each size."""


def overridden(
    config: Mapping[str, Any], filed: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, list[Any]]:
    """Return the release settings that the command line changes.

    Parameters
    ----------
    config : mapping
        The configuration of the run, checked.
    filed : mapping
        Content of ``config/config.yaml``.
    given : mapping
        What ``--config``, ``--configfile`` and profiles say. A setting counts by its name, also inside
        another mapping: a workflow that uses this one as a module may keep our configuration under a key.

    Returns
    -------
    dict of str to list
        The value in the file and that of the run, by key. A setting that the command line names counts only
        if its value differs, and one that differs only if the command line names it: where this workflow is
        a module, the importing Snakefile may hand over other values, and these are the release.
    """
    named = set(_keys(given)) - NOT_RELEASED
    return {
        key: [filed.get(key), value]
        for key, value in config.items()
        if key in named and value != filed.get(key)
    }


def _keys(given: Mapping[str, Any]) -> Iterator[str]:
    """All keys of a mapping and of the mappings in it."""
    for key, value in given.items():
        yield key
        if isinstance(value, Mapping):
            yield from _keys(value)


def left_out(changed: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return the papers that the config file asks for and the command line leaves out."""
    filed, run = changed.get("papers", ([], []))
    return [paper for paper in filed if paper not in run]


def differences(changed: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return one line for each setting that `overridden` found."""
    return [
        f"{key}: {_shown(filed)} in {FILE}, {_shown(run)} in this run"
        for key, (filed, run) in changed.items()
    ]


def _shown(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
