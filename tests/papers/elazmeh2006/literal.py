"""What the tests of the tables beyond the paper share: scores by model, and curves by scikit-learn."""

import numpy as np
from sklearn.metrics import roc_curve

SETS = ("spect", "spectf_cv80")
Z = 1.959963984540054


def models(all_scores):
    """Label and score of every model at the default seed, in the order of the rows."""
    for dataset in SETS:
        for (engine, learner), frame in all_scores[dataset].items():
            frame = frame[frame["seed"] == 1]
            yield (dataset, engine, learner), frame["label"].to_numpy(), frame["score"].to_numpy()


def literal_curve(label, score):
    """Thresholds, fn, fp, tp of every point, by scikit-learn."""
    fpr, tpr, threshold = roc_curve(label, score, drop_intermediate=False)
    n_pos, n_neg = (label == 1).sum(), (label == 0).sum()
    tp, fp = np.rint(tpr * n_pos).astype(int), np.rint(fpr * n_neg).astype(int)
    return threshold, n_pos - tp, fp, tp
