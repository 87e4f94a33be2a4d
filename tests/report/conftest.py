"""The page of the example, built once."""

import pytest

from rocrepro.report import build
from tests.report import example


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("build")
    artifacts, claims = example.write(folder)
    return {"artifacts": artifacts, "claims": claims, "folder": folder / "artifacts"}


@pytest.fixture(scope="session")
def page(built):
    return build(
        built["artifacts"],
        claims=built["claims"],
        run=example.RUN,
        about=example.ABOUT,
        folder=built["folder"],
    )
