"""5.1, 7.3, 7.4, 8: what an edited sheet changes in Life, mana, counters and spells."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from tests.support.fights.planeswalker import BOLT, FLASH, KNIGHT, Combat, M, duel

MIRA: dict[str, Any] = {
    **M,
    "spells": {"bolt": BOLT, "flash": FLASH},
    "memory": ["bolt"],
    "mana": {"red": 2},
    "counters": {"+1/+1": 1},
}


def edited(fight: Combat, **changed: Any) -> Combat:
    return fight.say(c.Edit(who="mira", traits={**MIRA, **changed}))


def where(fight: Combat, *names: str) -> list[str]:
    return [fight.combat.places.of(f"mira's {name}") for name in names]


def test_an_edited_sheet_adds_to_life_mana_and_counters_what_it_changes():
    fight = duel(m=MIRA).goes_to("mira")
    fight.fixes(what="pool", subject="mira", pool="life", delta=-2)
    edited(fight, Life=9, mana={"red": 1, "blue": 1}, counters={"+1/+1": 3, "poison": 1})
    assert (
        fight.combat.pools.of["mira"].items()
        >= {
            "life": 7,
            "mana/red": 1,
            "mana/blue": 1,
            "counters/+1/+1": 3,
            "counters/poison": 1,
        }.items()
    )
    assert fight.scene().trait("mira", "Power") == 4


def test_a_sheet_edited_before_the_first_round_is_what_the_fight_begins_with():
    fight = edited(duel(m=MIRA), Life=7, mana={"red": 3})
    assert (fight.left("mira", "life"), fight.pool("mira")) == (7, {"red": 3})


def test_a_spell_new_on_the_sheet_comes_where_it_is_listed_and_all_others_stay():
    fight = duel(m=MIRA).goes_to("mira").casts("mira", "bolt", "nils").resolves()
    more = {"spells": {**MIRA["spells"], "hail": FLASH, "storm": BOLT}, "memory": ["bolt", "hail"]}
    edited(fight, **more)
    piles = ["graveyard", "library", "memory", "library"]
    assert where(fight, "bolt", "flash", "hail", "storm") == piles
    fight.mana("mira", red=1).does("mira", "instant", "nils", using="hail").resolves()
    assert fight.left("nils", "life") == -1


def test_a_spell_no_longer_on_the_sheet_is_removed():
    fight = edited(duel(m=MIRA).goes_to("mira"), spells={"flash": FLASH}, memory=["flash"])
    assert where(fight, "bolt", "flash") == ["removed", "library"]


def test_a_spell_taken_off_the_sheet_while_it_is_cast_does_nothing():
    fight = duel(m=MIRA).goes_to("mira").casts("mira", "bolt", "nils")
    edited(fight, spells={"flash": FLASH}, memory=["flash"]).resolves()
    assert (where(fight, "bolt"), fight.left("nils", "life")) == (["removed"], 5)


def test_a_sheet_edited_in_hiding_is_what_its_owner_comes_out_with():
    fight = duel()
    fight.say(c.Join(subject="vera", side="west", traits={**MIRA, "kind": "mage"}, hidden=True))
    sheet = {**MIRA, "kind": "mage", "spells": {"flash": FLASH}, "memory": ["flash"], "Life": 8}
    fight.say(c.Edit(who="vera", traits=sheet)).say(c.Join(subject="vera", side="west"))
    assert (fight.left("vera", "life"), fight.pile("vera", "memory")) == (8, ("flash",))
    assert not fight.combat.places.of("vera's bolt")


def test_a_creature_given_life_stands_at_that_life():
    fight = duel().creature("knight", "nils", **KNIGHT)
    fight.say(c.Edit(who="knight", traits={**KNIGHT, "Life": 3}))
    assert fight.left("knight", "life") == 3
    fight.fixes(what="pool", subject="knight", pool="life", delta=-2)
    assert "knight" in fight.scene().present()
