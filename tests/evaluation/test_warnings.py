"""A warning points at the line that called, not into the library."""

import pytest

from rocrepro.evaluation import (
    aved_interval,
    cauc_interval,
    confusion_metrics,
    delong_interval,
    delong_test,
    fixed_width_band,
    sensibility,
    threshold_average_band,
    vertical_average_band,
    vertical_band,
)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sensibility([1, 0], [0.9, 0.1]), "every row is sensible"),
        (lambda: sensibility([1, 0], [0.1, 0.9]), "no row is sensible"),
        (lambda: sensibility([1, 0, 0, 0], [0.9, 0.7, 0.7, 0.6]), "the midpoint 1.45 exceeds 1"),
        (lambda: delong_interval([1, 0], [2, 1]), "no DeLong interval"),
        (lambda: delong_interval([1, 1, 0, 0], [4, 3, 2, 1]), "DeLong's interval is not estimable"),
        (lambda: delong_test([1, 0], [2, 1], [1, 2]), "no DeLong test"),
        (lambda: delong_test([1, 1, 0, 0], [4, 3, 2, 1], [1, 2, 3, 4]), "DeLong's test is not estimable"),
        (
            lambda: cauc_interval([1, 0], [1, 1], n_resamples=2, seed=1),
            "resamples agree at 0",
        ),
        (lambda: fixed_width_band([1, 0], [1, 1], n_resamples=2, seed=1), "fixed_width agree"),
        (lambda: threshold_average_band([1, 0], [2, 1]), "threshold_normal agree"),
        (lambda: vertical_band([[0, 1], [0, 1]], [0, 1]), "vertical_normal agree"),
        (lambda: vertical_average_band([1, 0], [2, 1], n_resamples=2, seed=1), "vertical_normal agree"),
        (lambda: confusion_metrics(0, 1, 0, 1), "precision is undefined"),
        (lambda: aved_interval([1] * 30 + [0] * 300, [0.0] * 330, n_resamples=2, seed=1), "2 of 2 resamples"),
    ],
)
def test_a_warning_points_at_the_caller(call, message):
    with pytest.warns(UserWarning, match=message) as caught:
        call()
    line = call.__code__.co_firstlineno
    assert {(warning.filename, warning.lineno) for warning in caught} == {(__file__, line)}
