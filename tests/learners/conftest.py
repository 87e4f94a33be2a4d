"""Small data sets in memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from rocrepro.formats.tidy import Attribute, Dataset


@pytest.fixture
def make_dataset() -> Callable[..., Dataset]:
    """Return a factory of a mixed table with missing values, in which two columns tell the classes apart."""

    def make(
        n: int = 120, protocol: str = "split", folds: int = 5, seed: int = 0, share: float = 0.3
    ) -> Dataset:
        rng = np.random.default_rng(seed)
        positive = np.arange(n) < round(share * n)
        rng.shuffle(positive)
        size = rng.normal(np.where(positive, 2.0, 0.0), 1.5).round(1)
        noise = rng.normal(size=n).round(2)
        sign = np.where(rng.random(n) < 0.2, ~positive, positive)
        colour = rng.choice(["red", "green", "blue"], size=n)
        size[rng.random(n) < 0.1] = np.nan
        frame = pd.DataFrame(
            {
                "size": size,
                "sign": pd.Series(np.where(sign, "t", "f"), dtype="str"),
                "colour": pd.Series(colour, dtype="str"),
                "noise": noise,
            }
        )
        frame.loc[rng.random(n) < 0.1, "colour"] = None
        frame.loc[rng.random(n) < 0.1, "sign"] = None
        part = np.where(np.arange(n) % 3 == 0, "test", "train") if protocol == "split" else np.full(n, "all")
        return Dataset(
            name="toy",
            title="Toy",
            frame=frame,
            label=np.where(positive, "ill", "well"),
            part=part,
            attributes=(
                Attribute("size", "numeric"),
                Attribute("sign", "nominal", ("f", "t")),
                Attribute("colour", "nominal", ("white", "red", "green", "blue")),
                Attribute("noise", "numeric"),
            ),
            classes=("ill", "well"),
            positive="ill",
            target="state",
            class_index=4,
            protocol=protocol,  # type: ignore[arg-type]
            folds=folds if protocol == "cv" else 0,
        )

    return make
