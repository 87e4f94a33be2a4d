"""Headless Chromium on the example's page.

Debian has what is needed: ``apt-get install chromium chromium-driver``; the Python side (selenium and
axe-core-python) is in the ``dev`` extra. Where one of them is absent these tests skip and say which.
"""

import base64
import shutil
import time

import pytest

from rocrepro.report import build
from tests.report import example

WIDE, PHONE = (1280, 1000), (390, 844)
PROGRAMS = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "driver": ("chromedriver",)}
HOW = "get it with: apt-get install chromium chromium-driver"


def write_page(folder, claimed=None):
    """Write the example's page where it would be released; gives its address."""
    artifacts, claims = example.write(folder, claimed)
    page = folder / "results/report/index.html"
    page.parent.mkdir(parents=True)
    page.write_text(
        build(artifacts, claims=claims, run=example.RUN, about=example.ABOUT, folder=folder / "artifacts")
    )
    return page.as_uri()


@pytest.fixture(scope="session")
def url(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="session")
def short_url(tmp_path_factory):
    """The same page with few statements, for checks that look at every element."""
    return write_page(tmp_path_factory.mktemp("short"), example.rows()[:40])


@pytest.fixture(scope="session")
def chromium():
    """A browser, started once."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (dev extra)")
    found = {kind: next(filter(None, map(shutil.which, names)), None) for kind, names in PROGRAMS.items()}
    for kind, path in found.items():
        if path is None:
            pytest.skip(f"no {PROGRAMS[kind][0]} on this machine; {HOW}")
    options = webdriver.ChromeOptions()
    options.binary_location = found["chromium"]
    # Containers have no user namespaces for the sandbox, root may not use it, and /dev/shm is small there.
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(found["driver"]))
    driver.set_page_load_timeout(60)
    driver.set_script_timeout(120)
    yield driver
    driver.quit()


class Browser:
    """A few words for what the tests do."""

    def __init__(self, driver, url):
        self.driver, self.url = driver, url

    def cdp(self, command, **given):
        return self.driver.execute_cdp_cmd(command, given)

    def view(self, size=WIDE, *, dark=False, media=""):
        width, height = size
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def open(self, hash=""):
        self.driver.get("about:blank")  # a changed hash alone would not load the page again
        self.driver.get(self.url + hash)

    def js(self, script, *given):
        return self.driver.execute_script(script, *given)

    def wait(self, script, *given, seconds=10):
        """Wait until a script gives something true, and return it."""
        end = time.monotonic() + seconds
        while not (found := self.js(f"return {script}", *given)) and time.monotonic() < end:
            time.sleep(0.02)
        assert found, script
        return found

    def shown(self):
        """Ids of the statements that the filter shows."""
        return self.js("return [...document.querySelectorAll('#claims .claim:not([hidden])')].map(e => e.id)")

    def choose(self, **values):
        for name, value in values.items():
            self.js(
                "const e = document.querySelector('.filters').elements[arguments[0]];"
                "e.value = arguments[1]; e.dispatchEvent(new Event('input', {bubbles: true}))",
                name,
                value,
            )
        for name, value in values.items():
            self.wait("location.hash.includes(new URLSearchParams([arguments]).toString())", name, value)

    def seen(self, selector):
        """Whether an element can be seen: drawn, and not in a part that is folded away."""
        return self.js(
            "return document.querySelector(arguments[0]).checkVisibility({contentVisibilityAuto: false})",
            selector,
        )

    def log(self):
        return [entry for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]

    def pdf(self):
        return base64.b64decode(self.cdp("Page.printToPDF", preferCSSPageSize=True)["data"])


@pytest.fixture
def browser(chromium, url):
    found = Browser(chromium, url)
    found.view()
    found.log()
    return found
