"""The chapter's set-up, and the cases of the ledger with what it prints.

It says neither which model it used nor how many rows that was trained on.
"""

RINGNORM = "ringnorm"
COPY = "ringnorm_keel"
# Other test files of the cases of spectf_cv80: shares of models and of pairs count the cases once.
REPEATED = ("spectf", "spectf_withdrawn")

DEFAULT = 0.5
# Positive and negative test rows. The chapter says 7,400, "roughly split evenly"; these are the class sizes
# of the published sample. The shifted class, the larger, is the positive one: then the printed points lie
# near the curve of a linear score, and otherwise far from it.
N_POS, N_NEG = 3736, 3664
# Figure 2(b): the negative class is "sampled down by a factor of ten".
FACTOR = 10

# Cases with the rows and the accuracy of figure 2(a); the accuracy is in whole per cent.
TEST_ROWS = "figure2.rows"
ACCURACY = "figure2a.accuracy"
# Cases with the rates of point A, and with threshold and rates of the "optimal operating point" of figure 4.
RATES_A = ("figure3a.point_a.fpr", "figure3a.point_a.tpr")
OPTIMUM = ("figure4a.optimum.distance", "figure4a.at_optimum.fpr", "figure4a.at_optimum.tpr")
