"""McNemar's test against statsmodels, the binomial distribution and printed values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from rocrepro.errors import InputError
from rocrepro.evaluation import mcnemar_from_counts, mcnemar_test, tango_interval

COUNTS = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(1, 200))


@given(COUNTS)
def test_the_exact_p_value_is_statsmodels(counts):
    only_a, only_b, rest = counts
    found = mcnemar_from_counts(only_a, only_b, only_a + only_b + rest)
    expected = mcnemar([[rest, only_a], [only_b, 0]], exact=True).pvalue
    assert found.p_exact == pytest.approx(min(1, expected), rel=1e-10)
    split = stats.binom(only_a + only_b, 0.5)
    least = min(only_a, only_b)
    mid = 2 * (split.cdf(least) - split.pmf(least) / 2)
    assert found.p_mid == pytest.approx(min(1.0, mid), rel=1e-9)
    assert found.p_mid <= found.p_exact + 1e-15
    back = mcnemar_from_counts(only_b, only_a, found.n)
    assert (back.difference, back.lower, back.p_mid) == (-found.difference, -found.upper, found.p_mid)
    assert (found.lower, found.upper) == tango_interval(only_a, only_b, found.n)


@pytest.mark.parametrize(
    # Fagerland, Lydersen & Laake (2013): airway hyper-responsiveness, and complete response before and after.
    ("only_a", "only_b", "n", "exact", "mid"),
    [(1, 7, 21, "0.070", "0.039"), (6, 16, 161, "0.052", "0.035")],
)
def test_printed_values(only_a, only_b, n, exact, mid):
    found = mcnemar_from_counts(only_a, only_b, n)
    assert (f"{found.p_exact:.3f}", f"{found.p_mid:.3f}") == (exact, mid)


def test_predictions_are_counted():
    rng = np.random.default_rng(1)
    true, a, b = (rng.choice(["ill", "well"], 80) for _ in range(3))
    found = mcnemar_test(true, a, b)
    assert found.only_a == sum((a == true) & (b != true))
    assert found.difference == pytest.approx(np.mean(a == true) - np.mean(b == true))
    ill = true == "ill"
    sensitivity = (
        mcnemar_test(true, a, b).n,
        mcnemar_from_counts(
            int((ill & (a == "ill") & (b != "ill")).sum()),
            int((ill & (b == "ill") & (a != "ill")).sum()),
            ill.sum(),
        ),
    )
    assert sensitivity[1].difference == pytest.approx(np.mean(a[ill] == "ill") - np.mean(b[ill] == "ill"))


def test_where_no_row_tells_them_apart_p_is_1_and_the_interval_has_a_width():
    found = mcnemar_from_counts(0, 0, 30)
    assert (found.p_exact, found.p_mid, found.difference) == (1, 1, 0)
    assert found.lower < 0 < found.upper


def test_bad_input_is_named():
    with pytest.raises(InputError, match="no label of y_true"):
        mcnemar_test([1, 0], [1, 0], [1, 2])
    with pytest.raises(InputError, match="expected n >= 1"):
        mcnemar_from_counts(3, 3, 5)
    with pytest.raises(InputError, match="alpha"):
        mcnemar_from_counts(1, 1, 5, alpha=1)
