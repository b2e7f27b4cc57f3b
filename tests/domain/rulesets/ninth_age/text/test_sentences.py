"""Sentences of the rules that a second careful reading found, each played out: magic."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.ninth_age import KNIGHTS, SPEARS, WIZARD, Battle, battle, refused, so
from tests.support.refusals import lacks, legal

PLAIN: dict[str, Any] = {**WIZARD, "Wizard": "Apprentice"}
NEEDS = so({"wounds on": 4, "armour on": 7})


def magic(dice: int = 5, tokens: int = 0, ann: Any = None, bo: Any = None) -> Battle:
    """Ann's Magic Phase, with so many dice for both."""
    armies = {"ann": {"mage": PLAIN, **(ann or {})}, "bo": {"guards": SPEARS, **(bo or {})}}
    return battle(armies).until("flux").draws("ann", dice, tokens)


def casts(told: Battle, *faces: int, **more: Any) -> Battle:
    return told.does("mage", "cast", using="Fireball", dice=len(faces), on="guards", **more).rolls(
        *faces
    )


# --- casting -------------------------------------------------------------------------------


def test_a_spell_counts_as_attempted_though_its_caster_is_gone():
    mage = {**PLAIN, "Miscast": 1}
    told = magic(9, ann={"mage": mage, "other": PLAIN})
    casts(told, 6, 6, 6).answers("bo", "let it be").answers("ann", "numbers", **NEEDS).agrees()
    told.rolls(1, 1, 1, 1)
    assert told.outcome("triple", "mage") == ("Breach in the Veil", {"row": 7, "dice": 3})
    assert told.left("mage", "hp") == 0
    told.answers("ann", "near", units=[]) if told.waits_for()[0] == "near" else None
    why = refused(told, lambda: told.does("other", "cast", using="Fireball", dice=1, on="guards"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "7",
        {"most": 1, "done": 1},
        "limit attempts of mage: 1 < 1",
    )


def test_of_the_magic_resistance_in_a_unit_the_highest_counts():
    seer = {**PLAIN, "Magic Resistance": 2}
    told = magic(9, bo={"guards": {**SPEARS, "Magic Resistance": 1}, "seer": seer})
    told.fixes(what="fact", of="seer", name="joined", value="guards")
    casts(told, 3, 3, 3)
    assert told.outcome("casting") == ("fails", {"total": 7, "value": 8})


VERSIONS = {"versions": {"boosted": {"casting": 12, "hits": "6"}}}
BOOSTED = {**PLAIN, "spells": {"Fireball": {**PLAIN["spells"]["Fireball"], **VERSIONS}}}


@pytest.mark.parametrize(
    ("said", "value", "passes", "hits"),
    [({}, 8, "passes", 4), ({"version": "boosted"}, 12, "fails", 6)],
)
def test_a_version_has_its_own_value_and_unsaid_it_is_the_basic_one(
    said: dict[str, Any], value: int, passes: str, hits: int
):
    told = casts(magic(9, ann={"mage": BOOSTED}), 4, 5, **said)
    assert told.outcome("casting") == (passes, {"total": 9, "value": value})
    told = casts(magic(9, ann={"mage": BOOSTED}), 4, 4, 5, **said).answers("bo", "let it be")
    assert told.outcome("hits", "guards") == ("hits", {"hits": hits})


def test_a_version_that_the_spell_has_not_is_refused():
    told = magic(9, ann={"mage": BOOSTED})
    why = refused(told, lambda: casts(told, 1, 2, version="grand"))
    assert (why.clause, legal(why)) == ("7", "boosted")


def test_a_version_of_a_spell_that_has_only_the_basic_one_is_refused():
    told = magic()
    [said] = [o for o in told.offered() if o.command.get("using") == "Fireball"]
    assert [blank.name for blank in said.blanks] == ["dice", "on"]
    why = refused(told, lambda: casts(told, 1, 2, version="zzz"))
    assert (why.clause, why.pointer) == ("7", "/params/version")


# --- hits ----------------------------------------------------------------------------------


def test_the_first_hit_of_a_spell_is_a_first_hit():
    ward = {
        "Ward": {"at": "first hit", "mode": "mandatory", "once": True, "gives": {"Discipline": 1}}
    }
    told = casts(magic(bo={"guards": {**SPEARS, "effects": ward}}), 4, 5).answers("bo", "let it be")
    began = [(x.name, x.key) for x in told.events(e.ConditionBegan) if x.subject == "guards"]
    assert began == [("spent", "Ward"), ("under", "Ward")]


def test_a_miscast_says_how_strong_its_hits_are():
    told = casts(magic(), 2, 2, 4, 2).answers("bo", "let it be")
    told.answers("ann", "numbers", **NEEDS).agrees().rolls(1, 1, 1, 1).rolls(3)
    assert told.outcome("triple", "mage") == ("Witchfire", {"row": 2, "dice": 4})
    assert told.outcome("hits", "mage") == ("hits", {"hits": 3, "Strength": 4, "AP": 2})
    told = casts(magic(), 5, 5, 5).answers("bo", "let it be")
    told.answers("ann", "numbers", **NEEDS).agrees().rolls(1, 1, 1, 1)
    assert told.outcome("hits", "mage") == ("hits", {"hits": 2, "AP": 10})


# --- tokens and cards ----------------------------------------------------------------------


def test_an_army_that_keeps_six_tokens_keeps_them():
    told = Battle()
    for side, unit in (("ann", PLAIN), ("bo", SPEARS)):
        told.say(c.Join(subject=side, kind="side", traits={"Veil Tokens kept": 6}))
        told.say(c.Join(subject=f"{side}s", kind="unit", side=side, traits=unit))
    told.prepares().deploys("ann").until("flux").draws("ann", 5, 8)
    why = refused(told, lambda: told.answers("ann", "convert", dice=0, keep=7))
    assert (why.clause, why.numbers) == ("7", {"least": 0, "most": 6})
    told.answers("ann", "convert", dice=0)
    assert told.left("ann", "veil") == 6


def test_that_a_card_was_replaced_the_other_player_confirms_too():
    told = battle({"ann": {"mage": PLAIN, "k": KNIGHTS}, "bo": {"guards": SPEARS}}).until("flux")
    told.answers("ann", "draw", which="2", dice=5, tokens=6, source="replaced")
    told.answers("bo", "contest", which="source")
    assert told.fact("contested", "ann") == "source replaced"
    assert told.fact("drawn", "ann", "2") is None  # it stays in the deck
