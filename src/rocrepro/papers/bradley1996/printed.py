"""What the paper prints: class distributions, significance levels, and accuracies of idle classifiers."""

# (n_pos, n_neg) of figures 3 and 5, and of 4 and 6.
EVEN = (30, 30)
UNEVEN = (5, 55)

# Section 4: words for three levels, and bounds on the chi-square value, by level.
SIGNIFICANT = {"significant": 0.05, "highly significant": 0.01, "very highly significant": 0.005}
BOUNDS = {0.05: 3.84, 0.01: 6.63, 0.005: 7.88}

# Section 5, for 55 negatives and 5 positives: accuracy of predicting at random, and of "negative" always.
RANDOM_ACCURACY = 0.86
NEGATIVE_ACCURACY = 0.92
