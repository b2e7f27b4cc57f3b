"""The second and third step of a Round of Combat: weapons are chosen, and way is made."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.ninth_age import ARCHERS, SPEARS, WIZARD, Battle, battle, refused

BLOWS: dict[str, Any] = {"hits on": 4, "wounds on": 4, "armour on": 7}
HALBERD, GREAT = {"gives": {"to hit": 1}}, {"gives": {"Agility": -10}}
PAIR = {"gives": {"Attacks": 1}}
SWORD: dict[str, Any] = {}
A: dict[str, Any] = {**SPEARS, "weapons": {"halberd": HALBERD, "great weapon": GREAT}}
B: dict[str, Any] = {**SPEARS, "weapons": {"sword": SWORD, "pair of swords": PAIR}}


def clash(a: dict[str, Any] = A, b: dict[str, Any] = B, **more: Any) -> Battle:
    """Ann's unit a fights Bo's unit b; each side has others near it."""
    armies = {"ann": {"a": a, **more.pop("ann", {})}, "bo": {"b": b, **more.pop("bo", {})}}
    return battle(armies, settings=more.pop("settings", None)).touches("a", "b").until("combats")


def wielded(told: Battle, who: str) -> list[str]:
    return [c.key for c in told.combat.conditions.on(who, "wields")]


# --- weapons ---------------------------------------------------------------------------------


def test_the_active_player_chooses_first_then_the_other_knowing_it():
    told = clash().does("a", "fight")
    assert told.waits_for() == ("weapons", ("a",))
    why = refused(told, lambda: told.answers("b", "wield", weapon="sword"))
    assert (why.clause, why.why) == ("9", "b answers later: others come first")
    told.answers("a", "wield", weapon="halberd")
    assert told.waits_for() == ("weapons", ("b",))
    told.answers("b", "wield", weapon="pair of swords")
    assert (wielded(told, "a"), wielded(told, "b")) == (["halberd"], ["pair of swords"])
    assert told.waits_for() == ("strikes", ("a", "b"))


def test_what_a_weapon_gives_is_given_before_the_initiative_is_fixed():
    told = clash().does("a", "fight").answers("a", "wield", weapon="great weapon")
    told.answers("b", "wield", weapon="sword")
    order = told.combat.clock.orders["initiative"]
    assert order.scores == {"a": 0, "b": 3}
    assert told.waits_for() == ("strikes", ("b",))


def test_it_alters_attacks_and_what_hits():
    told = clash().does("a", "fight").answers("a", "wield", weapon="halberd")
    told.answers("b", "wield", weapon="pair of swords")
    told.declares("a", "strike", "b", attacks=1, **BLOWS)
    why = refused(told, lambda: told.declares("b", "strike", "a", attacks=41, **BLOWS))
    assert why.numbers == {"least": 1, "most": 40}
    told.passes("b").agrees()
    assert told.outcome("aim", "b")[1] == {"attacks": 1, "needs": 3}


def test_one_weapon_is_not_asked_for_and_none_is_none():
    told = clash({**SPEARS, "weapons": {"halberd": HALBERD}}, SPEARS).does("a", "fight")
    assert (wielded(told, "a"), wielded(told, "b")) == (["halberd"], [])
    assert told.waits_for()[0] == "strikes"


def test_another_may_be_chosen_in_the_next_round():
    told = clash().does("a", "fight").answers("a", "wield", weapon="halberd")
    told.answers("b", "wield", weapon="sword").passes("a", "b")
    while told.waits_for()[0] != "combats":
        told.goes_on()
    assert (wielded(told, "a"), wielded(told, "b")) == ([], [])
    assert told.combat.clock.actors == ("bo",)
    told.does("b", "fight").answers("b", "wield", weapon="pair of swords")
    told.answers("a", "wield", weapon="great weapon")
    assert (wielded(told, "a"), wielded(told, "b")) == (["great weapon"], ["pair of swords"])


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"a, b": {}}, "/traits/weapons/a, b"),
        ({"axe": {"edge": 1}}, "/traits/weapons/axe/edge"),
        ({"axe": 3}, "/traits/weapons/axe"),
        ({"axe": {"gives": {"luck": 1}}}, "/traits/weapons/axe/gives/luck"),
    ],
)
def test_a_sheet_names_weapons_and_what_they_give(given: dict[str, Any], pointer: str):
    with pytest.raises(Refused) as caught:
        Battle().musters({"ann": {"a": {**SPEARS, "weapons": given}}})
    assert caught.value.pointer == pointer


# --- make way --------------------------------------------------------------------------------


def in_ranks(*whose: str, settings: Any = None) -> Battle:
    """Ann's mage stands among her spears, Bo's seer among his; the spears fight each other."""
    told = clash(
        SPEARS,
        SPEARS,
        ann={"mage": WIZARD},
        bo={"seer": WIZARD, "friend": ARCHERS},
        settings=settings,
    )
    for who in whose:
        told.fixes(what="fact", of=who, name="joined", value={"mage": "a", "seer": "b"}[who])
    return told.does("a", "fight")


def test_a_character_in_the_first_rank_steps_into_contact_and_fights():
    told = in_ranks("mage", "seer")
    assert told.waits_for() == ("make way", ("mage",))
    told.answers("mage", "make way", foe="b")
    assert told.waits_for() == ("make way", ("seer",))
    told.passes("seer")
    assert told.waits_for() == ("confirm", ("bo",))
    told.answers("bo", "agree")
    assert told.fact("engaged", "b", "mage") == "yes"
    assert "melee" in told.states("mage") and "melee" not in told.states("seer")
    drafts = [d for step in told.steps for d in step if isinstance(d.event, e.FactSet)]
    last = [d for d in drafts if d.event.name == "engaged"][-1]  # type: ignore[attr-defined]
    assert (last.clause, last.basis) == ("9", "default")
    assert told.waits_for() == ("duels", ("ann",))  # the seer could accept from the ranks
    assert told.passes("ann", "bo").waits_for() == ("strikes", ("a", "b", "mage"))


def test_what_is_seen_of_the_ranks_both_sides_confirm_of_the_other():
    told = in_ranks("mage", "seer").answers("mage", "make way", foe="b")
    told.answers("seer", "make way", foe="a").answers("bo", "agree")
    assert told.waits_for() == ("confirm", ("ann",))
    told.answers("ann", "contest", which="in the first rank")
    assert told.fact("contested", "bo") == "in the first rank seer"
    told.passes("ann", "bo")
    assert told.waits_for() == ("strikes", ("a", "b", "mage", "seer"))


def test_nobody_makes_way_for_whom_no_unit_of_the_combat_holds():
    assert in_ranks().waits_for()[0] not in ("make way", "weapons")
    told = clash(SPEARS, SPEARS, ann={"mage": WIZARD, "others": SPEARS}, bo={"friend": ARCHERS})
    told.fixes(what="fact", of="mage", name="joined", value="others").does("a", "fight")
    assert told.waits_for()[0] != "make way"


def test_who_is_in_contact_or_flees_is_not_asked():
    told = clash(SPEARS, SPEARS, ann={"mage": WIZARD}, bo={"friend": ARCHERS})
    told.fixes(what="fact", of="mage", name="joined", value="a").touches("mage", "b")
    assert told.does("a", "fight").waits_for()[0] != "make way"


def test_whether_way_is_made_at_all_is_the_tables_to_say():
    assert in_ranks("mage", settings={"make way": "not played"}).waits_for()[0] != "make way"
