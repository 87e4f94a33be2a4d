"""All papers with their files in a storage: a job has what its rule declares, and nothing else."""

import os

import pytest

from tests.workflow.conftest import SMALL, Project

pytestmark = pytest.mark.skipif(
    not os.environ.get("ROCREPRO_SOAK"), reason="with make soak (ROCREPRO_SOAK=1)"
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A project with all papers and a data set of each protocol; do not run in it, copy it."""
    project = Project.whole(tmp_path_factory.mktemp("whole") / "project")
    project.keep(*SMALL, "ringnorm")
    return project


def test_all_papers_have_the_same_bytes_with_their_files_in_a_storage(whole, tmp_path):
    local, stored = (whole.copy(tmp_path / name) for name in ("local", "stored"))
    result = local.run()
    assert result.returncode == 0, result.stdout
    storage = tmp_path / "storage"
    result = stored.run("--default-storage-provider", "fs", "--default-storage-prefix", str(storage))
    assert result.returncode == 0, result.stdout
    assert stored.results() == local.results()
    assert len(stored.results()) > 200
    assert not (stored.root / "build/scores").exists()  # all is in the storage
    assert (storage / "build/scores/spect.weka.tree.parquet").is_file()
