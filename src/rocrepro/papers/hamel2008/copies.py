"""The damage in the published copy of ringnorm, digit by digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.datasets.ringnorm import SHIFT, SHIFTED, WIDE, WIDE_SD
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.printed import COPY, RINGNORM
from rocrepro.papers.rows import frame_of, gap_notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from rocrepro.formats.tidy import Dataset
    from rocrepro.papers.evaluated import Evaluated

COLUMNS = ["quantity", "class", "definition", "ours", "copy", "copy_z", "ours_damaged", "copy_z_damaged"]
# Mean and standard deviation of a value of each class.
CLASSES = {SHIFTED: ("shifted", SHIFT, 1.0), WIDE: ("wide", 0.0, WIDE_SD)}
NEAR = 0.1
Values = dict[str, "NDArray[np.int64]"]


def ringnorm_copies(evaluated: Evaluated) -> Table:
    """Compare the values of the copy with the definition, and with our own rows damaged in the same way."""
    ours, copy = evaluated.data(RINGNORM), evaluated.data(COPY)
    parts: list[Values] = [{}, {}, {}]
    if ours is not None:
        test = ours.frame[ours.part == "test"].to_numpy()
        label = ours.label[ours.part == "test"]
        parts[0] = {name: np.rint(test[label == name] * 1000).astype(np.int64).ravel() for name in CLASSES}
        parts[1] = {name: damaged(test[label == name]).ravel() for name in CLASSES}
    if copy is not None:
        parts[2] = _whole(copy)
    measured = [dict(_measures(part)) for part in parts]
    rows = []
    for key, (expected, error) in _definition().items():
        one, broken, found = (part.get(key) for part in measured)
        row: dict[str, Any] = {"quantity": key[0], "class": key[1], "definition": expected}
        row |= {"ours": one, "copy": found, "ours_damaged": broken}
        if found is not None:
            row["copy_z"] = (found - expected) / error
            # Two samples, each with its own error.
            row["copy_z_damaged"] = None if broken is None else (found - broken) / (2**0.5 * error)
        rows.append(row)
    notes = (
        "The copy has whole numbers where the sample has decimals. After division by 1000, a tenth of "
        "them are ten times too small and a hundredth of them a hundred times: trailing zeros were "
        "dropped first, and then the decimal point (1.570 became 157). No last digit is 0 except in the "
        "number 0 itself, and means and deviations are too close to 0. The change cannot be undone, "
        "because 157 may have been 0.157, 1.57 or 15.7. There are too many even last digits: four "
        "decimals were rounded to three with ties to the even digit.",
        "ours: the test rows drawn from the definition, rounded to three decimals. ours_damaged: the "
        "same rows, rounded to four decimals, then to three, then with trailing zeros and point dropped. "
        "Values are divided by 1000, like those of the copy. copy_z: difference between the copy and the "
        "definition in standard errors; copy_z_damaged: the same for our damaged rows. near 0: share of "
        f"values with an absolute value below {NEAR}.",
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(["definition", "ours", "copy", "ours_damaged"], ".4f")
    formats |= {"copy_z": "+.1f", "copy_z_damaged": "+.1f"}
    title = "What is wrong with the published copy of ringnorm (KEEL)"
    return Table(frame_of(rows, COLUMNS), title, notes, formats)


def damaged(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return values as the copy has them.

    They are rounded to four decimals, as the sample was published, then to three with ties to the even
    digit; the trailing zeros go, and the decimal point after them.

    Examples
    --------
    >>> damaged(np.array([1.57, -1.0, 0.008, 0.0, 12.34, 0.0125, 0.0135])).tolist()
    [157, -1, 8, 0, 1234, 12, 14]
    """
    # A whole number over 10 has its tie at exactly one half, which rint takes to the even side.
    broken = np.rint(np.rint(np.asarray(values) * 10_000) / 10).astype(np.int64)
    for _ in range(3):  # three decimals, so at most three zeros
        broken = np.where(broken % 10 == 0, broken // 10, broken)
    return broken


def _whole(copy: Dataset) -> Values:
    """The copy's values as whole numbers, by class; empty if they are none."""
    values = copy.frame.to_numpy(dtype=np.float64)
    if not np.array_equal(values, np.rint(values)):
        return {}
    return {name: values[copy.label == name].astype(np.int64).ravel() for name in CLASSES}


def _measures(parts: Values) -> Iterator[tuple[tuple[str, str], float]]:
    """Quantities of one sample, by (quantity, class)."""
    if not parts:
        return
    for name, (title, _, _) in CLASSES.items():
        values = parts[name] / 1000
        yield ("mean", title), float(values.mean())
        yield ("standard deviation", title), float(values.std(ddof=1))
        yield ("near 0", title), float(np.mean(np.abs(values) < NEAR))
    digits = np.abs(np.concatenate(list(parts.values()))) % 10
    for digit, count in enumerate(np.bincount(digits, minlength=10).tolist()):
        yield (f"last digit {digit}", "both"), count / len(digits)


def _definition() -> dict[tuple[str, str], tuple[float, float]]:
    """Each quantity by the definition, with its standard error in a sample of the published size."""
    from scipy.special import ndtr

    from rocrepro.datasets.ringnorm import DIMENSIONS
    from rocrepro.papers.hamel2008.printed import N_NEG, N_POS

    found: dict[tuple[str, str], tuple[float, float]] = {}
    edge = NEAR - 0.0005  # the least value that rounds to NEAR
    for (title, mean, sd), rows in zip(CLASSES.values(), (N_POS, N_NEG), strict=True):
        n = rows * DIMENSIONS
        near = float(ndtr((edge - mean) / sd) - ndtr((-edge - mean) / sd))
        found["mean", title] = mean, sd / n**0.5
        found["standard deviation", title] = sd, sd / (2 * n) ** 0.5
        found["near 0", title] = near, (near * (1 - near) / n) ** 0.5
    n = (N_POS + N_NEG) * DIMENSIONS
    for digit in range(10):
        found[f"last digit {digit}", "both"] = 0.1, (0.1 * 0.9 / n) ** 0.5
    return found
