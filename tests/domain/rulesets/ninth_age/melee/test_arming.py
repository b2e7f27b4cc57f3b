"""The steps of a Round of Combat before the blows: weapons, making way, and Crush Attacks."""

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


def test_who_may_make_way_chooses_a_weapon_with_all_others():
    armed = {**WIZARD, "weapons": {"sword": SWORD, "halberd": HALBERD}}
    told = clash(SPEARS, SPEARS, ann={"mage": armed}, bo={"friend": ARCHERS})
    told.fixes(what="fact", of="mage", name="joined", value="a").does("a", "fight")
    assert told.waits_for() == ("weapons", ("mage",))
    told.answers("mage", "wield", weapon="halberd")
    assert told.waits_for() == ("make way", ("mage",)) and wielded(told, "mage") == ["halberd"]


# --- crush attacks ---------------------------------------------------------------------------

GIANT: dict[str, Any] = {
    **{k: v for k, v in SPEARS.items() if k != "Standard"},
    **{"Models": 1, "HP": 6, "Attacks": 5, "Agility": 3, "Crush Attack": 1, "Stomp": 2},
}
STOMP: dict[str, Any] = {"wounds on": 4, "armour on": 7}


def crushing(giant: dict[str, Any] = GIANT, **foe: Any) -> Battle:
    """Bo's spears fight Ann's giant, whose player is asked first."""
    return clash(giant, {**SPEARS, "Agility": 5, **foe}).does("a", "fight")


def blows_of_a(told: Battle) -> list[tuple[int, list[str]]]:
    """The blows that the giant is asked about, by step."""
    seen = []
    while told.waits_for()[0] == "strikes":
        if set(told.waits_for()[1]) == {"a"}:
            names = {o.command["manoeuvre"] for o in told.offered() if "manoeuvre" in o.command}
            seen.append((told.outcome("step")[1]["at"], sorted(names)))
        told.passes()
    return seen


def test_a_giant_that_crushes_does_not_strike_but_may_stomp():
    told = crushing()
    assert told.waits_for() == ("crush attacks", ("a",))
    assert blows_of_a(told.answers("a", "crush", models=1)) == [(0, ["crush attack", "stomp"])]


def test_a_giant_that_strikes_has_no_crush_attack():
    assert blows_of_a(crushing().passes("a")) == [(3, ["strike"]), (0, ["stomp"])]


@pytest.mark.parametrize(("crush", "blow"), [(True, "strike"), (False, "crush attack")])
def test_the_other_kind_of_blow_is_refused_also_in_one_step(crush: bool, blow: str):
    told = crushing({**GIANT, "Agility": 0})
    told = told.answers("a", "crush", models=1) if crush else told.passes("a")
    told.passes("b")
    why = refused(told, lambda: told.declares("a", blow, "b", attacks=1, **BLOWS))
    assert (why.clause, why.why) == ("9", f"a has no {blow} now")


def test_of_several_models_those_that_do_not_crush_strike():
    told = crushing({**GIANT, "Models": 3, "Crush Attack": 2})
    why = refused(told, lambda: told.answers("a", "crush", models=3))
    assert why.numbers == {"least": 1, "most": 2}
    told.answers("a", "crush", models=2).passes("b")
    why = refused(told, lambda: told.declares("a", "strike", "b", attacks=6, **BLOWS))
    assert why.numbers == {"least": 1, "most": 5}
    told.passes("a").declares("a", "stomp", "b", attacks=1, **STOMP)
    why = refused(told, lambda: told.declares("a", "crush attack", "b", attacks=3, **BLOWS))
    assert why.numbers == {"least": 1, "most": 2}


def test_it_is_declared_after_the_duels_and_for_one_round():
    told = crushing({**GIANT, "Character": True}, Champion=True)
    assert told.waits_for()[0] == "duels"
    told.answers("ann", "issue", challenger="a").answers("bo", "accept", **{"with": "b"})
    assert told.waits_for() == ("crush attacks", ("a",))
    told.answers("a", "crush", models=1).until("charges", "bo")
    assert "crushes" not in told.states("a")
