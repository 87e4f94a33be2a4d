"""The methods in words, as the guide has them: a page of docs/guide/ each, without its example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocrepro.report.artifacts import FigureView
from rocrepro.texts import load_texts

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

WIDE = '<div class="wide" role="group" aria-label="{}" tabindex="0">{}'
"""Box of its own in which anything wider than a phone scrolls."""


@dataclass(frozen=True)
class Method:
    """One method of evaluation.

    Attributes
    ----------
    name : str
        Its address on the page is "method-<name>".
    title : str
    question, definition, misleads, source : Markup
        What it answers, and three sections of its page in the guide.
    picture : FigureView, optional
        The artifact that shows it.
    look : str
        What to see in the picture.
    """

    name: str
    title: str
    question: Markup
    definition: Markup
    misleads: Markup
    source: Markup
    picture: FigureView | None = None
    look: str = ""


def load_methods(figures: Mapping[str, FigureView], guide: Path) -> list[Method]:
    """Read the methods in the order of ``methods.yaml``.

    Parameters
    ----------
    figures : mapping
        Figures of the run by key; a picture that the run lacks is left out.
    guide : Path
        Folder with the pages of the guide.
    """
    about = load_texts("methods.yaml")
    parser = _parser()
    links = {f"{entry['page']}.md": f"#method-{name}" for name, entry in about.items()}
    found = []
    for name, entry in about.items():
        tokens = parser.parse((guide / f"{entry['page']}.md").read_text(encoding="utf-8"))
        for token in tokens:
            token.children = token.children and list(_linked(token.children, links))
        parts = {title: _html(parser, part) for title, part in _sections(tokens)}
        title = next(iter(parts))
        found.append(
            Method(
                name=name,
                title=title,
                question=parts[title],
                definition=parts["Definition"],
                misleads=parts["When it misleads"],
                source=parts["Source"],
                picture=figures.get(entry["picture"]),
                look=entry["look"],
            )
        )
    return found


def _parser() -> MarkdownIt:
    """Markdown as the documentation reads it; formulas become MathML, which browsers draw by themselves."""
    from docutils.utils.math.latex2mathml import tex2mathml
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(renderer: Any, tokens: Sequence[Token], at: int, *_: Any) -> str:
        block = tokens[at].block
        lines = tex2mathml(tokens[at].content, as_block=block).splitlines()
        drawn = "".join(line.strip() for line in lines)
        return f"{WIDE.format('Formula', drawn)}</div>\n" if block else drawn

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin)
    parser.add_render_rule("math_inline", formula)
    parser.add_render_rule("math_block", formula)
    parser.add_render_rule("table_open", lambda *_: WIDE.format("Table", "<table>\n"))
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _sections(tokens: Sequence[Token]) -> Iterator[tuple[str, Sequence[Token]]]:
    """The parts of a page by their headings, the first of which is the page's title."""
    heads = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    for at, end in pairwise([*heads, len(tokens)]):
        yield tokens[at + 1].content, tokens[at + 3 : end]


def _linked(tokens: Sequence[Token], links: Mapping[str, str]) -> Iterator[Token]:
    """A line with links to what is on the review page; of other links the text stays."""
    inside = False
    for token in tokens:
        if token.type == "link_open":
            target = links.get(str(token.attrs["href"]).partition("#")[0])
            inside = target is not None
            token.attrs["href"] = target or ""
        if inside or token.type not in ("link_open", "link_close"):
            yield token


def _html(parser: MarkdownIt, tokens: Sequence[Token]) -> Markup:
    """Render tokens; what is not Markdown is escaped."""
    return Markup(parser.renderer.render(tokens, parser.options, {}))
