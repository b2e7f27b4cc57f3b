"""The presets of any game that come with the program, to open a fight with or to copy."""

from __future__ import annotations

from pydantic import JsonValue

from api.presets.chosen import shipped_presets
from api.web.conditional import REVALIDATED
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.response_bodies import Listing, Shape
from api.web.validation import Paged, page_of

ROUTES = Routes("rulesets")


class PresetShown(Shape):
    """A preset: its name, the title of its game, and what it says of that."""

    name: str
    title: str
    preset: dict[str, JsonValue]


class Presets(Listing):
    """The presets that come with the program."""

    items: list[PresetShown]


@ROUTES.get("/v1/presets", "anyone", query=Paged, answers=Presets)
def get_presets(call: Call) -> Answer:
    """The presets of any game: words, sheet fields, usual conditions and initiative of known ones.

    When: you open a fight of any game with the words, sheets and conditions of a known one.

    Open a combat of the ruleset `open` with the name of one as `preset`, or with JSON like it.
    """
    items, cursor = page_of(call.query, shipped_presets())
    return Answer({"items": [each._asdict() for each in items], "next": cursor}, REVALIDATED)
