"""The driver of identities finds the largest error, relative only to what is larger than 1."""

import numpy as np
import pytest

from rocrepro.papers.identities import Identity, identity_rows


def test_each_identity_has_its_largest_error():
    cases = {"x": np.array([0.1, 2.0, 50.0])}
    table = [
        Identity("right", lambda t: (t["x"] + 1) ** 2, lambda t: t["x"] ** 2 + 2 * t["x"] + 1),
        Identity("small", lambda t: t["x"] + [0.01, 0.0, 0.0], lambda t: t["x"]),
        Identity("large", lambda t: t["x"] + [0.0, 0.0, 1.0], lambda t: t["x"]),
    ]
    rows = identity_rows(table, cases)
    assert [one["fact"] for one in rows] == ["right", "small", "large"]
    assert [one["value"] for one in rows] == pytest.approx([0.0, 0.01, 0.02], abs=1e-12)
    assert all(one["n"] == 3 for one in rows)
