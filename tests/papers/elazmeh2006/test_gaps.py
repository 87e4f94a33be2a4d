"""What every table says in a run that lacks something: other rows do not change, and no row goes unsaid."""

import pandas as pd
import pytest

from rocrepro.formats.uses import split
from rocrepro.papers import CATALOG, build_table
from tests.papers.lacking import using, without

GAPS = (("spect",), ("engine weka",), ("spectf_cv80", "engine sklearn"), ("dis_cv2800",))
# The facts have tests of their own, which are slow; the coverage of bands and intervals needs no data.
APART = ("facts", "band_coverage", "interval_coverage")
TABLES = [name for name in CATALOG["elazmeh2006"].tables if name not in APART]


@pytest.mark.parametrize("name", TABLES)
def test_rows_without_a_gap_are_those_of_the_full_run_and_the_others_name_it(evaluated, name, tmp_path):
    full = build_table("elazmeh2006", name, evaluated)
    for number, missing in enumerate(GAPS):
        folder = tmp_path / str(number)
        folder.mkdir()
        lacking = build_table("elazmeh2006", name, without(evaluated, missing, folder))
        kept = (one.frame[~using(one, missing)] for one in (lacking, full))
        # The type of a column that has no value left says nothing.
        there = [frame.reset_index(drop=True).convert_dtypes() for frame in kept]
        pd.testing.assert_frame_equal(*there, check_dtype=False)
        assert lacking.read >= full.read
        said = set().union(*map(split, lacking.uses))
        assert full.read & set(missing) <= said
