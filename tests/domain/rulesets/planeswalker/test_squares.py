"""Planeswalker by the modification of 2015, and Life for mana: off unless the table says so."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.planeswalker.preparing import left_to_restore
from domain.rulesets.planeswalker.squares import damage, passed_on
from tests.support.fights.planeswalker import BOLT, CALL, COUNTER, KNIGHT, OGRE, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks

BOOK: dict[str, Any] = {"bolt": BOLT, "call": CALL, "counter": COUNTER}
ABLE: dict[str, Any] = {
    "Speed": 2,
    "Focus": 2,
    "spells": BOOK,
    "memory": list(BOOK),
    "mana": {"red": 2, "blue": 1},
}


def on_a_grid(nils: str = "4,0", **mira: Any) -> Combat:
    """Mira at 0,0 and Nils somewhere else, by the modification; she is in her Main."""
    combat = duel(m={**ABLE, "at": "0,0", **mira}, n={"at": nils, "Life": 9}, combat_mod="2015")
    return combat.goes_to("mira")


def blow(power: int, toughness: int, *keywords: str, life: int = 9, **points: Any) -> Combat:
    """A knight of Mira's strikes Nils' ogre; Power and Toughness are rolled as these totals."""
    knight = {**KNIGHT, "Power": 4, "keywords": list(keywords)}
    combat = duel(**points).creature("knight", "mira", **knight)
    combat.creature("ogre", "nils", **{**OGRE, "Life": life}).close("knight ogre").goes_to("mira")
    combat.does("mira", "command").does("knight", "engage", "ogre").resolves()
    faces = [1, 1, 1, 1]
    for place in range(4):
        faces[place] += min(5, power - sum(faces))
    return combat.rolls("knight", "ogre", knight=tuple(faces), ogre=(1, 1, toughness - 2))


# --- blows by full dice ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keywords", "expected"),
    [((), {1: 1, 5: 1, 6: 2, 11: 2, 12: 3}), (("trample",), {1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 12: 5})],
)
def test_a_blow_does_1_and_1_more_for_each_full_die_or_half_die(
    keywords: tuple[str, ...], expected: dict[int, int]
):
    for over, hurt in expected.items():
        combat = blow(3 + over, 3, *keywords, combat_mod="2015")
        figures = {"power": 3 + over, "toughness": 3, "damage": hurt}
        assert combat.outcome("blow")[1] == figures
        assert combat.left("ogre", "life") == 9 - hurt


def test_equal_is_no_damage_and_without_the_modification_all_of_it_is():
    assert blow(4, 4, combat_mod="2015").left("ogre", "life") == 9
    assert blow(15, 3).outcome("blow")[1]["damage"] == 12


@pytest.mark.parametrize(("life", "over", "mage"), [(1, 12, 2), (1, 5, 0), (2, 12, 1), (3, 12, 0)])
def test_what_is_left_of_a_blow_that_killed_a_summon_hits_its_summoner(
    life: int, over: int, mage: int
):
    combat = blow(3 + over, 3, life=life, combat_mod="2015")
    assert combat.left("nils", "life") == 5 - mage
    told = [(r.of, r.figures) for r in combat.events(e.Resolved) if r.stage == "summoner"]
    assert told == ([("nils", {"damage": mage})] if mage else [])


def test_of_a_trampling_blow_too_a_full_die_is_what_hits_the_summoner():
    scene = on_a_grid().scene()
    assert [passed_on(scene, over, True, 2) for over in (3, 8, 9, 15)] == [0, 0, 1, 2]
    assert [damage(scene, over, True) for over in (-1, 0)] == [0, 0]
    assert passed_on(duel().scene(), 60, False, 1) == 0


# --- squares ---------------------------------------------------------------------------------


def test_one_moves_as_many_squares_as_one_has_speed():
    combat = on_a_grid()
    why = refused(combat, lambda: combat.does("mira", "move", to="3,0"))
    assert (why.clause, why.why) == ("4.3", "'3,0' does not fit to")
    combat.does("mira", "move", to="2,0")
    assert (combat.combat.places.of("mira"), combat.zone_now("mira", "nils")) == ("2,0", "ranged")
    assert combat.left("mira", "actions") == 1


def test_who_stands_beside_is_close_and_takes_two_off_channeling():
    combat = on_a_grid("1,1")
    assert combat.zone_now("mira", "nils") == "close"
    assert left_to_restore(combat.scene(), "mira") == 1
    assert refused(combat, lambda: combat.does("mira", "flee")).clause == "2"


@pytest.mark.parametrize(
    ("nils", "large", "may"),
    [("1,0", False, True), ("2,0", False, False), ("2,0", True, True), ("3,0", True, False)],
)
def test_a_large_weapon_reaches_two_squares(nils: str, large: bool, may: bool):
    combat = on_a_grid(nils, **{"large weapon": large})
    if not may:
        why = refused(combat, lambda: combat.does("mira", "engage", "nils"))
        assert (why.clause, lacks(why)) == ("6.1", "distance zone of nils: ranged = close")
        return
    combat.does("mira", "engage", "nils").resolves()
    assert combat.zone_now("mira", "nils") == "locked"
    combat.rolls("mira", "nils", mira=(6,), nils=(1,)).passes("nils")
    after = "close" if nils == "1,0" else "ranged"
    assert (combat.left("nils", "life"), combat.zone_now("mira", "nils")) == (8, after)


def test_a_spell_carries_as_far_as_channeling():
    combat = on_a_grid("4,0")
    why = refused(combat, lambda: combat.casts("mira", "bolt", "nils"))
    assert (why.clause, why.why, why.numbers, lacks(why)) == (
        "6.9",
        "nils is too far for bolt",
        {"wanted": 3, "squares": 4},
        "distance squares of nils: 4 <= 3",
    )
    combat.does("mira", "move", to="1,0").casts("mira", "bolt", "nils").resolves()
    assert combat.left("nils", "life") == 6


def test_a_summoned_creature_stands_beside_its_summoner():
    combat = on_a_grid().casts("mira", "call").resolves()
    assert combat.combat.places.of("wolf") == "-1,-1"
    assert combat.zone_now("wolf", "nils") == "ranged"


def test_without_the_modification_squares_are_nothing():
    combat = duel(m={**ABLE, "at": "0,0"}, n={"at": "9,9"}).close("mira nils").goes_to("mira")
    assert combat.zone_now("mira", "nils") == "close"
    combat.does("mira", "move", "nils")
    assert combat.zone_now("mira", "nils") == "ranged"


def test_a_square_is_written_as_one():
    why = refused(combat := Combat(), lambda: combat.mage("ana", at="here"))
    assert (why.clause, why.pointer) == ("6.9", "/traits/at")


# --- bosses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "life", "said"), [((1, 3), 8, "half its effect"), ((1, 4), 6, "its whole effect")]
)
def test_a_boss_with_mastery_above_the_focus_roll_halves_a_spell(
    faces: tuple[int, int], life: int, said: str
):
    boss = {"at": "2,0", "Life": 9, "boss": True, "Mastery": 5}
    combat = duel(m={**ABLE, "at": "0,0"}, n=boss, combat_mod="2015").goes_to("mira")
    combat.casts("mira", "bolt", "nils").resolves()
    assert combat.waits_for() == ("Focus", ("mira",))
    combat.rolls("mira", mira=faces)
    assert combat.outcome("Focus") == (said, {"focus": sum(faces), "mastery": 5})
    assert combat.left("nils", "life") == life
    assert combat.pile("mira", "graveyard") == ("bolt",)


def test_a_boss_has_the_whole_effect_of_spells_of_his_own():
    library = {"one": BOLT, "two": BOLT, "three": BOLT, "four": BOLT}
    book = {"insight": {"cost": "0", "does": "draw", "amount": 4}, **library}
    boss = {"boss": True, "Mastery": 9, "spells": book, "memory": ["insight"]}
    combat = duel(m=boss, combat_mod="2015").goes_to("mira").casts("mira", "insight").resolves()
    assert combat.pile("mira", "memory") == tuple(library)


# --- Life for mana ---------------------------------------------------------------------------


def test_a_cost_beyond_channeling_is_refused_or_takes_the_difference_from_life():
    big = {"blast": {**BOLT, "cost": "3RR"}}
    able = {"Mastery": 5, "Focus": 1, "spells": big, "memory": ["blast"], "mana": {"red": 3}}
    plain = duel(m=able).goes_to("mira")
    why = refused(plain, lambda: plain.casts("mira", "blast", "nils"))
    assert (why.clause, lacks(why)) == ("5.2", "points mana of mira: 3 red >= 3RR")
    combat = duel(m=able, beyond_channeling="costs Life").goes_to("mira")
    combat.casts("mira", "blast", "nils").resolves()
    assert (combat.pool("mira"), combat.left("mira", "life")) == ({}, 3)
    assert combat.left("nils", "life") == 2


def test_life_stands_for_no_mana_that_channeling_would_hold():
    able = {
        "Mastery": 5,
        "spells": {"blast": {**BOLT, "cost": "3RR"}},
        "memory": ["blast"],
        "mana": {"red": 2},
    }
    combat = duel(m=able, beyond_channeling="costs Life").goes_to("mira")
    why = refused(combat, lambda: combat.casts("mira", "blast", "nils"))
    assert (why.numbers, lacks(why)) == ({"Life": 2}, "points mana of mira: 2 red >= 3RR")
