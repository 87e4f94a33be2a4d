"""A minute of fuzzing guided by coverage, over all readers; longer with `make soak`."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.hostile.conftest import SOAK
from tests.hostile.files import VALID
from tests.hostile.fuzz import MORE
from tests.reliability import record

SECONDS = 120 if SOAK else 9


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed")
@pytest.mark.parametrize("kind", [*VALID, *MORE])
def test_the_readers(tmp_path, kind):
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.fuzz", kind, str(SECONDS), str(tmp_path / "found")],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=SECONDS + 300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-5000:]
    tried = int(re.search(r"Done (\d+) runs", done.stderr)[1])
    assert tried > 100
    record(f"{kind}: fuzzed by coverage (atheris)", tried)
