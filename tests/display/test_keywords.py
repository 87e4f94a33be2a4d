"""The keywords of scikit-learn's displays do the same here, or are refused with the reason."""

import numpy as np
import pytest
from sklearn.metrics import RocCurveDisplay

from rocrepro.display import (
    ConfidentPrecisionRecallDisplay,
    ConfidentRocDisplay,
    CostCurveDisplay,
    IsolineDisplay,
    RocBandDisplay,
    SensibilityDisplay,
    WeightedRocDisplay,
)
from rocrepro.errors import InputError
from tests.display.conftest import DISPLAYS, each, for_each


@each
def test_scikit_learns_keywords_do_what_they_do_there(display, options, data, fitted):
    X, y = data
    look = {"curve_kwargs": {"c": "#D55E00", "lw": 2.5}, "despine": True}
    made = display.from_estimator(fitted, X, y, **look, **options)
    line = made.sensibility_ if display is SensibilityDisplay else made.line_
    assert (line.get_color(), line.get_linewidth()) == ("#D55E00", 2.5)
    assert not made.ax_.spines["top"].get_visible()
    assert not made.ax_.spines["right"].get_visible()
    again = display.from_estimator(fitted, X, y, curve_kwargs=[{"color": "red"}], c="#009E73", **options)
    line = again.sensibility_ if display is SensibilityDisplay else again.line_
    assert line.get_color() == "#009E73"
    assert again.ax_.spines["top"].get_visible()


@pytest.mark.parametrize("display", [ConfidentRocDisplay, RocBandDisplay, IsolineDisplay, WeightedRocDisplay])
def test_the_chance_level_is_scikit_learns(display, data, fitted):
    X, y = data
    options = {"n_resamples": 20} if display is RocBandDisplay else {}
    look = {"plot_chance_level": True, "chance_level_kw": {"c": "#56B4E9", "ls": ":"}, "despine": True}
    made = display.from_estimator(fitted, X, y, **look, **options)
    theirs = RocCurveDisplay.from_estimator(fitted, X, y, **look)
    for getter in ("get_color", "get_linestyle", "get_label"):
        assert getattr(made.chance_level_, getter)() == getattr(theirs.chance_level_, getter)()
    np.testing.assert_array_equal(made.chance_level_.get_xydata(), theirs.chance_level_.get_xydata())
    shown = [text.get_text() for text in made.ax_.get_legend().get_texts()]
    assert "Chance level (AUC = 0.5)" in shown
    for side in ("bottom", "left"):
        assert made.ax_.spines[side].get_bounds() == theirs.ax_.spines[side].get_bounds()
    assert display.from_estimator(fitted, X, y, **options).chance_level_ is None


def test_the_chance_level_of_precision_and_recall_takes_a_look(data, fitted):
    look = {"plot_chance_level": True, "chance_level_kw": {"color": "#56B4E9"}}
    made = ConfidentPrecisionRecallDisplay.from_estimator(fitted, *data, **look)
    assert made.chance_.get_color() == "#56B4E9"


@for_each([(display, options) for display, options in DISPLAYS if display is not WeightedRocDisplay])
def test_keywords_that_would_change_the_counts_are_refused_with_the_reason(display, options, data, fitted):
    X, y = data
    with pytest.raises(InputError, match=r"sample_weight: .*every row counts once"):
        display.from_estimator(fitted, X, y, sample_weight=np.ones(len(y)), **options)
    with pytest.raises(InputError, match=r"drop_intermediate: .*every point is kept"):
        display.from_estimator(fitted, X, y, drop_intermediate=True, **options)
    same = display.from_estimator(fitted, X, y, drop_intermediate=False, sample_weight=None, **options)
    assert same.ax_.has_data()
    with pytest.raises(InputError, match="curve_kwargs: found 2 entries; expected one"):
        display.from_estimator(fitted, X, y, curve_kwargs=[{}, {}], **options)
    with pytest.raises(InputError, match="curve_kwargs: found str; expected a mapping"):
        display.from_estimator(fitted, X, y, curve_kwargs="red", **options)


@pytest.mark.parametrize("display", [SensibilityDisplay, CostCurveDisplay])
def test_a_display_without_a_chance_level_says_so(display, data, fitted):
    with pytest.raises(InputError, match="this display has no chance level"):
        display.from_estimator(fitted, *data, plot_chance_level=True)
    assert display.from_estimator(fitted, *data, plot_chance_level=False).ax_.has_data()
