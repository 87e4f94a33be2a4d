"""The frames that a study gives, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rocrepro.study.bands import all_bands, band_edges, bands, fixed_width, vertical
from rocrepro.study.calibration import calibration, calibration_curves, calibration_points
from rocrepro.study.differences import differences
from rocrepro.study.equivalence import equivalence
from rocrepro.study.intervals import intervals, resamples
from rocrepro.study.net_benefit import net_benefit
from rocrepro.study.operating import operating_points
from rocrepro.study.pairs import band_comparisons, comparisons, difference_edges
from rocrepro.study.points import curves, points
from rocrepro.study.prevalence import prevalence, prevalence_points
from rocrepro.study.related import (
    cost_curves,
    related,
    scored_curves,
    sensibility_curves,
    smooth_curves,
    soft,
)
from rocrepro.study.study import Study
from rocrepro.study.summary import fold_points, folds, summary, variants

if TYPE_CHECKING:
    import pandas as pd

KINDS: Mapping[str, Callable[[Study], pd.DataFrame]] = {
    kind.__name__: kind
    for kind in (
        *(points, curves, summary, variants, folds, fold_points),
        *(resamples, intervals, bands, band_edges, fixed_width, all_bands, vertical),
        *(operating_points, prevalence, prevalence_points),
        *(comparisons, differences, band_comparisons, difference_edges, equivalence),
        *(calibration, calibration_points, calibration_curves, net_benefit),
        *(soft, related, cost_curves, sensibility_curves, smooth_curves, scored_curves),
    )
}
"""The frames that a study gives, by name."""
