"""What the chapter prints. It says neither which model it used nor how many rows that was trained on."""

RINGNORM = "ringnorm"
COPY = "ringnorm_keel"

DEFAULT = 0.5
# Point A: the threshold, fpr and tpr of the confusion matrix in figure 2.
POINT_A = (DEFAULT, 0.35, 0.90)
# The "optimal operating point" of figure 4.
OPTIMUM = (0.35, 0.45, 0.95)
# Accuracy of figure 2(a); the chapter truncates or rounds to whole per cent.
ACCURACY = 0.77

# Positive and negative test rows. The chapter says 7,400, "roughly split evenly"; these are the class sizes
# of the published sample. The shifted class, the larger, is the positive one: then the printed points lie
# near the curve of a linear score, and otherwise far from it.
N_POS, N_NEG = 3736, 3664
# Rows of the "original test data" of figure 2(a).
TEST_ROWS = 7400
# Figure 2(b): the negative class is "sampled down by a factor of ten".
FACTOR = 10
