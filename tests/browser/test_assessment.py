"""The page of an assessment as a reader meets it, and its threshold control by mouse, keys and address."""

import csv
import re
from urllib.parse import quote

import matplotlib as mpl
import numpy as np
import pytest

from rocrepro.assess import assess, read_given
from rocrepro.assess.output import save
from rocrepro.evaluation import at_prevalence, cost_curve, roc_points, tango_interval
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from tests.browser.conftest import PHONE, WIDE, Browser
from tests.browser.test_page import faults

HOSTILE = "<img src=x onerror='window.hacked = 1'> & co"
MODELS = ("careful", HOSTILE, "margin")
PREVALENCE = 0.05


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """An assessment of three models in folds; the scores of the last one are no probabilities."""
    folder = tmp_path_factory.mktemp("assessed")
    rng = np.random.default_rng(5)
    truth = (rng.random(300) < 0.2).astype(int)
    logit = rng.normal(size=(2, 300)) + np.array([[2.2], [1.2]]) * truth - 2
    scores = [*(1 / (1 + np.exp(-logit))), 10 * logit[0].round(1)]
    with (folder / "s.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["label", "score", "model", "fold"])
        for name, score in zip(MODELS, scores, strict=True):
            writer.writerows([truth[i], float(score[i]), name, i % 3] for i in range(300))
    mpl.use("agg")
    given = read_given(folder / "s.csv", Columns(model="model", fold="fold"))
    choices = Choices(n_resamples=20, cost_fn=4, prevalence=PREVALENCE, margin=0.1)
    page = save(assess(given, choices), folder / "out")[0]
    return page.as_uri(), [roc_points(truth, score) for score in scores]


@pytest.fixture
def page(chromium, made):
    found = Browser(chromium, made[0])
    found.view()
    found.log()
    return found


def address(model, threshold, **more):
    parts = [f"model={quote(model)}", f"t={threshold}", *(f"{key}={value}" for key, value in more.items())]
    return "#control&" + "&".join(parts)


def says(page):
    return page.js("return document.querySelector('#control .says').textContent")


def cells(page):
    """The confusion matrix that is shown."""
    script = "[...document.querySelectorAll('#control [data-cell]')].map(e => e.firstChild.textContent)"
    return [int(text) for text in page.js(f"return {script}")]


def dots(page):
    """Where the point lies on each plot."""
    return page.js(
        "return [...document.querySelectorAll('#control .curve')].map(e => {"
        " const c = e.querySelector('.here'); return c && [+c.getAttribute('cx'), +c.getAttribute('cy')] })"
    )


def matrix(curve, at):
    return [int(getattr(curve, cell)[at]) for cell in ("tp", "fn", "fp", "tn")]


def test_it_loads_nothing_and_complains_of_nothing(page):
    page.open()
    loaded = page.js("return performance.getEntriesByType('resource').map(e => e.name)")
    assert [name for name in loaded if not name.startswith("data:")] == []
    page.open(address(HOSTILE, 0.3))
    assert HOSTILE in says(page)
    assert page.js("return window.hacked") is None
    assert page.log() == []


def test_the_questions_stand_in_the_order_of_a_decision(page):
    page.open()
    assert page.js("return [...document.querySelectorAll('main h2')].map(e => e.textContent)") == [
        "What was given",
        "Which model, and is the difference real?",
        "Which threshold, and what does it cost?",
        "Can the probabilities be trusted?",
        "How certain are these results?",
        "Every table and figure",
    ]
    top = page.js("return document.querySelector('.brief').getBoundingClientRect().bottom")
    assert top < WIDE[1]


def test_the_numbers_of_the_script_are_those_of_the_library(page, made):
    """Every interval at every point of every curve."""
    page.open()
    script = (
        "const one = JSON.parse(document.getElementById('control-data').textContent);"
        "const m = one.models[arguments[0]];"
        "return m.threshold.map((_, at) => numbers.measures(m, at, one, one.prevalence)"
        ".map(row => [row.here, row.there].map(x => x && [x.value, x.low, x.high, x.none ?? null])))"
    )
    for number, curve in enumerate(made[1]):
        found = page.js(script, number)
        assert len(found) == len(curve)
        shown = {"sensitivity": 0, "specificity": 1, "ppv": 2, "npv": 3, "accuracy": 4, "lean": 5, "cost": 6}
        here = {key: np.array([row[at][0] for row in found], dtype=float) for key, at in shown.items()}
        there = {key: np.array([row[at][1] for row in found], dtype=float) for key, at in shown.items()}
        shares = {
            "sensitivity": (curve.tp, curve.n_pos),
            "specificity": (curve.tn, curve.n_neg),
            "accuracy": (curve.tp + curve.tn, curve.n),
            "ppv": (curve.tp, curve.tp + curve.fp),
            "npv": (curve.tn, curve.tn + curve.fn),
        }
        for key, (count, n) in shares.items():
            some = np.broadcast_to(n, count.shape) > 0
            low, high = wilson_limits(count[some], np.broadcast_to(n, count.shape)[some])
            wanted = np.column_stack([count[some] / np.broadcast_to(n, count.shape)[some], low, high])
            assert np.allclose(here[key][some, :3], wanted, rtol=0, atol=1e-14), key
        lower, upper = tango_interval(curve.fn, curve.fp, curve.n)
        assert np.allclose(here["lean"][:, 1:3], np.column_stack([lower, upper]), rtol=0, atol=1e-12)
        verdict = contains_zero(curve.tp, curve.fn, curve.fp, curve.tn)
        assert (here["lean"][:, 3] == verdict).all()
        weighted = at_prevalence(curve, PREVALENCE, cost_fn=4)
        limits = np.column_stack([weighted.difference, weighted.lower, weighted.upper])
        assert np.allclose(there["lean"][:, :3], limits, rtol=0, atol=1e-12)
        assert (there["lean"][:, 3] == weighted.mask).all()
        assert np.allclose(there["cost"][:, 0], weighted.cost, rtol=0, atol=1e-14)
        lines = cost_curve(curve)  # at the class mix of the rows, in a cost of 4 and 1
        share = 4 * curve.n_pos / (4 * curve.n_pos + curve.n_neg)
        total = (4 * curve.n_pos + curve.n_neg) / curve.n
        assert np.allclose(here["cost"][:, 0], lines.lines_at(share) * total, rtol=0, atol=1e-14)


def test_predictive_values_elsewhere_have_the_logit_interval(page):
    """90 of 100 found and 35 of 100 wrongly flagged, at a prevalence of 2 %: made by R's epiR as well."""
    page.open()
    z = 1.959963984540054
    found = page.js("return numbers.predictive(90, 100, 35, 100, 0.02, arguments[0])", z)
    ratio = (90 / 100) / (35 / 100)
    half = z * np.sqrt(1 / 90 - 1 / 100 + 1 / 35 - 1 / 100)
    odds = 0.02 / 0.98 * ratio * np.exp([0, -half, half])
    assert [found[name] for name in ("value", "low", "high")] == pytest.approx(odds / (1 + odds), abs=1e-14)
    assert page.js("return numbers.predictive(90, 100, 0, 100, 0.02, 2).value") == 1


def test_it_begins_at_the_threshold_in_use(page, made):
    page.open()
    curve = made[1][0]
    at = int((curve.threshold >= 0.5).sum()) - 1
    assert cells(page) == matrix(curve, at)
    assert says(page).startswith("careful, threshold 0.5 (in use): finds")
    assert page.js("return document.querySelector('#control [name=t]').value") == "0.5"
    # The net benefit is that of a threshold of 0.5, which weighs a false positive as much as a true one.
    found = page.js("return document.querySelector('[data-key=benefit] td').textContent")
    assert float(found) == pytest.approx((curve.tp[at] - curve.fp[at]) / curve.n, abs=1e-4)
    assert page.js("return location.hash") == ""


def test_the_slider_moves_by_keys_and_the_address_follows(page, made):
    keys = pytest.importorskip("selenium.webdriver").Keys
    page.open()
    curve = made[1][0]
    at = int((curve.threshold >= 0.5).sum()) - 1
    slider = page.driver.find_element("css selector", "#control [name=at]")
    before = dots(page)
    for key, step in ((keys.ARROW_RIGHT, -1), (keys.ARROW_LEFT, 1), (keys.ARROW_LEFT, 1)):
        slider.send_keys(key)
        at += step
        assert cells(page) == matrix(curve, at)
        assert page.js("return location.hash") == address("careful", repr(float(curve.threshold[at])))
        shown = float(re.search(r"threshold (\S+?)(?: \(in use\))?:", says(page))[1])
        assert int((curve.threshold >= shown).sum()) - 1 == at
    moved = dots(page)
    assert [a != b for a, b in zip(before, moved, strict=True)] == [True] * 4
    assert page.js("return arguments[0].ariaValueText ?? arguments[0].getAttribute('aria-valuetext')", slider)
    slider.send_keys(keys.HOME)
    assert cells(page) == matrix(curve, len(curve) - 1)
    slider.send_keys(keys.END)
    assert cells(page) == matrix(curve, 0)
    assert page.js("return location.hash").endswith("t=inf")


def test_a_threshold_can_be_typed(page, made):
    keys = pytest.importorskip("selenium.webdriver").Keys
    page.open()
    field = page.driver.find_element("css selector", "#control [name=t]")
    field.send_keys(keys.CONTROL + "a")
    field.send_keys("0.123", keys.ENTER)
    curve = made[1][0]
    at = int((curve.threshold >= 0.123).sum()) - 1
    assert cells(page) == matrix(curve, at)
    mix = page.driver.find_element("css selector", "#control [name=p]")
    mix.send_keys(keys.CONTROL + "a")
    mix.send_keys("0.5", keys.TAB)
    assert "p=0.5" in page.js("return location.hash")
    head = page.js("return document.querySelector('.measures-at .there').textContent")
    assert head == "at prevalence 50 %"


@pytest.mark.parametrize("plot", ["roc", "pr", "cost", "nb"])
def test_a_click_on_any_curve_moves_the_point_on_all(page, plot):
    webdriver = pytest.importorskip("selenium.webdriver")
    page.open("#control")
    page.js("location.hash = arguments[0]", address("careful", 0.9))
    page.wait("document.querySelector('#control .says').textContent.startsWith('careful, threshold')")
    before = dots(page)
    svg = page.driver.find_element("css selector", f"[data-plot={plot}]")
    page.js("arguments[0].scrollIntoView({block: 'center'})", svg)
    box = page.js("const r = arguments[0].getBoundingClientRect(); return [r.width, r.height]", svg)
    target = {"roc": (0.4, 0.2), "pr": (0.8, 0.6), "cost": (0.35, 0.7), "nb": (0.35, 0.5)}[plot]
    offset = [int((share - 0.5) * size) for share, size in zip(target, box, strict=True)]
    webdriver.ActionChains(page.driver).move_to_element_with_offset(svg, *offset).click().perform()
    after = dots(page)
    assert all(a != b for a, b in zip(before, after, strict=True))
    index = ["roc", "pr", "cost", "nb"].index(plot)
    place = [after[index][0] / 340 - target[0], after[index][1] / 300 - target[1]]
    assert np.hypot(*place) < 0.35


def test_the_address_holds_the_state(page, made):
    curve = made[1][2]
    t = float(curve.threshold[40])
    page.open(address("margin", repr(t), p=0.3))
    assert cells(page) == matrix(curve, 40)
    assert page.js("return document.querySelector('#control [name=model]').value") == "2"
    assert page.js("return document.querySelector('#control [name=p]').value") == "0.3"
    assert "not probabilities" in page.js("return document.querySelector('[data-plot=nb]').textContent")
    box = page.js("return document.getElementById('control').getBoundingClientRect().top")
    assert -5 <= box < WIDE[1] / 2
    page.js("location.hash = arguments[0]", address(HOSTILE, "inf"))
    page.wait("document.querySelector('#control [name=model]').value === '1'")
    assert cells(page) == matrix(made[1][1], 0)
    for odd in ("#control&t=x&p=7&model=none", "#control&t=", "#control", "#control&t=1e999"):
        page.open(odd)
        assert sum(cells(page)) == 300
    assert page.log() == []


def test_another_model_and_the_named_points(page):
    page.open()
    page.js(
        "const e = document.querySelector('#control [name=model]'); e.value = '2';"
        "e.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    assert says(page).startswith("margin, threshold")
    buttons = page.driver.find_elements("css selector", "#control .go button")
    assert [one.text for one in buttons] == ["in use", "Youden's", "cheapest"]
    seen = set()
    for button in buttons:
        button.click()
        seen.add(says(page))
    assert len(seen) > 1


def test_without_scripts_it_is_a_document(page):
    page.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page.open()
        text = page.driver.find_element("css selector", "main").text
        assert "has the highest AUC" in text
        assert "At the threshold in use" in text
        assert not page.driver.find_element("css selector", "#control").is_displayed()
    finally:
        page.cdp("Emulation.setScriptExecutionDisabled", value=False)


def test_it_prints(page):
    page.open(address("careful", 0.4))
    page.view(media="print")
    assert not page.seen("#control .dial")
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(page, size, dark):
    axe = pytest.importorskip("axe_core_python.selenium", reason="axe-core-python is not installed")
    page.view(size, dark=dark)
    page.open(address("careful", 0.4))
    assert page.js("return document.documentElement.scrollWidth") <= size[0]
    assert faults(axe, page, ("minor", "moderate", "serious", "critical")) == []


def test_sentences_have_no_stray_numbers(page):
    page.open()
    text = page.js("return document.querySelector('main').innerText").partition("Every table")[0]
    assert not re.search(r"\b(nan|NaN|undefined|None|Infinity)\b", text)
