"""A page as one file from the templates, with the policy that guards it: it loads nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from rocrepro.report import words


def render(
    template: str,
    *,
    script: str | Sequence[str] = (),
    styles: Sequence[str] = ("page.css",),
    data: Markup | str = "",
    **values: Any,
) -> str:
    """Make a page; everything that comes from outside the package is escaped.

    Parameters
    ----------
    template : str
        Name of a template that extends ``base.html.jinja``.
    script : str or sequence of str
        Names of the page's scripts, if it has such; they become one.
    styles : sequence of str
        Names of the style sheets; they become one.
    data : Markup
        JSON that the script reads; it runs nothing, so the policy need not name it.
    **values
        What the template is given.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    scripts = [script] if isinstance(script, str) else script
    style, code = ("\n".join(map(_text, names)) for names in (styles, filter(None, scripts)))
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        name: getattr(words, name) for name in ("number", "percent", "inline", "linked", "breakable", "slug")
    }
    policy = (
        f"default-src 'none'; script-src {_digest(code)}; style-src {_digest(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(template).render(
        **values,
        style=Markup(style),  # our own files; the policy has the digests of their bytes
        script=Markup(code),
        data=data,
        policy=policy,
    )


def embedded(value: Any) -> Markup:
    """Return plain values as JSON that may stand in a script element: no tag can begin or end in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def _text(name: str) -> str:
    """One file of the templates' folder."""
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8").strip()


def _digest(text: str) -> str:
    """Source expression of a policy for an inline element; none where there is no such element."""
    if not text:
        return "'none'"
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
