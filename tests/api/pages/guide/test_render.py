"""The guide on the site: every page is there for everybody, without raw HTML, and linked to."""

from __future__ import annotations

import re

import pytest

from api.pages.guide import render
from api.pages.guide.render import address, guide_page, names
from api.pages.layout.static_files import FOLDER as STATIC
from api.pages.register import PAGES
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table

TEMPLATES = render.FOLDER.parent / "templates"


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("name", sorted(names()))
def test_everybody_reads_every_page(table: Table, name: str):
    answer = table.client.get("/guide" if name == "index" else f"/guide/{name}")
    assert answer.status_code == 200
    assert f"<title>{guide_page(name).title} – combatlog</title>" in answer.text
    assert "script-src" not in answer.headers["Content-Security-Policy"]


def test_every_link_of_the_guide_leads_to_something_on_the_site(table: Table):
    for name in names():
        for href in re.findall(r'href="(/[^"]*)"', guide_page(name).html):
            path, _, anchor = href.partition("#")
            answer = table.client.get(path)
            assert answer.status_code == 200, f"{name}: {href}"
            assert f'id="{anchor}"' in answer.text or not anchor, f"{name}: {href}"


def test_every_picture_of_the_guide_is_there_and_says_what_it_shows(table: Table):
    images = [it for name in names() for it in re.findall(r"<img [^>]+>", guide_page(name).html)]
    assert len(images) == len(list((STATIC / "pictures").iterdir()))
    for image in images:
        found = re.search(r'src="([^"]+)" alt="([^"]{20,})"', image)
        assert found is not None, image
        answer = table.client.get(found[1])
        assert answer.status_code == 200 and answer.content_type == "image/png", image


def test_every_link_into_the_guide_leads_to_a_page_of_it(table: Table):
    links = {
        link
        for template in TEMPLATES.glob("*.html")
        for link in re.findall(r'href="(/guide[^"{]*)"', template.read_text("utf-8"))
    }
    assert len(links) > 5
    for link in links:
        path, _, anchor = link.partition("#")
        answer = table.client.get(path)
        assert answer.status_code == 200 and (not anchor or f'id="{anchor}"' in answer.text), link


def test_pages_that_look_back_name_the_page_that_explains_them(table: Table):
    for path in ("replay", "docket", "audit", "why", "ask", "dice", "what-if"):
        sheet = Reader(table.app, table.tokens["rita"]).get(f"/combats/{table.combat}/{path}")
        [link] = re.findall(r'href="(/guide/[^"]+)"', sheet.text)
        assert table.client.get(link).status_code == 200


def test_a_page_that_is_not_there_is_said_to_be_missing(table: Table):
    for path in ("/guide/nothing", "/guide/index/", "/guide/../site.py", "/guide/undo.md"):
        answer = table.client.get(path)
        assert answer.status_code == 404, path
    assert "The guide has no such page" in Sheet(table.client.get("/guide/nothing").text).words


def test_raw_html_is_shown_and_not_run(tmp_path, monkeypatch: pytest.MonkeyPatch):
    page = tmp_path / "page.md"
    page.write_text(
        "# <b>A</b>\n\n<script>x</script>\n\n[a](javascript:x) <i>b</i>\n\n```sh\n<u>\n```\n"
    )
    monkeypatch.setattr(render, "names", lambda: {"page": page})
    html = guide_page.__wrapped__("page").html
    assert not re.search(r"<(b|script|i|u)>|href", html)
    assert "&lt;script&gt;" in html and "&lt;u&gt;" in html


def test_tables_and_code_scroll_in_a_box_of_their_own():
    html = guide_page("undo").html
    assert html.count("<table>") == html.count('<div class="scrolls" tabindex="0" role="group"')
    assert "<pre>" not in html and '<pre class="scrolls" tabindex="0"><code>' in html


def test_blocks_that_say_the_same_stand_side_by_side(tmp_path, monkeypatch: pytest.MonkeyPatch):
    page = tmp_path / "page.md"
    page.write_text("# A\n\n```sh\na\n```\n```python\nb\n```\n\n```json\n1\n```\n\n```sh\nc\n```\n")
    monkeypatch.setattr(render, "names", lambda: {"page": page})
    html = guide_page.__wrapped__("page").html
    sides, alone = html.split("</div>")
    assert re.findall(r"<figcaption>(\w+)<", sides) == ["curl", "Python"]
    assert html.count('<div class="sides">') == 1 and "figure" not in alone


def test_links_of_the_repository_become_addresses_of_the_site():
    assert address("undo", "decisions/undo.md") == "/guide/decisions/undo"
    assert address("decisions/undo", "../what_if.md#a") == "/guide/what-if#a"
    assert address("undo", "index.md") == "/guide"
    assert address("audit", "../static/check.js").startswith("/static/")
    assert address("api", "/reference") == "/reference"
    assert {page.access for page in PAGES if page.rule.startswith("/guide")} == {"anyone"}
