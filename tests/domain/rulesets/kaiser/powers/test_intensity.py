"""Kaiser 9: spells whose condition has an intensity, and what becomes of it as that eases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import MAGE, SPELLS, YRSA, Fight, refused
from tests.support.refusals import lacks

AGONY: dict[str, Any] = {"mana": 20, "condition": "pain", "rounds": 3, "intensity": 4}

RESISTED: dict[str, Any] = {"resist": "PhR", "difficulty": 12, "on zero": "recheck"}


def cast(**spell: Any) -> Fight:
    """The mage, who has the first turn, casts a spell at Yrsa, hand to hand with him."""
    fight = Fight().joins("mage", side="a", **{**MAGE, "spells": {"agony": {**AGONY, **spell}}})
    fight.joins("yrsa", side="b", **{**YRSA, "PhR": 0}).close_together("mage yrsa").round()
    fight.intends("mage", "magic", how="mass")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    return fight.initiative("mage", "yrsa").does("mage", "cast", "yrsa", using="agony")


def standing(fight: Fight) -> list[tuple[str, int, int]]:
    held = fight.combat.conditions.on("yrsa")
    return [(c.name, c.level, c.left) for c in held if c.act]


@pytest.mark.parametrize("state", ["pain", "weakened", "dazed", "unaligned"])
def test_a_spell_takes_its_intensity_off_every_action(state: str):
    fight = cast(condition=state).ends("mage")
    fight.does("yrsa", "attack", "mage", using="long sword").rolls(yrsa=(3, 4))
    assert fight.why("attack") == {"strike": 9, state: -4}


def test_pain_of_a_spell_counts_down_and_does_not_fade():
    fight = cast()
    assert standing(fight) == [("pain", 4, 3)]
    assert standing(fight.round_over()) == [("pain", 4, 2)]


def test_what_has_eased_is_resisted_again_where_the_spell_says_so():
    fight = cast(condition="totally blind", then="partially blind", rounds=2, above=1, **RESISTED)
    fight.rolls(yrsa=(3, 4)).round_over()
    assert standing(fight) == [("partially blind", 4, 1)]
    fight.round().all_declared().initiative("mage", "yrsa").ends("mage").ends("yrsa").passes()
    assert fight.waits_for() == ("recheck", ("yrsa",))
    assert standing(fight.rolls(yrsa=(3, 4))) == [("partially blind", 4, 2)]


@pytest.mark.parametrize("spell", [{"condition": "dazed"}, {"condition": "prone", "then": "pain"}])
def test_a_spell_of_such_a_state_says_how_strong_it_is(spell: dict[str, str]):
    mage = {**MAGE, "spells": {**SPELLS, "agony": {"mana": 20, **spell}}}
    fight = Fight()
    no = refused(fight, lambda: fight.joins("mage", **mage))
    assert no.pointer == "/traits/spells/agony"
    assert lacks(no) == "trait intensity: no = yes"
