"""Tables 1 to 3 of the paper, the confident sets, and what the bands cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES, joined
from rocrepro.papers.elazmeh2006.printed import BAND_SHARE, printed_auc, row_of
from rocrepro.papers.elazmeh2006.table2 import table2
from rocrepro.papers.rows import NAMING, frame_of, gap_notes, named

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

__all__ = ["bands", "confident", "table1", "table2", "table3"]

# Table 1 is worked on the forest, whose points spread over the thresholds, on the first set that is there.
WORKED = ("dis", "hypothyroid")
SLOPES = ("ks", "inverse")
POOLED = (
    "Scores are pooled: each seed has one curve over all its test rows, which are the out-of-fold rows "
    "under cross-validation."
)


def table1(evaluated: Evaluated) -> Table:
    """Table 1: the statistical proportions in a confusion matrix, worked on real data."""
    import pandas as pd

    names = [name for name in (*WORKED, *evaluated.datasets) if evaluated.has(name, "forest")]
    curve = evaluated.curve(names[0], "forest") if names else pd.DataFrame()
    columns = ["dataset", "threshold", "row", "predicted_pos", "predicted_neg", "total", "q_pos", "q_neg"]
    if curve.empty:
        return Table(pd.DataFrame(columns=columns), "Table 1: a confusion matrix", gap_notes(evaluated))
    at = curve.iloc[(curve["difference"].abs()).argmin()]
    tp, fn, fp, tn = (int(at[cell]) for cell in ("tp", "fn", "fp", "tn"))
    n = tp + fn + fp + tn
    rows = [
        ("class +", tp, fn, tp / n, fn / n),
        ("class -", fp, tn, fp / n, tn / n),
        ("total", tp + fp, fn + tn, (tp + fp) / n, (fn + tn) / n),
    ]
    cells = ((names[0], at["threshold"], row, pos, neg, pos + neg, *q) for row, pos, neg, *q in rows)
    frame = frame_of(cells, columns)
    notes = (
        f"The random forest on {evaluated.title(names[0])} at the threshold where the numbers of errors "
        f"in the two classes are closest: a score of at least {at['threshold']:.4g} predicts +.",
        f"fn - fp = {fn} - {fp}, so (fn - fp)/n = {at['difference']:.5f}; Tango's {evaluated.level} "
        f"interval is [{at['lower']:.5f}, {at['upper']:.5f}].",
        "q_pos and q_neg are the cells divided by n (the paper's q11, q12, q21, q22).",
        evaluated.subtitle(names[0]).capitalize() + ".",
        *gap_notes(evaluated),
    )
    title = "Table 1: the statistical proportions in a confusion matrix, on real data"
    return Table(frame, title, notes, {"threshold": ".4f", "q_pos": ".5f", "q_neg": ".5f"})


def table3(evaluated: Evaluated) -> Table:
    """Table 3: AUC of every learner on every data set, beside the printed value."""
    rows: list[dict[str, Any]] = []
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            printed = printed_auc(evaluated, row_of(dataset), learner)
            row = named(evaluated, dataset, (engine, learner)) | {"paper": printed}
            with evaluated.reading() as read:
                row |= _auc(evaluated.over_seeds(dataset, learner, engine), evaluated.seed)
            rows.append(row | {USES: joined(read)})
    columns = ["dataset", "protocol", "engine", "learner", "paper", "auc", "auc_low", "auc_high"]
    columns += ["auc_min", "auc_max", "auc_default_seed", "n_seeds", "auc_q025", "auc_q975"]
    numbers = [column for column in columns if column.startswith("auc")]
    frame = frame_of(rows, [*columns, USES], whole=["n_seeds"])
    notes = (
        POOLED,
        f"auc: the median over the seeds; auc_low, auc_high: DeLong's {evaluated.level} interval at "
        f"the default seed ({evaluated.seed}); auc_min to auc_q975: range and central 95 % over the seeds. "
        "n_seeds is 1 where nothing is random.",
        "The paper's spectf row is compared with three protocols; elazmeh2006_spectf_protocols shows "
        "which of its cells each protocol reproduces. elazmeh2006_fidelity compares the other rows cell "
        "by cell.",
        *gap_notes(evaluated),
    )
    return Table(frame, "Table 3: area under the ROC curve", notes, dict.fromkeys(["paper", *numbers], ".3f"))


def _auc(over: pd.DataFrame, seed: int) -> dict[str, Any]:
    """The AUC columns of one model; empty for a gap."""
    if over.empty:
        return {}
    auc = over["auc"]
    default = over[over["seed"] == seed].iloc[0]
    return {
        "auc": auc.median(),
        "auc_low": default["auc_low"],
        "auc_high": default["auc_high"],
        "auc_min": auc.min(),
        "auc_max": auc.max(),
        "auc_default_seed": default["auc"],
        "n_seeds": len(auc),
        "auc_q025": auc.quantile(0.025),
        "auc_q975": auc.quantile(0.975),
    }


def confident(evaluated: Evaluated) -> Table:
    """The confident set of every model and seed: its thresholds, AveD and the readings of CAUC."""
    import pandas as pd

    columns = ["dataset", "protocol", "engine", "learner", "seed", "n_points", "n_confident"]
    columns += ["threshold_low", "threshold_high", "aved", "aved_abs"]
    columns += ["cauc_vertical", "cauc_horizontal", "cauc_union", "cauc_concordant"]
    frames = []
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            over = evaluated.over_seeds(dataset, learner, engine)
            if over.empty:
                over = pd.DataFrame([{"dataset": dataset, "engine": engine, "learner": learner}])
            frames.append(over.assign(protocol=evaluated.protocol(dataset)).reindex(columns=columns))
    # Records instead of concat, which would guess types anew for the all-empty columns of a gap.
    rows = (row for frame in frames for row in frame.to_dict("records"))
    frame = frame_of(rows, columns, whole=("seed", "n_points", "n_confident"))
    notes = (
        POOLED,
        f"A point is confident when {evaluated.shown['confidence_test']} at alpha = {evaluated.alpha:g} "
        "does not reject fn = fp. aved is the signed mean of (fn - fp)/n over the set, and aved_abs the "
        "mean of its absolute value. cauc_vertical: the area below the segment; cauc_horizontal: the "
        "area to the right of it; cauc_union: the area of both together; cauc_concordant: half their sum "
        "(concordant partial AUC). Without a confident point the thresholds and aved are empty and every "
        "area is 0.",
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(columns[7:], ".4f")
    # A gap has no seed, and is shown.
    excerpt = (frame["seed"].fillna(evaluated.seed) == evaluated.seed).to_numpy(dtype=bool)
    title = f"Confident sets of all models at seed {evaluated.seed}; the CSV has every seed"
    return Table(frame, title, notes, formats, excerpt)


def bands(evaluated: Evaluated) -> Table:
    """Share of ROC space that each fixed-width band covers, on every data set (section 4)."""
    rows = []
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            row = named(evaluated, dataset, (engine, learner))
            with evaluated.reading() as read:
                areas = {slope: evaluated.band(dataset, learner, slope, engine) for slope in SLOPES}
            row |= {USES: joined(read)}
            for slope, band in areas.items():
                if not band.empty:
                    row |= {f"area_{slope}": band["area"].iloc[0], f"width_{slope}": band["width"].iloc[0]}
            rows.append(row)
    columns = [*NAMING, "area_ks", "area_inverse", "width_ks", "width_inverse"]
    frame = frame_of(rows, [*columns, USES])
    share = float(evaluated.printed(BAND_SHARE))
    notes = (
        f"Simultaneous fixed-width bands at {evaluated.level}. area: share of the unit square between the "
        "edges. ks: the curve is moved along the slope -sqrt(n_neg/n_pos); inverse: along "
        "-sqrt(n_pos/n_neg), as other sources define it. width: the distance that it is moved, in sides "
        "of the square.",
        f"The paper says that the bands on dis contain more than {share:.0%} of ROC space, and that the "
        "other data sets show the same.",
        *_shares(frame, share),
        POOLED,
        *gap_notes(evaluated),
    )
    return Table(frame, "What fixed-width bands cover", notes, dict.fromkeys(columns[5:], ".3f"))


def _shares(frame: pd.DataFrame, share: float) -> list[str]:
    """Say how many bands cover more than the paper says, by engine, on dis and elsewhere."""
    notes = []
    for engine, bands_of in frame.dropna(subset=["area_ks"]).groupby("engine", sort=False):
        for place, chosen in (
            ("dis", bands_of[bands_of["dataset"] == "dis"]),
            ("the other sets", bands_of[bands_of["dataset"] != "dis"]),
        ):
            ks, inverse = (int((chosen[f"area_{slope}"] > share).sum()) for slope in SLOPES)
            notes.append(
                f"Here, {engine} on {place}: {ks} of {len(chosen)} bands cover more than that with the "
                f"slope ks, and {inverse} with the slope inverse."
            )
    return notes
