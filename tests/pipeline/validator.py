"""The crate validator of the RO-Crate community, with the one JSON-LD context that a crate of ours names.

The context is read from the package `rocrate`, which has it under CC0. No connection is opened.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import requests
from rocrate_validator.services import ValidationSettings, validate

CONTEXT = "https://w3id.org/ro/crate/1.1/context"


@dataclass
class Validation:
    """What the validator did and found at the level REQUIRED.

    Attributes
    ----------
    issues : dict of str to str
        Message by the id of the check.
    executed : set of str
        Ids of the checks that were done to the end.
    not_executed : set of str
        Ids of all others of the profile and of those that it builds on.
    asked : set of str
        Addresses that were asked for.
    """

    issues: dict[str, str]
    executed: set[str]
    not_executed: set[str]
    asked: set[str]


def validated(folder: Path, profile: str) -> Validation:
    """Validate the crate in a folder by one profile, such as ``workflow-run-crate-0.5``."""
    with _served() as asked:
        settings = ValidationSettings(rocrate_uri=str(folder), profile_identifier=profile, no_cache=True)
        result = validate(settings)
    checks = set(result.statistics.checks)
    executed = checks & set(result.executed_checks)
    return Validation(
        {issue.check.identifier: str(issue.message) for issue in result.get_issues()},
        {check.identifier for check in executed},
        {check.identifier for check in checks - executed}
        | {detail.check.identifier for detail in result.skipped_check_details},
        set(asked),
    )


@contextmanager
def _served():
    """Answer what is asked of the network: the context, and of all else that it is not there."""
    text = (files("rocrate") / "data/ro-crate.jsonld").read_bytes()
    assert json.loads(text)["@id"] == CONTEXT, "this release of rocrate has another version's context"
    asked: Counter[str] = Counter()

    def send(self, request, **options):
        asked[request.url] += 1
        response = requests.Response()
        response.request, response.url = request, request.url
        response.status_code = 200 if request.url == CONTEXT else 404
        response.headers["Content-Type"] = "application/ld+json"
        response._content = text if request.url == CONTEXT else b""
        return response

    with patch("requests.adapters.HTTPAdapter.send", send):
        yield asked
