"""Limits so small that a few hundred rows are a large file."""

import tempfile

import pytest

from rocrepro.assess import large, large_files, large_rows

SMALL = {large_files: {"LIMIT": 3, "BLOCK": 40}, large_rows: {"LIMIT": 3, "BATCH": 16}, large: {"LIMIT": 3}}


@pytest.fixture(autouse=True, scope="module")
def _small_parts():
    """Batches and blocks so small that a few hundred rows make many of each."""
    with pytest.MonkeyPatch.context() as patch:
        for module, values in SMALL.items():
            for name, value in values.items():
                patch.setattr(module, name, value)
        yield


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """The folder for temporary files."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder
