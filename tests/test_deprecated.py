"""Names of before still work, and say what they are now."""

import importlib

import pytest

import rocrepro.evaluation
from rocrepro.deprecated import MOVED
from rocrepro.display import RocBandDisplay
from rocrepro.evaluation import (
    aved_interval,
    bootstrap_tpr,
    cauc_interval,
    fixed_width_band,
    vertical_average_band,
    vertical_band,
)

Y, SCORE = [1] * 10 + [0] * 10, list(range(20, 0, -1))


@pytest.mark.parametrize("old", MOVED)
def test_what_has_moved_is_found_at_its_old_place(old):
    package, _, name = old.rpartition(".")
    module, _, now = MOVED[old].partition(":")
    with pytest.warns(DeprecationWarning, match=f"is now {module}.{now}") as caught:
        found = getattr(importlib.import_module(f"rocrepro.{package}"), name)
    assert found is getattr(importlib.import_module(module), now)
    assert caught[0].filename == __file__


def test_an_unknown_name_stays_unknown():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rocrepro.evaluation.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (aved_interval, lambda found: found.samples),
        (cauc_interval, lambda found: found.samples),
        (fixed_width_band, lambda found: found.upper),
        (vertical_average_band, lambda found: found.upper),
        (lambda *data, **more: bootstrap_tpr(*data, [0.2, 0.5], **more), lambda found: found),
        (RocBandDisplay.from_predictions, lambda found: found.band.upper),
    ],
)
def test_the_number_of_resamples_was_once_n_boot(function, values):
    with pytest.warns(DeprecationWarning, match="n_boot is now n_resamples") as caught:
        old = function(Y, SCORE, n_boot=7, seed=1)
    assert {one.filename for one in caught if one.category is DeprecationWarning} == {__file__}
    assert (values(old) == values(function(Y, SCORE, n_resamples=7, seed=1))).all()


def test_the_rates_of_curves_were_once_heights():
    tpr = [[0.2, 0.7], [0.4, 0.8]]
    with pytest.warns(DeprecationWarning, match="curve_heights is now curve_tpr"):
        old = vertical_band(curve_heights=tpr, grid=[0.1, 0.5])
    assert (old.upper == vertical_band(tpr, [0.1, 0.5]).upper).all()


def test_both_names_at_once_are_refused():
    with pytest.raises(TypeError, match="'n_resamples' and its former name 'n_boot'"):
        fixed_width_band(Y, SCORE, n_boot=7, n_resamples=8, seed=1)
