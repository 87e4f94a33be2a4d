"""Write the scores of examples/two_models: a logit model, and a forest at eight seeds, on 150 made-up cases.

Run ``python -m tests.review.make_two_models``; a test compares the shipped file with what this makes.
"""

from pathlib import Path

import numpy as np

FILE = Path(__file__).resolve().parents[2] / "examples/two_models/scores/cases.csv"
N_POS, N_NEG, SEEDS = 45, 105, 8


def scores() -> str:
    """Return the file's text."""
    rng = np.random.default_rng(2006)
    ill = np.r_[np.ones(N_POS, dtype=int), np.zeros(N_NEG, dtype=int)]
    shared = rng.normal(size=len(ill))
    lines = ["case,model,seed,label,score"]

    def add(model: str, seed: int, value: np.ndarray) -> None:
        probability = 1 / (1 + np.exp(-value))
        lines.extend(
            f"{case},{model},{seed},{label},{score:.4f}"
            for case, (label, score) in enumerate(zip(ill, probability, strict=True), start=1)
        )

    logit = 1.25 * ill + 0.8 * shared + 0.6 * rng.normal(size=len(ill)) - 1.1
    for seed in range(1, SEEDS + 1):  # nothing is random in it, but models pair by case and seed
        add("logit", seed, logit)
    for seed in range(1, SEEDS + 1):
        add("forest", seed, 1.35 * ill + 0.8 * shared + 0.6 * rng.normal(size=len(ill)) - 1.1)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(scores(), encoding="utf-8")
