"""dis by cross-validation: what is measured of each run, and what is said where there is none."""

from dataclasses import replace
from itertools import product

import pytest

from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.formats.inputs import Inputs
from rocrepro.papers.elazmeh2006.facts_dis import MEASURES, dis_quantities, measured
from tests.papers.lacking import without

MODEL = {"dataset": "dis_cv2800", "engine": "weka", "learner": "tree"}


def named(row):
    return {column: row[column] for column in MODEL}


def fact_of(row):
    return row["fact"], {name: row[name] for name in ("end", "what") if name in row}


def test_one_row_a_measure_and_seed_in_order(evaluated):
    rows = dis_quantities(evaluated)
    assert [(row["seed"], *fact_of(row)) for row in rows] == [
        (seed, fact, of) for seed, (fact, of) in product(range(1, 21), MEASURES.values())
    ]
    assert all(named(row) == MODEL for row in rows)
    assert {row["uses"] for row in rows} == {"dis_cv2800; engine weka"}


@pytest.mark.parametrize("missing", ["dis_cv2800", "engine weka"])
def test_what_is_missing_has_rows_without_values_that_name_it(evaluated, tmp_path, missing):
    rows = dis_quantities(without(evaluated, [missing], tmp_path))
    assert [fact_of(row) for row in rows] == list(MEASURES.values())
    assert all(named(row) == MODEL for row in rows)
    assert {row["uses"] for row in rows} == {"dis_cv2800; engine weka"}
    assert all(row["value"] != row["value"] and row["n"] is None for row in rows)


def test_what_is_not_configured_has_no_rows(evaluated):
    models = evaluated.shown["models"]
    without_set = {name: of for name, of in models.items() if name != "dis_cv2800"}
    for other in (without_set, models | {"dis_cv2800": [["sklearn", "tree"]]}):
        assert dis_quantities(replace(evaluated, shown=evaluated.shown | {"models": other})) == []


def test_a_job_that_does_not_declare_the_set_stops(evaluated):
    with pytest.raises(LookupError, match=r"study/dis_cv2800\.curves\.parquet is read by a job that"):
        dis_quantities(replace(evaluated, inputs=Inputs()))


def test_measures_by_hand():
    label, score = [1] * 10 + [0] * 10, [0.9] * 4 + [0.5] * 4 + [0.1] * 2 + [0.9] + [0.5] * 3 + [0.1] * 6
    found = measured(confident_segment(roc_points(label, score), alpha=0.05, test="tango"))
    assert set(found) == set(MEASURES)
    # At 0.9: b = 6, c = 1, and 5 <= 1.96 sqrt(7); at 0.5: b = 2, c = 4; at 0.1: b = 0, c = 10: too far.
    assert found["n_confident"] == 2
    assert (found["threshold_low"], found["threshold_high"]) == (0.5, 0.9)
    assert found["threshold_width"] == pytest.approx(0.4)
    assert (found["confident_tpr_max"], found["confident_fpr_max"]) == (0.8, 0.4)
    assert found["aved_abs"] == pytest.approx((5 / 20 + 2 / 20) / 2)
    assert found["difference_range"] == pytest.approx(7 / 20)
    assert found["rows_between"] == pytest.approx(7 / 20)  # 5 rows at 0.9 and above, 12 at 0.5 and above


def test_an_empty_set_has_its_size_alone():
    segment = confident_segment(roc_points([1] * 10 + [0] * 10, [0.5] * 20), alpha=0.05, test="tango")
    assert measured(segment) == {"n_confident": 0}
