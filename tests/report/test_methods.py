"""The methods of the page, made from the guide."""

import re
from pathlib import Path

import pytest

from rocrepro.report.methods import load_methods

GUIDE = Path(__file__).resolve().parents[2] / "docs/guide"
PAGE = """# A method

**What it answers.** Which of <b>two</b>?

## Definition

For $n_+$ rows, as in [the set](confident_set.md) and [a page that stays away](scorers.md#example),

$$\\frac{a < b}{\\sqrt{n}}.$$

| `reading` | value |
|---|---|
| one | $\\bar y$ |

## Example

```python
print("run")
```

## When it misleads

- *Always.*

## Source

Us. Function: `roc_auc`.
"""


@pytest.fixture(scope="module")
def methods():
    return load_methods({}, GUIDE)


def test_every_method_has_its_address_and_its_parts(methods):
    assert {
        *("roc_curve", "delong", "tango", "confident_set", "confident_region", "fixed_width_bands"),
        *("vertical_bands", "joint_bands", "working_hotelling", "threshold_averaging", "threshold_sweep"),
        *("sensibility", "chi_square_isolines", "accuracy_isolines", "operating_points"),
        *("paired_bootstrap", "convex_hull"),
    } == {method.name for method in methods}
    for method in methods:
        assert "What it answers." in method.question
        assert "<math" in method.definition
        assert method.misleads.startswith("<ul>")
        assert method.source
        assert method.look


def test_methods_name_what_the_library_has(methods):
    import rocrepro.evaluation as library

    for method in methods:
        named = re.findall("<code>([a-z_]+)</code>", method.source.partition("Function")[2])
        assert named, method.name
        assert [name for name in named if not hasattr(library, name)] == []


def test_links_lead_to_methods_of_the_page_and_of_others_the_text_stays(methods):
    text = "".join(method.definition + method.misleads + method.source for method in methods)
    names = {method.name for method in methods}
    targets = set(re.findall('href="([^"]*)"', text))
    assert targets
    assert targets <= {f"#method-{name}" for name in names}
    assert "see the measured coverage" in text


def test_a_page_becomes_html_without_its_example(tmp_path):
    for page in GUIDE.glob("*.md"):
        (tmp_path / page.name).write_text(PAGE)
    method = load_methods({}, tmp_path)[0]
    assert method.title == "A method"
    assert method.question == "<p><strong>What it answers.</strong> Which of &lt;b&gt;two&lt;/b&gt;?</p>\n"
    assert "<msub><mi>n</mi><mo>+</mo></msub>" in method.definition
    assert '<a href="#method-confident_set">the set</a> and a page that stays away,' in method.definition
    assert (
        '<div class="wide" role="group" aria-label="Formula" tabindex="0"><math xmlns="http://www.w3.org/1998/'
        'Math/MathML" display="block"><mfrac><mrow><mi>a</mi><mo>&lt;</mo>'
    ) in method.definition
    assert 'aria-label="Table" tabindex="0"><table>\n<thead>' in method.definition
    assert method.misleads == "<ul>\n<li><em>Always.</em></li>\n</ul>\n"
    assert method.source == "<p>Us. Function: <code>roc_auc</code>.</p>\n"
