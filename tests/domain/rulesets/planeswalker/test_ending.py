"""How Planeswalker combats end, number by number: flight, defeat, and what is left afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.planeswalker import ANTHEM, FLASH, OGRE, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks

FLASHES: dict[str, Any] = {
    "spells": {"one": FLASH, "two": FLASH},
    "memory": ["one", "two"],
    "mana": {"red": 2},
}


def fleeing(**nils: Any) -> Combat:
    """Mira, with a wolf and an effect, flees as her first action."""
    able = {"Life": 9, "spells": {"anthem": ANTHEM}, "memory": ["anthem"]}
    combat = duel(m=able, n={**FLASHES, **nils}).creature("wolf", "mira", Power=2)
    combat.goes_to("mira").mana("mira", red=1).casts("mira", "anthem").resolves()
    combat.goes_to("mira", "channeling").ends_phase().does(
        "mira", "maintain", on=["anthem"]
    ).casts_nothing()
    return combat.does("mira", "flee")


def test_who_flees_loses_effects_creatures_and_the_rest_of_the_turn():
    combat = fleeing()
    assert combat.under("mira") == ["fleeing"]
    assert [(left.subject, left.why) for left in combat.events(e.Left)] == [("wolf", "unsummoned")]
    assert combat.stands()[0] == "nils"


def test_who_is_left_alone_until_his_next_turn_is_away():
    combat = fleeing().does("nils", "instant", "mira", using="one").resolves()
    assert combat.combat.conditions.on("mira", "fleeing")[0].level == 3
    combat.ends_turn().round()
    assert combat.events(e.Left)[-1] == e.Left(subject="mira", why="escaped")
    assert combat.stands()[0] == "nils"


@pytest.mark.parametrize("escapes", [True, False])
def test_a_mage_who_comes_back_is_in_flight_no_longer(escapes: bool):
    combat = fleeing().mage("otto", "north")
    if escapes:
        combat.goes_to("otto")
    else:
        combat.say(c.Leave(who="mira"))
    assert "mira" not in combat.scene().present()
    combat.say(c.Join(subject="mira", side="east"))
    assert combat.under("mira") == []
    combat.goes_to("mira")
    assert "flee" in combat.manoeuvres("mira")


def test_five_damage_stop_a_flight():
    combat = fleeing().does("nils", "instant", "mira", using="one").resolves()
    combat.does("nils", "instant", "mira", using="two").resolves()
    assert combat.left("mira", "life") == 3
    assert combat.under("mira") == []


def test_being_engaged_stops_a_flight():
    combat = fleeing().creature("ogre", side="west", **OGRE).close("mira nils").goes_to("nils")
    assert combat.under("mira") == ["fleeing"]
    combat.does("nils", "engage", "mira").resolves()
    assert combat.under("mira") == []


@pytest.mark.parametrize(("others", "may"), [((3, 2), True), ((4, 2), False)])
def test_a_fast_flee_wants_two_more_speed_than_everybody(others: tuple[int, int], may: bool):
    combat = duel(m={"Speed": 5}, n={"Speed": others[0]}).mage("otto", "west", Speed=others[1])
    combat.goes_to("mira")
    if not may:
        why = refused(combat, lambda: combat.does("mira", "fast flee"))
        assert (why.clause, why.numbers, lacks(why)) == (
            "7.2",
            {"wanted": 6, "Speed": 5, "fastest other": 4},
            "trait Speed of mira: 5 >= 6",
        )
        return
    combat.does("mira", "fast flee")
    assert combat.waits_for() == ("outrun", ("mira", "nils"))
    combat.rolls("mira", "nils", mira=(4, 4, 4, 4, 2), nils=(4, 4, 3))
    assert combat.events(e.Resolved)[-1].figures == {"speed": 18, "against": 11}
    assert combat.events(e.Left) == [e.Left(subject="mira", why="escaped")]
    assert combat.stands()[0] == "nils"


def test_a_fast_flee_that_fails_is_a_flight():
    combat = duel(m={"Speed": 5}, n={"Speed": 3}).goes_to("mira").does("mira", "fast flee")
    combat.rolls("mira", "nils", mira=(1, 1, 1, 1, 1), nils=(2, 2, 1))
    assert combat.under("mira") == ["fleeing"]


def test_life_at_nothing_is_defeat():
    held = {"Life": 1, "spells": {"anthem": ANTHEM}, "memory": ["anthem"], "Channeling": 3}
    combat = duel(m=held, n=FLASHES).goes_to("mira", "channeling")
    combat.does("nils", "instant", "mira", using="one")
    combat.passes()
    assert combat.left("mira", "life") == -2
    assert combat.under("mira") == ["lost"]
    assert combat.pile("mira", "memory") == ()
    assert combat.pile("mira", "library") == ("anthem",)
    assert combat.stands()[0] == "nils"  # his turn goes on to its end by itself


def test_who_has_lost_neither_channels_nor_maintains():
    combat = duel(m={"Life": 1}).goes_to("mira", "channeling")
    combat.fixes(what="condition", subject="mira", name="lost").goes_to("nils", "channeling")
    combat.round() if not combat.combat.clock.path else combat.ends_turn().round()
    assert combat.stands()[0] == "nils"
    restoring = refused(combat, lambda: combat.does("mira", "channel", using="red", amount=1))
    assert (restoring.clause, restoring.why) == ("7.3", "mira cannot act: has lost")
    assert (
        refused(combat, lambda: combat.does("mira", "maintain", on=[]).casts_nothing()).clause
        == "7.3"
    )
    assert combat.manoeuvres("mira") == set()


def test_creatures_are_dispelled_excess_mana_is_gone_and_auras_stay():
    lasting = {
        "ward": {"cost": "0", "does": "pervade", "lasts": "aura"},
        "field": {"cost": "0", "does": "pervade", "lasts": "enchantment"},
        "engine": {"cost": "0", "does": "pervade", "lasts": "artifact"},
    }
    able = {"Focus": 3, "Speed": 3, "spells": lasting, "memory": list(lasting), "mana": {"red": 3}}
    combat = duel(m=able).creature("wolf", "mira", Power=2).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=2).goes_to("mira")
    for name in lasting:
        combat.casts("mira", name).resolves()
    combat.fixes(what="condition", subject="nils", name="broken")
    combat.say(c.End())
    assert [k.key for k in combat.combat.conditions.on("mira", "pervasive")] == ["ward"]
    assert combat.pool("mira") == {"red": 3}
    assert combat.left("mira", "life") == 5
    assert combat.events(e.Left) == [e.Left(subject="wolf", why="dispelled")]
    assert combat.pile("mira", "graveyard") == tuple(lasting)


def test_who_has_no_life_left_is_defeated_when_the_combat_ends_amid_a_fight():
    combat = duel(m=FLASHES).creature("ogre", "nils", **OGRE).close("mira ogre").goes_to("nils")
    combat.does("nils", "command").does("ogre", "engage", "mira").resolves()
    combat.rolls("ogre", "mira", ogre=(6, 6, 6, 6), mira=(1,))
    assert (combat.left("mira", "life"), combat.under("mira")) == (-18, ["broken"])
    combat.say(c.End())
    assert "lost" in combat.under("mira")
    assert (combat.pile("mira", "memory"), combat.zone("mira", "ogre")) == ((), "close")
