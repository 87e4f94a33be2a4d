"""The paper's class distributions and levels, and the cases of the ledger with its printed values."""

# (n_pos, n_neg) of figures 3 and 5, and of 4 and 6.
EVEN = (30, 30)
UNEVEN = (5, 55)
DISTRIBUTIONS = {"even": EVEN, "uneven": UNEVEN}

# Section 4: words for three levels.
SIGNIFICANT = {"significant": 0.05, "highly significant": 0.01, "very highly significant": 0.005}

# Cases with its bounds on chi-square by level, and with accuracies of idle classifiers (Section 5).
LEVELS = {"5 %": 0.05, "1 %": 0.01, "0.5 %": 0.005}
BOUNDS = {"5 %": "section4.bound_5", "1 %": "section4.bound_1", "0.5 %": "section4.bound_05"}
RANDOM_ACCURACY = "section5.random_accuracy.share"
NEGATIVE_ACCURACY = "section5.negative_accuracy"
