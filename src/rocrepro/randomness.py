"""Random streams that do not depend on what else runs."""

from __future__ import annotations

import hashlib

import numpy as np


def generator(seed: int, step: str) -> np.random.Generator:
    """Return the random generator of one named step.

    Parameters
    ----------
    seed : int
        Replicate, from 1.
    step : str
        Name of the step, for example "fixed_width_band/dis/sklearn/tree". Another name gives an
        independent stream, so that adding a data set changes no other number.

    Returns
    -------
    numpy.random.Generator
    """
    digest = hashlib.sha256(step.encode("utf-8")).digest()
    return np.random.default_rng(np.random.SeedSequence([seed, int.from_bytes(digest, "big")]))
