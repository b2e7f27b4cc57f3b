"""Kaiser 2.1.2: intentions are told to the game master, and shown to all at the roll."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.printed_story import timeline, transcript
from tests.support.fights.kaiser import MAGE, RULES, XAN, YRSA
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import rebuild, seen_entries

ANN, BEN = Viewer("p1", "player", ("xan",)), Viewer("p2", "player", ("yrsa",))
ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)

Said = tuple[dict[str, Any], ...]
FEW: Said = ({"manoeuvre": "magic", "params": {"how": "mass"}},)
MANY: Said = (
    {"manoeuvre": "total attack"},
    {"manoeuvre": "attack intention", "using": "long sword"},
    {"manoeuvre": "alert to danger"},
)


def world(intended: Said, by: Viewer = ANN) -> Recorded:
    """A round in which Xan's intentions are declared, and nobody has finished declaring."""
    told = Recorded(RULES).comes("xan", side="a", traits={**MAGE, **XAN})
    told.comes("yrsa", side="b", traits=YRSA).round()
    for said in intended:
        told.say(c.Declare(who="xan", **said), by)
    told.say(c.Declare(who="yrsa", manoeuvre="run"), BEN)
    return told


def received(told: Recorded, viewer: Viewer) -> bytes:
    """Every byte that a viewer gets of it: entries, state, options, refusals, stories."""
    state = rebuild(told.log, viewer).combat
    parts: list[Any] = [one.as_json() for one in seen_entries(told.log, viewer)]
    parts += [state_hash(state), options(state, RULES, viewer)]
    parts += [timeline(told.log, RULES, viewer), transcript(told.log, RULES, viewer, True)]
    return ANYTHING.dump_json(parts)


@pytest.mark.parametrize("viewer", [BEN, PUBLIC])
@pytest.mark.parametrize("by", [ANN, TABLE])
def test_what_and_how_much_is_intended_looks_the_same_to_others(viewer: Viewer, by: Viewer):
    assert received(world(FEW, by), viewer) == received(world(MANY, by), viewer)
    assert received(world(FEW, by), viewer) == received(world((), by), viewer)


@pytest.mark.parametrize("viewer", [ANN, TABLE])
def test_its_owner_and_the_referee_see_the_difference(viewer: Viewer):
    assert len({received(world(said), viewer) for said in (FEW, MANY, ())}) == 3


@pytest.mark.parametrize("by", [ANN, TABLE])
def test_its_owner_sees_it_whoever_wrote_it_down(by: Viewer):
    assert "Xan declares magic" in transcript(world(FEW, by).log, RULES, ANN)
    assert "Xan declares" not in transcript(world(FEW, by).log, RULES, BEN)


def test_nothing_of_it_is_named_to_others():
    for viewer in (BEN, PUBLIC):
        story = json.dumps([one.as_json() for one in seen_entries(world(MANY).log, viewer)])
        assert "total attack" not in story and "alert" not in story


def test_who_has_said_enough_is_no_secret_and_then_all_is_shown():
    told = world(MANY).say(c.PassAll(who="xan"), ANN)
    assert "Xan passes" in transcript(told.log, RULES, PUBLIC, True)
    assert "total attack" not in transcript(told.log, RULES, PUBLIC)
    told.say(c.PassAll(who="yrsa"), BEN)
    story = transcript(told.log, RULES, PUBLIC)
    shown = [line.split("  ")[-1] for line in story.splitlines() if "AP" in line or "out" in line]
    assert shown[-4:] == [
        "Xan goes all out for attack",
        "Xan means to attack with long sword (3 AP, 3 left)",
        "Xan is alert to danger (1 AP, 2 left)",
        "Yrsa runs this round (3 AP, 3 left)",
    ]


def test_it_is_shown_before_any_die_of_initiative_falls():
    told = world(MANY).say(c.PassAll())
    shown = [type(x.event) for x in told.log if not x.meta.audience]
    assert e.Acted in shown and e.DiceRolled not in shown
    assert rebuild(told.log, PUBLIC).combat.pools.balance_of("xan", "ap") == 2


def test_after_the_reveal_both_see_the_same_balances():
    told = world(MANY).say(c.PassAll())
    for viewer in (ANN, BEN, PUBLIC):
        assert rebuild(told.log, viewer).combat.pools == told.combat.pools


def test_an_open_table_shows_them_as_they_are_declared():
    settings: dict[str, Any] = {"intentions revealed": "declared"}
    told = Recorded(RULES, **settings)
    told.comes("xan", side="a", traits={**MAGE, **XAN}).comes("yrsa", side="b", traits=YRSA)
    told.round().say(c.Declare(who="xan", **FEW[0]), ANN)
    assert "Xan declares magic" in transcript(told.log, RULES, BEN)


def test_what_may_still_be_declared_is_for_the_eyes_of_its_owner():
    told = world(MANY)
    mine = {o.command.get("manoeuvre") for o in options(rebuild(told.log, ANN).combat, RULES, ANN)}
    assert "absorb hits" not in mine and "defensive fan" in mine
    assert "charge intention" not in mine  # it costs 5 AP, and 2 are left
