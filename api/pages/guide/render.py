"""Render the Markdown pages of the guide. Raw HTML in them is shown as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePath
from posixpath import normpath
from typing import Any, NamedTuple

from flask import Response
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from api.pages.layout.render import page
from api.pages.layout.static_files import CHECKER
from api.pages.layout.static_files import address as static_address
from api.web.problems import Problem
from api.web.route_table import Call

FOLDER = Path(__file__).parent
INDEX = "index"
TABLE = '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>\n'


class GuidePage(NamedTuple):
    """A rendered page of the guide: its title, and the HTML of all of it."""

    title: str
    html: Markup


def get_guide(call: Call) -> Response:
    """Show a page of the guide; the index where no page is named."""
    name = call.path.get("page", INDEX)
    if name not in names():
        raise Problem("not-found", "The guide has no such page. Its index lists all: /guide")
    return page("guide", call, page=guide_page(name), is_index=name == INDEX)


@cache
def names() -> dict[str, Path]:
    """Return the name of every page, such as `what-if` or `decisions/undo`."""
    paths = (path for path in FOLDER.rglob("*.md") if path.name != "README.md")
    return {_name(path.relative_to(FOLDER)): path for path in paths}


def _name(path: PurePath) -> str:
    return path.with_suffix("").as_posix().replace("_", "-")


@cache
def guide_page(name: str) -> GuidePage:
    """Return a page of the guide as HTML."""
    tokens = _MARKDOWN.parse(names()[name].read_text("utf-8"))
    title = ""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open":
            title = title or token.content
            before.attrSet("id", slug(token.content))
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", address(name, str(child.attrGet("href"))))
            if child.type == "image":
                child.attrSet("src", static_address(str(child.attrGet("src"))))
                child.attrSet("loading", "lazy")
        # On a phone, a link in a paragraph is as high as its line; elsewhere it is a button.
        token.hidden = False
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return GuidePage(title, Markup(html))


def slug(heading: str) -> str:
    """Return the anchor of a heading: `what-it-costs`."""
    return "-".join(re.findall(r"\w+", heading.lower()))


def address(name: str, href: str) -> str:
    """Return where a link of a page leads on the site; links in the repository are relative."""
    path, sharp, anchor = href.partition("#")
    if not path or ":" in path or path.startswith("/"):
        return href
    if PurePath(path).name == CHECKER.name:
        return static_address(CHECKER.name)
    target = _name(PurePath(normpath(PurePath(name).parent / path)))
    return ("/guide" if target == INDEX else f"/guide/{target}") + sharp + anchor


Tokens = Sequence[Token]


LANGUAGES = {"sh": "curl", "python": "Python", "js": "JavaScript"}
"""What stands above blocks that say the same, side by side."""


def _code(self: RendererHTML, tokens: Tokens, index: int, options: Any, env: Any) -> str:
    box = f'<pre class="scrolls" tabindex="0"><code>{escape(tokens[index].content)}</code></pre>\n'
    same = [at for at in (index - 1, index, index + 1) if _is_language(tokens, at)]
    if index not in same or len(same) == 1:
        return box
    caption = LANGUAGES[tokens[index].info.strip()]
    box = f"<figure><figcaption>{caption}</figcaption>{box}</figure>\n"
    before = "" if index - 1 in same else '<div class="sides">\n'
    return before + box + ("" if index + 1 in same else "</div>\n")


def _is_language(tokens: Tokens, at: int) -> bool:
    """Whether a token is a block of a language, as one of several that follow one another."""
    inside = 0 <= at < len(tokens)
    return inside and tokens[at].type == "fence" and tokens[at].info.strip() in LANGUAGES


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("fence", _code)
_MARKDOWN.add_render_rule("table_open", lambda *_: TABLE)
_MARKDOWN.add_render_rule("table_close", lambda *_: "</table></div>\n")
