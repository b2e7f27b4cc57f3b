"""Every command and every route has an example, and each example is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.server.app import create_app
from api.service.service import Service
from api.web.examples import BY_TYPE, STORIES
from api.web.routes import all_routes
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Caller, contract


@pytest.fixture
def operator(service: Service) -> Caller:
    """Whoever runs a server with every game on it."""
    service.rulesets = all_rulesets
    return Caller(create_app(service).test_client(), service.vault.operator_token())


def told(operator: Caller, story: list[dict[str, Any]]) -> str:
    """Say a whole story; the combat it made."""
    opened = operator.post("/v1/combats", {k: v for k, v in story[0].items() if k != "type"})
    assert opened.status_code == 201, opened.text
    combat = str((opened.json or {})["combat"])
    for said in story[1:]:
        answer = operator.post(f"/v1/combats/{combat}/commands", said, If_Match="*")
        assert answer.status_code == 200, (said, answer.text)
    return combat


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[0]["title"])
def test_every_example_of_a_command_is_accepted_in_its_story(
    story: list[dict[str, Any]], operator: Caller
):
    told(operator, story)


def typed(letters: str) -> Callable[[str], str]:
    """Chance that falls on these letters."""
    left = iter(letters)
    return lambda _: next(left)


def test_every_command_has_an_example():
    assert set(BY_TYPE) == {x.model_fields["type"].default for x in (*c.PLAY, *c.TABLE, *c.SHORT)}


@pytest.mark.parametrize("command", [*c.PLAY[1:], *c.TABLE, *c.SHORT], ids=lambda x: x.__name__)
def test_it_is_said_of_every_command_of_the_referee_s_that_it_is(
    command: type[c.Command], operator: Caller
):
    assert c.Open is c.PLAY[0]
    combat = told(operator, [said for said in STORIES[0] if said["type"] in ("open", "join")])
    seat = {"type": "seat-open", "person": "Ann", "role": "player"}
    opened = operator.post(f"/v1/combats/{combat}/commands", seat).json or {}
    ann = Caller(operator.client, next(iter(opened["tokens"].values())))
    said = BY_TYPE[command.model_fields["type"].default]
    answer = ann.post(f"/v1/combats/{combat}/commands", said, If_Match="*")
    alone = "Ask the referee." in answer.text and said.get("who") != "referee"
    schema = contract()["components"]["schemas"][command.__name__]
    assert ("for the referee alone" in schema["description"]) == alone, answer.text


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize(
    "route", [r for r in all_routes() if r.method == "GET"], ids=lambda route: route.name
)
def test_the_example_of_every_reading_route_is_answered(route: Any, operator: Caller):
    combat = told(operator, STORIES[0])
    answer = operator.get(route.example_path(combat))
    assert answer.status_code == route.status, answer.text


@pytest.mark.parametrize(
    "route",
    [r for r in all_routes() if r.method == "POST" and r.body],
    ids=lambda route: route.name,
)
def test_the_example_of_every_writing_route_is_accepted(
    route: Any, operator: Caller, monkeypatch: pytest.MonkeyPatch
):
    combat = told(operator, STORIES[0][:7])
    if route.name == "post_join":
        monkeypatch.setattr("api.web.join_codes.secrets.choice", typed("ABCD2345"))
        operator.post(f"/v1/combats/{combat}/door", {"minutes": 10})
    path = route.example_path(combat)
    answer = operator.post(path, route.example, If_Match="*")
    assert answer.status_code == route.status, answer.text
