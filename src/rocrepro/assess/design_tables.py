"""The frames of a study on clusters, groups and several classes, as tables for readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rocrepro.assess.tables import clustered, cut_words, shown
from rocrepro.formats.given.notes import note
from rocrepro.formats.table import Table
from rocrepro.study import Study
from rocrepro.study.groups import PAIRED

if TYPE_CHECKING:
    import pandas as pd

FEW_CLUSTERS, FEWEST = 30, 10
"""Clusters of a class below which the interval is too narrow, and below which it is no guide at all."""
OF_CLUSTERS = (
    *("n_clusters", "n_rows", "value", "delong_low", "delong_high", "clustered_low", "clustered_high"),
    *("bootstrap_low", "bootstrap_high", "design_effect"),
)
MOST_NOTED = 3
"""Groups without an AUC that have a note each."""
NOT_ESTIMABLE = "An interval without low and high is not estimable; reason says why."


INDEPENDENT = (
    *("operating_points", "prevalence", "equivalence", "mcnemar", "band_comparisons"),
    *("calibration", "calibration_points", "net_benefit", "intervals", "bands", "points"),
)
"""Tables whose intervals take rows for independent."""


def in_clusters(study: Study, made: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables, those that take rows for independent with a note where they are not."""
    warned = "Rows are treated as independent although they come in clusters, so intervals are too narrow."
    return {
        name: replace(table, notes=(*table.notes, warned))
        if clustered(study) and name in INDEPENDENT
        else table
        for name, table in made.items()
    }


def note_clusters(study: Study) -> None:
    """Say which results allow for clusters and which do not, and warn of few clusters."""
    if not clustered(study):
        return
    note(
        "cluster: the limits and p-values of the AUC and of its differences take account of the "
        "clusters, and so do the limits of average precision, of partial areas, and of all rates and "
        "measures at thresholds; the confident points, Tango's intervals, bands and all other intervals "
        "treat rows as independent and are too narrow"
    )
    for model in study.models:
        if model.cluster is not None:
            if len(set(model.cluster.tolist())) == len(model.cluster):
                note("cluster: every row has its own cluster, which is the same as no clusters")
                continue
            for of, which in ((1, "positive"), (0, "negative")):
                found = len(set(model.cluster[model.label == of].tolist()))
                if found < FEW_CLUSTERS:
                    effect = "are too narrow" if found >= FEWEST else "are not reliable"
                    note(
                        f"cluster: found {found} clusters with {which} rows: with so few, intervals {effect}"
                    )


def clusters(study: Study) -> Table:
    """Return the area of every model with the interval of independent rows beside those of clusters."""
    return _of_clusters(shown(study, "clusters"), study, ["model"], "Areas of rows in clusters")


def cluster_differences(study: Study) -> Table:
    """Return the difference of every pair of models, with the same intervals as `clusters`."""
    frame = shown(study, "cluster_differences")
    return _of_clusters(frame, study, ["a", "b"], "Differences of areas of rows in clusters")


def _of_clusters(frame: pd.DataFrame, study: Study, keys: list[str], title: str) -> Table:
    names = [*keys, *OF_CLUSTERS, *(["p_delong", "p_clustered"] if keys == ["a", "b"] else [])]
    measures = [name for name in OF_CLUSTERS if not name.startswith("n_")]
    return Table(
        frame[names],
        title=title,
        notes=(
            f"value: the AUC, or the AUC of a minus that of b. The {study.choices.level} intervals: "
            "delong_ treats rows as independent; clustered_ is Obuchowski's interval, which adds up the "
            "rows of each cluster and is the one in the summary; bootstrap_ is the central part of "
            "resamples of whole clusters. design_effect: the variance of clustered_ divided by that of "
            "delong_; this many rows carry as much information as one independent row. An interval "
            "without limits is not estimable.",
        ),
        formats=dict.fromkeys(measures, ".4g") | dict.fromkeys(("p_delong", "p_clustered"), ".2g"),
        keys=keys,
    )


def groups(study: Study) -> Table:
    """Return the measures of every model in each group."""
    return Table(
        shown(study, "groups"),
        title="Groups",
        notes=(
            f"Each group is evaluated separately. auc: DeLong's {study.choices.level} interval. "
            f"sensitivity, specificity, ppv, npv: at the threshold in use ({cut_words(study.choices)}), "
            f"as shares of n rows with Wilson's interval. {NOT_ESTIMABLE}{_independent(study)}",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".3f"),
        keys=("model", "group", "measure"),
    )


def group_differences(study: Study) -> Table:
    """Return the differences between groups."""
    n = len({name for model in study.models if model.group is not None for name in model.group.tolist()})
    which = "Each pair of groups" if n <= PAIRED else "Each group against the rows of all others"
    return Table(
        shown(study, "group_differences"),
        title="Differences between groups",
        notes=(
            f"{which}: value_a - value_b with its {study.choices.level} interval. auc: the sum of "
            "DeLong's variances, as the groups have different rows. Rates: Newcombe's interval; p_value: "
            "chi-square or Fisher's exact test. p_holm: adjusted (Holm) for all differences of the model "
            f"in this table. {NOT_ESTIMABLE}",
            "A rate can differ between groups because their class mixes differ or because one group has "
            "harder cases: ppv and npv always depend on the class mix. An interval that contains zero "
            f"does not mean that the groups are treated equally.{_independent(study)}",
        ),
        formats=dict.fromkeys(("value_a", "value_b", "difference", "low", "high"), ".3f")
        | dict.fromkeys(("p_value", "p_holm"), ".2g"),
        keys=("model", "group_a", "group_b", "measure"),
    )


def _independent(study: Study) -> str:
    return " Rows are treated as independent although they come in clusters." if clustered(study) else ""


def note_groups(study: Study) -> None:
    """Say which groups have one class only, and that one group has nothing to be compared with."""
    frame = shown(study, "groups")
    if not len(frame):
        return
    if frame["group"].nunique() == 1:
        note(f"group: found only one group, {frame['group'].iloc[0]!r}: there is nothing to compare it with")
    one_class = frame[(frame["measure"] == "auc") & frame["value"].isna()]
    reasons = dict(zip(one_class["group"], one_class["reason"], strict=True))
    if len(reasons) > MOST_NOTED:
        n_groups = frame["group"].nunique()
        note(f"group: {len(reasons)} of {n_groups} groups have rows of only one class, and so no AUC")
        return
    for name, reason in reasons.items():
        note(f"group {name}: {reason}: it has no AUC")


def multiclass(study: Study) -> Table:
    """Return the areas of scores for several classes."""
    return Table(
        shown(study, "multiclass"),
        title="All classes together",
        notes=(
            "The AUC of each class's score for the class against all other rows (the models of the other "
            "tables); macro: their mean; weighted: their mean, weighted by the rows of each class; "
            "hand_till: the mean over all pairs of classes, which does not depend on the number of rows in "
            f"each class. low, high: central {study.choices.level} of {study.choices.n_resamples} "
            f"resamples{' of whole clusters' if clustered(study) else ''}.",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4f"),
        keys=("model", "measure"),
    )
