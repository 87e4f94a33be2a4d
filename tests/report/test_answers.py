"""Sentences of an assessment's page: what they say, and that they say nothing of what is undefined."""

import doctest
import math
import re
from dataclasses import replace
from itertools import product

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.formats.table import Table
from rocrepro.report.answers import QUESTIONS, Facts, parts, phrases, question_of
from rocrepro.study import Choices

NAN = math.nan
ANSWERS = {question.key: question.answer for question in QUESTIONS}
CHANCE = "by more than chance would explain"


INTERVAL = {"value": 0.5, "low": 0.4, "high": 0.6}


def facts(models=("a", "b"), unpaired="", notes=(), **choices):
    return Facts("f.csv", "ill", "well", models, unpaired, notes, Choices(**choices))


def table(*rows):
    return Table(pd.DataFrame(rows))


def area(model, auc, low, high, **more):
    row = {"model": model, "n_pos": 40, "n_neg": 60, "auc": auc, "auc_low": low, "auc_high": high}
    return row | {"n_points": 90, "n_confident": 0, "threshold_low": NAN, "threshold_high": NAN} | more


def pair(a, b, value, low, high, p, p_permutation=0.5):
    row = {"a": a, "b": b, "difference": value, "low": low, "high": high, "p_delong": p}
    return row | {"p_permutation": p_permutation}


def point(model="a", criterion="in use", threshold=0.5, cells=(30, 10, 6, 54), lower=-0.04, upper=0.12):
    tp, fn, fp, tn = cells
    row = {"model": model, "criterion": criterion, "threshold": threshold, "tp": tp, "fn": fn, "fp": fp}
    rates = {"fpr": fp / (fp + tn), "tpr": tp / (tp + fn)}
    return row | {"tn": tn, **rates, "lower": lower, "upper": upper}


def stated(threshold, cost):
    row = {"model": "a", "mix": "stated", "prevalence": 0.02}
    return row | {"best_threshold": threshold, "best_cost": cost}


def measure(name, value, low, high):
    return {"model": "a", "measure": name, "value": value, "low": low, "high": high}


def told(key, tables, about=None):
    answer = ANSWERS[key](about or facts(), tables)
    assert all(term and meaning for term, meaning in answer.terms)
    return " ".join(map(str, [*answer.sentences, *answer.cautions]))


TWO = {"summary": table(area("a", 0.8, 0.7, 0.9), area("b", 0.6, 0.48, 0.72))}


def test_examples_of_phrases_run():
    assert doctest.testmod(phrases).failed == doctest.testmod(parts).failed == 0
    assert question_of("no such", "tables") == "how-sure"


def test_what_was_given_has_rows_classes_models_and_notes():
    text = told("what-was-given", TWO, facts(notes=("f.csv: found <b>",)))
    assert "100 rows for each model: 40 positive (ill) and 60 negative (well)." in text
    assert "The share of positive rows is 40 %." in text
    assert "2 models: a and b" in text
    assert "compared row by row" in text
    assert "f.csv: found &lt;b&gt;." in text
    assert phrases.decimal(-4.6e-18) == "0.000"
    few = {"summary": table(area("a", 0.8, 0.7, 0.9, n_pos=4))}
    assert "The class ill has only 4 rows" in told("what-was-given", few, facts(("a",)))
    apart = {"summary": table(area("a", 0.8, 0.7, 0.9), area("b", 0.8, 0.7, 0.9, n_neg=61))}
    text = told("what-was-given", apart, facts(unpaired="they have other rows"))
    assert "between 100 and 101 rows" in text
    assert "not all compared on the same rows: they have other rows." in text
    assert "row by row" not in text


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([pair("a", "b", 0.2, 0.1, 0.3, 0.001)], f"which is higher than that of b {CHANCE}"),
        ([pair("b", "a", -0.2, -0.3, -0.1, 0.001)], f"which is higher than that of b {CHANCE}"),
        ([pair("a", "b", 0.2, -0.1, 0.5, 0.2)], "but these rows do not show that it is better than b"),
        ([pair("a", "b", 0.2, 0.2, 0.2, NAN)], "but these rows do not show that it is better than b"),
        ([pair("a", "b", 0.2, 0.2, 0.2, 0.0)], "but these rows do not show that it is better than b"),
        ([pair("a", "b", 0.2, NAN, NAN, NAN)], "but these rows do not show that it is better than b"),
        ([], "It was not tested whether it is really better"),
    ],
)
def test_the_lead_is_called_real_only_where_the_rows_show_it(pairs, words):
    tables = TWO | ({"comparisons": table(*pairs)} if pairs else {})
    text = told("which-model", tables)
    assert "<b>a</b> has the highest AUC, 0.800 (95 % interval 0.700 to 0.900)" in text
    assert words in text


@pytest.mark.parametrize(("n_pos", "shown"), [(2, False), (4, False), (5, True)])
def test_a_few_rows_of_a_class_show_no_lead(n_pos, shown):
    """With two positive rows of 150, DeLong's p is below 0.05 in one of six samples of equal models."""
    rows = [area(name, auc, auc - 0.1, auc + 0.1, n_pos=n_pos) for name, auc in (("a", 0.8), ("b", 0.6))]
    text = told(
        "which-model", {"summary": table(*rows), "comparisons": table(pair("a", "b", 0.2, 0.1, 0.3, 1e-5))}
    )
    assert (CHANCE in text) == shown
    assert ("these rows do not show that it is better than b" in text) != shown


def test_a_difference_on_other_rows_says_so_and_is_the_leads_only_in_its_direction():
    common = {"rows": "common", "n_common": 60, "p_holm": 0.002}
    tables = TWO | {"comparisons": table(pair("a", "b", -0.2, -0.3, -0.1, 0.001) | common)}
    text = told("which-model", tables)
    assert f"but on the rows that both scored, the AUC of b is higher {CHANCE}" in text
    assert "The AUC of b is 0.200 higher than that of a on the 60 rows that both scored (95 %" in text
    own = {"rows": "own", "n_common": NAN}
    text = told("which-model", TWO | {"comparisons": table(pair("a", "b", 0.2, 0.1, 0.3, 0.001) | own)})
    assert "higher than that of b in an unpaired test" in text
    three = {"summary": table(area("a", 0.8, 0.7, 0.9), area("b", 0.6, 0.5, 0.7), area("c", 0.7, 0.6, 0.8))}
    pairs = [pair("a", "b", 0.2, 0.1, 0.3, 0.001) | own, pair("a", "c", 0.1, 0.01, 0.2, 0.04)]
    answer = ANSWERS["which-model"](facts("abc"), three | {"comparisons": table(*pairs)})
    assert sum("in an unpaired test" in sentence for sentence in answer.sentences) == 1
    assert answer.digest.rows[1:] == [
        ["c", "0.700", "0.600 to 0.800", "0.100", "0.010 to 0.200", "0.04"],
        ["b", "0.600", "0.500 to 0.700", "see above", "", ""],
    ]


def test_non_inferiority_is_told_where_there_is_a_margin():
    row = pair("a", "b", 0.2, 0.1, 0.3, 0.001) | {"auc_margin": 0.05}
    found = {"a_not_lower": True, "p_a_not_lower": 1e-5, "b_not_lower": False, "p_b_not_lower": 0.9}
    text = told("which-model", TWO | {"comparisons": table(row | found)})
    assert "The AUC of a is shown not to be lower than that of b by 0.05 or more (p &lt; 0.0001)" in text
    text = told("which-model", TWO | {"comparisons": table(row | found | {"a_not_lower": False})})
    assert (
        "Neither a nor b is shown to have an AUC that is not lower than the other's by 0.05 or more" in text
    )
    assert "shown" not in told("which-model", TWO | {"comparisons": table(row)}).split("p = 0.001")[1]


def test_a_difference_is_told_from_the_better_model_with_interval_and_p():
    tables = TWO | {"comparisons": table(pair("b", "a", -0.2, -0.3, -0.1, 0.0012))}
    text = told("which-model", tables)
    assert "The AUC of a is 0.200 higher than that of b (95 % interval 0.100 to 0.300; p = 0.0012)" in text
    tables = TWO | {"comparisons": table(pair("a", "b", 0.2, -0.1, 0.5, 0.2))}
    assert "(95 % interval −0.100 to 0.500, which contains 0; p = 0.2)" in told("which-model", tables)


def test_without_a_variance_the_permutation_test_is_told_with_its_number():
    tables = TWO | {"comparisons": table(pair("a", "b", 0.2, 0.2, 0.2, NAN, 0.031))}
    text = told("which-model", tables, facts(n_resamples=2000))
    assert (
        "its interval is not estimable; 2,000 permutations of the models&#39; scores give p = 0.031" in text
    )


def test_many_pairs_are_judged_together():
    summary = table(*(area(name, 0.8 - at / 10, 0.6, 0.9) for at, name in enumerate("abcd")))
    pairs = [pair(*names, 0.1, 0.01, 0.19, 0.02) for names in ("ab", "ac", "ad", "bc", "bd", "cd")]
    text = told("which-model", {"summary": summary, "comparisons": table(*pairs)}, facts("abcd"))
    assert "do not show that it is better than b, c and d" in text  # 6 times 0.02 is no evidence
    pairs[0] |= {"p_delong": 0.001}
    text = told("which-model", {"summary": summary, "comparisons": table(*pairs)}, facts("abcd"))
    assert (
        f"higher than that of b {CHANCE}, but these rows do not show that it is better than c and d" in text
    )
    holm = [row | {"p_holm": 0.04} for row in pairs]
    text = told("which-model", {"summary": summary, "comparisons": table(*holm)}, facts("abcd"))
    assert f"higher than that of b, c and d {CHANCE}" in text


def test_guessing_and_ties_are_said():
    text = told("which-model", {"summary": table(area("a", 0.5, 0.4, 0.6))}, facts(("a",)))
    assert "It is not shown that the scores of a rank better than guessing: the interval contains 0.5" in text
    text = told("which-model", {"summary": table(area("a", 0.2, 0.1, 0.3))}, facts(("a",)))
    assert "The scores of a rank worse than guessing" in text
    text = told("which-model", {"summary": table(area("a", 1.0, 1.0, 1.0))}, facts(("a",)))
    assert "The uncertainty of the AUC of a is not estimable" in text
    text = told("which-model", {"summary": table(area("a", 0.8, 0.7, 0.9), area("b", 0.8, 0.7, 0.9))})
    assert "<b>a</b> and b have the same AUC" in text


def test_the_table_at_the_thresholds_in_use_has_what_every_model_costs():
    summary = table(area("b", 0.6, 0.5, 0.7), area("a", 0.8, 0.7, 0.9))
    cheapest = point("b", "cost 3 fn + 1 fp", math.inf, (0, 40, 0, 60))
    tables = {"summary": summary, "operating_points": table(point("b"), point("a"), cheapest)}
    answer = ANSWERS["which-threshold"](facts(cost_fn=3, prevalence=0.02), tables)
    assert [row[0] for row in answer.digest.rows] == ["a", "b"]  # the one that ranks best is the first
    assert answer.digest.columns[-4:] == [
        "cost per row",
        "at prevalence 2 %",
        "cheapest threshold",
        "its cost",
    ]
    # A quarter of 2 % is missed at a cost of 3, a tenth of 98 % flagged at a cost of 1.
    assert answer.digest.rows[1][-4:] == ["0.36", "0.113", "∞", "1.2"]
    assert answer.sentences[0].count("<b>a</b>") == 1


def test_the_threshold_in_use_has_counts_intervals_lean_and_cost():
    cheapest = point(criterion="cost 3 fn + 1 fp", threshold=0.2, cells=(38, 2, 9, 51))
    tables = {
        "summary": table(area("a", 0.8, 0.7, 0.9)),
        "operating_points": table(point(), cheapest),
        "prevalence": table(stated(0.7, 0.03)),
    }
    text = told("which-threshold", tables, facts(("a",), cost_fn=3, prevalence=0.02))
    low, high = wilson_limits(30, 40)
    assert f"finds 30 of 40 positive rows (sensitivity 0.750, 95 % interval {low:.3f} to {high:.3f})" in text
    assert "wrongly flags 6 of 60 negative ones (specificity 0.900" in text
    assert "clearly lean either way: 10 positive rows are missed and 6 negative rows wrongly flagged" in text
    assert (
        "On these rows the cheapest threshold of a is 0.2. It costs 0.15 per row, and the threshold "
        "in use costs 0.36" in text
    )
    # 20 positive rows in 1,000 of which a quarter is missed, 980 others of which a tenth is flagged.
    assert "At prevalence 2 %, the threshold in use of a would miss 5.0 positive rows in 1,000" in text
    assert (
        "wrongly flag 98.0 (cost 0.113 per row). The cheapest threshold there is 0.7 (cost 0.03 per row)"
        in text
    )


@pytest.mark.parametrize(
    ("method", "named"),
    [
        ("clopper_pearson", "Clopper and Pearson's 95 % intervals"),
        ("bootstrap of clusters", "cluster bootstrap 95 % intervals"),
    ],
)
def test_the_shares_have_the_limits_of_the_table_of_cuts(method, named):
    own = {"model": "a", "criterion": "in use", "method": method, "value": 0.75}
    cuts = [own | {"measure": name, "low": 0.11, "high": 0.99} for name in ("sensitivity", "specificity")]
    tables = {
        "summary": table(area("a", 0.8, 0.7, 0.9)),
        "operating_points": table(point()),
        "cut_measures": table(*cuts),
    }
    assert "(sensitivity 0.750, 95 % interval 0.110 to 0.990)" in told("which-threshold", tables)
    digest = ANSWERS["which-threshold"](facts(), tables).digest
    assert digest.caption == f"At the thresholds in use, with {named}"
    assert digest.rows[0][:5] == ["a", "0.5", "30 of 40", "6 of 60", "0.750 (0.110 to 0.990)"]


@pytest.mark.parametrize(("cells", "every"), [((0, 40, 0, 60), "negative"), ((40, 0, 60, 0), "positive")])
def test_a_threshold_that_predicts_one_class_is_said_not_to_suit(cells, every):
    tables = {"summary": table(area("a", 0.8, 0.7, 0.9)), "operating_points": table(point(cells=cells))}
    text = told("which-threshold", tables, facts(("a",)))
    assert f"predicts every row {every}. This threshold does not suit its scores" in text
    assert "specificity" not in text
    others = {"summary": table(area("a", 0.8, 0.7, 0.9), area("b", 0.7, 0.6, 0.8), area("c", 0.7, 0.6, 0.8))}
    points = [point("a"), point("b", cells=cells), point("c", cells=cells)]
    text = told("which-threshold", others | {"operating_points": table(*points)}, facts("abc"))
    assert f"every row is predicted {every} by b and c: the threshold does not suit the scores" in text


@pytest.mark.parametrize(
    ("slope", "mean", "p_shape", "words"),
    [
        ((0.9, 0.7, 1.1), (0.1, -0.2, 0.4), 0.5, "No evidence was found against the scores of <b>a</b>"),
        ((0.5, 0.3, 0.7), (0.1, -0.2, 0.4), 0.5, "are not calibrated: they are too extreme."),
        ((1.5, 1.3, 1.7), (0.1, 0.05, 0.2), 0.5, "they are too low on average and they are too moderate."),
        ((0.9, 0.7, 1.1), (0.1, -0.2, 0.4), 0.001, "they differ from the observed shares"),
        ((NAN, NAN, NAN), (NAN, NAN, NAN), NAN, "calibrated is not estimable"),
        ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), NAN, "calibrated is not estimable"),
        ((NAN, NAN, NAN), (0.1, -0.2, 0.4), NAN, "as probabilities; the slope is not estimable"),
    ],
)
def test_calibration_is_judged_by_mean_spread_and_shape(slope, mean, p_shape, words):
    found = {"observed_less_predicted": mean, "calibration_slope": slope, "brier": (0.1, 0.05, 0.2)}
    rows = [measure(name, *one) for name, one in found.items()] + [measure("ici_p_value", p_shape, NAN, NAN)]
    text = told("probabilities", {"calibration": table(*rows)}, facts(("a", "b")))
    assert words in text
    digest = ANSWERS["probabilities"](facts(("a", "b")), {"calibration": table(*rows)}).digest
    assert ["Brier score", "0", "0.100 (0.050 to 0.200)"] in digest.rows
    assert "The scores of b are not probabilities" in text
    assert ("does not show that the scores are calibrated" in text) == words.startswith(
        ("No evidence", "as prob")
    )


def test_further_comparisons_are_told():
    predictions = {"a": "a", "b": "b", "measure": "accuracy", "only_a": 12, "only_b": 1, "difference": 0.11}
    predictions |= {"low": 0.04, "high": 0.2, "p_exact": 0.003, "no_verdict": ""}
    part = {"a": "a", "b": "b", "by": "fpr", "start": 0, "end": 0.1, "measure": "partial_auc"}
    tables = TWO | {
        "comparisons_all": table({"n_models": 3, "chi_square": 9.2, "df": 2, "p_value": 0.01}),
        "mcnemar": table(predictions, predictions | {"no_verdict": "one class"}),
        "partial_comparisons": table(part | {"difference": 0.01, "low": -0.01, "high": 0.03, "p_value": 0.3}),
    }
    text = told("which-model", tables)
    for words in (
        "all 3 AUCs are equal gives p = 0.01 (chi-square 9.20, 2 degrees of freedom)",
        "a is right and b wrong on 12 rows, and the reverse on 1. The difference in accuracy is 0.110",
        "The predictions of a and b are not compared: one class.",
        "For fpr 0 to 0.1 only, the partial AUC of a minus that of b is 0.0100",
    ):
        assert words in text


def test_further_measures_of_a_cut_are_told():
    named = {"model": "a", "criterion": "in use"}
    rate = {"model": "a", "given": "specificity", "at_least": 0.9, "measure": "sensitivity"}
    worth = {"model": "a", "mix": "own", "prevalence": 0.4, "in_use": True}
    tables = {
        "summary": table(area("a", 0.8, 0.7, 0.9)),
        "operating_points": table(point(), point(criterion="cost 1 fn + 1 fp", threshold=0.4)),
        "cut_measures": table(*({**named, "measure": name, **INTERVAL} for name in ("ppv", "npv"))),
        "chosen_cuts": table({"model": "a", "criterion": "cost 1 fn + 1 fp", "low": 0.3, "high": 0.6}),
        "rates_at": table(rate | INTERVAL),
        "net_benefit": table(worth | {"gain": 0.02, "gain_low": 0.01, "gain_high": 0.03}),
    }
    text = told("which-threshold", tables, facts(("a",)))
    for words in (
        "The share of positive rows among those that it flags is 0.500 (95 % interval 0.400 to 0.600)",
        "In 95 % of bootstrap samples it lies between 0.3 and 0.6, as does the threshold in use.",
        "With a specificity of at least 0.9 it can find 50 % of the positive rows (interval 40 % to 60 %)",
        "is 0.0200 (0.0100 to 0.0300): using the model is better than either",
    ):
        assert words in text


def test_many_pairs_with_one_reason_have_one_sentence():
    rows = [{"a": a, "b": b, "measure": "accuracy", "no_verdict": "why"} for a, b in ("ab", "ac", "bc")]
    tables = TWO | {"mcnemar": table(*rows), "equivalence": table(*(row | {"margin": 0.1} for row in rows))}
    text = told("which-model", tables)
    assert text.count("why") == 2
    assert "The predictions of the models are not compared: why." in text
    assert "No conclusion is drawn on whether the models are equivalent in accuracy: why." in text
    rows[2]["no_verdict"] = "another"
    text = told("which-model", TWO | {"mcnemar": table(*rows)})
    assert "The predictions of 2 of the 3 pairs of models are not compared: why." in text
    assert "The predictions of b and c are not compared: another." in text


@pytest.mark.parametrize("cells", [(40, 0, 0, 60), (4, 3, 6, 54)])
def test_resamples_without_an_error_or_of_few_rows_carry_no_verdict(cells):
    worth = {"model": "a", "mix": "own", "prevalence": 0.4, "in_use": True}
    tables = {
        "summary": table(area("a", 0.8, 0.7, 0.9)),
        "operating_points": table(point(cells=cells)),
        "net_benefit": table(worth | {"gain": 0.02, "gain_low": 0.01, "gain_high": 0.03}),
    }
    text = told("which-threshold", tables, facts(("a",)))
    assert "is 0.0200 (0.0100 to 0.0300)." in text
    assert "using the model" not in text


def test_rows_with_weights_have_what_there_is():
    row = {"model": "a", "n_pos": 40, "n_neg": 60, "auc": 0.8, "auc_low": 0.7, "auc_high": 0.9}
    for key in ANSWERS:
        assert told(key, {"summary": table(row)}, facts(("a",)))


def test_folds_and_seeds_are_told():
    folds = [{"model": "a", "curve": f"fold {at}", "auc": value} for at, value in enumerate((0.7, 0.9, NAN))]
    seeds = [{"model": "a", "seed": at, "auc": value} for at, value in enumerate((0.6, 0.8))]
    tables = {"summary": table(area("a", 0.8, 0.7, 0.9)), "folds": table(*folds), "seeds": table(*seeds)}
    text = told("how-sure", tables, facts(("a",)))
    assert "extends about 0.100 to either side; the rarer class has 40 positive rows" in text
    assert "Over 2 folds, the AUC of a ranges from 0.700 to 0.900; 1 fold with one class left out" in text
    assert "Over 2 seeds, the AUC of a ranges from 0.600 to 0.800" in text
    mean = {"model": "a", "mean_auc": 0.8, "pooled_auc": 0.75}
    scatter = "mean is 0.800 with a standard deviation of 0.100. One curve of all rows has an AUC of 0.750."
    for sd, words in ((0.1, scatter), (0.0, "")):
        text = told("how-sure", tables | {"cross_validation": table(mean | {"sd_auc": sd})}, facts(("a",)))
        assert words in text
        assert ("standard deviation" in text) == bool(words)


VALUES = st.sampled_from([NAN, -math.inf, math.inf, 0.0, 0.5, 1.0, -0.25, 1e-300, 1e300])


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, min_size=24, max_size=24))
def test_no_value_makes_a_confident_sentence_from_what_is_undefined(values):
    """Whatever the tables hold: no "nan" or "inf", and no claim of a difference without an interval."""
    take = iter(values)
    areas = [area(name, *(next(take) for _ in range(3))) for name in "ab"]
    low, high, p = (next(take) for _ in range(3))
    cheapest = point(criterion="cost 1 fn + 1 fp", threshold=next(take))
    calibration = [
        measure(name, *(next(take) for _ in range(3)))
        for name in ("calibration_slope", "observed_less_predicted")
    ]
    tables = {
        "summary": table(*areas),
        "comparisons": table(pair("a", "b", next(take), low, high, p, next(take))),
        "operating_points": table(point(lower=next(take), upper=next(take)), cheapest),
        "prevalence": table(stated(next(take), next(take))),
        "calibration": table(*calibration),
    }
    texts = {key: told(key, tables, facts(prevalence=0.02)) for key in ANSWERS}
    for text in texts.values():
        assert not re.search(r"\b(nan|inf)\b", text)
    if not (math.isfinite(low) and math.isfinite(high) and low < high and p < 0.05):
        assert CHANCE not in texts["which-model"]


def test_every_name_of_the_contract_has_one_place():
    for kind, question in product(("tables", "figures"), QUESTIONS):
        names = getattr(question, kind)
        assert len(set(names)) == len(names)
        assert all(question_of(name, kind) == question.key for name in names)


def five():
    """Tables of five models that say the same, and one that says something else."""
    names = "abcde"
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    leaning = {"lower": 0.01, "upper": 0.12}
    calm = {"observed_less_predicted": (0.0, -0.1, 0.1), "calibration_slope": (1.0, 0.8, 1.2)}
    loud = calm | {"calibration_slope": (0.5, 0.3, 0.7)}
    predictions = {"measure": "accuracy", "only_a": 9, "only_b": 4, "difference": 0.05, "p_exact": 0.2}
    predictions |= {"low": -0.02, "high": 0.12, "no_verdict": ""}
    return {
        "summary": table(*(area(name, 0.9 - at / 20, 0.6, 0.95) for at, name in enumerate(names))),
        "comparisons": table(*(pair(*two, 0.05, -0.01, 0.11, 0.2) | {"p_holm": 0.6} for two in pairs)),
        "mcnemar": table(*({"a": a, "b": b} | predictions for a, b in pairs)),
        "operating_points": table(*(point(name) | (leaning if name == "d" else {}) for name in names)),
        "calibration": table(
            *(
                measure(key, *one) | {"model": name}
                for name in names
                for key, one in (loud if name == "b" else calm).items()
            )
        ),
        "folds": table(
            *({"model": name, "curve": f"fold {at}", "auc": at} for name in names for at in (0, 1))
        ),
    }


def test_models_of_which_the_same_is_to_be_said_share_a_sentence():
    answers = {key: ANSWERS[key](facts("abcde"), five()) for key in ANSWERS}
    assert (
        "The errors of b, c and e do not clearly lean either way. "
        "The errors of d lean towards missing positive rows." in (answers["which-threshold"].sentences[-1])
    )
    assert answers["probabilities"].sentences == [
        "No evidence was found against the scores of <b>a, c, d and e</b> as probabilities.",
        "The scores of <b>b</b> are not calibrated: they are too extreme.",
        "All scores of a, b, c, d and e lie from 0 to 1 and are treated as probabilities. Use "
        "--no-probabilities if they are not.",
    ]
    for key, answer in answers.items():
        assert len(answer.sentences) <= 6, key
        kinds = [re.sub(r"\b[a-e]\b|[0-9.]+", "", sentence) for sentence in answer.sentences]
        assert len(set(kinds)) == len(kinds), key


def test_pairs_on_rows_that_all_scored_need_no_sentence_and_others_have_one():
    tables = five()
    frame = tables["comparisons"].frame.assign(rows="common", n_common=100, n_a=100, n_b=100)
    frame.loc[frame["b"] == "e", ["n_common", "n_b"]] = 80
    answer = ANSWERS["which-model"](facts("abcde"), tables | {"comparisons": Table(frame)})
    on_common = [sentence for sentence in answer.sentences if "that both scored" in sentence]
    assert len(on_common) == 1
    assert "of a is 0.050 higher than that of e on the 80 rows" in on_common[0]
    assert [row[3] for row in answer.digest.rows] == ["", "0.050", "0.050", "0.050", "see above"]


def test_parts_of_the_curves_of_many_models_have_one_sentence():
    tables = five()
    part = {"by": "fpr", "start": 0, "end": 0.2, "measure": "partial_auc", "p_value": 0.3}
    part |= {"difference": 0.01, "low": -0.01, "high": 0.03}
    rows = [{"a": b, "b": a} | part for a, b in zip("aaaab", "bcdec", strict=True)]
    answer = ANSWERS["which-model"](facts("abcde"), tables | {"partial_comparisons": table(*rows)})
    (told,) = [sentence for sentence in answer.sentences if "partial AUC" in sentence]
    assert "For fpr 0 to 0.2 only, the partial AUC of a minus that of another model is: b −0.0100 (" in told
    assert told.count("−0.0300 to 0.0100; p = 0.3") == 4


def test_a_threshold_that_was_chosen_on_the_rows_is_marked_for_every_model():
    tables = five()
    frame = tables["operating_points"].frame.assign(chosen_here=[False, False, False, False, True])
    digest = ANSWERS["which-threshold"](facts("abcde"), tables | {"operating_points": Table(frame)}).digest
    assert [row[1] for row in digest.rows] == [*["0.5"] * 4, "0.5 (chosen on these rows)"]


def test_the_small_tables_have_every_model():
    answers = {key: ANSWERS[key](facts("abcde"), five()) for key in ANSWERS}
    for key in ("which-model", "which-threshold", "how-sure"):
        assert [row[0] for row in answers[key].digest.rows] == list("abcde")
    assert list(answers["probabilities"].digest.columns) == ["measure", "ideal", *"abcde"]
    assert answers["which-model"].digest.rows[1][3:] == ["0.050", "−0.010 to 0.110", "0.6"]
    assert answers["how-sure"].digest.rows[4][:4] == ["e", "0.175", "40", "0.000 to 1.000"]


def test_the_short_answer_names_the_cheapest_threshold_here_and_where_it_is_used():
    cheapest = point(criterion="cost 3 fn + 1 fp", threshold=0.2, cells=(38, 2, 9, 51))
    tables = {"summary": table(area("a", 0.8, 0.7, 0.9)), "operating_points": table(point(), cheapest)}
    lead = ANSWERS["which-threshold"](facts(("a",), cost_fn=3), tables).sentences[0]
    assert lead.endswith(
        "If a missed positive row costs 3 and a wrongly flagged negative one 1, its cheapest threshold is "
        "0.2 on these rows."
    )
    tables["prevalence"] = table(stated(math.inf, 0.02))
    lead = ANSWERS["which-threshold"](facts(("a",)), tables).sentences[0]
    assert lead.endswith(
        "If both kinds of error cost the same, its cheapest threshold is 0.2 on these rows; it is "
        "cheapest to flag no row at prevalence 2 %."
    )


def test_how_sure_has_how_far_the_cheapest_threshold_moves():
    cuts = {"model": "a", "criterion": "cost 1 fn + 1 fp"}
    for ends, found in (((0.3, 0.6), True), ((0.3, 0.3), False), ((NAN, NAN), False)):
        row = cuts | dict(zip(("low", "high"), ends, strict=True))
        tables = {"summary": table(area("a", 0.8, 0.7, 0.9)), "chosen_cuts": table(row)}
        lead = ANSWERS["how-sure"](facts(("a",)), tables).sentences[0]
        words = "Its cheapest threshold on these rows lies between 0.3 and 0.6 in 95 % of bootstrap samples."
        assert lead.endswith(words) == found
        assert ("cheapest" in lead) == found


def test_thresholds_part_the_rows_that_the_exact_ones_part():
    scores = {"a": [1234566.0, 1234567.0, 1234567.25]}
    about = Facts("f.csv", "ill", "well", ("a",), "", (), Choices(), scores)
    tables = {
        "summary": table(area("a", 0.8, 0.7, 0.9)),
        "operating_points": table(point(threshold=1234567.25)),
    }
    assert "At the threshold in use, 1234567.2, <b>a</b> finds" in told("which-threshold", tables, about)
    assert about.threshold("a", math.inf) == "∞"


def assumed(tables=(), about=None):
    tables = {"summary": table(area("a", 0.8, 0.7, 0.9))} | dict(tables)
    return " ".join(map(str, ANSWERS["what-was-given"](about or facts(), tables).assumed))


def test_the_assumptions_that_no_file_can_confirm_stand_in_one_place():
    pairs = {"comparisons": table(pair("a", "b", 0.2, 0.1, 0.3, 0.001))}
    ordered = Facts("f.csv", "ill", "well", ("a", "b"), "", (), Choices(), by_order=True)
    by_order = assumed(pairs, ordered)
    assert "trained, tuned or chosen on these rows" in by_order
    assert "No column confirms this (--row names one)" in by_order
    assert "name the column of persons with --cluster" in by_order
    assert "have the same cost" in by_order
    assert "probabilities" not in by_order
    known = {"calibration": table({"model": "a"}), "clusters": table({"model": "a"})}
    by_name = assumed(pairs | known, facts(cost_fn=2))
    assert "Only the tables of clusters take this into account" in by_name
    assert "Scores from 0 to 1 are probabilities" in by_name
    assert "have the same cost" not in by_name
    assert "same case" not in by_name
    assert "same case" not in assumed(about=ordered)
    assert "same case" not in assumed(pairs, replace(ordered, unpaired="other rows"))
