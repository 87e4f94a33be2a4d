"""Forty rows with probabilities, on which R and dcurves were run, and strategies for others."""

import numpy as np
from hypothesis import strategies as st

_I = np.arange(40)
SCORE = ((_I * 37) % 101 + 0.5) / 102
LABEL = (((_I * 53) % 97) / 97 < 0.2 + 0.5 * SCORE).astype(int)


@st.composite
def rows(draw, least=2, most=40, steps=20, ends=True):
    """Labels of two classes and probabilities on a grid, so that there are ties."""
    n = draw(st.integers(least, most))
    low, high = (0, steps) if ends else (1, steps - 1)
    score = draw(st.lists(st.integers(low, high), min_size=n, max_size=n))
    label = draw(st.lists(st.booleans(), min_size=n, max_size=n).filter(lambda of: 0 < sum(of) < n))
    return np.array(label), np.array(score) / steps
