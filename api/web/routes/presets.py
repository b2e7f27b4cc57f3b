"""The presets of any game that come with the program, to open a fight with or to copy."""

from __future__ import annotations

from pydantic import JsonValue

from api.presets.chosen import shipped_presets
from api.web.conditional import REVALIDATED
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.response_bodies import Shape

ROUTES = Routes("rulesets")


class PresetShown(Shape):
    """A preset: its name, the title of its game, and what it says of that."""

    name: str
    title: str
    preset: dict[str, JsonValue]


class Presets(Shape):
    """The presets that come with the program."""

    items: list[PresetShown]


@ROUTES.get("/v1/presets", "anyone", answers=Presets)
def get_presets(call: Call) -> Answer:
    """The presets of any game: words, sheet fields, usual conditions and initiative of known ones.

    Open a combat of the ruleset `open` with the name of one as `preset`, or with JSON like it.
    """
    return Answer({"items": [each._asdict() for each in shipped_presets()]}, REVALIDATED)


@ROUTES.get("/v1/presets/<name>", "anyone", answers=PresetShown, problems=("not-found",))
def get_preset(call: Call) -> Answer:
    """A preset that comes with the program."""
    found = next((each for each in shipped_presets() if each.name == call.path["name"]), None)
    if found is None:
        known = ", ".join(each.name for each in shipped_presets())
        raise Problem("not-found", f"There is no preset of that name. Those there are: {known}.")
    return Answer(found._asdict(), REVALIDATED)
