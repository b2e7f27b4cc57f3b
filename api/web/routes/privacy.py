"""Forgetting people: their names and words, never what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field, StringConstraints

from api.service.privacy import NOBODY_SO, Forgotten, all_forgotten, forget
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Listing, Shape
from api.web.validation import Paged, page_of
from domain.ruleset.ruleset import Refused

ROUTES = Routes("forgetting")
Person = Annotated[str, StringConstraints(pattern=r"^p[0-9]{1,6}$")]
Text = Annotated[str, StringConstraints(pattern=r"^t[1-9][0-9]{0,8}$")]


class WhoOrWhat(Shape):
    """A person of this table, with all their words."""

    person: Person = Field(description="As the entries call a person.")


class OneText(Shape):
    """One text, such as one that mentions somebody who was forgotten."""

    text: Text = Field(description="As the entries call it; for the referee alone.")


class AllForgotten(Listing):
    """Everybody who was forgotten at this table, with the texts that still mention them."""

    items: list[shape(Forgotten)]  # type: ignore[valid-type]


@ROUTES.post(
    "forget",
    "player",
    body=WhoOrWhat | OneText,
    answers=shape(Forgotten),
    problems=("refused",),
    example={"person": "p1"},
)
def post_forget(call: Call) -> Answer:
    """Forget a person: name and words are deleted, and nothing of them is left in the database.

    When: a person wants their name and words to be deleted.

    What happened stays, and every proof still verifies. The referee may forget anybody, players
    themselves. The answer lists the texts of others that mention the person: the referee may
    forget those one by one. Backups and exports are out of reach, and so are the write-ahead log
    and log files of PostgreSQL until they are recycled. After a 503, send it again.
    """
    caller, said = call.caller, call.body
    person = said.person if isinstance(said, WhoOrWhat) else ""
    if not caller.viewer.is_referee and person != caller.viewer.person:
        raise Problem("refused", "Only the referee may forget somebody else, or a single text.")
    text = _text_id(call, said.text) if isinstance(said, OneText) else ""
    found = forget(call.service, call.combat, person=person, text=text)
    if not caller.viewer.is_referee:
        found = found._replace(mentions=())
    [found] = _as_called(call, [found])
    return Answer(plain(found))


def _text_id(call: Call, said: str) -> str:
    """The log's own id of a text as the caller's entries call it; raises Refused."""
    with call.lock_combat() as (_, sight):
        found = sight.eyes.names.text_id(said)
    if not found:
        raise Refused("", NOBODY_SO, None, "/text")
    return found


def _as_called(call: Call, found: Iterable[Forgotten]) -> list[Forgotten]:
    """Name the texts that mention somebody as the caller's entries do."""
    with call.lock_combat() as (_, sight):
        name = sight.eyes.names.text_name
    return [
        one._replace(mentions=tuple(it._replace(text=name(it.text)) for it in one.mentions))
        for one in found
    ]


@ROUTES.get("forgotten", "referee", query=Paged, answers=AllForgotten)
def get_forgotten(call: Call) -> Answer:
    """Who was forgotten, and which texts still mention them.

    When: you want to know who was forgotten.
    """
    found = _as_called(call, all_forgotten(call.service, call.combat))
    items, cursor = page_of(call.query, found)
    return Answer({"items": plain(items), "next": cursor})
