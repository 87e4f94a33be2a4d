"""The data sets that scikit-learn brings along, as CSV files."""

from __future__ import annotations

import csv
import io


def bundled_csv(name: str) -> bytes:
    """Return one of scikit-learn's classification sets, its class in the last column.

    Parameters
    ----------
    name : {"breast_cancer", "digits", "iris", "wine"}

    Returns
    -------
    bytes
        CSV with a header row; floats with the fewest digits that give the same double back, classes by name.
    """
    import sklearn.datasets

    data = getattr(sklearn.datasets, f"load_{name}")()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(str(column) for column in data.feature_names), "class"])
    for row, target in zip(data.data, data.target, strict=True):
        writer.writerow([*(repr(float(value)) for value in row), str(data.target_names[target])])
    return out.getvalue().encode("utf-8")
