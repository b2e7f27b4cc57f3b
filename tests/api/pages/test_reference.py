"""The reference page says every route and every command, from the document that is served."""

from __future__ import annotations

from api.web.routes import all_routes
from domain import commands as c
from tests.support.clients.html_reader import Sheet
from tests.support.clients.http_client import Table


def test_every_route_and_every_command_stands_in_the_reference(table: Table):
    answer = table.client.get("/reference")
    assert answer.status_code == 200
    ids = {found["id"] for _, found in Sheet(answer.text).tags if "id" in found}
    assert {route.name for route in all_routes() if route.is_operation} <= ids
    commands = {str(x.model_fields["type"].default) for x in (*c.PLAY, *c.TABLE, *c.SHORT)}
    assert {f"command-{name}" for name in commands} <= ids


def test_each_says_what_it_wants_and_an_example(table: Table):
    words = Sheet(table.client.get("/reference").text).words
    does = "Say what somebody does, answers or wants; it becomes one step of the log, or is refused"
    assert f"{does} POST /v1/combats/{{combat}}/commands With an" in words
    assert "$AT'/v1/combats/c-0123456789abcdef0123/commands'" in words
    assert '"manoeuvre": "swing"' in words
    assert "undo | redo | jump" in words


def test_each_names_the_forms_in_which_it_answers(table: Table):
    page = table.client.get("/reference").text
    for route in filter(lambda each: each.is_operation, all_routes()):
        card = page.partition(f'id="{route.name}"')[2].partition("</article>")[0]
        told = card.partition("<p>Answers as ")[2].partition("</p>")[0]
        assert told == ", ".join(f"<code>{form}</code>" for form in route.media) + "."


def test_the_reference_is_for_everybody_and_without_script(table: Table):
    answer = table.client.get("/reference")
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert "<script" not in answer.text and "style=" not in answer.text
