"""Attack against defence, and attack against attack."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import (
    ADVANCE,
    BACK,
    HALF,
    STOUT,
    STRIKE,
    URLIK,
    Fight,
    Points,
    duel,
    struck,
)

# --- basic values ---


def test_an_attack_is_skill_and_specialism_and_co_and_the_weapon():
    fight = struck()
    assert fight.rolled("attack").total == 24  # 5 + 3 1/2 + 1/2 + 3 = 12
    assert fight.why("attack") == {"Melee": 10, "specialism": 7, "CO": 1, "hand-&-half": 6}


@pytest.mark.parametrize(
    ("defence", "using", "why"),
    [
        ("", "", {"Combat": 24}),
        ("block", "shield", {"Melee": 10, "shield": 6, "Parry": 18}),
        ("block", "axe", {"Melee": 10, "axe": 2, "Parry": 18}),
        ("parry", "axe", {"Melee": 10, "axe": 2, "Parry": 18, "parrying": 6}),
        ("jump back", "", {"Combat": 24, "Dodge": 18, "jump back": 6}),
        ("side step", "", {"Combat": 24, "Dodge": 18, "side step": 4}),
    ],
)
def test_each_reaction_has_its_own_defence(defence: str, using: str, why: dict[str, int]):
    fight = struck(defence, using)
    assert fight.why("defence") == why
    assert fight.rolled("defence").total == sum(why.values())
    assert fight.left("urlik", "ap") == (22 if defence else 24)


def test_aiming_costs_what_the_table_says():
    assert struck(aim="head").why("attack")["aim"] == -8
    assert struck(aim="left hand").rolled("attack").total == 24 - 6


def test_advancing_gives_a_half_and_a_rear_hex_two():
    fight = duel(urlik=STOUT).does("cogan", ADVANCE, "urlik", using=HALF, behind=["urlik"])
    fight.everybody_passes().rolls("cogan", "urlik")
    why = fight.why("attack")
    assert (why["advancing"], why["from the rear"]) == (1, 4)
    assert fight.rolled("attack").total == 29  # 14 1/2


def test_the_rear_hex_is_judged_after_the_reaction():
    fight = duel(urlik=STOUT).does("cogan", ADVANCE, "urlik", using=HALF, behind=["urlik"])
    fight.declares("urlik", "block", using="shield", back=[]).everybody_passes()
    assert "from the rear" not in fight.rolls("cogan", "urlik").why("attack")


def test_halves_are_exact_in_dice_as_well():
    fight = duel(urlik=STOUT, points={"points per die": "3 1/2"})
    fight.does("cogan", STRIKE, "urlik", using=HALF).everybody_passes()
    fight.rolls("cogan", faces=(4, 1, 6))
    assert fight.rolled("attack").total == 25  # 12 - 10 1/2 + 11 = 12 1/2


def test_risk_and_faces_may_be_said_with_the_deed():
    fight = duel(urlik=STOUT)
    fight.does("cogan", STRIKE, "urlik", using=HALF, faces={"attack": [6, 6], "damage": [1]})
    fight.everybody_passes()
    assert fight.rolled("attack").total == 36
    assert fight.rolled("attack").provenance == "typed"
    fight.rolls("urlik")
    assert fight.rolled("damage").faces == (1,)


# --- ties ---


def tied(points: Points = None) -> Fight:
    even = {**URLIK, "Combat": 12}
    fight = duel(urlik=even, points=points).does("cogan", STRIKE, "urlik", using=HALF)
    return fight.everybody_passes().rolls("cogan", "urlik")


def test_an_attack_that_equals_the_defence_hits_where_nothing_else_is_agreed():
    fight = tied()
    assert fight.outcome("hit") == ("hit", {"attack": 24, "defence": 24, "by": 0})
    assert fight.basis("hit") == ("6.3", "default")


def test_a_table_may_give_ties_to_the_defence():
    fight = tied({"tie": "defence"})
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.basis("hit") == ("6.3", "ruled")


def test_what_is_no_tie_is_stated_by_the_rules():
    assert struck("jump back").basis("hit") == ("6.3", "stated")


# --- mutual attack ---


def clash(cogan: tuple[int, ...], urlik: tuple[int, ...]) -> Fight:
    """Each strikes at the other; basic values 12 and 6."""
    fight = duel().does("cogan", STRIKE, "urlik", using=HALF)
    fight.declares("urlik", BACK, "cogan", using="axe").everybody_passes()
    return fight.rolls("urlik", faces=urlik).rolls("cogan", faces=cogan)


def hits(fight: Fight) -> dict[str, tuple[str, int]]:
    found = [r for r in fight.events(e.Resolved) if r.stage == "hit"]
    return {r.of: (r.outcome, r.figures["by"]) for r in found}


def test_both_attack_and_nobody_defends():
    fight = clash((), ())
    assert [r.purpose for r in fight.events(e.DiceRolled)[-2:]] == ["attack", "attack"]
    assert fight.left("urlik", "ap") == 8 - 6


def test_the_higher_attack_hits_and_the_other_misses():
    fight = clash((), ())
    assert hits(fight) == {"urlik": ("hit", 12), "cogan": ("missed", -12)}
    assert fight.basis("hit") == ("6.5", "stated")
    assert fight.waits_for() == ("damage", ("cogan",))


def test_the_answer_may_be_the_higher_and_is_suffered_in_full():
    fight = clash((), (6, 6, 6, 6))  # 6 - 12 + 24 = 18 against 12
    assert hits(fight) == {"urlik": ("missed", -12), "cogan": ("hit", 12)}
    assert fight.waits_for() == ("damage", ("urlik",))
    fight.rolls("urlik")
    assert fight.outcome("damage") == ("medium wound", {"basic": 26, "resistance": 8, "net": 18})
    assert fight.waits_for() == ("wound", ("cogan",))
    fight.passes().rolls("cogan").rolls("cogan")
    assert fight.conditions("cogan")[-1] == "wound"
    assert fight.conditions("urlik") == []
    assert fight.waits_for() == ("", ())


def test_equal_attacks_hit_both_at_once():
    fight = clash((), (5, 5, 5))  # 6 - 9 + 15 = 12
    assert hits(fight) == {"urlik": ("hit", 0), "cogan": ("hit", 0)}
    assert fight.waits_for() == ("damage", ("cogan", "urlik"))
    fight.rolls("urlik").rolls("cogan")
    damage = {r.of: r.figures["net"] for r in fight.events(e.Resolved) if r.stage == "damage"}
    assert damage == {"urlik": 28 - 16, "cogan": 20 - 8}
    assert fight.waits_for() == ("wound", ("urlik",))
    fight.passes().rolls("urlik").rolls("urlik").passes().rolls("cogan").rolls("cogan")
    assert "wound" in fight.conditions("urlik")
    assert "wound" in fight.conditions("cogan")
    assert fight.refolds()


def test_a_wound_of_the_first_blow_does_not_weaken_the_second():
    fight = clash((6, 6, 6), (6, 6, 6, 6, 6))  # both 21
    assert hits(fight) == {"urlik": ("hit", 0), "cogan": ("hit", 0)}
    fight.rolls("cogan")
    assert fight.conditions("urlik") == []
    fight.rolls("urlik")
    assert fight.why("damage") == {"ST": 4, "axe": 16}
